import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';
import type { Pace } from '../platform/pace.ts';
import type { GraphqlContext } from './context.ts';

/** Completes long lists in batches: all at once, thousands of items would block every other request. */
export function completeListsInBatches(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isOfObjects = isListType(getNullableType(field.type)) && !isLeafType(getNamedType(field.type));
      if (isOfObjects) field.resolve = paced(field.resolve ?? defaultFieldResolver);
    }
  }
  return schema;
}

function paced(resolve: GraphQLFieldResolver<unknown, GraphqlContext>): GraphQLFieldResolver<unknown, GraphqlContext> {
  return (source, args, context, info) => {
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise
      ? value.then(items => inPieces(items, context.pace))
      : inPieces(value, context.pace);
  };
}

const inPieces = (items: unknown, pace: Pace): unknown =>
  Array.isArray(items) && !pace.takesList(items.length) ? oneByOne(items, pace) : items;

async function* oneByOne(items: readonly unknown[], pace: Pace): AsyncGenerator<unknown, void> {
  for (const item of items) {
    await pace.takeNext();
    yield item;
  }
}
