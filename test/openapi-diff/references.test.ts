import { describe, expect, it } from 'vitest';
import { MAX_TEXT_CHANGES } from '../../src/openapi-diff/budgets.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { changes, rulesOf } from './documents.ts';

const head = { openapi: '3.1.0', info: { title: 'References', version: '1' } };
const ok = { 200: { description: 'ok' } };
const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });
const posts = (operations: Record<string, JsonObject>, rest: JsonObject = {}): JsonObject => ({
  ...head,
  paths: Object.fromEntries(
    Object.entries(operations).map(([path, operation]) => [path, { post: { responses: ok, ...operation } }]),
  ),
  ...rest,
});

describe('one cause is reported once, with all affected operations', () => {
  const callback = (type: string): JsonObject => {
    const callbacks = { done: { $ref: '#/components/callbacks/Done' } };
    const Done = { '{$url}': { post: { requestBody: json({ type }), responses: ok } } };
    return posts({ '/a': { callbacks }, '/b': { callbacks } }, { components: { callbacks: { Done } } });
  };
  const samePath = (deprecated: boolean): JsonObject => ({
    ...head,
    paths: { '/a': { get: { responses: ok, deprecated } }, '/b': { $ref: '#/paths/~1a' } },
  });
  const sameBody = (type: string): JsonObject =>
    posts({
      '/u/{id}': { requestBody: json({ type }) },
      '/b': { requestBody: { $ref: '#/paths/~1u~1%7Bid%7D/post/requestBody' } },
    });

  it.each([
    ['a callback', callback('string'), callback('integer'), 'BREAKING response-body-type-changed'],
    ['a path', samePath(false), samePath(true), 'INFO endpoint-deprecated'],
    ['the body of another operation', sameBody('string'), sameBody('integer'), 'BREAKING request-body-type-changed'],
  ])('that refer to %s', (_, before, after, rule) => {
    const { items } = compareOpenApi(before, after);
    expect(rulesOf(items)).toEqual([rule]);
    expect(items[0]?.affectedOperations).toHaveLength(2);
  });
});

describe('a reference is followed', () => {
  const body = (schema: JsonObject, S: JsonObject): JsonObject =>
    posts({ '/a': { requestBody: json(schema) } }, { components: { schemas: { S } } });
  it.each<[string, JsonObject, (type: string) => JsonObject]>([
    ['by an anchor', { $ref: '#s' }, type => ({ $anchor: 's', type })],
    ['by an id', { $ref: 'https://example.com/s' }, type => ({ $id: 'https://example.com/s', type })],
    ['into a component', { $ref: '#/components/schemas/S/$defs/T' }, type => ({ $defs: { T: { type } } })],
  ])('%s', (_, ref, target) => {
    expect(changes(body(ref, target('string')), body(ref, target('integer')))).toEqual([
      'BREAKING request-body-type-changed',
    ]);
  });

  it('and the fields beside the reference of a path apply', () => {
    const parameters = [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }];
    const at = (rest: JsonObject): JsonObject => ({
      ...head,
      paths: { '/a': { get: { responses: ok } }, '/b': { $ref: '#/paths/~1a', ...rest } },
    });
    expect(changes(at({}), at({ parameters }))).toEqual([
      'BREAKING new-required-request-default-parameter-to-existing-path',
    ]);
  });
});

it('words that changed everywhere are counted, and hide nothing that breaks', () => {
  const wordy = (description: string, type: string): JsonObject => {
    const names = Array.from({ length: MAX_TEXT_CHANGES + 5 }, (_, index) => `p${index}`);
    const properties = Object.fromEntries(names.map(name => [name, { type: 'string', description }]));
    return posts({ '/a': { requestBody: json({ properties: { ...properties, last: { type } } }) } });
  };
  const { items, summary } = compareOpenApi(wordy('old', 'string'), wordy('new', 'integer'));
  expect(summary).toMatchObject({ breakingChanges: 1, infos: MAX_TEXT_CHANGES + 1 });
  expect(items.find(({ rule }) => rule === 'annotations-changed')?.message).toBe('API: 5 more texts changed');
});

