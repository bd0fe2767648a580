import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import packageJson from '../../package.json' with { type: 'json' };

const folder = join(import.meta.dirname, 'built');

/**
 * Bundles the client into a script, the files that only some commands load, and an npm package of all
 * (`npx <service>/cli.tgz`), in `built`. Node 20 can run it: polyfills.ts adds what Node 20 lacks.
 */
export async function bundleClient(): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: { docsvc: join(import.meta.dirname, 'main.ts') },
    chunkNames: '[hash]',
    bundle: true,
    splitting: true,
    outdir: folder,
    write: false,
    minify: true,
    keepNames: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire as docsvcRequire } from 'node:module';\nconst require = docsvcRequire(import.meta.url);",
    },
  });
  const { name, version, license } = packageJson;
  const described = {
    name,
    version,
    license,
    description: 'The command line client of docsvc.',
    type: 'module',
    bin: { docsvc: 'docsvc.js' },
    engines: { node: '>=20.12' },
  };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const scripts = outputFiles.map(({ path, contents }) => ({
    name: basename(path),
    content: contents,
    mode: basename(path) === 'docsvc.js' ? 0o755 : 0o644,
  }));
  for (const { name, content, mode } of scripts) writeFileSync(join(folder, name), content, { mode });
  writeFileSync(
    join(folder, 'cli.tgz'),
    packed([
      { path: 'package/package.json', content: Buffer.from(`${JSON.stringify(described, null, 2)}\n`), mode: 0o644 },
      ...scripts.map(({ name, ...script }) => ({ path: `package/${name}`, ...script })),
    ]),
  );
}

type Entry = { path: string; content: Uint8Array; mode: number };

const BLOCK = 512;

/** A gzipped tarball (POSIX ustar), as `npm pack` makes it. The same files always give the same bytes. */
function packed(entries: readonly Entry[]): Buffer {
  const blocks = entries.flatMap(({ path, content, mode }) => {
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    return [headerOf(path, content.length, mode), content, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function headerOf(path: string, size: number, mode: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  header.write(octal(mode, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  // A fixed modification time, 26 October 1985, which npm writes too.
  header.write(octal(499_162_500, 11), 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      6,
    ),
    148,
  );
  header.write(' ', 155);
  return header;
}
