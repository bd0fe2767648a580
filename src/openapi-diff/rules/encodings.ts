import { isJsonObject, type JsonObject, type JsonValue, listOf, ownField, pick } from '../../platform/json.ts';
import type { Direction, Effect } from '../law.ts';
import type { Located } from '../read/document.ts';
import { quote, sameValue, spell } from '../read/values.ts';
import { baseOf, canonicalMediaType, includesType } from './media-type-names.ts';
import type { Occurrence } from './rule.ts';

export type Side = Located<JsonObject> | null;

/** The headers of each part of a form, by their names in lower case. */
export type PartHeaders = ReadonlyMap<string, ReadonlyMap<string, Located<JsonObject> & { name: string }>>;

/** One media type of a body, and the schemas of its properties; undefined without a schema. */
export type BodyPair = {
  name: string;
  before: Side;
  after: Side;
  propertiesBefore?: ReadonlyMap<string, JsonValue>;
  propertiesAfter?: ReadonlyMap<string, JsonValue>;
  headersBefore?: PartHeaders;
  headersAfter?: PartHeaders;
};

type Value = JsonValue | undefined;

/** Reports each property of a form whose encoding differs. */
export function* findEncodings(pair: BodyPair): Iterable<Occurrence> {
  const { before, after, name: type, propertiesBefore, propertiesAfter } = pair;
  if (before === null || after === null) return;
  const [old, now] = [encodingsOf(before), encodingsOf(after)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    // An encoding that is added or removed with its property is reported with the property.
    if (propertiesBefore?.has(name) !== propertiesAfter?.has(name) && propertiesBefore && propertiesAfter) continue;
    const [was, is] = [propertiesBefore?.get(name), propertiesAfter?.get(name)];
    const [written, writing] = [ownField(old, name), ownField(now, name)];
    const [oldValue, newValue] = [
      encodingOf(written, was, pair.headersBefore?.get(name)),
      encodingOf(writing, is, pair.headersAfter?.get(name)),
    ];
    const areStyled = isStyled(written) && isStyled(writing);
    const changed = changedKeys(oldValue, newValue).filter(key => !(areStyled && key === 'contentType'));
    if (changed.length === 0) continue;
    const says = `encoding of \`${name}\` changed: ${changed.map(key => wordsFor(key, oldValue, newValue)).join(', ')}`;
    // No style but `form` is defined for a text or a number.
    const isUndefined =
      isPrimitive(was) && isPrimitive(is) && changed.every(key => key === 'style' || key === 'explode');
    const known = isUndefined ? 'may-change' : effectOf(changed, oldValue, newValue);
    const isUnknown = propertiesBefore?.has(name) === false && propertiesAfter?.has(name) === false;
    const effect = isForm(type) && !isUnknown ? known : 'describes';
    yield { before: before.pointer, after: after.pointer, name, oldValue, newValue, says, effect };
  }
}

/**
 * Reports each part of a form without `encoding` whose default content type changes, because its schema becomes bytes
 * or text. If the schema also loses values, rules about types report it.
 */
