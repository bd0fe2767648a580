import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
} from 'graphql';
import type { GraphqlContext } from './context.ts';

/** Wraps every field of a schema so that it counts its size against the response budget. */
export function measureAnswers(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const isLeaf = isLeafType(getNamedType(field.type));
      field.resolve = measured(field.resolve ?? defaultFieldResolver, isLeaf);
    }
  }
  return schema;
}

function measured(resolve: GraphQLFieldResolver<unknown, GraphqlContext>, isLeaf: boolean) {
  const counted: GraphQLFieldResolver<unknown, GraphqlContext> = (source, args, context, info) => {
    const count = (value: unknown) => {
      context.answer.take(info.path.key, isLeaf ? value : undefined);
      return value;
    };
    const fail = (error: Error) => {
      throw context.answer.takeError(error, info);
    };
    let value: unknown;
    try {
      value = resolve(source, args, context, info);
    } catch (error) {
      return fail(error as Error);
    }
    return isPromiseLike(value) ? value.then(count, fail) : count(value);
  };
  return counted;
}

const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
