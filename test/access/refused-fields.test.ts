import {
  execute,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isEnumType,
  isNonNullType,
  isObjectType,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/access/call.ts';
import { createGraphqlContext } from '../../src/graphql/context.ts';
import { presentError } from '../../src/graphql/errors.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { singleReads } from '../support/list-fields.ts';
import { createListWorld, type ListCaller } from './list-world.ts';

const app = await testApp();
const { ids, callers } = await createListWorld(app);

const REFUSALS: unknown[] = ['NOT_FOUND', 'PERMISSION_DENIED'];

/** Any value of the type of a required argument. */
function valueFor(type: GraphQLInputType): string {
  const named = getNullableType(type);
  if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
  return String(named) === 'Int' ? '1' : '"x"';
}

function textOf({ name, args, type }: GraphQLField<unknown, unknown>, depth: number): string {
  const required = args.filter(arg => isNonNullType(arg.type)).map(arg => `${arg.name}: ${valueFor(arg.type)}`);
  const given = required.length === 0 ? name : `${name}(${required.join(', ')})`;
  const named = getNamedType(type);
  return isObjectType(named) ? `${given} { ${everythingOf(named, depth)} }` : given;
}

/** All fields of a type, and of the objects in them to this depth. */
function everythingOf(type: GraphQLObjectType, depth: number): string {
  const { nodes, ...fields } = type.getFields();
  if (nodes) return textOf(nodes, depth);
  const texts = depth < 0 ? [] : Object.values(fields).map(field => textOf(field, depth - 1));
  return ['__typename', ...texts].join(' ');
}

const reads = [...singleReads.values()].flatMap(({ field, node }) =>
  (ids[node.name] ?? []).map(id => parse(`{ ${field}(id: "${id}") { ${everythingOf(node, 1)} } }`)),
);

const valueAt = (data: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce((value, key) => (value as Record<string, unknown> | null)?.[key], data);

/** The places of refused fields that are gone with the object around them. */
async function lostTo(caller: ListCaller): Promise<string[]> {
  const surface = caller.actor.kind === 'mcpToken' ? 'mcp' : 'graphql';
  const call: Call = { ...app.services, actor: caller.actor, surface, traceId: '0'.repeat(32), address: '127.0.0.1' };
  const lost = new Set<string>();
  for (const document of reads) {
    const { data, errors = [] } = await execute({ schema, document, contextValue: createGraphqlContext(call) });
    for (const { path = [], extensions } of errors.map(error => presentError(error, call)))
      if (REFUSALS.includes(extensions.code) && !valueAt(data, path.slice(0, -1)))
        lost.add(path.filter(key => typeof key === 'string').join('.'));
  }
  return [...lost];
}

describe('a field that is refused', () => {
  it.each(callers)('takes nothing else of its object from $name', async caller => {
    expect(await lostTo(caller)).toEqual([]);
  });
});
