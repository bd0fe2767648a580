import { compareReads } from './reads/compare.ts';

// Compares reads over REST with those of a hand-written server. npm run bench -- rest.

await compareReads('rest');
