import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/diffs/compare/openapi.ts';
import { parsePointer } from '../../src/openapi/pointer.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { answering, api, asking, changes, sending } from './documents.ts';

const text = { type: 'string' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text } };
const sides = [sending, answering];

const one = (value: JsonValue, more: JsonObject = {}): JsonObject => ({ const: value, ...more });
const colours = ['red', 'green'];
const titled: JsonValue[] = [one('red', { title: 'Red' }), one('green', { description: 'as grass', 'x-code': 2 })];

const SPELLINGS: [what: string, before: JsonObject, after: JsonObject][] = [
  ['alternatives of one value each, and an enum', { anyOf: [one('red'), one('green')] }, { enum: colours }],
  ['values that have titles, and an enum of text', { ...text, oneOf: titled }, { ...text, enum: colours }],
  [
    'values with types of their own, and an enum of text',
    { oneOf: [one('red', text), { ...text, enum: ['green'] }] },
    { ...text, enum: colours },
  ],
  [
    'values or null, and an enum that may be null',
    { anyOf: [...titled, { type: 'null' }] },
    { type: ['string', 'null'], enum: [...colours, null] },
  ],
  [
    'values inside a property, and an enum there',
    { properties: { a: { oneOf: titled } } },
    { properties: { a: { enum: colours } } },
  ],
];

describe('alternatives that are one value each', () => {
  it.each(SPELLINGS)('%s accept the same', (_, before, after) => {
    for (const at of sides) {
      expect(changes(at(before), at(after))).toEqual([]);
      expect(changes(at(after), at(before))).toEqual([]);
    }
  });

  it('tells a value more and a value less where they stand', () => {
    const before = sending({ enum: ['red', 'blue'] });
    const after = sending({ oneOf: titled });
    expect(changes(before, after)).toEqual([
      'BREAKING request-body-enum-value-removed',
      'INFO request-body-enum-value-added',
    ]);
    const standing = (pointer: string): JsonValue | undefined =>
      parsePointer(pointer).reduce<JsonValue | undefined>(
        (value, key) => (value as JsonObject | undefined)?.[key],
        after,
      );
    const added = compareOpenApi(before, after).items.find(({ rule }) => rule.endsWith('added'));
    expect(standing(added?.pointerAfter ?? '')).toEqual(titled[1]);
  });

  it('any text in the place of values is no break for who sends them', () => {
    expect(changes(sending({ anyOf: [one('red'), one('green')] }), sending(text))).toEqual([
      'INFO request-body-became-not-enum',
    ]);
    expect(changes(sending(text), sending({ anyOf: titled }))).toEqual(['BREAKING request-body-became-enum']);
  });

  it('a value that two alternatives accept is not accepted by one of them alone', () => {
    expect(changes(sending({ oneOf: [one('red'), one('red')] }), sending({ enum: ['red'] }))).not.toEqual([]);
  });

  it('a value of another type than its own is none', () => {
    const never = { oneOf: [one('red', { type: 'integer' }), one('green')] };
    expect(changes(answering(never), answering({ enum: colours }))).not.toEqual([]);
  });
});

const header = (more: JsonObject): JsonObject =>
  api({ responses: { 200: { description: '', headers: { Marks: more } } } });
const form = (encoding: JsonObject, type = 'multipart/form-data'): JsonObject =>
  api({ requestBody: { content: { [type]: { schema: object, encoding: { a: encoding } } } } });
const deep = (more: JsonObject): JsonObject => asking({ style: 'deepObject', schema: object, ...more });
const inHeader = (more: JsonObject): JsonObject => asking({ in: 'header', schema: text, ...more });

const WRITTEN: [what: string, before: JsonObject, after: JsonObject, there: string[], back: string[]][] = [
  ['a deepObject that is said to be exploded', deep({}), deep({ explode: true }), [], []],
  [
    'a deepObject that was an exploded form',
    deep({ style: 'form' }),
    deep({}),
    ['BREAKING request-parameter-style-changed'],
    ['BREAKING request-parameter-style-changed'],
  ],
  [
    'a list in a header of an answer, which is written alike',
    header({ schema: list }),
    header({ schema: list, explode: true }),
    ['INFO response-header-explode-changed'],
    ['INFO response-header-explode-changed'],
  ],
  [
    'an object in a header of an answer, which is not',
    header({ schema: object }),
    header({ schema: object, explode: true }),
    ['BREAKING response-header-explode-changed'],
    ['BREAKING response-header-explode-changed'],
  ],
  [
    'a list in a header of a request',
    inHeader({ schema: list }),
    inHeader({ schema: list, explode: true }),
    ['INFO request-parameter-explode-changed'],
    ['INFO request-parameter-explode-changed'],
  ],
  [
    'a list in a path with a style that writes it in two ways',
    asking({ in: 'path', style: 'matrix', schema: list }),
    asking({ in: 'path', style: 'matrix', schema: list, explode: true }),
    ['BREAKING request-parameter-explode-changed'],
    ['BREAKING request-parameter-explode-changed'],
  ],
  [
    'switches of a query in a header, where they do nothing',
    inHeader({ allowReserved: true, allowEmptyValue: true }),
    inHeader({}),
    ['INFO request-parameter-allow-empty-value-unset', 'INFO request-parameter-allow-reserved-unset'],
    ['INFO request-parameter-allow-empty-value-set', 'INFO request-parameter-allow-reserved-set'],
  ],
  [
    'a part of a form that may be of one type more',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/png, image/jpeg' }),
    ['INFO request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'a part of a form that may be any image',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/*' }),
    ['INFO request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'a part of a form that is another image',
    form({ contentType: 'image/png' }),
    form({ contentType: 'image/jpeg' }),
    ['BREAKING request-body-encoding-changed'],
    ['BREAKING request-body-encoding-changed'],
  ],
  [
    'an encoding of what is no form, which is not read',
    form({ contentType: 'image/png' }, 'application/json'),
    form({ contentType: 'image/jpeg' }, 'application/json'),
    ['INFO request-body-encoding-changed'],
    ['INFO request-body-encoding-changed'],
  ],
];

describe('how values are written', () => {
  it.each(WRITTEN)('%s', (_, before, after, there, back) => {
    expect(changes(before, after)).toEqual(there);
    expect(changes(after, before)).toEqual(back);
  });
});
