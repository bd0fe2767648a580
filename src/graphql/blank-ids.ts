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
 * Refuses blank ids, and blank names of branches, in optional arguments and in optional fields of inputs: there, a blank
 * one would otherwise mean "no filter", or a token for all projects.
 */
export function refuseBlankIds(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || type.name.startsWith('__')) continue;
    for (const field of Object.values(type.getFields())) {
      const ids = optionalIds(field.args);
      const inputs = field.args.map(arg => ({ name: arg.name, ids: optionalIds(fieldsOf(arg)) }));
      if (ids.length === 0 && inputs.every(input => input.ids.length === 0)) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (parent, args, context, info) => {
        // Anonymous callers get UNAUTHENTICATED before INVALID_ARGUMENT.
        if ((context as GraphqlContext).actor.kind !== 'anonymous') {
          refuseBlanks(ids, args);
          for (const input of inputs) refuseBlanks(input.ids, args[input.name] ?? {});
        }
        return resolve(parent, args, context, info);
      };
    }
  }
  return schema;
}

/** Required ids are left to the use cases, which check rights first. */
const optionalIds = (slots: readonly (GraphQLArgument | GraphQLInputField)[]): string[] =>
  slots.filter(slot => !isNonNullType(slot.type) && isIdOrBranch(slot)).map(({ name }) => name);

const isIdOrBranch = ({ name, type }: GraphQLArgument | GraphQLInputField): boolean =>
  getNamedType(type).name === 'ID' || name === 'branch';

function fieldsOf({ type }: GraphQLArgument): GraphQLInputField[] {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
}

function refuseBlanks(names: string[], values: Readonly<Record<string, unknown>>): void {
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string' && value.trim() === '') throw invalidArgument(name, 'must not be blank');
  }
}
