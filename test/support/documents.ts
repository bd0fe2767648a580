import { stringify } from 'yaml';

/** Small documents for tests, as the text that a person would upload. */

type Json = { [key: string]: unknown };

const pet = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer', format: 'int64' }, name: { type: 'string' }, tag: { type: 'string' } },
};

const petAnswer = (description: string, schema: Json) => ({
  '200': { description, content: { 'application/json': { schema } } },
});

/** Three operations on pets: listPets, createPet and getPet. */
function petstore(openapi: string): Json {
  return {
    openapi,
    info: { title: 'Petstore', version: '1.0.0' },
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'List pets',
          tags: ['pets'],
          parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100 } }],
          responses: petAnswer('Pets', { type: 'array', items: { $ref: '#/components/schemas/Pet' } }),
        },
        post: {
          operationId: 'createPet',
          summary: 'Create a pet',
          tags: ['pets'],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
          responses: { '201': { description: 'Created' } },
        },
      },
      '/pets/{petId}': {
        get: {
          operationId: 'getPet',
          summary: 'Read a pet',
          tags: ['pets'],
          parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
          responses: petAnswer('A pet', { $ref: '#/components/schemas/Pet' }),
        },
      },
    },
    components: { schemas: { Pet: pet } },
  };
}

/** An OpenAPI 3.1 document with these paths and no others, as JSON. */
export const openapiWith = (paths: Json, rest: Json = {}): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'Small', version: '1.0.0' }, paths, ...rest }, null, 2);

/** Recursive schemas of which each meets each one of another such document with a length that has no common factor. */
export const cyclicJson = (length: number, type: string): string => {
  const next = (index: number) => ({ $ref: `#/components/schemas/C${index % length}` });
  const schemas = Array.from({ length }, (_, index) => [
    `C${index}`,
    { type: 'object', properties: { value: { type }, next: next(index + 1) } },
  ]);
  const answer = { description: 'OK', content: { 'application/json': { schema: next(0) } } };
  const paths = { '/cycle': { get: { responses: { '200': answer } } } };
  return openapiWith(paths, { components: { schemas: Object.fromEntries(schemas) } });
};

/** An OpenAPI 3.1 document with `count` operations `GET /things/{n}`. */
export const openapiOfSize = (count: number): string =>
  openapiWith(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `/things/${index}`,
        { get: { operationId: `getThing${index}`, tags: ['things'], responses: { '200': { description: 'OK' } } } },
      ]),
    ),
  );

export const petstore30Json = JSON.stringify(petstore('3.0.3'), null, 2);
export const petstore30Yaml = stringify(petstore('3.0.3'));
export const petstore31Json = JSON.stringify(petstore('3.1.0'), null, 2);
export const petstore31Yaml = stringify(petstore('3.1.0'));

/** The 3.1 petstore a release later: `GET /pets/{petId}` is gone, `DELETE /pets/{petId}` is new. */
export const petstoreNext = (() => {
  const { paths, ...rest } = petstore('3.1.0') as { paths: Json };
  const parameters = [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }];
  const remove = { operationId: 'deletePet', parameters, responses: { '204': { description: 'Gone' } } };
  return JSON.stringify({ ...rest, paths: { ...paths, '/pets/{petId}': { delete: remove } } }, null, 2);
})();

export const guideMarkdown = '# Guide\n\nHow to keep a pet.\n\n## Food\n\nTwice a day.\n';
export const guideMarkdownNext =
  '# Guide\n\nHow to keep a pet.\n\n## Food\n\nThree times a day.\n\n## Walks\n\nDaily.\n';
