import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DefinitionNode, parse, print } from 'graphql';
import { expect, it } from 'vitest';
import * as generated from '../../facades/generated.ts';

const root = join(import.meta.dirname, '../..');
const unique = (definitions: readonly DefinitionNode[]) => [...new Set(definitions.map(print))].sort();

// `npm run check` compares the types too.
it('generated.ts has the operations and fragments of the .graphql files (else: npm run generate)', () => {
  const files = globSync('facades/*/operations/*.graphql', { cwd: root });
  const written = files.map(file => parse(readFileSync(join(root, file), 'utf8')));
  expect(unique(Object.values(generated).flatMap(({ definitions }) => definitions))).toEqual(
    unique(written.flatMap(({ definitions }) => definitions)),
  );
});
