import type { Direction, Effect } from '../law.ts';
import type { Located } from '../read/document.ts';
import type { NormalSchema } from './normal-schema.ts';

/** Two schemas for the same thing, in normal form. */
export type SchemaPair = {
  before: NormalSchema;
  after: NormalSchema;
  direction: Direction;
  family: Family;
  /** Whether this is a whole body, parameter or header, not a property inside it. */
  root: boolean;
  /** A parameter that callers may repeat to send several values. */
  repeatable: boolean;
  /** A parameter that callers always send. */
  isSent: boolean;
  /** Serialized as text, not as JSON. */
  textual: boolean;
  /** One document uses 3.0, the other one 3.1. */
  crossed: boolean;
  /** Properties that moved between the schema and all its alternatives. */
  moved?: ReadonlySet<string>;
};

/** The keys of the first map, then those that only the second one has. */
export const keysOfEither = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] => {
  const keys = [...a.keys()];
  for (const key of b.keys()) if (!a.has(key)) keys.push(key);
  return keys;
};

/** `header-parameter`: a header of a request; `header`: one of a response. */
export type Family = 'body' | 'parameter' | 'header-parameter' | 'header';

/** A keyword that differs. `before` or `after` is absent if that side does not have it. */
export type KeywordPair = {
  before?: Located;
  after?: Located;
  schemas: SchemaPair;
  /** The effect of changes inside the keyword on the values that its schema matches. */
  inside?: Effect;
};