export function* findParts(pair: BodyPair & { direction: Direction }): Iterable<Occurrence> {
  const { before, after, name: type, direction, propertiesBefore, propertiesAfter } = pair;
  if (before === null || after === null || !/^multipart\//i.test(type)) return;
  const [old, now] = [encodingsOf(before), encodingsOf(after)];
  for (const [name, is] of propertiesAfter ?? []) {
    const was = propertiesBefore?.get(name);
    if (was === undefined || Object.hasOwn(old, name) || Object.hasOwn(now, name)) continue;
    const [oldValue, newValue] = [defaultContentType(was), defaultContentType(is)];
    const [wide, narrow] = direction === 'request' ? [is, was] : [was, is];
    const effect = effectOfPart(itemOf(wide), itemOf(narrow));
    if (oldValue === newValue || effect === null) continue;
    const says = `encoding of \`${name}\` changed: ${wordsFor('contentType', { contentType: oldValue }, { contentType: newValue })}`;
    yield { before: before.pointer, after: after.pointer, name, oldValue, newValue, says, effect };
  }
}

/** Reports each position of a multipart body without names whose encoding differs (since 3.2). */
export function* findPositions(pair: BodyPair): Iterable<Occurrence> {
  const { before, after, name: type } = pair;
  if (before === null || after === null || !/^multipart\//i.test(type)) return;
  const places = Math.max(placesOf(before.value), placesOf(after.value));
  const [old, now] = [positionsOf(before, places), positionsOf(after, places)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [oldValue, newValue] = [
      encodingOf(old.get(name)?.value, undefined, pair.headersBefore?.get(name)),
      encodingOf(now.get(name)?.value, undefined, pair.headersAfter?.get(name)),
    ];
    const changed = changedKeys(oldValue, newValue);
    if (changed.length === 0) continue;
    const place = name === BEYOND ? 'the other positions' : `position ${name.slice(name.indexOf('/') + 1)}`;
    const says = `encoding of ${place} changed: ${changed.map(key => wordsFor(key, oldValue, newValue)).join(', ')}`;
    const isUnknown = changed.includes('contentType') && [oldValue, newValue].some(isByDefault);
    const effect = isUnknown ? 'may-change' : effectOf(changed, oldValue, newValue);
    yield { before: before.pointer, after: after.pointer, name, oldValue, newValue, says, effect };
  }
}

const BEYOND = 'itemEncoding';

/** The number of positions with an encoding of their own. */
export const placesOf = ({ prefixEncoding }: JsonObject): number => listOf(prefixEncoding).length;

/** The encodings of so many positions and of those beyond. Without an own one, a position has that of those beyond. */
export const positionsOf = ({ value, pointer }: Located<JsonObject>, places: number): Map<string, Located> => {
  const { prefixEncoding, itemEncoding } = value;
  const positions = new Map<string, Located>();
  const put = (name: string, at: string, encoding: Value): void => {
    if (encoding !== undefined) positions.set(name, { value: encoding, pointer: `${pointer}/${at}` });
  };
  for (const [place, own] of Array.from({ length: places }, (_, at) => listOf(prefixEncoding)[at]).entries()) {
    const name = `prefixEncoding/${place}`;
    put(name, own === undefined ? BEYOND : name, own ?? itemEncoding);
  }
  put(BEYOND, BEYOND, itemEncoding);
  return positions;
};

const isByDefault = ({ contentType }: JsonObject): boolean => contentType === BY_DEFAULT;

const itemOf = (schema: JsonValue): JsonValue =>
  isJsonObject(schema) && typeIn(schema) === 'array' ? (schema.items ?? {}) : schema;

/** The effect of another default content type; null if there is none, or if rules about types report the change. */
const effectOfPart = (wide: JsonValue, narrow: JsonValue): Effect | null => {
  if (!isJsonObject(wide) || !isJsonObject(narrow)) return null;
  if (isUntyped(wide)) return isUntyped(narrow) ? null : 'may-change';
  const isText = isPrimitive(wide) && wide.contentMediaType === undefined && wide.contentEncoding === undefined;
  return isText && narrow.format === 'binary' ? 'changes' : null;
};

const changedKeys = (before: JsonObject, after: JsonObject): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(key => !sameValue(before[key], after[key]));

const encodingsOf = (side: Side): JsonObject => (isJsonObject(side?.value.encoding) ? side.value.encoding : {});

/** How a property of a form is written, with all defaults filled in. */
const encodingOf = (value: Value, schema: Value, headers: Headers = new Map()): JsonObject => {
  const encoding = isJsonObject(value) ? value : {};
  const style = encoding.style ?? 'form';
  const explode = style === 'deepObject' || (encoding.explode ?? style === 'form');
  const rest = {
    allowReserved: encoding.allowReserved ?? false,
    headers: Object.fromEntries([...headers].map(([key, header]) => [key, settingsOf(header.value)])),
  };
  const contentType = contentTypesOf(encoding.contentType ?? defaultContentType(schema));
  return { contentType, style, explode, ...rest, ...pick(encoding, OF_INNER_PARTS) };
};

/** The parts of a part that is multipart itself (since 3.2). */
const OF_INNER_PARTS = ['encoding', 'prefixEncoding', 'itemEncoding'];

/** The content types in one order, because their order has no meaning. */
const contentTypesOf = (value: JsonValue): string => spell(value).split(',').map(canonicalMediaType).sort().join(', ');

type Headers = NonNullable<ReturnType<PartHeaders['get']>>;

/** The fields of a part's header besides its schema and texts, which are compared like others. */
const settingsOf = ({ required, explode }: JsonObject): JsonObject => ({
  required: required === true,
  explode: explode === true,
});

/** Whether the encoding has a style: then `contentType` has no effect (OpenAPI, Encoding Object). */
export const isStyled = (encoding: Value): boolean =>
  isJsonObject(encoding) && ['style', 'explode', 'allowReserved'].some(key => encoding[key] !== undefined);

const PRIMITIVE: ReadonlySet<Value> = new Set(['string', 'integer', 'number', 'boolean']);

/** Alternatives at several levels share their schemas: each is looked at once. */
const primitives = new WeakMap<JsonObject, boolean>();

/** Whether all values are texts, numbers or booleans. */
const isPrimitive = (schema: Value): boolean => {
  if (!isJsonObject(schema) || schema.format === 'binary') return false;
  let known = primitives.get(schema);
  if (known === undefined) {
    known =
      isEach(typesIn(schema), type => PRIMITIVE.has(type)) ||
      isEach(valuesIn(schema), value => !isJsonObject(value) && !Array.isArray(value)) ||
      isEach(listOf(schema.anyOf ?? schema.oneOf), isPrimitive);
    primitives.set(schema, known);
  }
  return known;
};

const isEach = (list: JsonValue[], is: (each: JsonValue) => boolean): boolean => list.length > 0 && list.every(is);

/** The types beside null. */
const typesIn = ({ type }: JsonObject): JsonValue[] => [type ?? []].flat().filter(each => each !== 'null');

/** The listed values beside null. */
const valuesIn = ({ enum: values, const: only }: JsonObject): JsonValue[] =>
  [...(only === undefined ? [] : [only]), ...listOf(values)].filter(each => each !== null);

/** The only type beside null. */
const typeIn = (schema: JsonObject): Value => {
  const types = typesIn(schema);
  return types.length === 1 ? types[0] : undefined;
};

/** Other keywords than these say nothing about types. */
const isUntyped = (schema: JsonObject): boolean =>
  !['type', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'].some(key => schema[key] !== undefined);

const BY_DEFAULT = 'by default';

const defaultContentType = (schema: Value): string => {
  if (isPrimitive(schema)) return 'text/plain';
  if (!isJsonObject(schema)) return BY_DEFAULT;
  const type = typeIn(schema);
  if (type === 'array') return defaultContentType(schema.items ?? {});
  if (type === 'object') return 'application/json';
  return schema.format === 'binary' || isUntyped(schema) ? 'application/octet-stream' : BY_DEFAULT;
};

/** Whether the body is a form: `encoding` has no effect in other bodies. */
const isForm = (name: string): boolean => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(name);

const wordsFor = (key: string, before: JsonObject, after: JsonObject): string => {
  const names = (value: Value): string => Object.keys(isJsonObject(value) ? value : {}).join(', ') || 'none';
  const [old, now] = [before[key], after[key]];
  if (key !== 'headers') return `${key} from ${quote(old)} to ${quote(now)}`;
  return names(old) === names(now) ? `headers ${names(now)}` : `headers from ${names(old)} to ${names(now)}`;
};

/** The effect of a changed encoding. A list of content types can grow or shrink: `image/*` includes all image types. */
const effectOf = (changed: string[], before: JsonObject, after: JsonObject): Effect => {
  if (changed.length > 1) return 'changes';
  if (changed[0] === 'headers') return effectOfHeaders(before.headers, after.headers);
  if (changed[0] !== 'contentType') return 'changes';
  const [old, now] = [before, after].map(({ contentType }) => spell(contentType).split(', ')) as [string[], string[]];
  if (covers(now, old)) return 'widens';
  if (covers(old, now)) return 'narrows';
  const [oldBases, newBases] = [old.map(baseOf), now.map(baseOf)];
  // As in the name of a media type, the effect of other parameters is not proven.
  return covers(newBases, oldBases) || covers(oldBases, newBases) ? 'may-change' : 'changes';
};

const effectOfHeaders = (before: Value, after: Value): Effect => {
  const [old, now] = [before, after].map(value => (isJsonObject(value) ? value : {})) as [JsonObject, JsonObject];
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const effects = new Set([...names].flatMap(name => effectOfHeader(ownField(old, name), ownField(now, name))));
  if (effects.size > 1) effects.delete('adds');
  const [only, ...others] = effects;
  return only === undefined || others.length > 0 ? 'changes' : only;
};

const effectOfHeader = (before: Value, after: Value): Effect | [] => {
  const [was, is] = [before, after].map(value => isJsonObject(value) && value.required === true);
  if (!isJsonObject(before)) return is ? 'narrows' : 'adds';
  if (!isJsonObject(after)) return was ? 'removes' : 'may-remove';
  if (before.explode !== after.explode) return 'changes';
  if (was === is) return [];
  return is ? 'narrows' : 'widens';
};

const covers = (wide: string[], narrow: string[]): boolean =>
  narrow.every(type => wide.some(range => range === type || includesType(range, type)));
