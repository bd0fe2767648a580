import { compareReads } from './reads/compare.ts';

// Reads over REST beside the same by hand. npm run bench -- rest.

await compareReads('rest');
