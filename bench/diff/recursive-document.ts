import type { JsonObject } from '../../src/platform/json.ts';

/**
 * A document similar to a payment API: all objects refer to each other, by id or expanded, and the responses of the
 * operations reach every object. `release` 2 differs in some places.
 */

const SCHEMAS = 90;
const OPERATIONS = 400;

const ref = (index: number): JsonObject => ({ $ref: `#/components/schemas/object_${index % SCHEMAS}` });

const prose = (subject: string, sentences: number): string =>
  Array.from(
    { length: sentences },
    (_, index) =>
      `The ${subject} is set as soon as the related charge was confirmed by the network (step ${index + 1}), and stays null before.`,
  ).join(' ');

const scalar = (index: number, release: number): JsonObject => ({
  type: ['string', 'integer', 'boolean'][index % 3] as string,
  description: prose(`value ${index}`, 1),
  ...(index % 3 === 0 && { maxLength: release === 2 && index % 9 === 0 ? 4_000 : 5_000 }),
});

/** Either the id of another object or the object. */
const expandable = (index: number, target: number): JsonObject => ({
  anyOf: [{ type: 'string', maxLength: 5_000 }, ref(target)],
  description: prose(`object ${index}`, 1),
  'x-expansionResources': { oneOf: [ref(target)] },
});

const object = (index: number, release: number): JsonObject => {
  const properties: JsonObject = { id: { type: 'string' }, created: { type: 'integer', format: 'unix-time' } };
  for (let field = 0; field < 40; field++) properties[`field_${field}`] = scalar(index + field, release);
  for (let edge = 1; edge <= 10; edge++) properties[`related_${edge}`] = expandable(index, index * 7 + edge * 13);
  properties.list = { type: 'object', properties: { data: { type: 'array', items: ref(index + 1) } } };
  if (release === 2 && index % 10 === 0) properties.added_later = { type: 'string' };
  if (release === 2 && index % 15 === 0) delete properties.field_7;
  return { type: 'object', description: prose(`object ${index}`, 4), properties, required: ['id', 'created'] };
};

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });

const operation = (index: number, release: number): JsonObject => ({
  operationId: `operation${index}`,
  description: prose(`result ${index}`, 3),
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 5_000 } },
    {
      name: 'expand',
      in: 'query',
      explode: true,
      style: 'deepObject',
      schema: { type: 'array', items: { type: 'string' } },
    },
    ...(release === 2 && index % 50 === 0 ? [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] : []),
  ],
  requestBody: {
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 40 }, (_, field) => [`param_${field}`, scalar(index + field, 1)]),
          ),
        },
      },
    },
  },
  responses: {
    200: { description: 'ok', content: json(ref(index)) },
    default: { description: 'error', content: json(ref(index + 1)) },
  },
});

export const recursiveDocument = (release: 1 | 2): JsonObject => ({
  openapi: '3.0.3',
  info: { title: 'Payments', version: `${release}.0.0` },
  paths: Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, index) => [`/v1/things_${index}/{id}`, { post: operation(index, release) }]),
  ),
  components: {
    schemas: Object.fromEntries(
      Array.from({ length: SCHEMAS }, (_, index) => [`object_${index}`, object(index, release)]),
    ),
  },
});
