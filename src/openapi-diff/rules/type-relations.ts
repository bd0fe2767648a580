import { isJsonObject, type JsonValue } from '../../platform/json.ts';
import { isDefined, isHint, isOfTexts, isWithin } from '../containment/formats.ts';
import { isAmong } from '../containment/values.ts';
import type { Effect } from '../law.ts';
import { lookUp, refOf, stringsOf } from '../read/document.ts';
import { compareNumbers, isNumeric, isWhole, sameValue } from '../read/values.ts';
import type { NormalSchema } from '../schemas/normal-schema.ts';
import type { SchemaPair } from '../schemas/pair.ts';
import { saysNothingBut } from '../schemas/simple-schemas.ts';

const includes = (wide: ReadonlySet<string> | null, narrow: ReadonlySet<string> | null): boolean => {
  if (wide === null) return true;
  if (narrow === null) return false;
  return [...narrow].every(type => wide.has(type) || (type === 'integer' && wide.has('number')));
};

/** `compatible`: values are written as text, and those that were allowed are still written the same. */
type Relation = 'same' | 'generalized' | 'specialized' | 'compatible' | 'different';

const SAYS_NOTHING = new Set(['type', 'title', 'description', 'example', 'examples']);

/** The types of a schema. If only the other schema names types, those of the values of its enum. */
export const typesOf = ({ types, keywords }: NormalSchema, other: NormalSchema): Types => {
  const values = types === null && other.types !== null ? keywords.get('enum')?.value : undefined;
  return Array.isArray(values) ? new Set(values.filter(value => value !== null).map(typeOf)) : types;
};

