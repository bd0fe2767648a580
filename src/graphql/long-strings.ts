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

// Values of type String may be long texts in bytes: in every answer, and in the input fields that say so.

const { coerceOutputValue, coerceInputValue } = GraphQLString;

GraphQLString.coerceOutputValue = value => (value instanceof LongText ? (value as never) : coerceOutputValue(value));
GraphQLString.serialize = GraphQLString.coerceOutputValue;
GraphQLString.coerceInputValue = value => (value instanceof LongText ? (value as never) : coerceInputValue(value));
GraphQLString.parseValue = GraphQLString.coerceInputValue;

/** Extensions of an input field that takes a long text in bytes. */
export const takesLongText = { takesLongText: true };

/** Makes strings of the long texts among the fields of variables, except where an input field takes them in bytes. */
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

/** The fields of a variable that is used once: the bytes of a text are gone after their use. */
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
