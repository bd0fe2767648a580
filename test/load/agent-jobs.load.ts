import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { githubDescription } from '../support/github-description.ts';
import {
  adminSettings,
  makeDocument,
  publishVersion,
  type Resource,
  type SignedIn,
  signIn,
  succeed,
} from '../support/http-client.ts';
import { startServer } from '../support/process.ts';

// Three jobs of an agent on GitHub's description of its API, and how much a model reads: npm run load -- agent-jobs. A
// token counts as four bytes. Counts the larger part of an answer: all its texts, or its structured content. Fails when
// an answer has more tokens than the limit.

const MAX_TOKENS = 12_000;
const TOKEN_BYTES = 4;

type Answer = Record<string, unknown> & { items: (Resource & { path: string; version: Resource })[] };
type Row = { job: string; call: string; tokens: number; wireBytes: number };

const folder = mkdtempSync(join(tmpdir(), 'docsvc-agent-jobs-'));
const rows: Row[] = [];
const server = await startServer({ ...adminSettings, DOCSVC_DATA_DIR: join(folder, 'data'), DOCSVC_LOG_LEVEL: 'warn' });
try {
  const texts = ['19.1.0', '23.0.2'].map(version => githubDescription(folder, version)) as [string, string];
  console.log(`GitHub's description: ${texts.map(text => `${text.length} characters`).join(', then ')}`);
  const admin = await signIn(server.base);
  const { project, branches } = await publishBoth(admin, texts);
  const { token } = await succeed(
    admin.rest<{ token: string }>('POST', '/private/mcp-tokens', { name: 'Agent', scopes: [1, 2, 3, 4] }),
  );
  await findAndExplain(await connect('find and explain an endpoint', token), project);
  await compare(await connect('compare two versions', token), project);
  await draft(await connect('draft a change', token), project, branches.dev as string, texts[1]);
} finally {
  await server.stop();
  rmSync(folder, { recursive: true });
}
report();

async function publishBoth({ rest }: SignedIn, texts: [string, string]) {
  const made = await makeDocument(rest);
  for (const [index, schema_content] of texts.entries()) {
    const body = { branch_id: made.branches.dev, version_name: `${index + 1}.0.0`, schema_content };
    await publishVersion(rest, made.document, body);
  }
  return made;
}

type Call = (tool: string, args?: object) => Promise<Answer>;

/** A client that counts what a model would read: the tools first, then every answer. */
async function connect(job: string, token: string): Promise<Call> {
  let wireBytes = 0;
  const counted: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.text();
    wireBytes = Buffer.byteLength(text);
    return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers });
  };
  const client = new Client({ name: 'agent-jobs', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const url = new URL(`${server.base}/api/v1/open/mcp`);
  const requestInit = { headers: { Authorization: token } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: counted }));
  const { tools } = await client.listTools();
  rows.push({ job, call: 'tools/list', tokens: tokensOf(JSON.stringify(tools)), wireBytes });
  return async (tool, args = {}) => {
    const { content, structuredContent, isError } = await client.callTool({ name: tool, arguments: { ...args } });
    const read = (content as { text?: string }[]).map(({ text = '' }) => text).join('');
    if (isError) throw new Error(`${tool}: ${read.slice(0, 500)}`);
    const tokens = Math.max(tokensOf(read), tokensOf(JSON.stringify(structuredContent)));
    const told = Object.entries(args).filter(([name, value]) => !name.endsWith('_id') && String(value).length < 80);
    const shown = told.map(([name, value]) => `${name}=${value}`);
    rows.push({ job, call: [tool, ...shown].join(' '), tokens, wireBytes });
    return structuredContent as Answer;
  };
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES);
}

/** The ids of the document, from the top down. */
async function locate(call: Call, project_id: string) {
  await call('list_projects');
  const documents = await call('list_documents', { project_id });
  return { project_id, document_id: documents.items[0]?.id };
}

