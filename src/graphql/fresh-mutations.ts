import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { GraphqlContext } from './context.ts';

/**
 * Lets each mutation of a request begin without the rows that were loaded for the answer of the one before it: they may have
 * changed. Mutations run one after the other.
 */
export function loadAfreshForMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args, context, info) => {
      (context as GraphqlContext).loaders.clear();
      return resolve(source, args, context, info);
    };
  }
  return schema;
}
