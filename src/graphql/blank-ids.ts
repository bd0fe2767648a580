import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { invalidArgument } from '../platform/errors.ts';
import type { GraphqlContext } from './context.ts';

/** Refuses blank ids in optional arguments: there, a blank id would otherwise mean "no filter". */
export function refuseBlankIds(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.args.some(takesId)) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (parent, args, context, info) => {
        // Anonymous callers get UNAUTHENTICATED before INVALID_ARGUMENT.
        if ((context as GraphqlContext).actor.kind !== 'anonymous') requireIds(field.args, args);
        return resolve(parent, args, context, info);
      };
    }
  }
  return schema;
}

/** Required ids are left to the use cases, which check rights first. */
const takesId = ({ type }: GraphQLArgument): boolean => !isNonNullType(type) && getNamedType(type).name === 'ID';

function requireIds(inputs: readonly GraphQLArgument[], values: Readonly<Record<string, unknown>>): void {
  for (const { name } of inputs.filter(takesId)) {
    const value = values[name];
    if (typeof value === 'string' && value.trim() === '') throw invalidArgument(name, 'must not be blank');
  }
}
