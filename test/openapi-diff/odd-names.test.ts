import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { type JsonObject, parseJson } from '../../src/platform/json.ts';

const answering = (properties: string): JsonObject =>
  parseJson(`{
    "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
    "paths": { "/pets": { "get": { "responses": { "200": { "description": "ok", "content": { "application/json": {
      "schema": { "type": "object", "properties": ${properties} } } } } } } } }
  }`) as JsonObject;

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a property called %s is one like any other',
  name => {
    const items = compareOpenApi(answering(`{ "${name}": {} }`), answering('{ "other": {} }')).items;
    expect(items.map(({ rule }) => rule)).toContain('response-property-removed');
  },
);

it.each(['"__proto__"', '"constructor"', '"toString"', '1e500', '{}', '[]', 'null'])(
  'a format %s is unknown',
  format => {
    const [odd, known] = [`{ "a": { "format": ${format} } }`, '{ "a": { "format": "int32" } }'].map(answering);
    for (const pair of [
      [odd, known],
      [known, odd],
    ] as [JsonObject, JsonObject][])
      expect(compareOpenApi(...pair).items.map(({ location }) => location)).not.toEqual([]);
  },
);
