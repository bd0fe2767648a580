import type { JsonValue } from '../../platform/json.ts';
import { acceptsValue, type Budget } from '../containment/values.ts';
import { canonical } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { SchemaPair } from '../schemas/pair.ts';

/** In a text, the number 5 and the string "5" are the same. */
export const asText = (value: JsonValue): string =>
  canonical(typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);

/** Steps to check the values of one list. Beyond them, no further value is known to be accepted. */
const MAX_STEPS = 100_000;

type Side = 'before' | 'after';

const accepts = ({ document, sources }: NormalSchema, value: JsonValue, budget: Budget): boolean =>
  sources.every(({ value: schema }) => acceptsValue(document, schema, value, budget) === true);

/**
 * Says of listed values whether their schema accepts them. A part of a schema, such as an alternative, may leave it to the
 * other parts to name a type: without one, no value is known to be accepted.
 */
export const acceptedBy = (pair: SchemaPair, side: Side): ((value: JsonValue) => boolean) => {
  const schema = pair[side];
  const budget = { left: MAX_STEPS };
  return value => (schema.types !== null || pair.root) && accepts(schema, value, budget);
};

/**
 * Whether the other side lists a value of one side: the same, or where all is text, one that is written alike, if each side
 * accepts one of its values that are written so.
 */
export const keptIn = (pair: SchemaPair, side: Side, list: JsonValue[], other: JsonValue[]) => {
  const same = new Set(other.map(canonical));
  if (!pair.textual) return (value: JsonValue): boolean => same.has(canonical(value));
  const own = acceptedTexts(list, acceptedBy(pair, side));
  const others = acceptedTexts(other, acceptedBy(pair, side === 'before' ? 'after' : 'before'));
  return (value: JsonValue): boolean => {
    const text = asText(value);
    return same.has(canonical(value)) || (others.lists(text) && own.accepts(text) && others.accepts(text));
  };
};

/** Looks up how the values of a list are written. Long lists whose values are the same on both sides are not grouped. */
function acceptedTexts(list: JsonValue[], isAccepted: (value: JsonValue) => boolean) {
  let byText: Map<string, JsonValue[]> | undefined;
  const alikeOf = (text: string): JsonValue[] => {
    byText ??= Map.groupBy(list, asText);
    return byText.get(text) ?? [];
  };
  return {
    lists: (text: string) => alikeOf(text).length > 0,
    accepts: (text: string) => alikeOf(text).some(isAccepted),
  };
}
