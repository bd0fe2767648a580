import { buildSchema, type ExecutionResult, execute, type GraphQLObjectType, Kind, parse } from 'graphql';
import { describe, expect, test } from 'vitest';
import * as generated from '../../facades/generated.ts';
import { loadOperations } from '../../facades/operations.ts';
import { compileOperation } from '../../src/graphql/compiled-operation.ts';
import type { GraphqlContext } from '../../src/graphql/context.ts';
import { measureAnswers } from '../../src/graphql/measure-answers.ts';
import { schema as ownSchema } from '../../src/schema.ts';

const schema = buildSchema(`
    type Query { shelf(id: ID!, most: Int = 2): Shelf books: [Book!]! }
    type Mutation { fill(with: Filling!): Shelf empty: Shelf }
    input Filling { id: ID! most: Int = 2 }
    type Shelf { id: ID! books(from: Int): [Book!]! best: Book missing: Book names: [String] }
    type Book { title: String! genre: Genre pages: Int author: Author! broken: String late: String }
    type Author { name: String! }
    enum Genre { NOVEL POEM }`);
const books = [
  { title: 'A', genre: 'NOVEL', pages: 100, author: { name: 'Ada' } },
  { title: 'B', genre: null, pages: null, author: Promise.resolve({ name: 'Bo' }) },
  {
    title: 'C',
    genre: 'POEM',
    author: { name: 'Cy' },
    broken: new Error('torn'),
    late: Promise.reject(new Error('late')),
  },
];
books[2]?.late?.catch(() => {});

const resolvers = {
  'Query.shelf': (_: unknown, { id, most }: { id: string; most: number }) => Promise.resolve({ id, most }),
  'Mutation.fill': (_: unknown, { with: shelf }: { with: object }) => Promise.resolve(shelf),
  'Mutation.empty': () => Promise.reject(new Error('locked')),
  'Query.books': async function* () {
    yield* books.slice(0, 2);
  },
  'Shelf.books': ({ most }: { most: number }, { from = 0 }: { from?: number }) => books.slice(from, from + most),
  'Shelf.best': () => books[0],
  'Shelf.missing': () => null,
  'Shelf.names': () => ['x', null],
};
for (const [path, resolve] of Object.entries(resolvers)) {
  const [type, field] = path.split('.') as [string, string];
  const found = (schema.getType(type) as GraphQLObjectType).getFields()[field];
  if (found) found.resolve = resolve as never;
}
measureAnswers(schema);

const context = () => ({ answer: { take: () => {}, takeError: (error: Error) => error } }) as unknown as GraphqlContext;

async function answers(query: string, variables: Record<string, unknown> = {}): Promise<ExecutionResult[]> {
  const document = parse(query);
  const compiled = compileOperation(schema, document);
  if (compiled === undefined) throw new Error('not compiled');
  const byGraphqlJs = await execute({ schema, document, variableValues: variables, contextValue: context() });
  return [await compiled(variables, context()), byGraphqlJs];
}

describe('a compiled operation answers as graphql-js does', () => {
  test.each([
    ['nested lists, promises and enums', '{ shelf(id: 1) { id books { title genre pages author { name } } } }'],
    [
      'arguments and defaults',
      'query Q($id: ID!, $from: Int) { shelf(id: $id, most: 1) { id books(from: $from) { title } } }',
    ],
    [
      'aliases and merged selections',
      '{ one: shelf(id: 1) { best { title } best { pages } } two: shelf(id: 2) { key: id } }',
    ],
    [
      'fragments',
      '{ shelf(id: 1) { ...S ... on Shelf { id } ... { missing { title } } } } fragment S on Shelf { names }',
    ],
    ['lists in pieces', '{ books { title author { name } } }'],
    ['a mutation', 'mutation M($id: ID!) { fill(with: { id: $id }) { id books { title } best { author { name } } } }'],
  ])('%s', async (_, query) => {
    const [compiled, expected] = await answers(query, { id: '7', from: 1 });
    expect(JSON.stringify(compiled)).toBe(JSON.stringify(expected));
  });

  test.each([
    ['a thrown error', '{ shelf(id: 1) { books(from: 2) { title broken } } }'],
    ['a refused mutation', 'mutation { empty { id } }'],
    ['a rejected promise', '{ shelf(id: 1) { books(from: 2) { late } } }'],
    [
      'a variable of a wrong type',
      'query Q($id: ID!, $from: Int!) { shelf(id: $id) { books(from: $from) { title } } }',
    ],
  ])('%s', async (_, query) => {
    const [compiled, expected] = await answers(query, { id: '7' });
    expect(compiled?.errors?.map(error => error.toJSON())).toEqual(expected?.errors?.map(error => error.toJSON()));
    expect(compiled?.errors).toHaveLength(1);
  });
});

test('several mutations run one after the other, by graphql-js', () => {
  expect(compileOperation(schema, parse('mutation { empty { id } again: empty { id } }'))).toBeUndefined();
});

test('every query and mutation of the facades is compiled', () => {
  const documents = Object.values(generated).filter(
    one => one.kind === Kind.DOCUMENT && one.definitions.some(part => part.kind === Kind.OPERATION_DEFINITION),
  );
  const operations = [...loadOperations(ownSchema, documents).values()].filter(({ kind }) => kind !== 'subscription');
  const left = operations.filter(({ document }) => compileOperation(ownSchema, document) === undefined);
  expect(operations.filter(({ kind }) => kind === 'query').length).toBeGreaterThan(100);
  expect(operations.filter(({ kind }) => kind === 'mutation').length).toBeGreaterThan(50);
  expect(left.map(({ name }) => name)).toEqual([]);
});
