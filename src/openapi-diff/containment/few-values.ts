import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { sameValue } from '../read/values.ts';
import { type Given, KINDS } from './given.ts';
import { rangeOf } from './numbers.ts';
import { acceptsValue, isAmong, kindOf } from './values.ts';

/** All possible values, if there are few: those that the parts list and that no part refuses. */
export const valuesOf = (given: Given): JsonValue[] | null => {
  const { document, parts, kinds } = given;
  const isListed = parts.some(part => part.enum !== undefined || part.const !== undefined);
  const plain = isListed ? [] : plainValues(given);
  if (plain === null) return null;
  const lists = parts.flatMap(({ enum: values, const: constant }): JsonValue[][] => [
    ...(Array.isArray(values) ? [values] : []),
    ...(constant === undefined ? [] : [[constant]]),
  ]);
  const [first = plain, ...more] = lists;
  const shortest = more.reduce((best, list) => (list.length < best.length ? list : best), first);
  return shortest.filter(
    value => (kindOf(value) & kinds) !== 0 && parts.every(part => acceptsValue(document, part, value) !== false),
  );
};

const FEW = KINDS.null | KINDS.boolean | KINDS.integer;

const plainValues = (given: Given): JsonValue[] | null => {
  const { kinds } = given;
  const numbers = (kinds & ~FEW) === 0 && kinds & KINDS.integer ? rangeOf(given) : [];
  if ((kinds & ~FEW) !== 0 || numbers === null) return null;
  return [...(kinds & KINDS.null ? [null] : []), ...(kinds & KINDS.boolean ? [true, false] : []), ...numbers];
};

/** Whether the schema lists all possible values. */
export const listsAll = ({ enum: values, const: constant }: JsonObject, given: JsonValue[] | null): boolean => {
  if (given === null) return false;
  return given.every(
    value =>
      (!Array.isArray(values) || isAmong(values, value)) && (constant === undefined || sameValue(constant, value)),
  );
};
