import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_CONJUNCTS, MAX_UNFOLDED, MAX_UNFOLDED_LEVELS } from '../budgets.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import { sameValue } from '../read/values.ts';
import { isText, readKeyword, settleKeywords } from './keywords.ts';
import type { NormalSchema } from './normal-schema.ts';
import { nullabilityOfNode } from './null.ts';
import { restIn } from './rests.ts';
import { type Node, SchemaMap } from './schema-map.ts';
import {
  acceptsNothing,
  coreOf,
  flatBranches,
  isEmpty,
  isNullSchema,
  isOpen,
  isPlainType,
  isSettled,
  LISTS,
  onlyDescribes,
  plainTypesOf,
  type Reading,
  settledPart,
  valuesOf,
  withPlainFalse,
  withPlainNull,
} from './simple-schemas.ts';
import { foldTypes } from './types.ts';
import { isAllEvaluated } from './unevaluated.ts';

const MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const;
const SINGLES = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'],
]);
/** Whether the keyword is one for unevaluated properties or items, and nothing is left unevaluated. */
const isEvaluated = (document: ApiDocument, schema: JsonObject, keyword: string): boolean =>
  (keyword === 'unevaluatedProperties' || keyword === 'unevaluatedItems') && isAllEvaluated(document, schema, keyword);

const CONDITION = new Set(['if', 'then', 'else']);
type Fold = {
  document: ApiDocument;
  unfold: boolean;
  reading: Reading;
  level: number;
  /** The first folded schema, usually the only one. `seen` is created for the second one. */
  first?: JsonValue;
  seen?: Set<JsonValue>;
  /** The locations of the members, each once. */
  held?: Set<string>;
  /** The `items` of each folded schema, and the position from which they apply. */
  rests?: { from: number; items: Located }[];
  result: NormalSchema;
};

/**
 * Folds all conjuncts of a schema into one normal form. References in allOf become `members`; with `unfold`, their
 * targets are folded too, and too many of them throw `ComparisonTooLarge`.
 */
export const normalizeSchema = (
  document: ApiDocument,
  node: Node,
  unfold = false,
  reading: Reading = 'short',
): NormalSchema => {
  const pointer = node[0]?.pointer ?? '';
  const result: NormalSchema = {
    document,
    pointer,
    sources: node,
    never: false,
    types: null,
    typesAt: pointer,
    listed: false,
    nullable: nullabilityOfNode(document, node),
    nullableAt: pointer,
    keywords: NONE,
    texts: NONE,
    required: NONE,
    properties: NO_SCHEMAS,
    patternProperties: NO_SCHEMAS,
    dependentSchemas: NO_SCHEMAS,
    subschemas: NONE,
    conditions: [],
    prefixItems: [],
    rests: NO_RESTS,
    alternatives: NONE,
    anchors: NONE,
    members: [],
    remarks: [],
  };
  const fold: Fold = { document, unfold, reading, level: 0, result };
  for (const source of node) foldSchema(fold, source);
  foldRests(fold);
  if (result.keywords.size > 1) settleKeywords(result.keywords as Map<string, Located>);
  return result;
};

/** Most schemas use few keywords, so maps are created on demand. */
const NONE: ReadonlyMap<string, never> = new Map<string, never>();
const NO_SCHEMAS = new SchemaMap();
const NO_RESTS: NormalSchema['rests'] = [];

type Maps = 'keywords' | 'texts' | 'required' | 'subschemas' | 'alternatives' | 'anchors';
type ValueIn<K extends Maps> = NormalSchema[K] extends ReadonlyMap<string, infer V> ? V : never;

const put = <K extends Maps>(result: NormalSchema, key: K, name: string, value: ValueIn<K>): void => {
  if (result[key] === NONE) result[key] = new Map() as NormalSchema[K];
  (result[key] as Map<string, ValueIn<K>>).set(name, value);
};

