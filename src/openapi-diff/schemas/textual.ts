import { isPrimitive } from '../rules/type-relations.ts';
import type { NormalSchema } from './normal-schema.ts';

/**
 * Whether values are written as text, not as JSON: then the number `5` and the string `5` look the same. A form has parts:
 * each property is one, and is text unless it holds an object.
 */
export type Textual = boolean | 'form' | 'part';

const OF_PROPERTIES = new Set(['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties']);

/** How the schemas inside a keyword are written. */
export const textualIn = (textual: Textual, keyword: string | undefined): Textual => {
  if (typeof textual === 'boolean' || keyword === undefined || !OF_PROPERTIES.has(keyword)) return textual;
  return textual === 'form' ? 'part' : false;
};

export const isWrittenAsText = (textual: Textual, before: NormalSchema, after: NormalSchema): boolean =>
  textual === 'part' ? isPrimitive(before.types) && isPrimitive(after.types) : textual === true;
