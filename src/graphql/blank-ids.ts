import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { invalidArgument } from '../platform/errors.ts';
import type { GraphqlContext } from './context.ts';

/**
 * Refuses blank ids in optional arguments and in optional fields of inputs: there, a blank id would otherwise mean "no
 * filter", or a token for all projects.
 */
export function refuseBlankIds(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.args.some(arg => takesId(arg) || fieldsOf(arg).some(takesId))) continue;
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

type Input = GraphQLArgument | GraphQLInputField;

/** Required ids are left to the use cases, which check rights first. */
const takesId = ({ type }: Input): boolean => !isNonNullType(type) && getNamedType(type).name === 'ID';

function fieldsOf({ type }: Input): GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

function requireIds(inputs: readonly Input[], values: Readonly<Record<string, unknown>>): void {
  for (const input of inputs) {
    const value = values[input.name];
    if (takesId(input) && typeof value === 'string' && value.trim() === '')
      throw invalidArgument(input.name, 'must not be blank');
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      requireIds(fieldsOf(input), value as Record<string, unknown>);
  }
}
