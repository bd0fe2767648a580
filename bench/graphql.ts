import { compareReads } from './reads/compare.ts';

// Compares queries with the same queries of a minimal Yoga server. npm run bench -- graphql.

await compareReads('graphql');
