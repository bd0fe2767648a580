import type { JsonObject } from '../../platform/json.ts';
import { type Given, give } from './given.ts';
import { namesOf, requiredOf } from './properties.ts';
import type { Prover, Side } from './prove.ts';

/** With these keywords, a schema may say something about names that its `properties` do not list. */
const SAYS_MORE: readonly string[] = [
  ...['anyOf', 'oneOf', 'not', 'if', 'dependentSchemas', '$dynamicRef'],
  ...['additionalProperties', 'patternProperties', 'unevaluatedProperties', 'propertyNames'],
];
const saysMore = (part: JsonObject): boolean => SAYS_MORE.some(keyword => part[keyword] !== undefined);

/** Names in conditions, even in ones that always hold, are not reported by the rules about properties. */
const isConditional = (part: JsonObject): boolean => part.dependentSchemas !== undefined || part.if !== undefined;

/**
 * Excludes from `narrow` all values with a property that only `wide` describes. Such properties are not sent, and the
 * rules about properties report them.
 */
export const withoutUndescribed = (prover: Prover, narrow: Side, wide: Side): Side => {
  const given = give(prover.rewritten, narrow.document, narrow.values);
  if (given.parts.some(saysMore)) return narrow;
  const others = give(prover.rewritten, wide.document, wide.values);
  if (others.parts.some(isConditional)) return narrow;
  const absent = namesBeyond(given, others);
  if (absent.length === 0) return narrow;
  const properties = Object.fromEntries(absent.map(name => [name, false]));
  return { document: narrow.document, values: [...narrow.values, { properties }] };
};

const namesBeyond = (given: Given, other: Given): string[] => {
  const described = namesOf(given);
  const required = requiredOf(given);
  return described.size === 0 ? [] : [...namesOf(other)].filter(name => !described.has(name) && !required.has(name));
};
