import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { delimiter, resolve } from 'node:path';

// `prisma generate` insists on a schema engine that it does not need here; any existing file keeps it from
// downloading one.
const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
const { status } = spawnSync(process.execPath, [prisma, 'generate', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PATH: `${resolve(import.meta.dirname, '../node_modules/.bin')}${delimiter}${process.env.PATH}`,
  },
});
process.exitCode = status ?? 1;