const foldSchema = (fold: Fold, source: Located): void => {
  const { result, document } = fold;
  const { value: schema, pointer } = source;
  if (schema === false) result.never = true;
  if (!isJsonObject(schema) || isSeen(fold, schema)) return;
  const ref = refOf(schema);
  if (ref !== null) {
    foldMember(fold, ref, pointer);
    if (document.dialect === '3.0') return;
  }
  // Read as a plain reference. The schemas that override it are compared with the schema whose `$defs` they are in.
  if (typeof schema.$dynamicRef === 'string') foldMember(fold, schema.$dynamicRef, pointer);
  foldTypes(result, schema, pointer);
  // Without `if` in the same schema, `then` and `else` are ignored (JSON Schema 2020-12, 10.2.2).
  const hasCondition = isJsonObject(schema.if) && !isSettled(schema);
  const isFurther = hasCondition && result.subschemas.has('if');
  if (isFurther) result.conditions.push(source);
  for (const keyword of Object.keys(schema)) {
    if (SINGLES.has(keyword)) {
      if ((isFurther || !hasCondition) && CONDITION.has(keyword)) continue;
      if (!isEvaluated(document, schema, keyword)) foldSingle(result, keyword, schema[keyword] as JsonValue, pointer);
    } else if (isText(keyword)) foldText(result, keyword, schema[keyword] as JsonValue, pointer, document);
    else {
      const read = readKeyword(document, result.keywords, schema, keyword, pointer);
      if (read !== undefined) put(result, 'keywords', read.name, read.located);
    }
  }
  foldRequired(result, schema, pointer);
  if (isJsonObject(schema.$defs)) foldAnchors(result, schema.$defs, `${pointer}/$defs`);
  for (const keyword of MAPS) foldMap(result, keyword, schema[keyword], pointer);
  const rest = restIn(document, schema, pointer);
  if (rest !== undefined) result.rests = [...result.rests, rest];
  foldPrefixItems(fold, schema, pointer);
  if (Array.isArray(schema.allOf)) {
    for (const [index, branch] of schema.allOf.entries()) {
      const source = { value: branch, pointer: `${pointer}/allOf/${index}` };
      if (onlyDescribes(branch)) {
        if (!isEmpty(branch)) result.remarks.push(source);
      } else foldSchema(fold, source);
    }
  }
  const settled = settledPart(schema);
  if (settled !== undefined) foldSchema(fold, { value: settled.value, pointer: `${pointer}/${settled.keyword}` });
  for (const keyword of LISTS) foldAlternatives(fold, schema, keyword, pointer);
};

/** Records the schema. Returns true if it was folded before, or if there are too many. */
const isSeen = (fold: Fold, schema: JsonObject): boolean => {
  if (fold.first === undefined) {
    fold.first = schema;
    return false;
  }
  fold.seen ??= new Set([fold.first]);
  if (fold.seen.has(schema) || fold.seen.size > MAX_CONJUNCTS) return true;
  fold.seen.add(schema);
  return false;
};

const foldMember = (fold: Fold, ref: string, pointer: string): void => {
  const target = lookUp(fold.document, ref);
  // A member that leads back to the schema that it is a part of limits nothing.
  if (target === null || target.pointer === fold.result.pointer) return;
  if (!fold.unfold || fold.level > MAX_UNFOLDED_LEVELS) {
    fold.held ??= new Set();
    if (fold.held.has(target.pointer)) return;
    fold.held.add(target.pointer);
    fold.result.members.push({ target, pointer });
    return;
  }
  if (fold.document.unfolded++ > MAX_UNFOLDED) throw new ComparisonTooLarge(`${MAX_UNFOLDED} members of allOf`);
  fold.level++;
  foldSchema(fold, target);
  fold.level--;
};

/** These keywords have an effect even if their schema accepts everything. */
const EVEN_OPEN = new Set(['contains', 'if', 'not', 'items']);

const foldSingle = (result: NormalSchema, keyword: string, value: JsonValue, pointer: string): void => {
  if (typeof value !== 'boolean' && !isJsonObject(value)) return;
  const open = isOpen(value);
  if (open && !EVEN_OPEN.has(keyword)) return;
  if (open && keyword === 'not') result.never = true;
  const source = { value: withPlainFalse(value), pointer: `${pointer}/${keyword}` };
  put(result, 'subschemas', keyword, [...(result.subschemas.get(keyword) ?? []), source]);
};

const foldText = (
  result: NormalSchema,
  written: string,
  content: JsonValue,
  pointer: string,
  { crossed }: ApiDocument,
): void => {
  // `examples` of 3.1 takes the place of `example`.
  const [keyword, value] = crossed && written === 'example' ? ['examples', [content]] : [written, content];
  if (!result.texts.has(keyword)) put(result, 'texts', keyword, { value, pointer });
};

const foldRequired = (result: NormalSchema, schema: JsonObject, pointer: string): void => {
  if (!Array.isArray(schema.required)) return;
  for (const [index, name] of schema.required.entries()) {
    if (typeof name === 'string' && !result.required.has(name)) {
      put(result, 'required', name, `${pointer}/required/${index}`);
    }
  }
};

const foldAnchors = (result: NormalSchema, definitions: JsonObject, pointer: string): void => {
  for (const [name, value] of Object.entries(definitions)) {
    if (!isJsonObject(value)) continue;
    const anchor = value.$dynamicAnchor ?? value.$anchor;
    if (typeof anchor !== 'string' || result.anchors.has(anchor)) continue;
    put(result, 'anchors', anchor, { value, pointer: append(pointer, name) });
  }
};

const foldMap = (
  result: NormalSchema,
  keyword: (typeof MAPS)[number],
  value: JsonValue | undefined,
  pointer: string,
): void => {
  if (!isJsonObject(value)) return;
  if (result[keyword] === NO_SCHEMAS) result[keyword] = new SchemaMap();
  result[keyword].add({ value, pointer: `${pointer}/${keyword}` });
};

