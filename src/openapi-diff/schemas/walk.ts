import { append } from '../../openapi/pointer.ts';
import type { JsonValue } from '../../platform/json.ts';
import type { Context, Engine, Findings } from '../engine.ts';
import type { Effect } from '../law.ts';
import type { Node } from './schema-map.ts';

/** How to go on with schemas inside a schema. */
export type Walk = {
  compareSchemas: (engine: Engine, context: Context, before: Node, after: Node) => Findings;
  /**
   * The effect that the changes inside a keyword have together on the values that it matches; null when nothing changed.
   * The changes themselves are findings for `not` alone, whose effect follows from theirs.
   */
  compareInside: (
    engine: Engine,
    context: Context,
    keyword: string,
    before: Node,
    after: Node,
  ) => { effect: Effect | null; findings: Findings };
  /**
   * The short way for schemas with equal text, where only a component that they refer to may differ, which is compared
   * on its own. Returns false, with nothing done, where more may differ.
   */
  linkComponents: (engine: Engine, context: Context, schema: JsonValue) => boolean;
};

/** What nested schemas are called on the way to them. */
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

/** The context of what stands inside: a property, an item, a branch. */
export const stepInto = (context: Context, segments: string[], name: string): Context => ({
  ...context,
  root: false,
  path: name === '' ? context.path : name.startsWith('[') ? `${context.path}${name}` : joinPath(context.path, name),
  trail: segments.reduce<string>(append, context.trail),
});

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
