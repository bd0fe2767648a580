import { append } from '../../../openapi/pointer.ts';
import type { Context } from '../engine.ts';

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
