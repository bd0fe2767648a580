import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, asking, changes, sending } from './documents.ts';

const scalar: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constantFrom('string', 'integer', 'boolean'),
    nullable: fc.boolean(),
    enum: fc.constant<JsonValue[]>(['a', 'b']),
  },
  { requiredKeys: ['type'] },
);
const { schema } = fc.letrec<{ schema: JsonValue }>(tie => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('schema'), { noNullPrototype: true }),
      required: fc.subarray(['a', 'b', 'c']),
    }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
  ),
}));

const old = (schema: JsonValue): JsonObject => ({ ...sending(schema), openapi: '3.0.3' });

const reversed = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, element]) => [key, reversed(element)]),
  );
};

/** Rewrites `nullable` of 3.0 in the form of 3.1. */
const modern = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(modern);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, ...rest } = value as JsonObject;
  const entries = Object.entries(rest).map(([key, element]) => [key, modern(element)] as const);
  const schema = Object.fromEntries(entries);
  return nullable === true && typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : schema;
};

describe('documents of the same content do not differ', () => {
  const same = (rewrite: (schema: JsonValue) => JsonObject) =>
    fc.assert(
      fc.property(schema, given => {
        expect(changes(old(given), rewrite(given))).toEqual([]);
      }),
      { numRuns: 200 },
    );

  it('as they are', () => same(given => structuredClone(old(given))));
  it('with other orders of keys', () => same(given => reversed(old(given)) as JsonObject));
  it('rewritten as 3.1', () => same(given => sending(modern(given))));
  it('with a component instead of an inline schema', () =>
    same(given => ({
      ...old({ $ref: '#/components/schemas/Given' }),
      components: { schemas: { Given: given } },
    })));
  it('with a wrapper of one branch', () => same(given => old({ allOf: [given] })));

  it('with a renamed component', () => {
    const named = (name: string): JsonObject =>
      sending(
        { allOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'object' }] },
        { components: { schemas: { [name]: { type: 'object', properties: { a: { type: 'string' } } } } } },
      );
    expect(changes(named('Pet'), named('Animal'))).toEqual([]);
  });

  it('split by allOf', () => {
    const whole = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] };
    const components = { schemas: { A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] } } };
    const split: JsonObject = {
      allOf: [{ $ref: '#/components/schemas/A' }, { type: 'object', properties: { b: { type: 'string' } } }],
    };
    expect(changes(sending(whole), sending(split, { components }))).toEqual([]);
    expect(changes(sending(split, { components }), sending(whole))).toEqual([]);
  });

  it('with parameters at the path', () => {
    const parameters = [{ name: 'limit', in: 'query', schema: { type: 'integer' } }];
    const atPath = { '/pets': { parameters, post: { responses: {} } } };
    expect(changes(api({ parameters }), api({}, { paths: atPath }))).toEqual([]);
  });

  it('with all defaults spelled out', () => {
    const spelled = { style: 'form', explode: true, required: false, schema: { type: 'string', minLength: 0 } };
    expect(changes(asking({ schema: { type: 'string' } }), asking(spelled))).toEqual([]);
    expect(changes(sending({ type: 'object' }), sending({ type: 'object', additionalProperties: {} }))).toEqual([]);
  });

  it.each<[JsonObject, JsonObject]>([
    [{ type: ['string', 'null'] }, { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ type: ['string', 'null'] }, { anyOf: [{ type: 'null' }, { type: 'string' }] }],
    [{ const: 'a' }, { enum: ['a'] }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    [{ type: ['number', 'integer'] }, { type: 'number' }],
  ])('%j is %j', (before, after) => {
    expect(changes(sending(before), sending(after))).toEqual([]);
  });

  it('with exclusive bounds of 3.0 in the words of 3.1', () => {
    const before = old({ type: 'number', minimum: 1, exclusiveMinimum: true });
    expect(changes(before, sending({ type: 'number', exclusiveMinimum: 1 }))).toEqual([]);
  });
});

