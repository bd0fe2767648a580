import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The Prisma client and the types of Pothos; throws what `prisma generate` said when it failed. */
export function generatePrismaClient(root: string): void {
  // `prisma generate` insists on a schema engine that it does not need here; any existing file keeps it from
  // downloading one.
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
