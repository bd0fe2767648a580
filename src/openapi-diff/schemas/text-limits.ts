import type { JsonValue } from '../../platform/json.ts';
import { acceptsValue } from '../containment/values.ts';
import type { Located } from '../read/document.ts';
import { compareNumbers, isNumeric, spell } from '../read/values.ts';
import type { NormalSchema } from './normal-schema.ts';
import type { SchemaPair } from './pair.ts';

const OF_TEXTS = new Set(['pattern', 'minLength', 'maxLength']);

/**
 * The limits of both sides by a keyword, where all is text and the types differ. Numbers and truth values have no limits of
 * texts: beside them, a limit is left out unless all of them meet that of the other side.
 */
export const limitsOf = ({ before, after }: SchemaPair, keyword: string): (Located | undefined)[] =>
  [
    [before, after],
    [after, before],
  ].map(([own, other]) => {
    const limit = own?.keywords.get(keyword);
    if (own === undefined || !OF_TEXTS.has(keyword) || own.types?.has('string') !== false) return limit;
    return allMeet(own, keyword, other?.keywords.get(keyword)) ? limit : undefined;
  });

const allMeet = (side: NormalSchema, keyword: string, limit: Located | undefined): boolean => {
  if (limit === undefined || (keyword === 'minLength' && isAtMostOne(limit.value))) return true;
  const values = side.keywords.get('enum')?.value ?? (isTruth(side) ? [true, false] : null);
  if (!Array.isArray(values)) return false;
  const budget = { left: MAX_STEPS };
  return [limit.value].flat().every(one => {
    const schema = { [keyword]: one };
    return values.every(value => value === null || acceptsValue(side.document, schema, spell(value), budget) === true);
  });
};

/** Every number has a digit. */
const isAtMostOne = (value: JsonValue): boolean => isNumeric(value) && compareNumbers(value, 1) <= 0;

/** Steps to check all listed values. */
const MAX_STEPS = 100_000;

const isTruth = ({ types }: NormalSchema): boolean => types?.size === 1 && types.has('boolean');
