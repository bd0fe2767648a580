import { append } from '../../openapi/pointer.ts';
import type { JsonValue } from '../../platform/json.ts';
import { type Context, type Engine, type Findings, partOf } from '../engine.ts';
import type { Effect } from '../law.ts';
import type { Node } from './schema-map.ts';
import { textualIn } from './textual.ts';

/** How to continue with nested schemas. */
export type Walk = {
  compareSchemas: (engine: Engine, context: Context, before: Node, after: Node) => Findings;
  /**
   * The combined effect of changes inside a keyword on the values that it matches; null if nothing changed. Only `not`
   * also returns the changes as findings, because its effect follows from theirs.
   */
  compareInside: (
    engine: Engine,
    context: Context,
    keyword: string,
    before: Node,
    after: Node,
  ) => { effect: Effect | null; findings: Findings };
  /**
   * The short cut for schemas with equal text, where only referenced components may differ; those are compared
   * separately. Returns false and does nothing if more may differ.
   */
  linkComponents: (engine: Engine, context: Context, schema: JsonValue) => boolean;
};

/** Sorts the names inside `not` and conditions, where a component is reported at the first name that leads to it. */
export const inFixedOrder = ({ inside }: Context, names: string[]): string[] =>
  inside === undefined ? names : names.toSorted();

/** How messages name the steps to nested schemas. */
export const STEPS: Record<string, string> = {
  items: '[]',
  additionalProperties: '*',
  contains: '[contains]',
  not: '[not]',
  if: '[if]',
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  then: '[then]',
  else: '[else]',
  propertyNames: '[propertyNames]',
  unevaluatedItems: '[unevaluatedItems]',
  unevaluatedProperties: '[unevaluatedProperties]',
  contentSchema: '[contentSchema]',
};

/** Schemas in these keywords are about the same value. */
const OF_SAME_VALUE: ReadonlySet<unknown> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']);

/** The context of a nested schema: a property, an item, a branch. */
export const stepInto = (context: Context, segments: string[], name: string): Context => ({
  ...(OF_SAME_VALUE.has(segments[0]) ? context : partOf(context)),
  root: false,
  textual: textualIn(context.textual, segments[0]),
  path: name === '' ? context.path : name.startsWith('[') ? `${context.path}${name}` : joinPath(context.path, name),
  trail: segments.reduce<string>(append, context.trail),
});

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
