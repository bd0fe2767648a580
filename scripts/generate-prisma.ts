import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The alias of the generator's package. As `prisma`, production would install it too, because the client has it as a peer. */
const GENERATOR = 'prisma-cli';

/** Whether the generator is installed. It is a development package. */
export function canGeneratePrismaClient(): boolean {
  try {
    return require.resolve(`${GENERATOR}/package.json`) !== '';
  } catch {
    return false;
  }
}

/** Generates the Prisma client and the types of Pothos. On failure, throws the output of `prisma generate`. */
export function generatePrismaClient(root: string): void {
  if (!canGeneratePrismaClient())
    throw new Error(
      'src/generated does not match prisma/schema.prisma: run "npm ci && npm run generate", and commit it',
    );
  // `prisma generate` requires a schema engine that it does not use here. Any existing file prevents the download of
  // one.
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [require.resolve(`${GENERATOR}/build/index.js`), 'generate'],
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
