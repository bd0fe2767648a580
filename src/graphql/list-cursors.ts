import { defaultFieldResolver, type GraphQLSchema, getNamedType, isObjectType } from 'graphql';
import { requireCursorOf } from '../lists/page.ts';
import { nounOf } from './connections.ts';

/** Lets each list refuse cursors of lists of other items, which would be an arbitrary place in it. */
export function refuseForeignCursors(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (field.extensions.page === undefined) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      const noun = nounOf(getNamedType(field.type).name);
      field.resolve = (source, args, context, info) => {
        requireCursorOf(noun, args.after);
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}