describe('in 3.1, keywords beside a reference apply', () => {
  const A: JsonObject = { $ref: '#/components/schemas/A' };
  const edit = (before: JsonValue, after: JsonValue, A: JsonObject, changed = A): string[] =>
    changes(
      posts({ '/a': { requestBody: json(before) } }, { components: { schemas: { A } } }),
      posts({ '/a': { requestBody: json(after) } }, { components: { schemas: { A: changed } } }),
    );
  const text = { type: 'string' };
  const object = { type: 'object', properties: { a: text, b: text } };

  it.each<[string, JsonValue, JsonValue, JsonObject, string[]]>([
    [
      'a property becomes required',
      A,
      { ...A, required: ['a'] },
      object,
      ['BREAKING request-property-became-required'],
    ],
    ['a type that contradicts', A, { allOf: [A, { type: 'null' }] }, text, ['BREAKING request-body-type-changed']],
    [
      'a branch with a condition',
      A,
      { oneOf: [{ ...A, required: ['a'] }, text] },
      object,
      ['BREAKING request-body-wrapped-in-one-of'],
    ],
  ])('%s', (_, before, after, component, told) => {
    expect(edit(before, after, component)).toEqual(told);
  });

  it('and a change of the component is told there, once', () => {
    const beside = (name: string): JsonObject => ({ ...A, required: [name] });
    const changed = { ...object, properties: { a: text, b: { type: 'integer' } } };
    expect(edit(beside('b'), beside('a'), object, changed)).toEqual([
      'BREAKING request-property-became-required',
      'BREAKING request-property-type-changed',
      'INFO request-property-became-optional',
    ]);
  });

  it('and what `not` refers to counts', () => {
    expect(edit({ not: A }, { not: A }, { type: 'null' }, { type: ['null', 'string'] })[0]).toBe(
      'BREAKING request-body-not-changed',
    );
  });
});

describe('a schema that is nothing but itself limits nothing', () => {
  const A = { $ref: '#/components/schemas/A' };
  const B = { $ref: '#/components/schemas/B' };
  const type = 'string';
  const body = (schemas: JsonObject): JsonObject =>
    posts({ '/a': { requestBody: json(A) } }, { components: { schemas } });
  it.each<[string, JsonObject, JsonObject]>([
    ['by a reference', { A }, { A: { type } }],
    ['by two references', { A: B, B: A }, { A: B, B: { type } }],
    ['by allOf', { A: { allOf: [A] } }, { A: { allOf: [A], type } }],
    [
      'by allOf of another one',
      { A: { allOf: [B] }, B: { allOf: [A] } },
      { A: { allOf: [B] }, B: { allOf: [A], type } },
    ],
  ])('%s', (_, open, limited) => {
    expect(changes(body(open), body(open))).toEqual([]);
    expect(changes(body(open), body(limited))).toEqual(['BREAKING request-body-type-changed']);
    expect(changes(body(limited), body(open))).toEqual(['INFO request-body-type-generalized']);
  });
});

describe('a schema that became a component while what it contains changed', () => {
  const A = { $ref: '#/components/schemas/A' };
  const of = (schema: JsonObject, more: JsonObject, properties: JsonObject): JsonObject =>
    posts({ '/a': { requestBody: json(schema) } }, { components: { schemas: { A: { properties }, ...more } } });
  const [few, many] = [{ a: {} }, { a: {}, b: {} }];
  it.each<[string, JsonObject]>([
    ['allOf', { allOf: [A, { properties: { c: {} }, required: ['c'] }] }],
    ['allOf with words', { allOf: [A], description: 'words' }],
    ['a component or null', { anyOf: [A, { type: 'null' }] }],
    ['a reference with a keyword beside it', { ...A, minProperties: 1 }],
  ])('is still compared by its members: %s', (_, schema) => {
    const Moved = { $ref: '#/components/schemas/Moved' };
    const inBody = (schema: JsonObject): JsonObject => ({ properties: { inside: schema } });
    for (const at of [(schema: JsonObject) => schema, inBody]) {
      const [written, moved] = [at(schema), at(Moved)];
      expect(changes(of(written, {}, few), of(moved, { Moved: schema }, few))).toEqual([]);
      const removed = ['WARNING request-property-removed'];
      expect(changes(of(written, {}, many), of(moved, { Moved: schema }, few))).toEqual(removed);
      expect(changes(of(moved, { Moved: schema }, many), of(written, {}, few))).toEqual(removed);
      const added = ['INFO new-optional-request-property'];
      expect(changes(of(written, {}, few), of(moved, { Moved: schema }, many))).toEqual(added);
    }
  });
});

it('`not` of numbers that becomes `not` of texts refuses more, also where all values are written as text', () => {
  const sent = (a: JsonObject): JsonObject => {
    const schema = { type: 'object', properties: { a: { not: a } } };
    return posts({ '/a': { requestBody: { content: { 'application/xml': { schema } } } } });
  };
  expect(changes(sent({ type: 'integer' }), sent({ type: 'string' }))[0]).toBe('WARNING request-property-not-changed');
});

