import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { stringsOf } from '../read/document.ts';
import { mapOf } from '../read/values.ts';
import type { Given } from './given.ts';
import { matches } from './patterns.ts';

/** The required names, including names that other names require. */
export const requiredOf = (given: Given): ReadonlySet<string> => {
  let names = required.get(given);
  if (names === undefined) {
    names = findRequired(given);
    required.set(given, names);
  }
  return names;
};

const required = new WeakMap<Given, ReadonlySet<string>>();

const findRequired = ({ parts }: Given): ReadonlySet<string> => {
  const names = new Set(parts.flatMap(({ required }) => stringsOf(required)));
  // The loop also visits names that are added during it.
  for (const name of names) for (const part of parts) for (const other of dependentsOf(part, name)) names.add(other);
  return names;
};

/** The names that a property requires. */
const dependentsOf = (part: JsonObject, name: string): string[] =>
  part.dependentRequired === undefined
    ? []
    : stringsOf(mapOf(part, 'dependentRequired')[name] as JsonValue | undefined);

/** The names that some part describes. */
export const namesOf = ({ parts }: Given): Set<string> =>
  new Set(parts.flatMap(part => Object.keys(mapOf(part, 'properties'))));

/** Keywords that can evaluate properties or items which the schema itself does not list. */
const APPLICATORS = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$dynamicRef', 'contains'];
const PLAIN = { unevaluatedProperties: 'additionalProperties', unevaluatedItems: 'items' } as const;

/**
 * The schema of properties that are not listed and match no pattern, or of items after `prefixItems`. Undefined if
 * there is none, or if applicators decide what is unevaluated.
 */
export const restOf = (
  part: JsonObject,
  unevaluated: keyof typeof PLAIN = 'unevaluatedProperties',
): JsonValue | undefined => {
  const rest = part[PLAIN[unevaluated]];
  if (rest !== undefined) return rest;
  return APPLICATORS.some(keyword => part[keyword] !== undefined) ? undefined : part[unevaluated];
};

/** All schemas that a property with this name must match. */
export const schemasFor = ({ document, parts }: Given, name: string): JsonValue[] =>
  parts.flatMap(part => {
    const found: JsonValue[] = [];
    const properties = mapOf(part, 'properties');
    let isNamed = Object.hasOwn(properties, name);
    if (isNamed) found.push(properties[name] as JsonValue);
    for (const [pattern, schema] of Object.entries(mapOf(part, 'patternProperties'))) {
      const matching = matches(document, pattern, name);
      if (matching === true) found.push(schema as JsonValue);
      // If a match cannot be decided, the rest may not apply.
      isNamed ||= matching !== false;
    }
    const rest = isNamed ? undefined : restOf(part);
    return rest === undefined ? found : [...found, rest];
  });
