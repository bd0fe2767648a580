import { defaultFieldResolver, type GraphQLSchema } from 'graphql';
import type { GraphqlContext } from './context.ts';
import { isPromiseLike } from './measure-answers.ts';

/**
 * Lets each mutation of a request begin without the rows that were loaded for the answer of the one before it: they may have
 * changed. Mutations run one after the other. Notes which of them are done: their answers may still fail.
 */
export function followMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args, context: GraphqlContext, info) => {
      const done = (value: unknown) => {
        context.done.push(String(info.path.key));
        return value;
      };
      context.loaders.clear();
      const value = resolve(source, args, context, info);
      return isPromiseLike(value) ? value.then(done) : done(value);
    };
  }
  return schema;
}