describe('a component inside a keyword that turns its effect', () => {
  const X = { $ref: '#/components/schemas/X' };
  const having: JsonObject = { properties: { x: X }, required: ['x'] };
  const short: JsonObject = { type: 'string', maxLength: 3 };
  const long: JsonObject = { ...short, maxLength: 5 };
  const of = (schema: JsonObject, X: JsonObject): JsonObject =>
    posts({ '/a': { requestBody: json(schema) } }, { components: { schemas: { X } } });

  it.each<[string, JsonObject, worse: string, better: string]>([
    ['`not`', { not: X }, 'BREAKING', 'INFO'],
    ['a property inside `not`', { not: having }, 'BREAKING', 'INFO'],
    ['items inside `not`', { not: { items: X, minItems: 1 } }, 'BREAKING', 'INFO'],
    ['an alternative inside `not`', { not: { anyOf: [X, { type: 'integer' }] } }, 'BREAKING', 'INFO'],
    ['`not` inside `not`', { not: { properties: { x: { not: X } }, required: ['x'] } }, 'INFO', 'BREAKING'],
    ['a property inside `if`', { if: having, else: { required: ['y'] } }, 'WARNING', 'WARNING'],
    ['a property inside `contains`', { contains: having }, 'INFO', 'WARNING'],
  ])('has the effect that it has there: %s', (_, schema, worse, better) => {
    expect(changes(of(schema, short), of(schema, long))[0]).toMatch(new RegExp(`^${worse} `));
    expect(changes(of(schema, long), of(schema, short))[0]).toMatch(new RegExp(`^${better} `));
  });

  it('has no effect there if only its words differ', () => {
    for (const keyword of ['if', 'contains', 'not']) {
      const words = { ...short, title: 'Short' };
      const told = [
        ...changes(of({ [keyword]: having }, short), of({ [keyword]: having }, words)),
        ...changes(of({ [keyword]: short }, {}), of({ [keyword]: words }, {})),
      ];
      expect(told).toContain(`INFO request-body-${keyword}-changed`);
      expect(told.filter(one => !one.startsWith('INFO'))).toEqual([]);
    }
  });

  it('is compared once, even if it leads back to itself', () => {
    const tree = (maxLength: number): JsonObject => ({
      properties: { left: X, right: X, value: { type: 'string', maxLength } },
      required: ['value'],
    });
    const told = changes(of({ not: having }, tree(3)), of({ not: having }, tree(5)));
    expect(told).toEqual(['BREAKING request-body-not-changed', 'INFO request-property-max-length-increased']);
  });

  it('is compared once, even if it leads back to itself in allOf', () => {
    const list = (description: string): JsonObject => ({ properties: { next: { description, allOf: [X] } } });
    for (const keyword of ['if', 'contains', 'not']) {
      const told = changes(of({ [keyword]: X }, list('a')), of({ [keyword]: X }, list('b')));
      expect(told.at(-1)).toBe(`INFO request-body-${keyword}-changed`);
    }
  });
});

describe('a component under another name, in XML', () => {
  const body = (name: string, component: JsonObject = {}, at = (ref: JsonObject) => ref, type = 'application/xml') =>
    posts(
      { '/a': { requestBody: { content: { [type]: { schema: at({ $ref: `#/components/schemas/${name}` }) } } } } },
      { components: { schemas: { [name]: { type: 'object', ...component } } } },
    );
  const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
  const inProperty = (pet: JsonObject): JsonObject => ({ type: 'object', properties: { pet } });
  const renamed = ['WARNING request-body-xml-element-changed'];
  const named = { xml: { name: 'pet' } };

  it('gives its element another name', () => {
    expect(changes(body('Cat'), body('Tom'))).toEqual(renamed);
    expect(changes(body('Cat', {}, listOf), body('Tom', {}, listOf))).toEqual(renamed);
    expect(changes(body('Cat', {}, undefined, 'a/b+xml'), body('Tom', {}, undefined, 'a/b+xml'))).toEqual(renamed);
  });

  it('gives it the same name where the name is given', () => {
    expect(changes(body('Cat', named), body('Tom', named))).toEqual([]);
    expect(changes(body('Cat', {}, inProperty), body('Tom', {}, inProperty))).toEqual([]);
    expect(
      changes(body('Cat', {}, undefined, 'application/json'), body('Tom', {}, undefined, 'application/json')),
    ).toEqual([]);
  });
});
