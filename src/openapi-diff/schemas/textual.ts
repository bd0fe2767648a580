import { isPrimitive } from '../rules/type-relations.ts';
import type { NormalSchema } from './normal-schema.ts';

/**
 * Whether values are written as text, not as JSON: then the number `5` and the string `5` look the same. A `part` is the
 * value of a property of a form: it is text unless it holds an object, or an encoding says otherwise.
 */
export type Textual = boolean | 'part' | FormParts;

/** How the encodings of a form write its properties; those without one are parts. Each one has its own number. */
export type FormParts = { number: number; named: ReadonlyMap<string, boolean>; others: false | 'part' };

export const PLAIN_FORM: FormParts = { number: 0, named: new Map(), others: 'part' };

/** Identifies what says how values are written. */
export const numberOfTextual = (textual: Textual): number => {
  if (typeof textual === 'object') return 3 + textual.number;
  return textual === 'part' ? 2 : Number(textual);
};

const OF_PROPERTIES = new Set(['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties']);

/** How the schemas inside a keyword are written; `properties` has one for each name. */
export const textualIn = (textual: Textual, keyword: string | undefined, name = ''): Textual => {
  if (typeof textual === 'boolean' || keyword === undefined || !OF_PROPERTIES.has(keyword)) return textual;
  if (textual === 'part') return false;
  return keyword === 'properties' ? (textual.named.get(name) ?? 'part') : textual.others;
};

export const isWrittenAsText = (textual: Textual, before: NormalSchema, after: NormalSchema): boolean =>
  textual === 'part' ? isPrimitive(before.types) && isPrimitive(after.types) : textual === true;
