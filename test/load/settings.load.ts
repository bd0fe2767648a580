import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { beside, KEY, misspelt, plainSettings, secretFiles, wrong } from '../support/wrong-settings.ts';
import { report, seconds } from './failing-database.ts';

// Each setting in each way of being wrong, as a process of its own: it ends with 1 and one line that begins with the name
// of the setting, without a stack and without the secret. `--parallel 4` processes run at once; `--kind files` runs a part.
const options = parseArgs({ options: { parallel: { type: 'string', default: '4' }, kind: { type: 'string' } } }).values;

const main = join(import.meta.dirname, '../../src/main.js');
const LIMIT_MS = 60_000;

type Case = { env: Record<string, string>; names: string[] };

const folder = await mkdtemp(join(tmpdir(), 'docsvc-settings-'));
const file = join(folder, 'value');
await writeFile(file, '');
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
const { port } = taken.address() as AddressInfo;
const PORT = String(port);

const database = (place: string) => ({
  DOCSVC_DATABASE_URL: `postgresql://docsvc:s3cret@${place}/docsvc`,
  DOCSVC_JWT_SECRET: 'x'.repeat(32),
  DOCSVC_ENCRYPTION_KEYS: `k1:${KEY}`,
});
const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };

/** A valid value of a secret. */
const valid = (name: string) => {
  if (name.endsWith('_URL')) return name.includes('SMTP') ? 'smtp://db' : 'postgresql://db/docsvc';
  return name.endsWith('_KEYS') ? `k1:${KEY}` : 'x'.repeat(40);
};

const values: Case[] = Object.entries(wrong).flatMap(([name, all]) =>
  all.map(value => ({ env: { ...beside[name], [name]: value }, names: [name] })),
);
const spellings: Case[] = plainSettings.map(name => ({ env: { [misspelt(name)]: 'x' }, names: [misspelt(name)] }));
const files: Case[] = await Promise.all(
  secretFiles.map(async (name, index) => {
    const value = name.slice(0, -'_FILE'.length);
    await writeFile(`${file}${index}`, `${wrong[value]?.[0]}\n`);
    const { [value]: _, ...others } = beside[value] ?? {};
    await writeFile(`${file}${index}-valid`, valid(value));
    const both = value.startsWith('DOCSVC_DATABASE_') ? database('127.0.0.1:1') : {};
    const names = [name, value];
    return [
      ...[join(folder, 'none'), folder, `${file}${index}`].map(path => ({ env: { ...others, [name]: path }, names })),
      { env: { ...both, ...others, [value]: valid(value), [name]: `${file}${index}-valid` }, names },
    ];
  }),
).then(all => all.flat());
/** What only the start finds out. */
const unusable: Case[] = [
  { env: database('127.0.0.1:1'), names: ['DOCSVC_DATABASE_URL'] },
  { env: database(`127.0.0.1:${port}`), names: ['DOCSVC_DATABASE_URL'] },
  { env: database('no-such-host.invalid'), names: ['DOCSVC_DATABASE_URL'] },
  { env: { DOCSVC_DATA_DIR: file }, names: ['DOCSVC_DATA_DIR'] },
  { env: { DOCSVC_DATA_DIR: join(file, 'below') }, names: ['DOCSVC_DATA_DIR'] },
  { env: { DOCSVC_DATA_DIR: '/proc/docsvc' }, names: ['DOCSVC_DATA_DIR'] },
  { env: { DOCSVC_HOST: '192.0.2.1' }, names: ['DOCSVC_HOST'] },
  { env: { DOCSVC_HOST: 'no-such-host.invalid' }, names: ['DOCSVC_HOST'] },
  { env: { DOCSVC_PORT: PORT }, names: ['DOCSVC_PORT'] },
  { env: { DOCSVC_METRICS: PORT }, names: ['DOCSVC_METRICS'] },
  { env: { DOCSVC_METRICS: `192.0.2.1:${PORT}` }, names: ['DOCSVC_METRICS'] },
  { env: { ...traced, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, names: ['OTEL_EXPORTER_OTLP_PROTOCOL'] },
  { env: { ...traced, OTEL_TRACES_SAMPLER: 'some' }, names: ['OTEL_TRACES_SAMPLER'] },
  { env: { ...traced, OTEL_TRACES_SAMPLER_ARG: '2' }, names: ['OTEL_TRACES_SAMPLER_ARG'] },
  { env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'nowhere' }, names: ['OTEL_EXPORTER_OTLP_ENDPOINT'] },
];

/** Why a start did not end as it must; undefined if it did. */
async function start({ env, names }: Case, index: number): Promise<string | undefined> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const dataDir = join(folder, `data-${index}`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main], {
    env: { PATH, NODE_COMPILE_CACHE, DOCSVC_DATA_DIR: dataDir, DOCSVC_PORT: '0', DOCSVC_LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  const [code] = await once(child, 'close');
  const lines = said.trimEnd().split('\n');
  const isNamed = names.some(name => lines[0]?.startsWith(`${name} `));
  const shows = said.includes('s3cret') || said.includes(KEY);
  return code === 1 && lines.length === 1 && isNamed && !shows
    ? undefined
    : `${JSON.stringify(env)} ended with ${code} and ${lines.length} lines: ${lines.slice(0, 5).join('\n')}`;
}

const startedAt = performance.now();
const limit = pLimit(Number(options.parallel));
const kinds: Record<string, Case[]> = { values, spellings, files, unusable };
const failures: string[] = [];
let count = 0;
for (const [kind, cases] of Object.entries(kinds)) {
  if (options.kind !== undefined && options.kind !== kind) continue;
  count += cases.length;
  const found = await limit.map(cases, start);
  failures.push(...found.filter(failure => failure !== undefined));
  console.log(`${kind}: ${cases.length} starts, ${found.filter(Boolean).length} not as they must be`);
}
taken.close();
await rm(folder, { recursive: true, force: true });
for (const failure of failures) console.log(failure);
report([
  {
    name: 'each wrong setting is one line that names it, with exit code 1',
    holds: failures.length === 0,
    figure: `${count - failures.length} of ${count} starts, ${plainSettings.length + secretFiles.length} settings, ${seconds(performance.now() - startedAt)}`,
  },
]);
