import {
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInputType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { MAX_OFFSET, MAX_PAGE, MAX_SEARCH_BYTES } from '../src/platform/page-limits.ts';
import { inWireNames } from './wire-descriptions.ts';

/** Constraints of an argument or input field beyond its type (`extensions.bounds`). */
export type Bounds = {
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  minItems?: number;
};

/** A variable of an operation; its name is the wire name. */
export type Variable = {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly required: boolean;
  readonly defaultValue: unknown;
  /** The GraphQL name of the argument or input field that receives it. */
  readonly target: string;
  readonly description: string | undefined;
  readonly bounds: Bounds;
  /** Whether a long text may come in bytes (`extensions.takesLongText`). */
  readonly takesLongText: boolean;
};

/** Paging of every list in every facade. The schema's own paging arguments have other defaults. */
const paging: Readonly<Record<string, { description: string; bounds: Bounds }>> = {
  page_size: { description: 'Maximum number of items of the page.', bounds: { minimum: 1, maximum: MAX_PAGE } },
  offset: { description: 'Number of items to skip before the page.', bounds: { minimum: 0, maximum: MAX_OFFSET } },
  search: {
    description: `Only items whose text contains this, ignoring case; at most ${MAX_SEARCH_BYTES} bytes.`,
    bounds: { maxLength: MAX_SEARCH_BYTES },
  },
};

type Target = GraphQLArgument | GraphQLInputField;

export function variablesOf(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  document: DocumentNode,
): Variable[] {
  const targets = traceTargets(schema, document);
  return (definition.variableDefinitions ?? []).map(node => {
    const name = node.variable.name.value;
    const type = typeFromAST(schema, node.type);
    const target = targets.get(name);
    if (type === undefined || !isInputType(type) || target === undefined) throw new Error(`$${name} is not used`);
    if (name === 'input') throw new Error(`$${name}: spell the fields of the input object out`);
    const defaultValue = node.defaultValue === undefined ? undefined : valueFromASTUntyped(node.defaultValue);
    return {
      name,
      type,
      required: isNonNullType(type) && defaultValue === undefined,
      defaultValue,
      target: target.name,
      description: paging[name]?.description ?? inWireNames(target.description),
      bounds: { ...paging[name]?.bounds, ...(target.extensions.bounds as Bounds | undefined) },
      takesLongText: target.extensions.takesLongText === true,
    };
  });
}

/** Maps each variable to the first argument or input field that uses it. */
function traceTargets(schema: GraphQLSchema, document: DocumentNode): Map<string, Target> {
  const targets = new Map<string, Target>();
  const note = (value: ValueNode, target: Target | undefined): void => {
    if (target === undefined) return;
    if (value.kind === Kind.VARIABLE && !targets.has(value.name.value)) targets.set(value.name.value, target);
    if (value.kind !== Kind.OBJECT) return;
    const type = getNamedType(target.type);
    const fields = isInputObjectType(type) ? type.getFields() : {};
    for (const { name, value: given } of value.fields) note(given, fields[name.value]);
  };
  const walk = (type: GraphQLNamedType | null | undefined, { selections }: SelectionSetNode): void => {
    const fields = isObjectType(type) ? type.getFields() : {};
    for (const selection of selections) {
      if (selection.kind !== Kind.FIELD) continue;
      const field = fields[selection.name.value];
      for (const { name, value } of selection.arguments ?? [])
        note(
          value,
          field?.args.find(arg => arg.name === name.value),
        );
      if (field !== undefined && selection.selectionSet !== undefined)
        walk(getNamedType(field.type), selection.selectionSet);
    }
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION)
      walk(schema.getRootType(definition.operation), definition.selectionSet);
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      walk(schema.getType(definition.typeCondition.name.value), definition.selectionSet);
  }
  return targets;
}
