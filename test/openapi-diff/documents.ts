import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

/** A document with one operation; a test replaces the relevant parts. */
export const api = (operation: JsonObject, rest: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  paths: { '/pets': { post: { responses: {}, ...operation } } },
  ...rest,
});

const json = (schema: JsonValue): JsonObject => ({ content: { 'application/json': { schema } } });

export const sending = (schema: JsonValue, rest: JsonObject = {}): JsonObject =>
  api({ requestBody: json(schema) }, rest);
export const answering = (schema: JsonValue, rest: JsonObject = {}): JsonObject =>
  api({ responses: { 200: { description: 'ok', ...json(schema) } } }, rest);
export const asking = (parameter: JsonObject, rest: JsonObject = {}): JsonObject =>
  api({ parameters: [{ name: 'limit', in: 'query', ...parameter }] }, rest);

/** Each item as `SEVERITY rule`, in order. */
export const rulesOf = (items: DiffItem[]): string[] => items.map(({ severity, rule }) => `${severity} ${rule}`);
export const changes = (before: JsonObject, after: JsonObject): string[] =>
  rulesOf(compareOpenApi(before, after).items);
export const messages = (before: JsonObject, after: JsonObject): string[] =>
  compareOpenApi(before, after).items.map(({ severity, message }) => `${severity} ${message}`);

/**
 * Clients are assumed not to send a property that is not described: a separate rule reports added and removed
 * properties.
 */
const COMES_OR_GOES = /^(new-(optional|required)-.*-property|.*-property-(added|removed))/;
export const comesOrGoes = ({ rule }: DiffItem): boolean => COMES_OR_GOES.test(rule);
export const isTold = (item: DiffItem): boolean => item.severity !== 'INFO' || comesOrGoes(item);
