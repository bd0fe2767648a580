import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, parse, print } from 'graphql';
import { expect, it } from 'vitest';
import * as client from '../../facades/cli/generated.ts';
import * as generated from '../../facades/generated.ts';

const root = join(import.meta.dirname, '../..');
const unique = (definitions: readonly DefinitionNode[]) => [...new Set(definitions.map(print))].sort();
const clientDocuments = Object.values(client).filter(value => value instanceof client.TypedDocumentString);

// `npm run check` compares the types too.
it.each([
  ['facades/{mcp,rest}/operations/*.graphql', Object.values(generated)],
  ['facades/cli/operations/*.graphql', clientDocuments.map(text => parse(text.toString()))],
])('generated.ts has the operations and fragments of %s (else: npm run generate)', (pattern, documents) => {
  const written = globSync(pattern, { cwd: root }).map(file => parse(readFileSync(join(root, file), 'utf8')));
  expect(unique(documents.flatMap(({ definitions }) => definitions))).toEqual(
    unique(written.flatMap(({ definitions }) => definitions)),
  );
});