it('swapped documents mirror added and removed parts', () => {
  fc.assert(
    fc.property(schema, schema, (before, after) => {
      const forth = compareOpenApi(answering(before), answering(after));
      const back = compareOpenApi(answering(after), answering(before));
      expect(back.summary.unchanged).toBe(forth.summary.unchanged);
      expect(back.items.filter(item => /added$/.test(item.rule)).length).toBe(
        forth.items.filter(item => /removed$/.test(item.rule)).length,
      );
    }),
    { numRuns: 200 },
  );
});

/** Schemas whose changes are provably narrowing or widening. */
const constrained: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom<JsonValue>('number', 'integer', ['number', 'null']),
      minimum: fc.integer({ min: 0, max: 3 }),
      maximum: fc.integer({ min: 4, max: 7 }),
      multipleOf: fc.constantFrom(2, 4),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom<JsonValue>('string', ['string', 'null']),
      minLength: fc.integer({ min: 0, max: 3 }),
      maxLength: fc.integer({ min: 4, max: 7 }),
      enum: fc.subarray<JsonValue>(['a', 'b', 'c'], { minLength: 1 }),
    },
    { requiredKeys: ['type'] },
  ),
);

it('what narrows a request breaks it, and breaks an answer the other way round', () => {
  fc.assert(
    fc.property(constrained, constrained, (before, after) => {
      const breaking = (items: string[]): string[] =>
        items
          .filter(item => item.startsWith('BREAKING'))
          .map(item => item.replace(/^BREAKING (request|response)-/, ''));
      const mirror = (rule: string): string => MIRRORED.find(([name]) => rule.endsWith(name))?.[1] ?? rule;
      const forth = breaking(changes(sending(before), sending(after)));
      const back = breaking(changes(answering(after), answering(before)));
      expect(back.length).toBe(forth.length);
      expect(new Set(back.map(rule => mirror(rule).replace(/^body-/, '')))).toEqual(
        new Set(forth.map(rule => mirror(rule).replace(/^body-/, ''))),
      );
    }),
    { numRuns: 300 },
  );
});

/** One name for a change and for the same change seen from the other side. */
const MIRRORED: [string, string][] = [
  ['-set', 'bound'],
  ['-unset', 'bound'],
  ['-increased', 'bound'],
  ['-decreased', 'bound'],
  ['-specialized', 'relation'],
  ['-type-changed', 'relation'],
  ['-generalized', 'relation'],
  ['-narrowed', 'types'],
  ['-widened', 'types'],
  ['-became-enum', 'enum'],
  ['-became-not-enum', 'enum'],
  ['-enum-value-added', 'value'],
  ['-enum-value-removed', 'value'],
  ['-became-nullable', 'null'],
  ['-became-not-nullable', 'null'],
];

describe('any schema may be written otherwise', () => {
  const object = fc.record({
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), schema, { noNullPrototype: true }),
    required: fc.subarray(['a', 'b', 'c', 'd']),
  });
  const half = (given: JsonObject, keep: (name: string) => boolean): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(given.properties as JsonObject).filter(([name]) => keep(name))),
    required: (given.required as string[]).filter(keep),
  });
  const inPieces = (given: JsonObject): [JsonValue, JsonObject] => {
    const first = half(given, name => name < 'c');
    const second = half(given, name => name >= 'c');
    return [{ allOf: [{ $ref: '#/components/schemas/First' }, second] }, { First: first }];
  };

  it('in pieces, by allOf', () => {
    fc.assert(
      fc.property(object, given => {
        const [pieces, schemas] = inPieces(given);
        for (const place of [sending, answering]) {
          const split: JsonObject = { ...place(pieces, { components: { schemas } }), openapi: '3.0.3' };
          const whole: JsonObject = { ...place(given), openapi: '3.0.3' };
          expect(changes(whole, split)).toEqual([]);
          expect(changes(split, whole)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('under another name, referring to itself', () => {
    const named = (name: string, given: JsonObject): JsonObject => {
      const self = { $ref: `#/components/schemas/${name}` };
      const properties = { ...(given.properties as JsonObject), self, list: { type: 'array', items: self } };
      return { ...sending(self, { components: { schemas: { [name]: { ...given, properties } } } }), openapi: '3.0.3' };
    };
    fc.assert(
      fc.property(object, given => {
        expect(changes(named('Pet', given), named('Animal', given))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
