import type { JsonValue } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Context, Engine } from '../engine.ts';
import type { Direction, Effect } from '../law.ts';
import type { NormalSchema } from './normal.ts';
import type { Node } from './schema-map.ts';

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

/** The keys of the first map, then those that only the second one has. */
export const keysOfEither = (a: ReadonlyMap<string, unknown>, b: ReadonlyMap<string, unknown>): string[] => {
  const keys = [...a.keys()];
  for (const key of b.keys()) if (!a.has(key)) keys.push(key);
  return keys;
};

/** How to go on with schemas inside a schema. */
export type Walk = {
  compareSchemas: (engine: Engine, context: Context, before: Node, after: Node) => void;
  /**
   * What the changes inside a keyword do together to the values that it matches; null when nothing changed. What they
   * are is told for `not` alone, whose verdict follows from them.
   */
  effectInside: (engine: Engine, context: Context, keyword: string, before: Node, after: Node) => Effect | null;
  /**
   * The short way for what is written alike on both sides, where all that may differ is a component that it refers to
   * and that is judged on its own; false, and nothing done, where that is not all.
   */
  linkComponents: (engine: Engine, context: Context, schema: JsonValue) => boolean;
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