async function findAndExplain(call: Call, project: string): Promise<void> {
  for (const search of ['create pull request', 'repos', 'list workflow runs'])
    await call('search_endpoints', { search });
  const found = await call('search_endpoints', { search: 'pulls/create', method: 'post' });
  const endpoint = found.items.find(({ path }) => path === '/repos/{owner}/{repo}/pulls');
  if (endpoint === undefined) throw new Error('The search did not find POST /repos/{owner}/{repo}/pulls');
  const { document_id, id: version_id } = endpoint.version as Resource & { document_id: string };
  const ids = { project_id: project, document_id, version_id };
  const detail = { ...ids, endpoint_id: endpoint.id };
  await call('get_endpoint_detail', detail);
  await call('get_endpoint_detail', { ...detail, pointer: '/request_body' });
  await call('get_endpoint_detail', { ...detail, pointer: '/responses/201' });
  await call('list_api_endpoints', { ...ids, page_size: 200 });
  // The endpoints that are likely to be the largest.
  for (const path of ['/repos/{owner}/{repo}', '/orgs/{org}/repos', '/repos/{owner}/{repo}/pulls/{pull_number}']) {
    const { items } = await call('list_api_endpoints', { ...ids, path, method: 'get' });
    await call('get_endpoint_detail', { ...ids, endpoint_id: items[0]?.id });
  }
}

async function compare(call: Call, project: string): Promise<void> {
  const ids = await locate(call, project);
  await call('list_document_branches', ids);
  const { items } = await call('list_api_versions', { ...ids, branch_id: 'dev' });
  const versions = { from_version_id: items[1]?.id, to_version_id: items[0]?.id };
  const diff = await call('compare_api_versions', { ...ids, ...versions, page_size: 200 });
  let offset: unknown = 0;
  for (let page = 0; page < 5 && offset !== undefined; page++) {
    ({ next_offset: offset } = await call('get_change_summary', { ...ids, diff_id: diff.id, page_size: 200, offset }));
  }
}

/** The request contains the whole text: an agent has it in a file. */
async function draft(call: Call, project: string, branch: string, text: string): Promise<void> {
  const ids = await locate(call, project);
  const latest = await call('get_latest_schema', { ...ids, branch_id: 'dev' });
  await call('get_latest_schema', { ...ids, branch_id: branch, offset: latest.next_offset });
  const description = JSON.parse(text);
  for (const path of Object.keys(description.paths).slice(0, 300)) delete description.paths[path];
  const made = await call('create_api_version_draft', {
    ...ids,
    ...{
      branch_id: 'dev',
      version_name: '3.0.0',
      changelog: 'Fewer paths',
      schema_content: JSON.stringify(description),
    },
  });
  const own = { ...ids, draft_id: made.id };
  const changed = { expected_revision: made.revision, changelog: 'Without the first 300 paths' };
  await call('update_api_version_draft', { ...own, ...changed });
  await call('get_api_version_draft', own);
  await call('get_api_version_draft', { ...own, changes_offset: 20 });
  await call('submit_api_version_draft', own);
  await call('list_drafts', { ...ids, owner: 'me', state: 'submitted' });
}

function report(): void {
  for (const [job, calls] of Map.groupBy(rows, row => row.job)) {
    console.log(`\n${job}: ${calls.length} answers, ${calls.reduce((sum, { tokens }) => sum + tokens, 0)} tokens`);
    for (const { call, tokens, wireBytes } of calls)
      console.log(
        `${String(tokens).padStart(7)} tokens ${String(wireBytes).padStart(8)} bytes of HTTP  ${call}${tokens > MAX_TOKENS ? '  TOO LONG' : ''}`,
      );
  }
  const largest = Math.max(...rows.map(({ tokens }) => tokens));
  console.log(`\nThe largest answer has ${largest} tokens, the bound is ${MAX_TOKENS}.`);
  if (largest > MAX_TOKENS) process.exitCode = 1;
}
