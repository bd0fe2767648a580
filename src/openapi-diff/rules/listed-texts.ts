import type { JsonValue } from '../../platform/json.ts';
import { acceptsValue, type Budget } from '../containment/values.ts';
import { canonical } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { SchemaPair } from '../schemas/pair.ts';

/** In a text, the number 5 and the string "5" are the same. */
export const asText = (value: JsonValue): string =>
  canonical(typeof value === 'number' || typeof value === 'boolean' ? String(value) : value);

const MAX_STEPS = 100_000;

const accepts = ({ document, sources }: NormalSchema, value: JsonValue, budget: Budget): boolean =>
  sources.every(({ value: schema }) => acceptsValue(document, schema, value, budget) === true);

/**
 * The texts of those listed values that their schema accepts. A part of a schema, such as an alternative, may leave it to
 * the other parts to name a type: without one, its values are not known to be accepted.
 */
export const textsOf = (pair: SchemaPair, side: 'before' | 'after', list: JsonValue[]): ReadonlySet<string> => {
  const schema = pair[side];
  if (schema.types === null && !pair.root) return new Set();
  const budget = { left: MAX_STEPS };
  return new Set(list.filter(value => accepts(schema, value, budget)).map(asText));
};

/** Whether the other side lists a value of one side: the same, or where all is text, one that is written alike. */
export const keptIn = (
  pair: SchemaPair,
  side: 'before' | 'after',
  list: JsonValue[],
  other: JsonValue[],
): ((value: JsonValue) => boolean) => {
  const same = new Set(other.map(canonical));
  if (!pair.textual) return value => same.has(canonical(value));
  const own = textsOf(pair, side, list);
  const others = textsOf(pair, side === 'before' ? 'after' : 'before', other);
  return value => same.has(canonical(value)) || (own.has(asText(value)) && others.has(asText(value)));
};
