import { compareReads } from './reads/compare.ts';

// Queries beside the same of a bare Yoga. npm run bench -- graphql.

await compareReads('graphql');
