import {
  defaultFieldResolver,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
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
      if (isLeaf && field.args.length === 0) {
        if (field.resolve === undefined) plain.set(field, source => (source as Record<string, unknown>)[field.name]);
        else if (field.resolve.length === 1) plain.set(field, field.resolve as Plain);
      }
      field.resolve = measured(field.resolve ?? defaultFieldResolver, isLeaf);
    }
  }
  return schema;
}

/** Returns the value of a field from its source, synchronously. */
type Plain = (source: unknown) => unknown;

const plain = new WeakMap<object, Plain>();

/** The resolver of a leaf field that needs only its source, otherwise undefined. The caller must count its value. */
export const plainResolverOf = (field: object): Plain | undefined => plain.get(field);

function measured(resolve: GraphQLFieldResolver<unknown, GraphqlContext>, isLeaf: boolean) {
  const count = (value: unknown, { answer }: GraphqlContext, { path }: GraphQLResolveInfo) => {
    answer.take(path.key, isLeaf ? value : undefined);
    return value;
  };
  // Most values are not promises: allocate nothing for them.
  const counted: GraphQLFieldResolver<unknown, GraphqlContext> = (source, args, context, info) => {
    let value: unknown;
    try {
      value = resolve(source, args, context, info);
    } catch (error) {
      throw context.answer.takeError(error as Error, info);
    }
    if (!isPromiseLike(value)) return count(value, context, info);
    return value.then(
      awaited => count(awaited, context, info),
      error => {
        throw context.answer.takeError(error, info);
      },
    );
  };
  return counted;
}

export const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
