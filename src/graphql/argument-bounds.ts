import {
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { invalidArgument } from '../platform/errors.ts';
import { wireName } from '../platform/fields.ts';
import { fieldsOf, fragmentsOf } from './fragments.ts';
import type { GivenValues } from './given-values.ts';

type Bounds = { minimum?: number; maximum?: number };

/**
 * Refuses a number out of the bounds that its argument declares, in the fields of a mutation that are run. The resolver
 * could refuse it only when the mutation is done.
 */
export function checkBounds(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operation, selectionSet }: OperationDefinitionNode,
  given: GivenValues,
): void {
  const fragments = fragmentsOf(document);
  // Each selection once, so that nested fragment spreads cannot make this slow.
  const checked = new Set<SelectionSetNode>();
  const check = (set: SelectionSetNode, parent: string): void => {
    if (checked.has(set)) return;
    checked.add(set);
    for (const { field, typeName } of fieldsOf(set, parent, fragments, given)) {
      const type = schema.getType(typeName);
      const definition = isObjectType(type) ? type.getFields()[field.name.value] : undefined;
      if (!definition) continue;
      for (const argument of definition.args) checkArgument(field, argument, given.argument(field, argument.name));
      if (field.selectionSet) check(field.selectionSet, getNamedType(definition.type).name);
    }
  };
  check(selectionSet, schema.getRootType(operation)?.name ?? '');
}

/** Refuses with the message of the resolver. */
function checkArgument(field: FieldNode, { name, extensions }: GraphQLArgument, value: unknown): void {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = (extensions.bounds ??
    {}) as Bounds;
  if (typeof value !== 'number' || (value >= minimum && value <= maximum)) return;
  const range = Number.isFinite(maximum) ? `must be from ${minimum} to ${maximum}` : `must be at least ${minimum}`;
  const originalError = invalidArgument(wireName(name), range);
  throw new GraphQLError(originalError.message, { nodes: field, originalError });
}
