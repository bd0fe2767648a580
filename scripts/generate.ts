import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { areBundlesCurrent } from '../src/platform/bundles.ts';
import { refuseArguments } from '../src/platform/usage.ts';
import { canGeneratePrismaClient, generatePrismaClient } from './generate-prisma.ts';

// --prisma generates only the Prisma client: the rest needs files that `npm run generate` writes afterwards.
const onlyPrisma = import.meta.main && process.argv[2] === '--prisma';

if (import.meta.main && !onlyPrisma)
  refuseArguments(
    'Usage: npm run generate:client\n\nGenerates the files that the service needs: the Prisma client, the scripts of pages, the command line client.',
  );

// Generates the files that the service needs, unless their sources are unchanged.
const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '..');

const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();

async function unlessMade(folder: string, madeFrom: readonly string[], make: () => Promise<void>): Promise<void> {
  const marker = join(root, folder, 'made-from');
  const hash = createHash('sha256');
  for (const file of madeFrom) hash.update(relative(root, file).replaceAll('\\', '/')).update(readFileSync(file));
  const fingerprint = hash.digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return;
  await make();
  mkdirSync(dirname(marker), { recursive: true });
  writeFileSync(marker, fingerprint);
}

// The repository contains the generated code, but not the types, which only development packages write and read.
if (canGeneratePrismaClient())
  await unlessMade(
    'src/generated',
    [
      join(root, 'prisma/schema.prisma'),
      ...['@prisma/client', '@pothos/plugin-prisma'].map(name => join(root, 'node_modules', name, 'package.json')),
    ],
    async () => generatePrismaClient(root),
  );
if (onlyPrisma) process.exit();

await unlessMade(
  'facades/share/built',
  [...filesIn('facades/share/client'), import.meta.filename, require.resolve('esbuild/package.json')],
  bundleSharePage,
);

await unlessMade(
  'facades/graphql/built',
  [join(root, 'facades/graphql/graphiql.ts'), require.resolve('@graphql-yoga/render-graphiql/package.json')],
  async () => (await import('../facades/graphql/graphiql.ts')).buildGraphiql(),
);

await unlessMade(
  'facades/console/built',
  [
    ...filesIn('facades/console/client'),
    join(root, 'facades/share/client/safe-html.ts'),
    ...['facades/console/vite.config.ts', 'package-lock.json'].map(file => join(root, file)),
    import.meta.filename,
  ],
  buildConsole,
);

await unlessMade(
  'facades/cli/built',
  [
    ...['facades/cli', 'src/openapi', 'src/openapi-diff', 'src/markdown', 'src/diffs', 'src/platform']
      .flatMap(filesIn)
      .filter(file => file.endsWith('.ts')),
    ...['package.json', 'package-lock.json'].map(file => join(root, file)),
  ],
  async () => (await import('../facades/cli/bundle.ts')).bundleClient(),
);

if (!areBundlesCurrent()) await (await import('./bundle.ts')).bundlePrograms();

async function buildConsole(): Promise<void> {
  const [{ build }, { config }] = await Promise.all([import('vite'), import('../facades/console/vite.config.ts')]);
  await build(config);
}

/** Bundles the script of the share page. The bundler is imported only here: the server does not need it. */
async function bundleSharePage(): Promise<void> {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [join(root, 'facades/share/client/page.ts')],
    outfile: join(root, 'facades/share/built/page.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
  });
}
