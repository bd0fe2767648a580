import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Generates the Prisma client and the types of Pothos. On failure, throws the output of `prisma generate`. */
export function generatePrismaClient(root: string): void {
  // `prisma generate` requires a schema engine that it does not use here. Any existing file prevents the download of
  // one.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [require.resolve('prisma/build/index.js'), 'generate'],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      },
    },
  );
  if (status !== 0) throw new Error(`prisma generate failed:\n${stdout}${stderr}`);
}