const foldPrefixItems = (fold: Fold, { prefixItems, items }: JsonObject, pointer: string): void => {
  const positions = Array.isArray(prefixItems) ? prefixItems : [];
  if (items !== undefined) {
    fold.rests ??= [];
    fold.rests.push({ from: positions.length, items: { value: items, pointer: `${pointer}/items` } });
  }
  for (const [index, value] of positions.entries())
    foldPosition(fold.result, index, { value, pointer: `${pointer}/prefixItems/${index}` });
};

const foldPosition = (result: NormalSchema, index: number, source: Located): void => {
  result.prefixItems[index] = [...(result.prefixItems[index] ?? []), source];
};

/** `items` also applies to positions that only other parts of an allOf name (JSON Schema 2020-12, 10.3.1.2). */
const foldRests = ({ result, rests = [] }: Fold): void => {
  const { length } = result.prefixItems;
  for (const { from, items } of length > 0 ? rests : [])
    for (let index = from; index < length; index++) foldPosition(result, index, items);
};

/** Whether one branch accepts everything, and unevaluated keywords do not depend on the branches. */
const isUnspecific = (schema: JsonObject, list: JsonValue[]): boolean =>
  list.some(isOpen) && schema.unevaluatedProperties === undefined && schema.unevaluatedItems === undefined;

const foldAlternatives = (fold: Fold, schema: JsonObject, keyword: 'oneOf' | 'anyOf', pointer: string): void => {
  const written = schema[keyword];
  if (!Array.isArray(written) || written.length === 0 || (keyword === 'anyOf' && isUnspecific(schema, written))) return;
  const list = withPlainNull(fold.document, written);
  const values = fold.reading === 'values' ? valuesOf(list) : null;
  if (values !== null) {
    foldValues(fold.result, values, list, `${pointer}/${keyword}`);
    return;
  }
  const branches = flatBranches({ value: list, pointer: `${pointer}/${keyword}` }, keyword);
  if (list.some(isNullSchema) && fold.level === 0) fold.result.nullableAt = `${pointer}/${keyword}`;
  const isShort = fold.reading !== 'lists';
  const [only] = branches;
  if (branches.length === 1 && only !== undefined && isShort) {
    const isNullAlone = list.some(isNullSchema) && acceptsNothing(only.value);
    foldSchema(fold, isNullAlone ? { ...only, value: { type: 'null' } } : only);
  } else if (isShort && arePlainTypes(branches, keyword)) {
    fold.result.listed = true;
    const type = branches.flatMap(branch => plainTypesOf(coreOf(branch).value));
    foldTypes(fold.result, { type }, pointer, keyword);
  } else {
    let key: string = keyword;
    for (let further = 2; fold.result.alternatives.has(key); further++) {
      if (further <= MAX_LISTS_COMPARED && areSame(fold.result.alternatives.get(key), branches)) return;
      key = `${keyword} ${further}`;
    }
    put(fold.result, 'alternatives', key, branches);
  }
};

/** The same list in two parts of allOf is one condition. Only the first lists are compared. */
const MAX_LISTS_COMPARED = 16;
const areSame = (list: Node = [], other: Node): boolean =>
  list.length === other.length && list.every(({ value }, index) => sameValue(value, other[index]?.value));

/** Whether branches can be read as a list of types. For oneOf, no value may have two of them. */
const arePlainTypes = (branches: Node, keyword: 'oneOf' | 'anyOf'): boolean => {
  if (!branches.every(branch => isPlainType(coreOf(branch).value))) return false;
  const list = branches.flatMap(branch => plainTypesOf(coreOf(branch).value));
  const types = new Set(list);
  return keyword === 'anyOf' || (types.size === list.length && !(types.has('integer') && types.has('number')));
};

/** Reads alternatives with one value each as an enum. */
const foldValues = (result: NormalSchema, values: JsonValue[], list: JsonValue[], pointer: string): void => {
  const types = list.map(branch => (isJsonObject(branch) ? branch.type : undefined));
  const typed = types.every(type => typeof type === 'string');
  const spelled: JsonObject = { enum: values, ...(typed && { type: types }) };
  const untyped = result.types === null;
  foldTypes(result, spelled, pointer);
  if (untyped || result.typesAt === `${pointer}/type`) result.typesAt = pointer;
  const read = readKeyword(result.document, result.keywords, spelled, 'enum', pointer);
  if (read !== undefined) put(result, 'keywords', read.name, atBranches(read.located, pointer));
};

/** Each value has the location of the branch that it is read from. */
const atBranches = (located: Located, list: string): Located => {
  const written = `${list}/enum`;
  if (located.pointer !== written) return located;
  const places = located.places?.map(place => `${list}${place.slice(written.length)}`);
  return { ...located, pointer: list, ...(places && { places }) };
};
