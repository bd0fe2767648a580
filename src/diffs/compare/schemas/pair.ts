import type { Located } from '../document.ts';
import type { Direction, Effect } from '../law.ts';
import type { NormalSchema } from './normal.ts';

/** Two schemas that stand for the same thing, in normal form. */
export type SchemaPair = {
  before: NormalSchema;
  after: NormalSchema;
  direction: Direction;
  family: Family;
  /** Where a whole body, parameter or header is described, not a property inside it. */
  root: boolean;
  /** A parameter that callers may repeat to send several values. */
  repeatable: boolean;
  /** Written as text, not as JSON. */
  textual: boolean;
  /** One document speaks 3.0, the other one 3.1. */
  crossed: boolean;
};

/** `header-parameter`: a header of a request; `header`: one of a response. */
export type Family = 'body' | 'parameter' | 'header-parameter' | 'header';

/** A keyword that differs; absent where undefined. */
export type KeywordPair = {
  before?: Located;
  after?: Located;
  schemas: SchemaPair;
  /** What the changes inside the keyword do to the values that its schema matches. */
  inside?: Effect;
};
