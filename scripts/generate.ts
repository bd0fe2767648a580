import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';

// Generates the Prisma client and Pothos's types from prisma/schema.prisma, unless that was done already.
const require = createRequire(import.meta.url);
const root = resolve(import.meta.dirname, '..');
const marker = join(root, 'src/generated/made-from');

const fingerprint = createHash('sha256')
  .update(readFileSync(join(root, 'prisma/schema.prisma')))
  .update(readFileSync(require.resolve('prisma/package.json')))
  .digest('hex');

if (!existsSync(marker) || readFileSync(marker, 'utf8') !== fingerprint) {
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
  if (status === 0) writeFileSync(marker, fingerprint);
  else process.stderr.write(`${stdout}${stderr}`);
  process.exitCode = status ?? 1;
}
