import { buildSchema, type ExecutionResult, execute, type GraphQLField, type GraphQLObjectType, parse } from 'graphql';
import { createYoga } from 'graphql-yoga';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../src/access/context.ts';
import { completeListsInBatches } from '../../src/graphql/list-batches.ts';
import { type Batch, batched } from '../../src/lists/batch.ts';
import { Pace } from '../../src/platform/pace.ts';

const schema = completeListsInBatches(
  buildSchema('type Query { groups: [Group!]! names: [String!]! } type Group { name: String! items: [Item!]! } type Item { id: ID! }'),
); // biome-ignore format: one line
const groupsOf = (groups: number, items: number) => ({
  names: Array.from({ length: 5_000 }, (_, name) => `${name}`),
  groups: Array.from({ length: groups }, (_, group) => ({
    name: `${group}`,
    items: Array.from({ length: items }, (_, item) => ({ id: `${group} ${item}` })),
  })),
});

/** The result, and the number of iterations of the event loop until then. */
async function turnsOf(work: () => Promise<ExecutionResult>): Promise<[number, ExecutionResult]> {
  let turns = 0;
  let done = false;
  const turn = () => {
    turns += 1;
    if (!done) setImmediate(turn);
  };
  setImmediate(turn);
  const result = await work();
  done = true;
  return [turns, result];
}

type Run = (rootValue: object, query: string) => Promise<ExecutionResult>;

const byGraphqlJs: Run = async (rootValue, query) =>
  execute({ schema, document: parse(query), rootValue, contextValue: { pace: new Pace() } });

const byYoga: Run = async (rootValue, query) => {
  const asRoot = {
    onExecute({ args }: { args: { rootValue?: unknown } }) {
      args.rootValue = rootValue;
    },
  };
  const yoga = createYoga({ schema, context: () => ({ pace: new Pace() }), plugins: [asRoot], logging: false });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ query });
  return (await yoga.fetch('http://127.0.0.1/graphql', { method: 'POST', headers, body })).json();
};

const engines: [string, Run][] = [
  ['graphql-js, which answers the facades', byGraphqlJs],
  ['Yoga, which answers GraphQL', byYoga],
];

describe.each(engines)('%s', (_, engine) => {
  const run = (rootValue: object, query: string) => turnsOf(() => engine(rootValue, query));

  test.each([
    ['one long list', 1, 2_000],
    ['many short lists', 500, 4],
  ])('answers the same for %s, and lets others in between', async (_name, groups, items) => {
    const rootValue = groupsOf(groups, items);
    const [turns, { data, errors }] = await run(rootValue, '{ groups { name items { id } } }');
    expect(errors).toBeUndefined();
    expect(JSON.parse(JSON.stringify(data))).toEqual({ groups: rootValue.groups });
    expect(turns).toBeGreaterThan(40);
  });

  test('answers short lists and lists of texts without waiting', async () => {
    const [turns] = await run(groupsOf(4, 5), '{ names groups { name items { id } } }');
    expect(turns).toBeLessThan(10);
  });
});

test('two long answers take turns', async () => {
  const ended: [name: string, completed: number][] = [];
  const completed = { one: 0, other: 0 };
  const document = parse('{ groups { items { id } } }');
  async function answer(name: 'one' | 'other', opposite: 'one' | 'other') {
    const item = {
      id() {
        completed[name] += 1;
        return 'id';
      },
    };
    const rootValue = { groups: [{ items: Array(1_000).fill(item) }] };
    await execute({ schema, document, rootValue, contextValue: { pace: new Pace() } });
    ended.push([name, completed[opposite]]);
  }
  await Promise.all([answer('one', 'other'), answer('other', 'one')]);
  // The answers alternate: when the first one is complete, the second one is almost complete.
  expect(ended[0]?.[1]).toBeGreaterThan(800);
});

test('items that wait for the same loaded value are completed in batches too', async () => {
  const owned = buildSchema('type Query { items: [Item!]! } type Item { owner: Owner! } type Owner { name: String! }');
  const owner: Batch<string, { name(): string }> = { load: async (_, ids) => ids.map(() => ({ name: countName })) };
  const fields = (owned.getType('Item') as GraphQLObjectType).getFields();
  (fields.owner as GraphQLField<unknown, Context>).resolve = (_, __, context) => batched(context, owner, 'one');
  let [inTurn, most, done] = [0, 0, false];
  const countName = () => {
    inTurn += 1;
    most = Math.max(most, inTurn);
    return 'One';
  };
  const turn = () => {
    inTurn = 0;
    if (!done) setImmediate(turn);
  };
  turn();
  const rootValue = { items: Array.from({ length: 1_000 }, () => ({})) };
  const contextValue = { pace: new Pace(), loaders: new Map() };
  const document = parse('{ items { owner { name } } }');
  const { data } = await execute({ schema: completeListsInBatches(owned), document, rootValue, contextValue });
  done = true;
  expect(JSON.stringify(data)).toBe(JSON.stringify({ items: Array(1_000).fill({ owner: { name: 'One' } }) }));
  expect(most).toBeLessThanOrEqual(40);
});
