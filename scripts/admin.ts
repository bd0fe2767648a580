import { ADMIN_USAGE } from '../src/admin/usage.ts';
import { answerHelp } from '../src/platform/usage.ts';

answerHelp(ADMIN_USAGE);
await import('./generate.ts');
await import('../src/admin/main.ts');