const typeOf = (value: JsonValue): string => {
  if (isNumeric(value)) return isWhole(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
};

export const isOfTypes = ({ types }: NormalSchema, value: JsonValue): boolean =>
  value === null || includes(types, new Set([typeOf(value)]));

/** A query parameter with one value is written like the list of this one value: `?tag=a`. */
const isListOf = (list: NormalSchema, single: NormalSchema): boolean => {
  const element = elementOf(list);
  if (!isJsonObject(element) || element.type === undefined || !acceptsOneItem(list)) return false;
  const constraints = Object.keys(element).filter(keyword => !SAYS_NOTHING.has(keyword));
  const alike = constraints.every(keyword => sameValue(element[keyword], single.keywords.get(keyword)?.value));
  const isList = list.types?.size === 1 && list.types.has('array');
  // Equal constraints refuse other texts if the types differ.
  const holds = constraints.length === 0 ? holdsAsText : includes;
  return alike && isList && single.types !== null && holds(new Set(stringsOf([element.type].flat())), single.types);
};

/** The schema of the items, or the component that it is. */
const elementOf = ({ document, subschemas }: NormalSchema): JsonValue | undefined => {
  const element = subschemas.get('items')?.[0]?.value;
  const ref = refOf(element);
  return ref !== null && saysNothingBut(element as JsonValue, BARE) ? lookUp(document, ref)?.value : element;
};

const BARE = new Set(['$ref']);

/** Whether nothing but `items` can refuse a list of one item. */
const acceptsOneItem = ({ keywords, subschemas, prefixItems, members, alternatives }: NormalSchema): boolean => {
  const [least, most] = ['minItems', 'maxItems'].map(keyword => keywords.get(keyword)?.value);
  return (
    subschemas.size === 1 &&
    subschemas.get('items')?.length === 1 &&
    prefixItems.length + members.length + alternatives.size === 0 &&
    !(isNumeric(least) && compareNumbers(least, 1) > 0) &&
    !(isNumeric(most) && compareNumbers(most, 1) < 0)
  );
};

/** Whether `wide` has all types of `narrow`, or a string can express them. */
const holdsAsText = (wide: ReadonlySet<string>, narrow: ReadonlySet<string>): boolean =>
  includes(wide, narrow) || (wide.has('string') && isPrimitive(narrow));

const relate = (pair: SchemaPair): Relation => {
  if (isNeverOnce(pair)) return 'same';
  const { before, after, repeatable, root } = pair;
  if (repeatable && root && !before.types?.has('array') && isListOf(after, before)) return 'generalized';
  if (repeatable && root && !after.types?.has('array') && isListOf(before, after)) return 'specialized';
  const [old, now] = [typesOf(before, after), typesOf(after, before)];
  const wider = includes(now, old);
  const narrower = includes(old, now);
  if (wider && narrower) return 'same';
  if (wider || narrower) return wider ? 'generalized' : 'specialized';
  return pair.textual ? relateAsText(pair, old, now) : 'different';
};

/** Primitive values that are written as text stay the same. For objects and arrays, nothing is proven. */
const effectOfCompatible = ({ before, after }: SchemaPair): Effect =>
  isPrimitive(before.types) && isPrimitive(after.types) ? 'describes' : 'may-change';

export type Types = ReadonlySet<string> | null;

const isText = (types: Types): boolean => types?.size === 1 && types.has('string');
export const isPrimitive = (types: Types): boolean => types !== null && !types.has('array') && !types.has('object');

/** Where all is text, a string is wider than any other primitive type. */
const relateAsText = ({ direction, family, root, before, after }: SchemaPair, old: Types, now: Types): Relation => {
  const [toText, fromText] = [isText(now) && isPrimitive(old), isText(old) && isPrimitive(now)];
  // A string with a format, such as a date, cannot be a number.
  if ((toText && after.keywords.has('format')) || (fromText && before.keywords.has('format'))) return 'different';
  if (family.endsWith('parameter')) {
    if (toText && root) return 'generalized';
    // The receiver of a webhook reads a number as the text that it expects.
    return fromText && (!root || direction === 'response') ? 'specialized' : 'different';
  }
  if (direction === 'request' && isText(now)) return 'compatible';
  if (direction === 'response' && isText(old)) return 'compatible';
  if (family === 'header') return 'different';
  return toText ? 'generalized' : fromText ? 'specialized' : 'different';
};

/**
 * Where all is text, a reader of any text may still accept what is sent. Inside an object in a parameter, `style` decides
 * whether a string still accepts a number: this is not proven.
 */
const effectOfChange = ({ textual, family, direction, before, after }: SchemaPair): Effect => {
  const [sent, read] = direction === 'request' ? [before, after] : [after, before];
  const isReadAsText = textual && family !== 'header' && isText(read.types) && !read.keywords.has('format');
  return isReadAsText && isPrimitive(sent.types) ? 'may-change' : 'changes';
};

/** Whether both sides list a value that only the types of the receiver refuse, although texts of these types are alike. */
const refusesListed = ({ textual, direction, before, after }: SchemaPair): boolean => {
  const [sent, read] = direction === 'request' ? [before, after] : [after, before];
  const [values, others] = [sent, read].map(({ keywords }) => keywords.get('enum')?.value);
  if (!textual || !Array.isArray(values) || !Array.isArray(others)) return false;
  return values.some(value => isOfTypes(sent, value) && !isOfTypes(read, value) && isAmong(others, value));
};

const isList = ({ before, after }: SchemaPair): boolean => before.listed || after.listed;

const formatOf = ({ keywords }: NormalSchema): JsonValue | undefined => keywords.get('format')?.value;

/** Formats of several conjuncts are a list: one more narrows. */
const relateFormats = (
  { before, after }: SchemaPair,
  counts: (format: JsonValue) => boolean = () => true,
): Relation => {
  const [old, now] = [before, after].map(side => [formatOf(side) ?? []].flat().filter(counts));
  if (old === undefined || now === undefined || sameValue(old, now)) return 'same';
  const implies = (narrow: JsonValue[], wide: JsonValue[]): boolean =>
    wide.every(format => narrow.some(other => isWithin(other, format)));
  const [wider, narrower] = [implies(old, now), implies(now, old)];
  if (wider && narrower) return 'same';
  if (wider || narrower) return wider ? 'generalized' : 'specialized';
  return 'different';
};

const hasTexts = ({ types }: NormalSchema): boolean => types === null || types.has('string');

/**
 * A format of texts limits only what was and is a text: others may stay, and new texts lack nothing. Where all is text, so are
 * numbers without a type.
 */
const limitsBoth = ({ before, after, textual }: SchemaPair): ((format: JsonValue) => boolean) => {
  const sides = [before, after];
  const haveTexts = sides.every(hasTexts) || (textual && sides.some(({ types }) => types === null));
  return format => !isHint(format) && (haveTexts || !isOfTexts(format));
};

/** The effect is proven only between formats that a standard defines. */
const effectOfFormats = (pair: SchemaPair): Effect => {
  const relation = relateFormats(pair, limitsBoth(pair));
  if (relation === 'same') return 'describes';
  return relateFormats(pair, isDefined) === 'same' ? UNPROVEN[relation] : EFFECTS[relation];
};

/** Type and format are one change, which is `different` if the format changes in another way than the type. */
const relateBoth = (types: Exclude<Relation, 'same'>, formats: Relation): Exclude<Relation, 'same'> =>
  types === 'compatible' || formats === 'same' || formats === types ? types : 'different';

export type End =
  | 'type-generalized'
  | 'type-specialized'
  | 'type-compatible'
  | 'type-changed'
  | 'list-of-types-widened'
  | 'list-of-types-narrowed';
type Verdict = { end: End; effect: Effect; about: 'type' | 'format' };

const EFFECTS: Record<Exclude<Relation, 'same'>, Effect> = {
  ...{ generalized: 'widens', specialized: 'narrows', compatible: 'may-change', different: 'changes' },
};
const UNPROVEN: typeof EFFECTS = {
  ...{ generalized: 'may-widen', specialized: 'may-narrow', compatible: 'may-change', different: 'may-change' },
};

/** The names are those of oasdiff, which often calls a breaking change `changed`, whether it narrows or widens. */
const nameOf = (pair: SchemaPair, relation: Exclude<Relation, 'same'>, about: Verdict['about']): End => {
  const { direction, family, root, after } = pair;
  const isRequest = direction === 'request';
  if (about === 'type' && isList(pair) && relation !== 'compatible') {
    const narrows = relation === 'specialized' || (relation === 'different' && isRequest);
    return narrows ? 'list-of-types-narrowed' : 'list-of-types-widened';
  }
  const inParameter = isRequest && family.endsWith('parameter') && !root;
  if (relation === 'compatible') return 'type-compatible';
  if (relation === 'different') {
    return inParameter && effectOfChange(pair) === 'changes' ? 'type-specialized' : 'type-changed';
  }
  if (relation === 'specialized') return isRequest && !inParameter ? 'type-changed' : 'type-specialized';
  const isOpen = about === 'format' || after.types === null;
  return !isRequest && isOpen ? 'type-changed' : 'type-generalized';
};

/** The change of the types, or else of the format; null if there is none. */
export const verdictOn = (pair: SchemaPair): Verdict | null => {
  const types = relate(pair);
  return types === 'same' ? verdictOnFormats(pair) : verdictOnTypes(pair, types);
};

const verdictOnFormats = (pair: SchemaPair): Verdict | null => {
  const relation = relateFormats(pair);
  return relation === 'same'
    ? null
    : { end: nameOf(pair, relation, 'format'), effect: effectOfFormats(pair), about: 'format' };
};

const verdictOnTypes = (pair: SchemaPair, types: Exclude<Relation, 'same'>): Verdict => {
  const relation = relateBoth(types, relateFormats(pair, limitsBoth(pair)));
  const own = relation === 'different' ? effectOfChange(pair) : EFFECTS[relation];
  const effect = relation === 'compatible' ? effectOfCompatible(pair) : own;
  return { end: nameOf(pair, relation, 'type'), effect: refusesListed(pair) ? 'changes' : effect, about: 'type' };
};

/** Whether exactly one side accepts nothing. Then nothing else is compared. */
export const isNeverOnce = ({ before, after }: SchemaPair): boolean => before.never !== after.never;
