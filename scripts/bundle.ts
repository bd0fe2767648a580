import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { bundles, digestOf, madeFrom, programs } from '../src/platform/bundles.ts';
import { DAY_MS } from '../src/platform/times.ts';

const root = resolve(import.meta.dirname, '..');

/** Files that the programs start as threads. */
const threads = {
  tasks: 'src/contents/worker/tasks.ts',
  'password-hashes': 'src/platform/password-hashes.ts',
  'embedded-worker': 'src/platform/embedded-worker.ts',
};

/** Packages that read files beside their own code, or start it as a thread; `undici` is one in CommonJS that is imported late. */
const unbundled = [
  '@electric-sql/pglite',
  '@graphql-yoga/render-graphiql',
  'esbuild',
  'piscina',
  'thread-stream',
  'undici',

  'vite',
];

/** Writes each program as a few files, which share what they have in common. */
export async function bundlePrograms(): Promise<void> {
  const startedAt = Date.now();
  // First, so that the files of a build that fails or is killed are never taken for those of the sources before it.
  rmSync(madeFrom, { force: true });
  removeOldFiles();
  mkdirSync(bundles, { recursive: true });
  const { metafile, outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { ...programs, ...threads },
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    external: unbundled,
    // Packages in CommonJS call require for the modules of Node.
    banner: {
      js: `import { createRequire as bundleRequire } from 'node:module';\nconst require = bundleRequire(import.meta.url);`,
    },
    plugins: [ownPlaces],
    metafile: true,
  });
  refuseLateCommonJs(metafile);
  for (const { path, contents } of outputFiles) writeWhole(path, contents);
  const own = Object.keys(metafile.inputs).filter(file => !file.includes('node_modules'));
  const files = [...own, 'package-lock.json', relative(root, import.meta.filename)].sort();
  // A source that changed meanwhile may not be what was read: the next start bundles again.
  if (files.some(file => statSync(join(root, file)).mtimeMs > startedAt)) return;
  writeWhole(madeFrom, JSON.stringify({ digest: digestOf(files), files }, null, 1));
}

/** Another process may bundle or start a program at the same time: it never reads a part of a file. */
function writeWhole(file: string, content: string | Uint8Array): void {
  const written = `${file}.${process.pid}`;
  writeFileSync(written, content);
  renameSync(written, file);
}

/** A module in CommonJS that a bundle imports late has only a default export there. */
function refuseLateCommonJs({ inputs }: Metafile): void {
  for (const { imports } of Object.values(inputs))
    for (const { kind, path } of imports)
      if (kind === 'dynamic-import' && inputs[path]?.format === 'cjs')
        throw new Error(`${path} is CommonJS and imported late, so it must be one of those in scripts/bundle.ts`);
}

/** Removes bundles that were replaced and their compiled code. A server may still load files of those of the last day. */
function removeOldFiles(): void {
  for (const folder of [bundles, join(root, 'node_modules/.cache/compiled')])
    for (const file of filesIn(folder)) {
      const { mtimeMs = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {};
      if (mtimeMs < Date.now() - DAY_MS) rmSync(file, { force: true });
    }
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Sources find files by their own place, and threads by their source. In a bundle, both are elsewhere. */
const ownPlaces: Plugin = {
  name: 'own places',
  setup({ onLoad }) {
    onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
      if (path.includes('node_modules')) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      return { contents: text.replaceAll(PLACES, placeFrom(path)), loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};

const PLACES = /new URL\('(?<thread>[^']+\.ts)', import\.meta\.url\)|import\.meta\.url|import\.meta\.dirname/g;

const placeFrom =
  (source: string) =>
  (place: string, thread: string | undefined): string => {
    if (thread !== undefined) return `new URL('./${threadOf(join(dirname(source), thread))}.mjs', import.meta.url)`;
    const path = relative(bundles, source).replaceAll('\\', '/');
    if (place === 'import.meta.url') return `new URL('${path}', import.meta.url).href`;
    return `process.getBuiltinModule('node:path').join(import.meta.dirname, '${dirname(path)}')`;
  };

function threadOf(source: string): string {
  const [name] = Object.entries(threads).find(([, file]) => join(root, file) === source) ?? [];
  if (name === undefined)
    throw new Error(`${relative(root, source)} runs as a thread, so it must be one of those in scripts/bundle.ts`);
  return name;
}
