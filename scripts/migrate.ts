import { runProgram } from '../src/platform/bundles.ts';
import { refuseArguments } from '../src/platform/usage.ts';

refuseArguments(`Usage: npm run migrate

Applies the pending migrations to the database that the settings name (docs/postgresql.md).`);
await import('./generate.ts');
await runProgram('migrate');
