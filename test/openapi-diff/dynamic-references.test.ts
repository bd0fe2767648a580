import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, changes, messages, sending } from './documents.ts';

// A list whose items the schema around it chooses (JSON Schema 2020-12, 8.2.3.2), as descriptions with generic schemas
// write it.

const text: JsonObject = { type: 'string' };
const number: JsonObject = { type: 'number' };
const integer: JsonObject = { type: 'integer' };
const X: JsonObject = { $ref: '#/components/schemas/X' };

const list = (item: JsonObject = {}): JsonObject => ({
  $id: 'list',
  type: 'object',
  properties: { items: { type: 'array', items: { $dynamicRef: '#item' } } },
  $defs: { any: { $dynamicAnchor: 'item', ...item } },
});
const own = (item: JsonObject): JsonObject => ({ $defs: { own: { $dynamicAnchor: 'item', ...item } } });
const numbers = (more: JsonObject = {}): JsonObject => ({ $id: 'numbers', $ref: 'list', ...more });
const documentOf = (document: typeof sending, Numbers: JsonObject, more: JsonObject = {}): JsonObject =>
  document(
    { $ref: '#/components/schemas/Numbers' },
    { components: { schemas: { List: list(), Numbers, X: text, ...more } } },
  );

describe('the schemas that dynamic references mean where another schema is the outer one', () => {
  const choice: JsonValue = [{ minProperties: 1 }, { maxProperties: 3 }];
  it.each<[string, JsonObject, JsonObject, more?: readonly [JsonObject, JsonObject]]>([
    ['beside a reference', numbers(own(number)), numbers(own(integer))],
    [
      'beside allOf',
      { $id: 'numbers', allOf: [{ $ref: 'list' }], ...own(number) },
      { $id: 'numbers', allOf: [{ $ref: 'list' }], ...own(integer) },
    ],
    ['beside a choice', numbers({ ...own(number), anyOf: choice }), numbers({ ...own(integer), anyOf: choice })],
    ['that become components', numbers(own(X)), numbers(own(X)), [{ X: number }, { X: integer }]],
    ['that came', numbers(), numbers(own(integer))],
  ])('%s', (_, wide, narrow, [old, now] = [{}, {}]) => {
    const [sent, refused] = [documentOf(sending, wide, old), documentOf(sending, narrow, now)];
    expect(changes(sent, refused)).toEqual(['BREAKING request-property-type-changed']);
    const [few, many] = [documentOf(answering, narrow, now), documentOf(answering, wide, old)];
    expect(changes(few, many)).toEqual([expect.stringMatching(/^BREAKING response-property-type-/)]);
  });

  it('and not those that nothing around them chooses', () => {
    const at = (Numbers: JsonObject): JsonObject =>
      sending({ $ref: '#/components/schemas/List' }, { components: { schemas: { List: list(text), Numbers } } });
    expect(changes(at(numbers(own(number))), at(numbers(own(integer))))).toEqual([]);
    expect(changes(at(numbers(own(number))), at(numbers({ $defs: { other: own(number).$defs ?? {} } })))).toEqual([]);
  });

  it('once, also where they lead back inside a condition', () => {
    const tree = (v: JsonObject): JsonObject => ({
      ...{ type: 'object', properties: { v }, ...own({ $ref: '#/components/schemas/Tree' }) },
      not: { $ref: '#/components/schemas/Tree' },
    });
    const at = (v: JsonObject): JsonObject =>
      sending({ $ref: '#/components/schemas/Tree' }, { components: { schemas: { Tree: tree(v), Other: own(text) } } });
    expect(changes(at(number), at(integer))).toContain('BREAKING request-property-type-changed');
  });

  it('with the name of the anchor in the message', () => {
    expect(messages(documentOf(sending, numbers(own(number))), documentOf(sending, numbers(own(integer))))).toEqual([
      'BREAKING Request property `[#item]` of schema `Numbers`: type changed from number to integer',
    ]);
  });
});

describe('an anchor that several schemas have', () => {
  const part = (id: string, item: JsonObject): JsonObject => ({
    $id: id,
    type: 'array',
    items: { $ref: '#item' },
    $defs: { item: { $anchor: 'item', ...item } },
  });
  const used = (name: string, First: JsonObject, Second: JsonObject): JsonObject =>
    sending({ $ref: `#/components/schemas/${name}` }, { components: { schemas: { First, Second } } });

  it('is compared with the schema that defines it', () => {
    const [before, after] = [number, integer].map(item => used('Second', part('first', text), part('second', item)));
    expect(changes(before as JsonObject, after as JsonObject)).toEqual(['BREAKING request-property-type-changed']);
  });

  it('means the one in the resource that refers to it', () => {
    const [before, after] = [number, integer].map(item => used('Second', own(text), list(item)));
    expect(changes(before as JsonObject, after as JsonObject)).toEqual(['BREAKING request-property-type-changed']);
  });
});
