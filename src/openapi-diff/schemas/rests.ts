import type { JsonObject } from '../../platform/json.ts';
import { matches } from '../containment/patterns.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { mapOf, sameValue } from '../read/values.ts';
import type { NormalSchema, Rest } from './normal-schema.ts';
import type { Node } from './schema-map.ts';
import { isOpen, withPlainFalse } from './simple-schemas.ts';
import { namesEvaluatedIn } from './unevaluated.ts';

/** The schema of a conjunct for properties that it does not name. Other conjuncts may name them. */
export const restIn = (document: ApiDocument, schema: JsonObject, pointer: string): Rest | undefined => {
  const { additionalProperties: rest, unevaluatedProperties: other } = schema;
  if (rest !== undefined)
    return isOpen(rest)
      ? undefined
      : { named: schema, schema: { value: withPlainFalse(rest), pointer: `${pointer}/additionalProperties` } };
  if (other === undefined || isOpen(other)) return undefined;
  const named = namesEvaluatedIn(document, schema);
  return named && { named, schema: { value: withPlainFalse(other), pointer: `${pointer}/unevaluatedProperties` } };
};

type Maps = 'properties' | 'patternProperties';

/** Whether a pattern counts as matching a name of which it is unknown whether it matches. */
export type Guess = (pattern: string) => boolean;
const COUNTS: Guess = () => true;

/** Whether the conjunct names the property or the pattern. */
const isNamed = (document: ApiDocument, { named }: Rest, keyword: Maps, name: string, guess: Guess): boolean =>
  Object.hasOwn(mapOf(named, keyword), name) ||
  (keyword === 'properties' &&
    Object.keys(mapOf(named, 'patternProperties')).some(pattern => matches(document, pattern, name) ?? guess(pattern)));

const restsFor = ({ document, rests }: NormalSchema, keyword: Maps, name: string, guess = COUNTS): Rest[] =>
  rests.filter(rest => !isNamed(document, rest, keyword, name, guess));

const schemaOf = ({ schema }: Rest): Located => schema;

/** Whether a conjunct that does not name the property refuses it. */
export const isRefused = ({ document, rests }: NormalSchema, name: string, guess = COUNTS): boolean =>
  rests.some(rest => rest.schema.value === false && !isNamed(document, rest, 'properties', name, guess));

/** What conjuncts that do not name the property say about it, unless they refuse it. */
export const restNode = (schema: NormalSchema, name: string, guess = COUNTS): Node =>
  restsFor(schema, 'properties', name, guess)
    .map(schemaOf)
    .filter(({ value }) => value !== false);

/** The schemas of the patterns that match a name. */
export const patternsFor = ({ document, patternProperties }: NormalSchema, name: string, guess = COUNTS): Node =>
  patternProperties
    .names()
    .filter(pattern => matches(document, pattern, name) ?? guess(pattern))
    .flatMap(pattern => patternProperties.get(pattern) ?? []);

const compared = new WeakMap<Rest, WeakMap<Rest, boolean>>();

/** Cached, because the same two may apply to thousands of properties. */
const areSame = (old: Rest, now: Rest): boolean => {
  const known = compared.get(old) ?? new WeakMap<Rest, boolean>();
  compared.set(old, known);
  const isSame = known.get(now) ?? sameValue(old.schema.value, now.schema.value);
  known.set(now, isSame);
  return isSame;
};

/** Whether only the content of a rest changed, and no other rest equals it: it is compared at its own place. */
const isChangedInPlace = (before: readonly Rest[], after: readonly Rest[], old: Rest, now: Rest): boolean =>
  before.length === after.length &&
  before.indexOf(old) === after.indexOf(now) &&
  (old.schema.value === false) === (now.schema.value === false) &&
  !after.some(one => areSame(old, one)) &&
  !before.some(one => areSame(one, now));

/**
 * Further schemas for a property or a pattern that both sides name: those for unnamed properties, of conjuncts that do
 * not name it. Null if they are alike on both sides, which is usual.
 */
export const otherRests = (
  before: NormalSchema,
  after: NormalSchema,
  keyword: Maps,
  name: string,
): readonly [before: Node, after: Node] | null => {
  if (before.rests.length + after.rests.length === 0) return null;
  const [old, now] = [restsFor(before, keyword, name), restsFor(after, keyword, name)];
  const areAlike =
    old.length === now.length &&
    old.every((rest, index) => {
      const other = now[index] as Rest;
      return areSame(rest, other) || isChangedInPlace(before.rests, after.rests, rest, other);
    });
  return areAlike ? null : [old.map(schemaOf), now.map(schemaOf)];
};
