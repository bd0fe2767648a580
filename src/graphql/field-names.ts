import { GraphQLError, type GraphQLSchema, isInputObjectType, isObjectType } from 'graphql';
import type { FieldError } from '../platform/errors.ts';
import { wireName } from '../platform/fields.ts';

export type NameFields = (error: GraphQLError) => GraphQLError;

/**
 * Renames fields in errors. Domain errors name fields as REST and MCP do (`expected_revision`); GraphQL callers know
 * them as the schema names them (`expectedRevision`). Text in quotes is a value and is not renamed.
 */
export function nameFieldsAs(schema: GraphQLSchema): NameFields {
  const names = new Map(inputNames(schema).map(name => [wireName(name), name]));
  const renamed = (text: string): string =>
    text.replaceAll(/"[^"]*"|\b[a-z]+(?:_[a-z0-9]+)+\b/g, word => names.get(word) ?? word);
  return error => {
    const { errors } = error.extensions as { errors?: FieldError[] };
    const named = errors?.map(({ field, message, ...place }) => ({
      ...(field !== undefined && { field: renamed(field) }),
      message: renamed(message),
      ...place,
    }));
    const { nodes, path, originalError } = error;
    const extensions = { ...error.extensions, ...(named && { errors: named }) };
    return new GraphQLError(renamed(error.message), { nodes, path, originalError, extensions });
  };
}

function inputNames(schema: GraphQLSchema): string[] {
  return Object.values(schema.getTypeMap()).flatMap(type => {
    if (isInputObjectType(type)) return Object.keys(type.getFields());
    if (!isObjectType(type)) return [];
    return Object.values(type.getFields()).flatMap(({ args }) => args.map(({ name }) => name));
  });
}
