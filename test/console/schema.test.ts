import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../facades/console/client/pages/versions/sample.ts';
import {
  asSchema,
  childrenOf,
  limitsOf,
  schemaOfParameter,
  typeOf,
} from '../../facades/console/client/pages/versions/schema.ts';

const ref = { $ref: '#/components/schemas/Node' };
const definitions = {
  Node: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 }, parent: ref, children: { type: 'array', items: ref } },
  },
};

describe('a schema in the reference', () => {
  it('that is recursive can be opened without end, and has a finite example', () => {
    let schema: Parameters<typeof childrenOf>[0] = ref;
    for (let depth = 0; depth < 30; depth++) {
      const children = childrenOf(schema, definitions);
      expect(children.map(({ label, required }) => [label, required])).toEqual([
        ['id', true],
        ['parent', false],
        ['children', false],
      ]);
      schema = (children[2] as (typeof children)[number]).schema;
    }
    expect(typeOf(schema, definitions)).toBe('array of Node');
    expect(JSON.stringify(sampleOf(ref, definitions)).length).toBeLessThan(1_000);
  });

  it('that refers to itself alone ends', () => {
    const loop = {
      Loop: { $ref: '#/components/schemas/Loop' },
      Both: { allOf: [{ $ref: '#/components/schemas/Both' }] },
    };
    for (const name of ['Loop', 'Both']) {
      const schema = { $ref: `#/components/schemas/${name}` };
      expect(childrenOf(schema, loop)).toEqual([]);
      expect(typeOf(schema, loop)).toBe(name);
      expect(() => JSON.stringify(sampleOf(schema, loop))).not.toThrow();
    }
  });

  it('requires what any part of allOf requires', () => {
    const base = { type: 'object', properties: { id: {}, name: {} }, required: ['id'] };
    const schema = { allOf: [{ $ref: '#/components/schemas/Base' }, { required: ['name'] }], properties: { age: {} } };
    const children = childrenOf(schema, { Base: base });
    expect(children.map(({ key, required }) => [key, required])).toEqual([
      ['age', false],
      ['id', true],
      ['name', true],
    ]);
  });

  it('shows parts of allOf in place, alternatives, other keys and limits', () => {
    const schema = {
      allOf: [{ type: 'object', properties: { a: { type: ['string', 'null'] } } }],
      oneOf: [{ title: 'Cat' }, { type: 'string' }],
      additionalProperties: { type: 'boolean' },
    };
    expect(childrenOf(schema, {}).map(({ label }) => label)).toEqual([
      'a',
      'option 1: Cat',
      'option 2: string',
      'every other key',
    ]);
    expect(typeOf({ type: ['string', 'null'] }, {})).toBe('string or null');
    expect(
      limitsOf({ minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false, default: false }),
    ).toEqual(['default false', '> 0', '≤ 9']);
    expect(limitsOf({ exclusiveMinimum: 3, uniqueItems: true, const: true })).toEqual([
      'always true',
      '> 3',
      'each item once',
    ]);
    expect(limitsOf({ enum: ['a', 1], maximum: 3, readOnly: true })).toEqual([
      '≤ 3',
      'one of "a", 1',
      'only in responses',
    ]);
  });

  it('that is false is never valid: no example has it', () => {
    const schema = {
      properties: { any: true, never: false, list: { type: 'array', items: false }, not: { not: {} } },
      required: ['never'],
    };
    expect(childrenOf(schema, {}).map(child => [child.label, typeOf(child.schema, {})])).toEqual([
      ['any', 'any'],
      ['never', 'never'],
      ['list', 'array of never'],
      ['not', 'never'],
    ]);
    expect(sampleOf(schema, {})).toEqual({ any: null, list: [] });
    expect(schemaOfParameter({ schema: false })).toEqual(asSchema(false));
  });

  it('counts true and false as alternatives', () => {
    const schema = { oneOf: [false, { type: 'string' }, true] };
    expect(typeOf(schema, {})).toBe('one of 3');
    expect(childrenOf(schema, {}).map(({ label }) => label)).toEqual([
      'option 1: never',
      'option 2: string',
      'option 3: any',
    ]);
    expect(sampleOf(schema, {})).toBe('string');
    expect(childrenOf({ allOf: [true, { properties: { id: {} } }] }, {}).map(({ key }) => key)).toEqual(['id']);
  });
});
