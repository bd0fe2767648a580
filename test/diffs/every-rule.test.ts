import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/diffs/compare/openapi.ts';
import { ruleIds } from '../../src/diffs/rule-ids.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { documentEdits } from './document-edits.ts';
import { COMPONENTS, documentPairs, schemaPairs } from './rule-edits.ts';
import { commonEdits, edits30, edits31 } from './schema-edits.ts';

const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });
const inside = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { inside: schema } });
/** What may stand in an operation around a schema; as a webhook it has the other direction. */
const SITES: ((schema: JsonValue) => JsonObject)[] = [
  schema => ({ requestBody: json(schema) }),
  schema => ({ requestBody: json(inside(schema)) }),
  schema => ({ requestBody: { content: { 'text/plain': { schema } } } }),
  schema => ({ requestBody: { content: { 'application/xml': { schema: inside(schema) } } } }),
  schema => ({
    requestBody: {
      content: {
        'application/xml': { schema: { properties: { inert: { allOf: [schema], readOnly: true, writeOnly: true } } } },
      },
    },
  }),
  schema => ({ requestBody: json({ properties: { inert: { allOf: [schema], readOnly: true, writeOnly: true } } }) }),
  schema => ({ parameters: [{ name: 'q', in: 'query', schema }] }),
  schema => ({ parameters: [{ name: 'q', in: 'query', schema: inside(schema) }] }),
  schema => ({ parameters: [{ name: 'q', in: 'header', schema: inside(schema) }] }),
  schema => ({ responses: { 200: { description: '', headers: { H: { schema } } } } }),
  schema => ({ responses: { 200: { description: '', headers: { H: { schema: inside(schema) } } } } }),
];
const WAYS: ((operation: JsonObject) => JsonObject)[] = [
  operation => ({ paths: { '/p': { post: operation } } }),
  operation => ({ webhooks: { done: { post: operation } } }),
];
const STABILITIES: JsonObject[] = [{}, { 'x-stability-level': 'stable' }];

/** What an operation promises matters to what is deprecated in it. */
const stabilitiesFor = (schema: JsonValue): JsonObject[] =>
  JSON.stringify(schema).includes('deprecated') ? STABILITIES : STABILITIES.slice(0, 1);

const options = { today: '2026-06-15', noticeDays: 30 };
const found = new Map<string, string[]>();

/** Notes what each way tells; a pair that is told only one way is a fault. */
const tell = (before: JsonObject, after: JsonObject): string | null => {
  const [forth, back] = [compareOpenApi(before, after, options), compareOpenApi(after, before, options)];
  for (const [told, inverse] of [
    [forth, back],
    [back, forth],
  ] as const)
    for (const { rule } of told.items) found.set(rule, [...new Set(inverse.items.map(item => item.rule))]);
  return forth.summary.unchanged === back.summary.unchanged ? null : JSON.stringify([before, after]);
};

const schemaDocuments = (openapi: string, before: JsonValue, after: JsonValue): [JsonObject, JsonObject][] =>
  SITES.flatMap(site =>
    WAYS.flatMap(way =>
      stabilitiesFor(after).map((stability): [JsonObject, JsonObject] => {
        const document = (schema: JsonValue): JsonObject => ({
          ...{ openapi, info: { title: 't', version: '1' }, components: { schemas: COMPONENTS } },
          ...way({ responses: {}, ...stability, ...site(schema) }),
        });
        return [document(before), document(after)];
      }),
    ),
  );

const edits: [string, JsonValue, JsonValue][] = [
  ...[...commonEdits, ...edits30].map(([, before, after]): [string, JsonValue, JsonValue] => ['3.0.3', before, after]),
  ...edits31.map(([, before, after]): [string, JsonValue, JsonValue] => ['3.1.0', before, after]),
  ...schemaPairs.map(([before, after]): [string, JsonValue, JsonValue] => ['3.1.0', before, after]),
];

/** Ids that no document can bring about, with the reason. */
const IMPOSSIBLE: [ids: RegExp, reason: string][] = [
  [/^request-(?!parameter-property|header-property).*-type-specialized$/, 'the reference calls it changed'],
  [/-parameter(-property)?-type-compatible$/, 'of a parameter it is told as generalized or specialized'],
  [/^response-parameter-renamed$/, 'a webhook has no template that would name it'],
  [/^annotations-changed$/, 'takes more changed words than a test of all rules should have: references.test.ts'],
];

describe('every rule of the catalogue', () => {
  it('has an inverse, which tells something too', () => {
    const silent = edits
      .flatMap(([version, before, after]) => schemaDocuments(version, before, after))
      .concat(documentPairs)
      .concat(documentEdits.map(([, before, after]): [JsonObject, JsonObject] => [before, after]))
      .map(pair => tell(...pair))
      .filter(fault => fault !== null);
    expect(silent).toEqual([]);
  });

  it('finds its change in one of these documents', () => {
    const idle = ruleIds.filter(({ id }) => !found.has(id) && !IMPOSSIBLE.some(([ids]) => ids.test(id)));
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});
