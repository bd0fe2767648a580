import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ingestOpenApi } from '../../src/openapi/ingest.ts';
import { canonicalTemplate } from '../../src/openapi/paths.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';

// Real pairs of releases, downloaded from npm, compared by oasdiff and by the service. Every operation that oasdiff calls
// breaking must be breaking here, or be explained. Needs oasdiff on the PATH:
//   go install github.com/oasdiff/oasdiff@latest

const GITHUB = ['@octokit/openapi', 'generated'] as const;
const BLOCKFROST = ['@blockfrost/openapi', ''] as const;
const DIALOGPORTEN = ['@digdir/dialogporten-schema', ''] as const;

type Release = [version: string, file: string];
type Pair = { from: readonly [name: string, folder: string]; old: Release; now: Release };

const PAIRS: Record<string, Pair> = {
  GitHub: { from: GITHUB, old: ['19.1.0', 'api.github.com.json'], now: ['23.0.2', 'api.github.com.json'] },
  'GitHub Enterprise Cloud': { from: GITHUB, old: ['19.1.0', 'ghec.json'], now: ['23.0.2', 'ghec.json'] },
  'GitHub Enterprise Server': { from: GITHUB, old: ['23.0.2', 'ghes-3.17.json'], now: ['23.0.2', 'ghes-3.19.json'] },
  'Blockfrost 0.1.60': { from: BLOCKFROST, old: ['0.1.24', 'swagger.yaml'], now: ['0.1.60', 'openapi.yaml'] },
  'Blockfrost 0.1.93': { from: BLOCKFROST, old: ['0.1.60', 'openapi.yaml'], now: ['0.1.93', 'openapi.yaml'] },
  Dialogporten: {
    from: DIALOGPORTEN,
    old: ['1.8.1-dbe296a', 'swagger.verified.json'],
    now: ['1.118.6', 'swagger.verified.json'],
  },
};

/** The operations of which oasdiff says only that a security scheme was removed. It has another name now. */
const RENAMED_SCHEME = [
  'GET /addresses/{}',
  'GET /addresses/{}/total',
  'GET /blocks/epoch/{}/slot/{}',
  'GET /blocks/latest',
  'GET /blocks/slot/{}',
  'GET /blocks/{}',
  'GET /epochs/latest',
  'GET /epochs/{}',
  'GET /genesis',
  'GET /ipfs/gateway/{}',
  'POST /ipfs/pin/add/{}',
  'GET /ipfs/pin/list/{}',
  'POST /ipfs/pin/remove/{}',
  'GET /metrics/endpoints',
  'GET /nutlink/{}',
  'GET /pools/{}',
  'GET /pools/{}/metadata',
  'GET /pools/{}/relays',
  'GET /txs/{}',
  'GET /txs/{}/delegations',
  'GET /txs/{}/metadata',
  'GET /txs/{}/metadata/cbor',
  'GET /txs/{}/mirs',
  'GET /txs/{}/pool_retires',
  'GET /txs/{}/pool_updates',
  'GET /txs/{}/stakes',
  'GET /txs/{}/utxos',
  'GET /txs/{}/withdrawals',
];

/** docs/diff-rules.md has the reasons. */
const EXPLAINED: ReadonlySet<string> = new Set([
  'Blockfrost 0.1.93 GET /metadata/txs/labels/{}',
  'Blockfrost 0.1.93 GET /scripts/{}/json',
  ...RENAMED_SCHEME.map(operation => `Blockfrost 0.1.60 ${operation}`),
  ...['GitHub', 'GitHub Enterprise Cloud'].flatMap(pair => [
    `${pair} GET /installation/repositories`,
    `${pair} GET /user/installations/{}/repositories`,
    `${pair} GET /users/{}/starred`,
  ]),
]);

const folder = mkdtempSync(join(tmpdir(), 'docsvc-oasdiff-'));

function download([name, inside]: Pair['from'], [version, file]: Release): string {
  const path = ['package', inside, file].filter(part => part !== '').join('/');
  const target = join(folder, `${name.replace('/', '-').slice(1)}-${version}`);
  execFileSync('npm', ['pack', `${name}@${version}`, '--silent'], { cwd: folder });
  execFileSync('tar', ['xzf', `${target}.tgz`, '--one-top-level', path], { cwd: folder });
  return join(target, path);
}

const idOf = (method: string, path: string): string => `${method} ${canonicalTemplate(path)}`;

function ofOasdiff(before: string, after: string): Set<string> {
  const args = ['breaking', before, after, '--format', 'json'];
  const rows = JSON.parse(execFileSync('oasdiff', args, { maxBuffer: 1024 ** 3 }).toString()) as {
    level: number;
    operation: string;
    path: string;
  }[];
  return new Set(rows.filter(({ level }) => level === 3).map(({ operation, path }) => idOf(operation, path)));
}

function ofService(before: string, after: string): Set<string> {
  const [old, now] = [before, after].map(file => {
    const outcome = ingestOpenApi(readFileSync(file, 'utf8'), 'compare');
    if (!outcome.ok) throw new Error(`${file}: ${JSON.stringify(outcome.problems[0])}`);
    return outcome.document;
  });
  if (old === undefined || now === undefined) throw new Error('Two documents are compared.');
  const breaking = compareOpenApi(old, now).items.filter(({ isBreaking }) => isBreaking);
  return new Set(breaking.flatMap(item => item.affectedOperations.map(({ method, path }) => idOf(method, path))));
}

try {
  for (const [name, { from, old, now }] of Object.entries(PAIRS)) {
    const [before, after] = [download(from, old), download(from, now)];
    const [theirs, ours] = [ofOasdiff(before, after), ofService(before, after)];
    const missing = [...theirs].filter(operation => !ours.has(operation)).map(operation => `${name} ${operation}`);
    const unexplained = missing.filter(operation => !EXPLAINED.has(operation));
    console.log(
      `${name}: breaking for oasdiff ${theirs.size}, here ${ours.size}; explained ${missing.length - unexplained.length}`,
    );
    for (const operation of unexplained) {
      console.log(`  not explained: ${operation}`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}
