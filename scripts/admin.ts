import { resolve } from 'node:path';
import { ADMIN_USAGE } from '../src/admin/usage.ts';
import { runProgram } from '../src/platform/bundles.ts';
import { answerHelp } from '../src/platform/usage.ts';

answerHelp(ADMIN_USAGE);
// npm runs scripts in the folder of package.json; INIT_CWD is the folder in which npm was called.
const { INIT_CWD, npm_lifecycle_event: script } = process.env;
const [command, folder] = process.argv.slice(2);
if (script === 'admin' && INIT_CWD && folder && (command === 'backup' || command === 'restore'))
  process.argv[3] = resolve(INIT_CWD, folder);

await import('./generate.ts');
await runProgram('admin');
