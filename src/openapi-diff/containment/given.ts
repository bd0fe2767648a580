import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, lookUp, refOf } from '../read/document.ts';
import { isNumeric, isWhole } from '../read/values.ts';
import { STRUCTURE } from '../schemas/null.ts';
import { settledPart } from '../schemas/simple-schemas.ts';
import { withPlainRest } from '../schemas/unevaluated.ts';
import { boundOfFormat } from './formats.ts';

/** Kinds of values as bits. A number with a fraction has its own kind. */
export const KINDS = { null: 1, boolean: 2, object: 4, array: 8, string: 16, integer: 32, fraction: 64 } as const;
export const NUMBERS = KINDS.integer | KINDS.fraction;
const ALL_KINDS = 127;
/** Kinds that are proven separately. */
export const GROUPS = [KINDS.null, KINDS.boolean, KINDS.object, KINDS.array, KINDS.string, NUMBERS];

/** The known facts about a value: it matches all parts and has one of the kinds. */
export type Given = { document: ApiDocument; parts: readonly JsonObject[]; kinds: number };

/** The maximum number of parts. Further ones are ignored: less can then be proven, but nothing false. */
const MAX_PARTS = 64;

const kindsOfType = (type: JsonValue): number => {
  if (type === 'number') return NUMBERS;
  return typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type as keyof typeof KINDS] : 0;
};

/** The kinds of values that `type`, `multipleOf` and `format` allow. */
export const kindsOf = ({ type, multipleOf, format }: JsonObject): number => {
  const typed =
    type === undefined ? ALL_KINDS : [type].flat().reduce<number>((kinds, one) => kinds | kindsOfType(one), 0);
  const isOfWhole = (isNumeric(multipleOf) && isWhole(multipleOf)) || boundOfFormat(format, 'lower') !== undefined;
  return isOfWhole ? typed & ~KINDS.fraction : typed;
};

/** Kinds that `not` excludes completely. */
const refusedKinds = ({ not }: JsonObject): number =>
  isJsonObject(not) && Object.keys(not).every(keyword => keyword === 'type') ? kindsOf(not) : 0;

/** The schema inside `not: { not: … }`, if any. It applies like a member of allOf. */
const deniedTwice = ({ not }: JsonObject): JsonValue | undefined =>
  isJsonObject(not) && Object.keys(not).length === 1 ? not.not : undefined;

/**
 * Schemas that were rewritten to equivalent ones. Each is created once, so that facts about it can be cached by
 * identity.
 */
export type Rewritten = Map<JsonObject, Map<string, JsonObject>>;

const rewrite = (known: Rewritten, schema: JsonObject, how: string, make: () => JsonObject): JsonObject => {
  let ways = known.get(schema);
  if (ways === undefined) {
    ways = new Map();
    known.set(schema, ways);
  }
  let made = ways.get(how);
  if (made === undefined) {
    made = make();
    ways.set(how, made);
  }
  return made;
};

/** The same facts, limited to values of these kinds. */
export const ofKinds = (known: Rewritten, given: Given, kinds: number): Given =>
  kinds === KINDS.object && given.parts.some(({ dependentSchemas }) => dependentSchemas !== undefined)
    ? take(known, given.document, given.parts, given.kinds & kinds)
    : { ...given, kinds: given.kinds & kinds };

/** The schema without a keyword that contains schemas, and without the keywords that depend on it. */
export const without = (known: Rewritten, schema: JsonObject, keyword: string): JsonObject =>
  rewrite(known, schema, keyword, () => {
    const { [keyword]: _, unevaluatedProperties: _properties, unevaluatedItems: _items, ...rest } = schema;
    return rest;
  });

/**
 * One branch of oneOf with the other keywords and `unevaluatedProperties` of the schema; empty if it lacks one of the
 * two. A value of a branch matches no other branch, so only this branch and the schema itself evaluate its properties.
 */
export const closedBranch = (known: Rewritten, schema: JsonObject, branch: JsonValue): JsonObject[] => {
  const { unevaluatedProperties, oneOf } = schema;
  if (unevaluatedProperties === undefined || !Array.isArray(oneOf)) return [];
  const own = without(known, schema, 'oneOf');
  const how = `branch ${oneOf.indexOf(branch)}`;
  return [rewrite(known, schema, how, () => ({ allOf: [own, branch], unevaluatedProperties }))];
};

/** A schema that matches every value that this schema does not match. */
export const negated = (known: Rewritten, schema: JsonObject): JsonObject =>
  rewrite(known, schema, 'negated', () => ({ not: schema }));

/** A schema that matches every object with this property. */
export const requiring = (known: Rewritten, name: string): JsonObject =>
  rewrite(known, EVERYTHING, name, () => ({ required: [name] }));

const EVERYTHING: JsonObject = {};

/** `nullable` is a keyword of 3.0, where nothing beside a `$ref` counts. Its remains in 3.1 keep their meaning. */
export const isMarkedNullable = ({ dialect, crossed }: ApiDocument, schema: JsonObject): boolean =>
  schema.nullable === true && (dialect === '3.0' ? refOf(schema) === null : crossed);

/** Whether `nullable` means "this schema or null". Otherwise null is one more of the types and values beside it, if any. */
export const isNullApart = (schema: JsonObject): boolean => {
  const { type, enum: values, const: constant } = schema;
  if (constant !== undefined) return true;
  return type === undefined && !Array.isArray(values) && STRUCTURE.some(keyword => schema[keyword] !== undefined);
};

