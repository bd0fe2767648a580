import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/platform/json.ts';
import { answering, sending } from './documents.ts';

// Null is added or removed in every place through every wrapper, and a validator decides: a request breaks if null is
// no longer accepted, a response if it is accepted now. Each change is one item.

type Schema = JsonObject;

const KINDS: Record<string, Schema> = {
  text: { type: 'string' },
  'text of listed values': { type: 'string', enum: ['a', 'b'] },
  'text of alternative values': { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] },
  'text or number': { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  object: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  list: { type: 'array', items: { type: 'string' } },
  'two objects at once': {
    allOf: [
      { type: 'object', properties: { a: { type: 'string' } } },
      { type: 'object', properties: { b: { type: 'string' } } },
    ],
  },
  'text or null': { anyOf: [{ type: 'string' }, { type: 'null' }] },
  'number with bounds': { type: 'number', minimum: 1, maximum: 5 },
  'object without a type': { properties: { a: { type: 'string' } } },
  'values without a type': { enum: ['a', 'b'] },
  'text of any length without a type': { minLength: 1 },
  'anything but text': { not: { type: 'string' } },
  'anything but null': { not: { type: 'null' } },
  'anything but null, by a condition': { if: { type: 'string' }, else: { type: 'integer' } },
};

type Wrap = (schema: Schema) => Schema;
const NULL = { type: 'null' };

/** Those of 3.1, and of 3.0. */
const WRAPS: Record<string, Record<string, Wrap>> = {
  '3.1.0': {
    'null first in oneOf': schema => ({ oneOf: [NULL, schema] }),
    'null last in anyOf': schema => ({ anyOf: [schema, NULL] }),
    'null as a constant': schema => ({ anyOf: [schema, { const: null }] }),
    'null as an enum': schema => ({ oneOf: [schema, { enum: [null] }] }),
    'wrapped twice': schema => ({ allOf: [{ anyOf: [schema, NULL] }] }),
    'alternatives of alternatives': schema => ({ anyOf: [{ oneOf: [schema, NULL] }] }),
    'with words': schema => ({ description: 'Words', anyOf: [schema, NULL] }),
    'allOf of one': schema => ({ allOf: [schema] }),
    'anyOf of one': schema => ({ anyOf: [schema] }),
  },
  '3.0.3': {
    'nullable beside allOf': schema => ({ allOf: [schema], nullable: true }),
    'nullable beside oneOf': schema => ({ oneOf: [schema], nullable: true }),
    'nullable beside anyOf': schema => ({ anyOf: [schema], nullable: true }),
    'allOf of one': schema => ({ allOf: [schema] }),
    'oneOf of one': schema => ({ oneOf: [schema] }),
  },
};

/** The places of the schema, with a value that contains null there. */
const PLACES: Record<string, [at: Wrap, value: JsonValue]> = {
  'a whole body': [schema => schema, null],
  'a property': [schema => ({ type: 'object', properties: { p: schema } }), { p: null }],
  items: [schema => ({ type: 'array', items: schema }), [null]],
  'a map': [schema => ({ type: 'object', additionalProperties: schema }), { p: null }],
  'a deep property': [
    schema => ({ type: 'object', properties: { o: { type: 'object', properties: { p: schema } } } }),
    { o: { p: null } },
  ],
  'one alternative': [schema => ({ anyOf: [{ type: 'boolean' }, schema] }), null],
};

const NAME = '#/components/schemas/X';

/** The schema in the form of 3.1 for the validator, with resolved references. */
const spelledOut = (value: JsonValue, X: Schema): JsonValue => {
  if (Array.isArray(value)) return value.map(element => spelledOut(element, X));
  if (!isJsonObject(value)) return value;
  if (value.$ref === NAME) return spelledOut(X, X);
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(value).map(([key, element]) => [key, spelledOut(element as JsonValue, X)]),
  );
  return nullable === true ? { anyOf: [rest, NULL] } : rest;
};

const ajv = new Ajv2020({ strict: false });
const known = new Map<string, boolean>();
const accepts = (schema: JsonValue, value: JsonValue): boolean => {
  const key = JSON.stringify([schema, value]);
  const found = known.get(key) ?? ajv.validate(schema as object, value);
  known.set(key, found);
  return found;
};

