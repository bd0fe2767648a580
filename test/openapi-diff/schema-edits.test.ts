import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';
import { commonEdits, type EditEffect, edits30, edits31, type SchemaEdit } from './schema-edits.ts';

// Every keyword, in both directions, in every place of a schema: it is reported as one or two changes, and it breaks
// exactly as the law says.

type Direction = 'request' | 'response';
type Place = [name: string, direction: Direction, document: (schema: JsonValue) => JsonObject, textual?: boolean];

const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });
const ok = { 200: { description: 'ok' } };
const post = (operation: JsonObject, rest: JsonObject = {}): JsonObject => ({
  info: { title: 'Edits', version: '1' },
  paths: { '/things': { post: { responses: ok, ...operation } } },
  ...rest,
});
const answering = (schema: JsonValue, rest: JsonObject = {}): JsonObject =>
  post({ responses: { 200: { description: 'ok', ...json(schema) } } }, rest);
const sending = (schema: JsonValue, rest: JsonObject = {}): JsonObject => post({ requestBody: json(schema) }, rest);
const asking = (parameter: JsonObject): JsonObject => post({ parameters: [{ name: 'q', in: 'query', ...parameter }] });
const heading = (header: JsonObject): JsonObject =>
  post({ responses: { 200: { description: '', headers: { H: header } } } });
const shared = (schema: JsonValue): JsonObject => ({ components: { schemas: { Shared: schema } } });
const ref = { $ref: '#/components/schemas/Shared' };
const inside = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { inside: schema } });
const titled = (schema: JsonValue): JsonObject =>
  typeof schema === 'object' ? { title: 'A', ...(schema as JsonObject) } : { title: 'A', allOf: [schema] };
const alternative = (schema: JsonValue): JsonObject => ({
  oneOf: [titled(schema), { title: 'B', type: 'integer', minimum: 5 }],
});
const calling = (operation: JsonObject): JsonObject =>
  post({ callbacks: { done: { '{$request.body#/url}': { post: operation } } } });
const hooking = (operation: JsonObject): JsonObject => post({}, { webhooks: { done: { post: operation } } });

const PLACES: Place[] = [
  ['a request body', 'request', schema => sending(schema)],
  ['a property of a request', 'request', schema => sending(inside(schema))],
  ['items of a request', 'request', schema => sending({ type: 'array', items: schema })],
  ['a map of a request', 'request', schema => sending({ type: 'object', additionalProperties: schema })],
  ['a component of requests', 'request', schema => sending(ref, shared(schema))],
  ['a member of allOf', 'request', schema => sending({ allOf: [ref, { maxProperties: 99 }] }, shared(schema))],
  ['an alternative', 'request', schema => sending(alternative(schema))],
  ['a query parameter', 'request', schema => asking({ schema }), true],
  ['content of a parameter', 'request', schema => asking(json(schema))],
  ['an answer', 'response', schema => answering(schema)],
  ['a property of an answer', 'response', schema => answering(inside(schema))],
  ['a component of answers', 'response', schema => answering(inside(ref), shared(schema))],
  ['a header', 'response', schema => heading({ schema }), true],
  ['what a callback sends', 'response', schema => calling({ requestBody: json(schema), responses: ok })],
];
const PLACES_31: Place[] = [
  ['what a webhook sends', 'response', schema => hooking({ requestBody: json(schema) })],
  [
    'the response of a webhook',
    'request',
    schema => hooking({ responses: { 200: { description: '', ...json(schema) } } }),
  ],
];

const BACK: Record<EditEffect, EditEffect> = {
  ...{ narrows: 'widens', widens: 'narrows', changes: 'changes', may: 'may', says: 'says' },
};
const breaks = (effect: EditEffect, direction: Direction): boolean =>
  effect === 'changes' || effect === (direction === 'request' ? 'narrows' : 'widens');

/** If everything is text, numbers and strings are not distinguished as in JSON. */
const isOfTypes = (what: string): boolean => /type|branch of oneOf changes inside/.test(what);

const faultsOf = (
  where: string,
  [before, after]: [JsonObject, JsonObject],
  effect: EditEffect,
  direction: Direction,
): string[] => {
  const { items, summary } = compareOpenApi(before, after);
  const told = `${where}: ${items.map(({ severity, rule }) => `${severity} ${rule}`).join(', ')}`;
  if (items.length === 0 || items.length > 2) return [`${told} (${items.length} items)`];
  if (effect === 'may') return [];
  return (summary.breakingChanges ?? 0) > 0 === breaks(effect, direction) ? [] : [`${told} (${effect})`];
};

const faults = (openapi: string, [what, before, after, effect]: SchemaEdit, places: Place[]): string[] =>
  places.flatMap(([name, direction, document, textual]) => {
    if (textual && isOfTypes(what)) return [];
    const [old, now] = [
      { openapi, ...document(before) },
      { openapi, ...document(after) },
    ];
    const forth = faultsOf(`forth in ${name}`, [old, now], effect, direction);
    return [...forth, ...faultsOf(`back in ${name}`, [now, old], BACK[effect], direction)];
  });

describe('an edit of a schema is reported in every place, and breaks according to the law', () => {
  it.each([...commonEdits, ...edits30])('3.0: %s', (...edit) => {
    expect(faults('3.0.3', edit, PLACES)).toEqual([]);
  });
  it.each([...commonEdits, ...edits31])('3.1: %s', (...edit) => {
    expect(faults('3.1.0', edit, [...PLACES, ...PLACES_31])).toEqual([]);
  });
});
