import { MAX_WORDS } from '../../src/diffs/compare/budget.ts';
import { compareOpenApi } from '../../src/diffs/compare/openapi.ts';
import type { ChangeType } from '../../src/diffs/model.ts';
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

/** More words than are told one by one. */
const wordy = (description: string): JsonObject => {
  const names = Array.from({ length: MAX_WORDS + 2 }, (_, index) => `p${index}`);
  const properties = Object.fromEntries(names.map(name => [name, { description }]));
  return {
    ...{ openapi: '3.1.0', info: { title: 't', version: '1' } },
    paths: { '/p': { post: { requestBody: json({ properties }), responses: {} } } },
  };
};

const everyPair = (): [JsonObject, JsonObject][] =>
  edits
    .flatMap(([version, before, after]) => schemaDocuments(version, before, after))
    .concat(documentPairs)
    .concat(documentEdits.map(([, before, after]): [JsonObject, JsonObject] => [before, after]))
    .concat([[wordy('a'), wordy('b')]]);

/** What a rule said about one of the edits, the first time, and all kinds of change that it was told as. */
export type Said = { message: string; changeTypes: Set<ChangeType> };
export type Told = {
  said: Map<string, Said>;
  /** Pairs of documents that are told one way and not the other: each is a fault. */
  oneWay: string[];
};

const options = { today: '2026-06-15', noticeDays: 30 };
let told: Told | undefined;

/** Compares all edits of all tests both ways, once. */
export const tellEveryEdit = (): Told => {
  told ??= tellAll();
  return told;
};

const tellAll = (): Told => {
  const told: Told = { said: new Map(), oneWay: [] };
  // Webhooks and callbacks last: there a response is what clients send.
  const pairs = everyPair().sort(([, a], [, b]) => Number(isCalledBack(a)) - Number(isCalledBack(b)));
  for (const [before, after] of pairs) {
    const [forth, back] = [compareOpenApi(before, after, options), compareOpenApi(after, before, options)];
    if (forth.summary.unchanged !== back.summary.unchanged) told.oneWay.push(JSON.stringify([before, after]));
    for (const { rule, message, changeType } of [...forth.items, ...back.items]) {
      const known = told.said.get(rule);
      if (known === undefined) told.said.set(rule, { message, changeTypes: new Set([changeType]) });
      else known.changeTypes.add(changeType);
    }
  }
  return told;
};

const isCalledBack = (document: JsonObject): boolean => /"(webhooks|callbacks)":/.test(JSON.stringify(document));
