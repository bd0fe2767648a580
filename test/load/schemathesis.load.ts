import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
import { openOperations, refusedThoughAllowed, takenThoughForbidden } from '../support/request-exceptions.ts';

// Schemathesis (all checks) with the served openapi.yaml, in mirror and in envelope mode. It is installed into a
// temporary folder. Prints the failures and the number of requests.
const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '40' },
    mode: { type: 'string', default: 'mirror,envelope' },
    seconds: { type: 'string', default: '540' },
    include: { type: 'string' },
    venv: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const SCHEMATHESIS = 'schemathesis==4.32.5';
// The hooks contain these checks with exceptions. `ignored_auth` sends requests that no hook sees, and reads their HTTP status.
const IN_HOOKS = 'positive_data_acceptance,negative_data_rejection,missing_required_header,unsupported_method';
const EXCLUDED_CHECKS = { mirror: IN_HOOKS, envelope: `${IN_HOOKS},ignored_auth` };
const MIN_REQUESTS = 10_000;
const SCHEMA =
  '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"get":{"responses":{"200":{"description":"Pets."}}}}}}';

const folder = mkdtempSync(join(tmpdir(), 'docsvc-schemathesis-'));
const venv = values.venv ?? join(folder, 'venv');
const hooks = join(import.meta.dirname, 'schemathesis');

const run = (command: string, args: string[], env: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });

type Ids = Record<string, string[]>;

/** Creates two projects with a document each, and one of every resource, so that ids exist. */
async function seedResources({ rest }: SignedIn): Promise<Ids> {
  const ids: Ids = { kind: ['raw', 'normalized'] };
  const note = (name: string, id: string | undefined) => {
    if (id !== undefined) ids[name] = [...(ids[name] ?? []), id];
  };
  const password = 'correct horse battery staple';
  const user = await succeed(rest('POST', '/private/system/users', { email: 'other@example.com', password }));
  note('user_id', user.id);
  for (const _ of [1, 2]) {
    const { project, document, branches } = await makeDocument(rest);
    note('project_id', project);
    note('document_id', document.split('/').at(-1));
    for (const id of Object.values(branches)) note('branch_id', id);
    const named = (version_name: string) => ({ branch_id: branches.dev, version_name, schema_content: SCHEMA });
    for (const name of ['1', '2']) note('version_id', (await publishVersion(rest, document, named(name))).id);
    const [from_version_id, to_version_id] = (ids.version_id as string[]).slice(-2);
    note('diff_id', (await succeed(rest('POST', `${document}/diffs`, { from_version_id, to_version_id }))).id);
    note('draft_id', (await succeed(rest('POST', `${document}/drafts`, named('3')))).id);
    note('share_id', (await succeed(rest('POST', `${document}/shares`, { branch_id: branches.dev }))).id);
    const versions = (ids.version_id as string[]).at(-1);
    const endpoints = await succeed(rest<Resource[]>('GET', `${document}/versions/${versions}/endpoints`));
    note('endpoint_id', endpoints[0]?.id);
  }
  note('token_id', (await succeed(rest('POST', '/private/mcp-tokens', { name: 'x', scopes: [1] }))).id);
  note('team_id', (await succeed(rest('POST', '/private/teams', { name: 'x' }))).id);
  return {
    ...ids,
    from_version_id: ids.version_id ?? [],
    to_version_id: ids.version_id ?? [],
    source_version_id: ids.version_id ?? [],
    source_branch_id: ids.branch_id ?? [],
    target_branch_id: ids.branch_id ?? [],
  };
}

async function tryMode(mode: string): Promise<{ code: number; requests: number }> {
  const dataDir = mkdtempSync(join(folder, 'data-'));
  const log = join(folder, `${mode}.ndjson`);
  const server = await startServer({
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_LOG_LEVEL: 'error',
    DOCSVC_HTTP_STATUS: mode,
    DOCSVC_AUTH_ALLOW_REGISTRATION: 'true',
    ...adminSettings,
  });
  try {
    const admin = await signIn(server.base);
    const ids = await seedResources(admin);
    const left = openOperations.flatMap(({ operation }) => ['--exclude-operation-id', operation]);
    const code = await run(
      join(venv, 'bin/schemathesis'),
      [
        'run',
        `${server.base}/api/v1/open/docs/openapi.yaml`,
        ...['-H', `Authorization: ${admin.token}`, '-n', values.examples, '--max-time', values.seconds],
        ...['--checks', 'all', '--exclude-checks', EXCLUDED_CHECKS[mode === 'mirror' ? 'mirror' : 'envelope']],
        ...['--seed', values.seed, '--generation-database', 'none', '--suppress-health-check', 'all'],
        ...['--report', 'ndjson', '--report-ndjson-path', log, '--warnings', 'off'],
        ...(values.include ? ['--include-operation-id', values.include] : left),
      ],
      {
        SCHEMATHESIS_HOOKS: 'hooks',
        PYTHONPATH: hooks,
        DOCSVC_MODE: mode,
        DOCSVC_IDS: JSON.stringify(ids),
        DOCSVC_REFUSED: JSON.stringify(refusedThoughAllowed),
        DOCSVC_TAKEN: JSON.stringify(takenThoughForbidden),
      },
    );
    const requests = readFileSync(log, 'utf8').match(/"status_code":/g)?.length ?? 0;
    const unexpected = server.output().match(/unexpected failure/g)?.length ?? 0;
    console.log(`${mode}: ${requests} requests, ${unexpected} unexpected failures in the log`);
    if (unexpected > 0) console.log(server.output().slice(-5_000));
    return { code: code || unexpected, requests };
  } finally {
    await server.stop();
  }
}

try {
  if (values.venv === undefined) {
    await run('python3', ['-m', 'venv', venv]);
    await run(join(venv, 'bin/pip'), ['install', '--quiet', SCHEMATHESIS]);
  }
  let requests = 0;
  for (const mode of values.mode.split(',')) {
    const tried = await tryMode(mode);
    requests += tried.requests;
    if (tried.code !== 0) process.exitCode = 1;
  }
  console.log(`${requests} requests in all`);
  if (values.include === undefined && requests < MIN_REQUESTS) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
