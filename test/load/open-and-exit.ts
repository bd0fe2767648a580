import { openDatabase } from '../../src/platform/database.ts';

// Opens the embedded database in memory and exits at once.
await openDatabase({});
process.exit();
