import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerHelp } from '../src/platform/usage.ts';

// Writes the served schema to schema.graphql, for codegen and clients; --check only compares the two.
answerHelp('Usage: node scripts/print-schema.ts [--check]');
const { lexicographicSortSchema, printSchema } = await import('graphql');
const { schema } = await import('../src/schema.ts');
const file = join(import.meta.dirname, '../schema.graphql');
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;
const current = readFileSync(file, 'utf8') === printed;
if (!process.argv.includes('--check')) {
  if (!current) writeFileSync(file, printed);
} else if (!current) {
  console.error('schema.graphql is not current: run npm run generate');
  process.exitCode = 1;
}
