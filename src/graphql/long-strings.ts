import {
  type DocumentNode,
  type ExecutionArgs,
  type GraphQLInputFieldMap,
  type GraphQLSchema,
  GraphQLString,
  getNullableType,
  isInputObjectType,
  isInputType,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import { LongText } from '../platform/long-text.ts';

// A String may be a LongText: in every answer, and in input fields with the extension `takesLongText`.

const { coerceOutputValue, coerceInputValue } = GraphQLString;

GraphQLString.coerceOutputValue = value => (value instanceof LongText ? (value as never) : coerceOutputValue(value));
GraphQLString.serialize = GraphQLString.coerceOutputValue;
GraphQLString.coerceInputValue = value => (value instanceof LongText ? (value as never) : coerceInputValue(value));
GraphQLString.parseValue = GraphQLString.coerceInputValue;

/** Extensions of an input field that accepts a LongText. */
export const takesLongText = { takesLongText: true };

/** Converts each LongText in a field of a variable to a string, except for input fields that accept a LongText. */
export function decodeVariables({ schema, document, variableValues }: ExecutionArgs): void {
  for (const [name, value] of Object.entries(variableValues ?? {})) {
    if (typeof value !== 'object' || value === null) continue;
    const fields = value as Record<string, unknown>;
    const long = Object.entries(fields).filter(([, field]) => field instanceof LongText);
    if (long.length === 0) continue;
    const takes = takenFields(schema, document, name);
    for (const [key, text] of long) if (takes[key]?.extensions.takesLongText !== true) fields[key] = String(text);
  }
}

/** The input fields of a variable; none if it is used more than once, because a LongText is freed after its first use. */
function takenFields(schema: GraphQLSchema, document: DocumentNode, name: string): GraphQLInputFieldMap {
  const definitions: VariableDefinitionNode[] = [];
  let uses = 0;
  visit(document, {
    VariableDefinition: node => {
      if (node.variable.name.value === name) definitions.push(node);
      return false;
    },
    Variable: node => {
      if (node.name.value === name) uses += 1;
    },
  });
  const [definition] = definitions;
  const type = definition && typeFromAST(schema, definition.type);
  const object = isInputType(type) ? getNullableType(type) : undefined;
  return uses === 1 && definitions.length === 1 && isInputObjectType(object) ? object.getFields() : {};
}