const withNull = ({ nullable: _, ...schema }: JsonObject): JsonObject => {
  if (isNullApart(schema)) return { anyOf: [schema, { type: 'null' }] };
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(type !== undefined && { type: [type, 'null'].flat() }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
};

/** Rewrites `nullable` of 3.0 in words of 3.1, and `unevaluatedProperties` as `additionalProperties` where it can. */
export const plainly = (known: Rewritten, document: ApiDocument, schema: JsonObject): JsonObject =>
  withPlainRest(
    document,
    isMarkedNullable(document, schema) ? rewrite(known, schema, 'nullable', () => withNull(schema)) : schema,
  );

/** The dependent schemas whose property is required. */
const dependentSchemasOf = (parts: readonly JsonObject[]): JsonValue[] =>
  parts.flatMap(({ dependentSchemas }) =>
    isJsonObject(dependentSchemas)
      ? Object.entries(dependentSchemas).flatMap(([name, schema]) =>
          parts.some(({ required }) => Array.isArray(required) && required.includes(name)) ? [schema as JsonValue] : [],
        )
      : [],
  );

const SIZES = [
  [KINDS.string, 'minLength', 'maxLength'],
  [KINDS.array, 'minItems', 'maxItems'],
  [KINDS.object, 'minProperties', 'maxProperties'],
  [NUMBERS, 'minimum', 'maximum'],
  [NUMBERS, 'exclusiveMinimum', 'maximum'],
  [NUMBERS, 'minimum', 'exclusiveMaximum'],
] as const;

/** Kinds without any value between the lower and upper bounds. */
const emptied = (parts: readonly JsonObject[]): number => {
  let kinds = 0;
  for (const [kind, min, max] of SIZES) {
    for (const low of parts) {
      const least = low[min];
      if (typeof least === 'number' && parts.some(high => isBelow(high, max, least, min))) kinds |= kind;
    }
  }
  return kinds;
};

const isBelow = (high: JsonObject, max: string, least: number, min: string): boolean => {
  const most = high[max];
  const isExclusive = min.startsWith('exclusive') || max.startsWith('exclusive');
  return typeof most === 'number' && (most < least || (isExclusive && most === least));
};

/** Cache for facts from a single schema, which are needed very often. */
const alone = new WeakMap<ApiDocument, WeakMap<JsonObject, Given>>();

/** Collects the facts about a value that matches all `values`: resolves references and allOf. */
export const give = (
  known: Rewritten,
  document: ApiDocument,
  values: readonly (JsonValue | undefined)[],
  kinds: number = ALL_KINDS,
): Given => {
  const [only] = values;
  if (values.length !== 1 || kinds !== ALL_KINDS || !isJsonObject(only)) return take(known, document, values, kinds);
  let found = alone.get(document);
  if (found === undefined) {
    found = new WeakMap();
    alone.set(document, found);
  }
  let given = found.get(only);
  if (given === undefined) {
    given = take(known, document, values, kinds);
    found.set(only, given);
  }
  return given;
};

/** Whether there is nothing to resolve. */
const isPlain = (schema: JsonObject): boolean => {
  const { $ref, allOf, dependentSchemas, nullable } = schema;
  const isOwn = $ref === undefined && allOf === undefined && dependentSchemas === undefined && nullable === undefined;
  return isOwn && deniedTwice(schema) === undefined && settledPart(schema) === undefined;
};

const take = (
  known: Rewritten,
  document: ApiDocument,
  values: readonly (JsonValue | undefined)[],
  kinds: number,
): Given => {
  const [only] = values;
  if (values.length === 1 && isJsonObject(only) && isPlain(only)) {
    const parts = [only];
    return { document, parts, kinds: kinds & kindsOf(only) & ~refusedKinds(only) & ~emptied(parts) };
  }
  const parts: JsonObject[] = [];
  const seen = new Set<JsonValue>();
  const open = [...values];
  let left = kinds;
  const add = (value: JsonValue | undefined): void => {
    if (value === false) left = 0;
    if (!isJsonObject(value) || seen.has(value) || seen.size >= MAX_PARTS) return;
    seen.add(value);
    const ref = refOf(value);
    if (ref !== null) open.push(lookUp(document, ref)?.value);
    if (ref !== null && document.dialect === '3.0') return;
    const schema = plainly(known, document, value);
    if (Array.isArray(schema.allOf)) open.push(...schema.allOf);
    const affirmed = deniedTwice(schema);
    if (affirmed !== undefined) open.push(affirmed);
    const settled = settledPart(schema);
    if (settled !== undefined) open.push(settled.value);
    left &= kindsOf(schema) & ~refusedKinds(schema);
    // Remove the resolved keywords, so that they are not resolved again.
    const own = schema.allOf === undefined ? schema : without(known, schema, 'allOf');
    parts.push(ref === null ? own : without(known, own, '$ref'));
  };
  while (open.length > 0) {
    add(open.shift());
    // `required` and `dependentSchemas` say nothing about values that are no objects.
    if (open.length === 0 && (left & ~KINDS.object) === 0)
      open.push(...dependentSchemasOf(parts).filter(schema => isJsonObject(schema) && !seen.has(schema)));
  }
  return { document, parts, kinds: left & ~emptied(parts) };
};
