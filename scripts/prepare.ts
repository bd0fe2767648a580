import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refuseArguments } from '../src/platform/usage.ts';

// The last step of `npm ci`: creates all files that the server needs, so that its first start writes only data.
refuseArguments(`Usage: npm run prepare

Generates the files that the service needs, and the embedded database that a first start begins with. An installation
without development packages also loses the files of its packages that the service never reads.`);
await import('./generate.ts');
await (await import('../src/platform/first-database.ts')).writeFirstDatabase();
const root = join(import.meta.dirname, '..');
if (!existsSync(join(root, 'node_modules/vitest')))
  (await import('./prune.ts')).pruneModules(join(root, 'node_modules'));
