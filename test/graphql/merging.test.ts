import fc from 'fast-check';
import { isAbstractType, OverlappingFieldsCanBeMergedRule, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { findConflict } from '../../src/graphql/merging.ts';
import { schema } from '../../src/schema.ts';

const byRule = (query: string) =>
  validate(schema, parse(query), [OverlappingFieldsCanBeMergedRule]).map(({ message }) => message);

const word = fc.constantFrom('id', 'name', 'description', 'a: name', 'a: name', 'b: description', 'c: name', 'c: id');
const args = fc.constantFrom(
  '(first: 1, search: "x")',
  '(search: "x", first: 1)',
  '(first: 1, search: "x")',
  '(first: 2)',
);

const { selection } = fc.letrec<{ selection: string; field: string }>(tie => ({
  field: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word,
    fc.constantFrom('...F0', '...F1', '...F2'),
    fc.tuple(fc.constantFrom('team', 'e: team'), tie('selection')).map(([name]) => `${name} { id a: name }`),
    tie('selection').map(inner => `... on Project { ${inner} }`),
    fc
      .tuple(fc.constantFrom('documents', 'd: documents'), args, tie('selection'))
      .map(([name, values, inner]) => `${name}${values} { nodes { project { ${inner} } } }`),
  ),
  selection: fc.array(tie('field'), { minLength: 1, maxLength: 4 }).map(fields => fields.join(' ')),
}));

/** Each fragment spreads only those after it. */
const withoutCycles = (text: string, index: number) =>
  text.replaceAll(/\.\.\.F(\d)/g, (spread, target) => (Number(target) > index ? spread : 'id'));

const document = fc
  .tuple(selection, selection, selection, selection)
  .map(([root, ...fragments]) =>
    [
      `{ project(id: "x") { ${root} ...F0 ...F1 ...F2 } }`,
      ...fragments.map((text, index) => `fragment F${index} on Project { ${withoutCycles(text, index)} }`),
    ].join('\n'),
  );

describe('fields that answer under one key', () => {
  it('are refused exactly where graphql-js refuses them', () => {
    const seen = { refused: 0, taken: 0 };
    fc.assert(
      fc.property(document, query => {
        const isRefused = byRule(query).length > 0;
        seen[isRefused ? 'refused' : 'taken'] += 1;
        expect(findConflict(parse(query)) !== undefined).toBe(isRefused);
      }),
      { numRuns: 200 },
    );
    expect(Math.min(seen.refused, seen.taken)).toBeGreaterThan(20);
  });

  it.each([
    ['{ me { a: id a: name } }', 'Fields "a" conflict because "id" and "name" are different fields.'],
    ['{ project(id: "1") { id } project(id: "2") { id } }', 'Fields "project" conflict because they have differing'],
  ])('are refused with the messages of graphql-js: %s', (query, message) => {
    const found = findConflict(parse(query))?.message;
    expect(found).toBe(byRule(query)[0]);
    expect(found).toContain(message);
  });

  it('belong to one type, since the schema has neither interfaces nor unions', () => {
    expect(Object.values(schema.getTypeMap()).filter(isAbstractType)).toEqual([]);
  });
});
