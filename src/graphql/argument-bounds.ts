import { type FieldNode, type GraphQLArgument, GraphQLError } from 'graphql';
import { invalidArgument } from '../platform/errors.ts';
import { wireName } from '../platform/fields.ts';

type Bounds = { minimum?: number; maximum?: number };

/** Refuses a number out of the bounds that its argument declares, with the message of the resolver. */
export function checkBounds(field: FieldNode, { name, extensions }: GraphQLArgument, value: unknown): void {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = (extensions.bounds ??
    {}) as Bounds;
  if (typeof value !== 'number' || (value >= minimum && value <= maximum)) return;
  const range = Number.isFinite(maximum) ? `must be from ${minimum} to ${maximum}` : `must be at least ${minimum}`;
  const originalError = invalidArgument(wireName(name), range);
  throw new GraphQLError(originalError.message, { nodes: field, originalError });
}
