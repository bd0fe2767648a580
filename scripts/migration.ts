import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationsFolder } from '../src/platform/migrations.ts';
import { answerHelp } from '../src/platform/usage.ts';
import { missingMigration } from './schema-engine.ts';

// npm run migration -- name: writes the difference between prisma/schema.prisma and the migrations as a new migration.
// Read it before you commit it: it may drop objects that Prisma cannot express, such as a partial index.
const USAGE = 'Usage: npm run migration -- name_in_lower_case';
answerHelp(USAGE);
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0 || !/^[a-z0-9_]{1,60}$/.test(name)) {
  console.error(USAGE);
  process.exit(1);
}
const script = await missingMigration();
if (script === '') {
  console.log('The migrations already describe the schema.');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = join(migrationsFolder, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'migration.sql'), `${script}\n`);
  console.log(`Wrote ${join(folder, 'migration.sql')}`);
}
