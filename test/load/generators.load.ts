import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { build } from 'esbuild';
import { parse } from 'yaml';
import { adminSettings } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';

// Generates clients from the served openapi.yaml, compiles them in strict mode and runs a flow with each: from the
// login to a published version. The generators are installed into a temporary folder. Those for Java, Python and Go run
// if the language is installed. `--only NAME` runs one of them.
const { values } = parseArgs({ options: { only: { type: 'string' } } });

const PACKAGES = {
  '@hey-api/openapi-ts': '0.99.0',
  '@types/node': '24.10.1',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  orval: '8.38.0',
  typescript: '5.9.3',
};
const OPENAPI_GENERATOR = 'openapi-generator-cli==7.26.0';
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const MINUTES = 60_000;

const flows = join(import.meta.dirname, 'generators');
const folder = mkdtempSync(join(tmpdir(), 'docsvc-generators-'));
const specification = join(folder, 'openapi.json');
const bin = (name: string) => join(folder, 'node_modules/.bin', name);
const dataDir = join(folder, 'data');
const server = await startServer({ DOCSVC_DATA_DIR: dataDir, DOCSVC_LOG_LEVEL: 'error', ...adminSettings });
const settings = {
  BASE: server.base,
  EMAIL: adminSettings.DOCSVC_INITIAL_ADMIN_EMAIL,
  PASSWORD: adminSettings.DOCSVC_INITIAL_ADMIN_PASSWORD,
};

const execute = promisify(execFile);

async function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<string> {
  try {
    const options = { cwd, env: { ...process.env, ...env }, timeout: 10 * MINUTES, maxBuffer: 2 ** 26 };
    return (await execute(command, args, options)).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(' ')}\n${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`);
  }
}

const isAtHand = (command: string): Promise<boolean> =>
  run(command, [command === 'go' ? 'version' : '--version'], folder).then(
    () => true,
    () => false,
  );

type Generate = (into: string) => Promise<unknown>;

/** A TypeScript client: `generate` writes it, the compiler checks it with its flow, and the flow runs. */
const typescript = (name: string, generate: Generate) => async () => {
  const place = join(folder, name);
  mkdirSync(join(place, 'generated'), { recursive: true });
  await generate(join(place, 'generated'));
  cpSync(join(flows, 'answer.ts'), join(place, 'answer.ts'));
  cpSync(join(flows, `${name}.ts`), join(place, 'flow.ts'));
  const compilerOptions = {
    target: 'esnext',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
  await run(bin('tsc'), ['-p', '.'], place);
  const outfile = join(place, 'flow.mjs');
  await build({ entryPoints: [join(place, 'flow.ts')], outfile, bundle: true, platform: 'node', format: 'esm' });
  return run(process.execPath, [outfile], place, settings);
};

async function orval(into: string): Promise<void> {
  const output = { target: join(into, 'client.ts'), client: 'fetch', mode: 'single', baseUrl: server.base };
  const config = join(into, '../orval.config.json');
  writeFileSync(config, JSON.stringify({ docsvc: { input: specification, output } }));
  await run(bin('orval'), ['--config', config], folder);
}

const openapiGenerator = (language: string, into: string, options: string[]) =>
  run(
    join(folder, 'venv/bin/openapi-generator-cli'),
    [...['generate', '-i', specification, '-g', language, '-o', into], ...options],
    folder,
  );

async function python(): Promise<string> {
  const place = join(folder, 'python');
  await openapiGenerator('python', place, ['--package-name', 'docsvc_client']);
  await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', place, 'mypy'], folder);
  cpSync(join(flows, 'flow.py'), join(folder, 'flow.py'));
  await run(join(folder, 'venv/bin/mypy'), ['--ignore-missing-imports', 'flow.py'], folder);
  return run(join(folder, 'venv/bin/python'), ['flow.py'], folder, settings);
}

async function go(): Promise<string> {
  const place = join(folder, 'go');
  mkdirSync(join(place, 'docsvc'), { recursive: true });
  cpSync(join(flows, 'main.go.txt'), join(place, 'main.go'));
  const generate = ['run', OAPI_CODEGEN, '-generate', 'types,client', '-package', 'docsvc', specification];
  writeFileSync(join(place, 'docsvc/client.go'), await run('go', generate, place));
  await run('go', ['mod', 'init', 'example.com/docsvc'], place);
  await run('go', ['mod', 'tidy'], place);
  await run('go', ['vet', '.'], place);
  return run('go', ['run', '.'], place, settings);
}

const clients: Record<string, () => Promise<string>> = {
  'openapi-fetch': typescript('openapi-fetch', into =>
    run(bin('openapi-typescript'), [specification, '-o', join(into, 'schema.ts')], folder),
  ),
  'hey-api': typescript('hey-api', into =>
    run(bin('openapi-ts'), ['-i', specification, '-o', into, '-c', '@hey-api/client-fetch', '--no-log-file'], folder),
  ),
  orval: typescript('orval', orval),
};

const failures: string[] = [];
try {
  const served = await (await fetch(`${server.base}/api/v1/open/docs/openapi.yaml`)).text();
  writeFileSync(specification, JSON.stringify(parse(served)));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, devDependencies: PACKAGES }));
  await run('npm', ['install', '--silent', '--ignore-scripts'], folder);
  if ((await isAtHand('java')) && (await isAtHand('python3'))) {
    await run('python3', ['-m', 'venv', 'venv'], folder);
    await run(join(folder, 'venv/bin/pip'), ['install', '--quiet', OPENAPI_GENERATOR], folder);
    clients['typescript-fetch'] = typescript('typescript-fetch', into =>
      openapiGenerator('typescript-fetch', into, ['--additional-properties=importFileExtension=.ts']),
    );
    clients.python = python;
  }
  if (await isAtHand('go')) clients.go = go;
  for (const [name, use] of Object.entries(clients)) {
    if (values.only !== undefined && values.only !== name) continue;
    const startedAt = performance.now();
    const said = await use().catch((error: Error) => error.message);
    const good = said.trim() === 'published 1.0.0 as 1';
    if (!good) failures.push(name);
    console.log(`${name}: ${good ? 'ok' : said} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  }
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length === 0 ? 'all clients published a version' : `failed: ${failures.join(', ')}`);
process.exitCode = failures.length === 0 ? 0 : 1;
