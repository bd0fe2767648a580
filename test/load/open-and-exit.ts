import { keepCompiledCode } from '../../src/platform/compiled-code.ts';
import { openDatabase } from '../../src/platform/database.ts';

// Opens the embedded database in memory and exits at once.
keepCompiledCode();
await openDatabase({});
process.exit();
