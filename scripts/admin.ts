import { ADMIN_USAGE } from '../src/admin/usage.ts';
import { runProgram } from '../src/platform/bundles.ts';
import { answerHelp } from '../src/platform/usage.ts';

answerHelp(ADMIN_USAGE);
await import('./generate.ts');
await runProgram('admin');
