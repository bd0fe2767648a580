import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLocalRef, resolveRef } from '../../src/openapi/references.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

// Most text of two versions is equal, and the short cuts skip it. These tests compare with the full comparison of every
// place: random edits at random places of a document with references between all parts.

const to = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` });
const schema = (name: string): JsonObject => to('schemas', name);
const json = (schema: JsonValue): JsonObject => ({ 'application/json': { schema } });
const operation = (more: JsonObject = {}): JsonObject => ({
  responses: {
    200: { description: 'ok', content: json(schema('Pet')) },
    '4XX': to('responses', 'Refused'),
    default: { description: '', headers: { Limit: to('headers', 'Limit') }, content: json(schema('Problem')) },
  },
  ...more,
});

const DOCUMENT: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/pets': {
      parameters: [to('parameters', 'Page')],
      get: operation({ parameters: [to('parameters', 'Filter'), { name: 'q', in: 'query', schema: schema('Name') }] }),
      post: operation({ requestBody: to('requestBodies', 'Pet') }),
    },
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: schema('Name') }],
      get: operation({
        responses: { 200: { description: 'ok', content: json({ type: 'array', items: schema('Cat') }) } },
      }),
      put: operation({
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { photo: schema('Photo'), pet: schema('Pet') } },
              encoding: { photo: { headers: { Limit: to('headers', 'Limit') } } },
            },
          },
        },
        callbacks: {
          done: {
            '{$request.body#/url}': {
              post: operation({ requestBody: to('requestBodies', 'Pet'), security: [{ signature: [] }] }),
            },
          },
        },
      }),
    },
    '/owners': { get: operation({ responses: { 200: to('responses', 'Owners') } }), post: operation() },
  },
  webhooks: { found: { post: { requestBody: to('requestBodies', 'Pet'), responses: { 204: { description: '' } } } } },
  components: {
    parameters: {
      Page: { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } },
      Filter: { name: 'filter', in: 'query', content: json(schema('Filter')) },
    },
    headers: { Limit: { schema: schema('Count') } },
    requestBodies: { Pet: { required: true, content: json({ oneOf: [schema('Cat'), schema('Dog')] }) } },
    responses: {
      Refused: { description: 'no', content: json(schema('Problem')) },
      Owners: {
        description: 'ok',
        headers: { Limit: to('headers', 'Limit') },
        content: json({ type: 'object', additionalProperties: schema('Owner') }),
        links: { pets: { operationRef: '#/paths/~1pets/get' } },
      },
    },
    securitySchemes: {
      key: { type: 'apiKey', name: 'Key', in: 'header' },
      signature: { type: 'apiKey', name: 'Signature', in: 'header' },
    },
    schemas: {
      Pet: {
        type: 'object',
        required: ['kind', 'name'],
        properties: { kind: { type: 'string' }, name: schema('Name'), owner: schema('Owner'), photo: schema('Photo') },
        discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } },
      },
      Cat: {
        allOf: [schema('Pet'), { type: 'object', properties: { claws: schema('Count'), friend: schema('Dog') } }],
      },
      Dog: {
        allOf: [schema('Pet'), { type: 'object', properties: { toys: { type: 'array', items: schema('Name') } } }],
      },
      Owner: {
        type: 'object',
        properties: {
          pets: { type: 'array', items: { anyOf: [schema('Cat'), schema('Dog'), { type: 'null' }] } },
          secret: { ...schema('Name'), writeOnly: true },
          since: { readOnly: true, allOf: [schema('Name')] },
          address: { type: 'object', properties: { street: schema('Name'), number: { type: 'integer' } } },
        },
      },
      Photo: { type: 'object', readOnly: true, properties: { url: { type: 'string', format: 'uri' } } },
      Filter: { type: 'object', properties: { not: schema('Filter'), name: schema('Name') } },
      Problem: { type: 'object', properties: { message: { type: 'string' }, causes: { items: schema('Problem') } } },
      Name: { type: 'string', minLength: 1, maxLength: 80 },
      Count: { type: 'integer', minimum: 0 },
    },
  },
};

type Place = { holder: JsonObject; key: string };

const placesOf = (value: JsonValue, found: Place[] = []): Place[] => {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, child] of Object.entries(value)) {
    found.push({ holder: value as JsonObject, key });
    placesOf(child, found);
  }
  return found;
};

const REFS = placesOf(DOCUMENT).flatMap(({ holder, key }) => (key === '$ref' ? [String(holder.$ref)] : []));

const WORDS = { string: 'integer', integer: 'string', object: 'array', array: 'object', null: 'boolean' };

/** One edit in one place, as a person might make it. */
const edit = (document: JsonObject, at: number, how: number): void => {
  const places = placesOf({
    paths: document.paths,
    components: document.components,
    webhooks: document.webhooks,
  } as JsonObject);
  const { holder, key } = places[at % places.length] as Place;
  const value = holder[key];
  if (how % 4 === 0) delete holder[key];
  else if (key === '$ref')
    holder[key] = REFS.filter(ref => kindOf(ref) === kindOf(String(value)))[how % 5] ?? String(value);
  else if (key === 'type' && typeof value === 'string') holder[key] = WORDS[value as keyof typeof WORDS] ?? 'string';
  else if (typeof value === 'number') holder[key] = value + 1;
  else if (typeof value === 'boolean') holder[key] = !value;
  else if (typeof value === 'string') holder[key] = `${value}x`;
  else if (typeof value === 'object' && value !== null && !Array.isArray(value))
    Object.assign(value, [{ description: 'x' }, { readOnly: true }, { minLength: 2 }, { required: ['name'] }][how % 3]);
};

const kindOf = (ref: string): string => ref.split('/')[2] ?? '';

/** A document with a dangling reference is refused before the comparison. */
const isWhole = (document: JsonObject): boolean =>
  placesOf(document).every(
    ({ holder, key }) =>
      key !== '$ref' ||
      (typeof holder.$ref === 'string' &&
        isLocalRef(document, holder.$ref) &&
        typeof resolveRef(document, holder.$ref)?.value === 'object'),
  );

const told = (before: JsonObject, after: JsonObject, atLength: boolean) => {
  const { summary, items } = compareOpenApi(before, after, { atLength });
  return { summary, items: items.map(({ sortOrder: _, ...item }) => item).sort((a, b) => (a.key < b.key ? -1 : 1)) };
};

it('the short cut for equal text misses no change', () => {
  let compared = 0;
  const edits = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(edits, fc.boolean(), (made, back) => {
      const [old, now] = [structuredClone(DOCUMENT), structuredClone(DOCUMENT)];
      for (const [at, how] of made) edit(now, at, how);
      if (!isWhole(now)) return;
      const [before, after] = back ? [now, old] : [old, now];
      const short = told(before, after, false);
      expect(short).toEqual(told(before, after, true));
      compared += Math.sign(short.items.length);
    }),
    { numRuns: 400 },
  );
  expect(compared).toBeGreaterThan(150);
});
