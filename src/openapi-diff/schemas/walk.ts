import { append } from '../../openapi/pointer.ts';
import { type Context, partOf } from '../engine.ts';
import { textualIn } from './textual.ts';

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

/** The step to a schema that depends on a property: it is about the object, not about the property. */
export const dependentStep = (property: string): string => `[with ${property || '""'}]`;

/** Schemas in these keywords are about the same value. */
const OF_SAME_VALUE: ReadonlySet<unknown> = new Set([
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependentSchemas'],
]);

/** The context of a nested schema: a property, an item, a branch. */
export const stepInto = (context: Context, segments: string[], name: string): Context => ({
  ...(OF_SAME_VALUE.has(segments[0]) ? context : partOf(context)),
  root: false,
  textual: textualIn(context.textual, segments[0], segments[1]),
  path: name === '' ? context.path : name.startsWith('[') ? `${context.path}${name}` : joinPath(context.path, name),
  trail: segments.reduce<string>(append, context.trail),
});

const joinPath = (path: string, name: string): string => (path === '' ? name : `${path}/${name}`);
