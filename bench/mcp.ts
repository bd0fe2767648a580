import { makeDocument, publishVersion, type Resource, signIn, succeed } from '../test/support/http-client.ts';
import { startServer } from '../test/support/process.ts';
import { median, type Timed, timedClient } from '../test/support/timed.ts';
import { vendorDocument } from '../test/support/vendor-document.ts';
import { fromEnvironment } from './processes/run.ts';

// Compares the cost of a tool with the REST route of the same data, alternately over one connection each. npm run bench
// -- mcp. Uses the embedded database unless DOCSVC_DATABASE_URL is set. Fails when a goal is missed.

const clients = new Map<string, ReturnType<typeof timedClient>>();

const GOAL = 1.25;
const ROUNDS = 400;
const WARM_UP = 100;
const OPERATIONS = 60;

type Pair = { tool: string; args: object; method: 'GET' | 'POST'; path: string; body?: object };

const database = fromEnvironment();
const server = await startServer(database.settings);
try {
  const { rest, token } = await signIn(server.base);
  const pairs = await prepare(rest);
  const made = { name: 'Bench', scopes: [1, 2, 3, 4] };
  const { token: mcpToken } = await succeed(rest<{ token: string }>('POST', '/private/mcp-tokens', made));
  let missed = false;
  for (const pair of pairs) missed = !(await measure(pair, token, mcpToken)) || missed;
  if (missed) process.exitCode = 1;
} finally {
  await server.stop();
  await database.close();
}

/** Creates a document with two versions and a draft. Returns the requests to measure. */
async function prepare(rest: Awaited<ReturnType<typeof signIn>>['rest']): Promise<Pair[]> {
  const { project, document, branches } = await makeDocument(rest);
  const ids = { project_id: project, document_id: document.split('/').at(-1) };
  const publish = (version_name: string, release: number) => {
    const schema_content = vendorDocument({ operations: OPERATIONS, words: 20, release });
    return publishVersion(rest, document, { branch_id: branches.dev, version_name, schema_content });
  };
  const [from, to] = [await publish('1', 1), await publish('2', 2)];
  const version = `${document}/versions/${to.id}`;
  const endpoints = await succeed(rest<Resource[]>('GET', `${version}/endpoints`));
  const endpoint = endpoints[OPERATIONS >> 1]?.id;
  const versions = { from_version_id: from.id, to_version_id: to.id };
  const diff = await succeed(rest('POST', `${document}/diffs`, versions));
  const of = { ...ids, version_id: to.id };
  return [
    { tool: 'list_projects', args: {}, method: 'GET', path: '/private/projects?page_size=50' },
    { tool: 'list_api_versions', args: ids, method: 'GET', path: `${document}/versions?page_size=50` },
    { tool: 'list_api_endpoints', args: of, method: 'GET', path: `${version}/endpoints?page_size=50` },
    {
      tool: 'get_endpoint_detail',
      args: { ...of, endpoint_id: endpoint },
      method: 'GET',
      path: `${version}/endpoints/${endpoint}`,
    },
    {
      tool: 'get_schema_version',
      args: { ...of, max_bytes: 1024 * 1024 },
      method: 'GET',
      path: `${version}/content/raw`,
    },
    {
      tool: 'compare_api_versions',
      args: { ...ids, ...versions },
      method: 'POST',
      path: `${document}/diffs`,
      body: versions,
    },
    {
      tool: 'get_change_summary',
      args: { ...ids, diff_id: diff.id },
      method: 'GET',
      path: `${document}/diffs/${diff.id}`,
    },
  ];
}

/** Alternates both, so that other load on the machine affects both equally. */
async function measure({ tool, args, method, path, body }: Pair, token: string, mcpToken: string): Promise<boolean> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  const times = { rest: [] as number[], mcp: [] as number[] };
  const bytes = { rest: 0, mcp: 0 };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const rest = await send(method, `/api/v1${path}`, token, body);
    const mcp = await send('POST', '/api/v1/open/mcp', mcpToken, call);
    if (round < WARM_UP) continue;
    times.rest.push(rest.ms);
    times.mcp.push(mcp.ms);
    Object.assign(bytes, { rest: rest.bytes, mcp: mcp.bytes });
  }
  const [rest, mcp] = [median(times.rest), median(times.mcp)];
  const ratio = mcp / rest;
  const good = ratio <= GOAL;
  console.log(
    `${tool.padEnd(22)} ${mcp.toFixed(2).padStart(7)} ms ${String(bytes.mcp).padStart(8)} B   REST ${rest.toFixed(2).padStart(7)} ms ${String(bytes.rest).padStart(8)} B   ${ratio.toFixed(2)} ${good ? '' : `> ${GOAL}`}`,
  );
  return good;
}

async function send(method: string, path: string, token: string, body: object | undefined): Promise<Timed> {
  const client = clients.get(token) ?? timedClient(server.base);
  clients.set(token, client);
  const answer = await client({ method, path, headers: { authorization: token }, body });
  const start = answer.text.slice(0, 200);
  if (answer.status !== 200 || /"isError"|"code":[45]/.test(start)) throw new Error(`${path}: ${start}`);
  return answer;
}
