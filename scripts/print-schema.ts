import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/graphql/schema.ts';

/** `schema.graphql` is what clients generate code from; a test keeps it equal to the schema that is served. */
writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);