/** 3.0 has neither type null nor constants nor conditions. */
const speaks30 = (schema: Schema): boolean => !/"(null|const|if)"/.test(JSON.stringify(schema));

type Case = { name: string; openapi: string; before: Schema; after: Schema; X: Schema; value: JsonValue };

const cases: Case[] = Object.entries(WRAPS).flatMap(([openapi, wraps]) =>
  Object.entries(KINDS).flatMap(([kind, X]) =>
    openapi === '3.0.3' && !speaks30(X)
      ? []
      : Object.entries(wraps).flatMap(([wrap, wrapped]) =>
          Object.entries(PLACES).flatMap(([place, [at, value]]) =>
            [X, { $ref: NAME }].flatMap((schema: Schema, index) => {
              const name = `${openapi} ${kind}, ${wrap}, ${place}, ${index === 0 ? 'inline' : 'by reference'}`;
              const [plain, other] = [at(schema), at(wrapped(schema))];
              return [
                { name: `${name}, wrapped`, openapi, X, value, before: plain, after: other },
                { name: `${name}, unwrapped`, openapi, X, value, before: other, after: plain },
              ];
            }),
          ),
        ),
  ),
);

const faultsOf = ({ name, openapi, before, after, X, value }: Case): string[] => {
  const [old, now] = [accepts(spelledOut(before, X), value), accepts(spelledOut(after, X), value)];
  return [sending, answering].flatMap((at, index) => {
    const document = (schema: Schema): JsonObject => ({ ...at(schema, { components: { schemas: { X } } }), openapi });
    const { items, summary } = compareOpenApi(document(before), document(after));
    const breaks = index === 0 ? old && !now : now && !old;
    const told = items.filter(({ rule }) => !rule.includes('description') && !rule.includes('annotation'));
    const isRight = (summary.breakingChanges ?? 0) > 0 === breaks && told.length === Number(old !== now);
    const rows = told.map(({ severity, rule }) => `${severity} ${rule}`).join(', ');
    return isRight ? [] : [`${name}, ${index === 0 ? 'sent' : 'answered'}: ${old} → ${now}: ${rows || 'nothing'}`];
  });
};

it('added or removed null is reported once, in the right direction, for every cause', () => {
  expect(cases.length).toBeGreaterThan(1176);
  expect(cases.flatMap(faultsOf)).toEqual([]);
});

describe('null that a component among alternatives accepted is lost if it accepts something else', () => {
  const X = { $ref: NAME };
  const C = { $ref: '#/components/schemas/C' };
  const LISTS: JsonObject[] = [{ anyOf: [{ type: 'number' }, X] }, { oneOf: [{ type: 'number' }, X] }];
  const others: JsonValue[] = [{ type: 'string' }, { const: 'a' }, { type: 'object' }, { enum: [] }];
  const holders: ((list: JsonObject) => JsonObject)[] = [list => list, () => C, () => ({ allOf: [C] })];
  const changesOfNull = (at: typeof sending, list: JsonObject, before: JsonValue, after: JsonValue): string[][] =>
    holders.map(holder => {
      const [old, now] = [before, after].map(schema =>
        at(holder(list), { components: { schemas: { X: schema, C: list } } }),
      );
      const { items } = compareOpenApi(old as JsonObject, now as JsonObject);
      return items.filter(({ rule }) => rule.includes('nullable')).map(({ severity }) => severity);
    });
  const once = (severity: string): string[][] => holders.map(() => [severity]);

  it.each<JsonObject>([NULL, { enum: [null] }, { const: null }])('%j', spelled => {
    for (const list of LISTS)
      for (const other of others) {
        expect(changesOfNull(sending, list, spelled, other)).toEqual(once('BREAKING'));
        expect(changesOfNull(answering, list, other, spelled)).toEqual(once('BREAKING'));
        expect(changesOfNull(sending, list, other, spelled)).toEqual(once('INFO'));
        expect(changesOfNull(answering, list, spelled, other)).toEqual(once('INFO'));
      }
  });
});
