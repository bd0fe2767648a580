import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';

const answering = (properties: string): JsonObject =>
  JSON.parse(`{
    "openapi": "3.1.0", "info": { "title": "Pets", "version": "1" },
    "paths": { "/pets": { "get": { "responses": { "200": { "description": "ok", "content": { "application/json": {
      "schema": { "type": "object", "properties": ${properties} } } } } } } } }
  }`);

it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a property called %s is one like any other',
  name => {
    const items = compareOpenApi(answering(`{ "${name}": {} }`), answering('{ "other": {} }')).items;
    expect(items.map(({ rule }) => rule)).toContain('response-property-removed');
  },
);
