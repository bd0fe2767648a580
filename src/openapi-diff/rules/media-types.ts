import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import type { Direction, Effect } from '../law.ts';
import type { Located } from '../read/document.ts';
import { quote, sameValue } from '../read/values.ts';
import { type Example, operations } from './examples.ts';
import { BY_LAW, isOfParameter, type LevelFacts, type Levels, UNSEEN_BY_OASDIFF } from './levels.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rule.ts';

type Side = Located<JsonObject> | null;

/** One media type of a request body or a response. */
export type MediaTypePair = {
  name: string;
  /** Where it had another name: a range, or other parameters. */
  nameBefore?: string;
  before: Side;
  after: Side;
  holderBefore: string;
  holderAfter: string;
  direction: Direction;
  /** It went, and a range includes it now; or it is a range, and its parts came. */
  isCovered?: boolean;
  /** The schemas of the properties; undefined where no schema says. */
  propertiesBefore?: ReadonlyMap<string, JsonValue>;
  propertiesAfter?: ReadonlyMap<string, JsonValue>;
};

type MediaTypeRow = RuleFacts & {
  when: (before: Side, after: Side, direction: Direction) => boolean;
  says: (name: string) => string;
};

const mediaTypeRule = ({ when, says, ...facts }: MediaTypeRow): Rule<MediaTypePair> => ({
  ...facts,
  find(pair): Iterable<Occurrence> {
    const { name, before, after, holderBefore, holderAfter, direction } = pair;
    if (!when(before, after, direction)) return NOTHING;
    const at = { before: before?.pointer ?? holderBefore, after: after?.pointer ?? holderAfter };
    if (!isReplaced(pair)) return [{ ...at, name, says: says(name) }];
    const words = name.includes('*') ? 'media types that it includes took its place' : 'a range includes it';
    return [{ ...at, name, says: `${says(name)}: ${words}`, effect: 'describes' }];
  },
});

/** A request may still send what a range includes now; a response sends less than the range that it replaces. */
const isReplaced = ({ name, after, direction, isCovered }: MediaTypePair): boolean =>
  after === null && isCovered === true && name.includes('*') === (direction === 'response');

type SchemaField = 'schema' | 'itemSchema';
/** Only one of two media types has the schema. */
const lacks = (field: SchemaField, side: Side, other: Side): boolean =>
  side !== null && other !== null && side.value[field] === undefined && other.value[field] !== undefined;

type Value = JsonValue | undefined;

const encodingsOf = (side: Side): JsonObject => (isJsonObject(side?.value.encoding) ? side.value.encoding : {});

/** How a property of a form is written, with all defaults filled in. */
const encodingOf = (value: Value, schema: Value, isMultipart: boolean): JsonObject => {
  const encoding = isJsonObject(value) ? value : {};
  const style = encoding.style ?? 'form';
  const explode = style === 'deepObject' || (encoding.explode ?? style === 'form');
  const rest = {
    allowReserved: encoding.allowReserved ?? false,
    headers: isMultipart ? headersOf(encoding.headers) : {},
  };
  return { contentType: contentTypesOf(encoding.contentType ?? defaultContentType(schema)), style, explode, ...rest };
};

/** A list in any order. */
const contentTypesOf = (value: JsonValue): string => String(value).split(',').map(canonicalMediaType).sort().join(', ');

const TEXTS_OF_HEADERS = new Set(['description', 'example', 'examples']);

/** The headers of one part, without texts. Its Content-Type is told by `contentType`. */
const headersOf = (value: Value): JsonObject => {
  const headers: JsonObject = {};
  for (const [name, header] of Object.entries(isJsonObject(value) ? value : {})) {
    const key = name.toLowerCase();
    if (key === 'content-type') continue;
    const kept = Object.entries(isJsonObject(header) ? header : {}).filter(([field]) => !TEXTS_OF_HEADERS.has(field));
    headers[key] = Object.fromEntries(kept);
  }
  return headers;
};

/** Beside a style, a media type has no effect. */
const isStyled = (encoding: Value): boolean =>
  isJsonObject(encoding) && ['style', 'explode', 'allowReserved'].some(key => encoding[key] !== undefined);

const PRIMITIVE: ReadonlySet<Value> = new Set(['string', 'integer', 'number', 'boolean']);

/** Whether all values are texts, numbers or booleans. */
const isPrimitive = (schema: Value): boolean => {
  if (!isJsonObject(schema) || schema.format === 'binary') return false;
  const list = schema.anyOf ?? schema.oneOf;
  return PRIMITIVE.has(typeIn(schema)) || (Array.isArray(list) && list.length > 0 && list.every(isPrimitive));
};

/** The only type beside null. */
const typeIn = ({ type }: JsonObject): Value => {
  const types = [type ?? []].flat().filter(each => each !== 'null');
  return types.length === 1 ? types[0] : undefined;
};

/** Other keywords than these say nothing about types. */
const isUntyped = (schema: JsonObject): boolean =>
  !['type', '$ref', 'allOf', 'anyOf', 'oneOf', 'enum', 'const'].some(key => schema[key] !== undefined);

const defaultContentType = (schema: Value): string => {
  if (isPrimitive(schema)) return 'text/plain';
  if (!isJsonObject(schema)) return 'by default';
  const type = typeIn(schema);
  if (type === 'array') return defaultContentType(schema.items ?? {});
  if (type === 'object') return 'application/json';
  return schema.format === 'binary' || isUntyped(schema) ? 'application/octet-stream' : 'by default';
};

/** Reports each property of a form whose encoding differs. */
function* findEncodings(pair: MediaTypePair): Iterable<Occurrence> {
  const { before, after, name: type, propertiesBefore, propertiesAfter } = pair;
  if (before === null || after === null) return;
  const isMultipart = baseOf(type).startsWith('multipart/');
  const [old, now] = [encodingsOf(before), encodingsOf(after)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    // What comes or goes with its property is told with the property.
    if (propertiesBefore?.has(name) !== propertiesAfter?.has(name) && propertiesBefore && propertiesAfter) continue;
    const [was, is] = [propertiesBefore?.get(name), propertiesAfter?.get(name)];
    const [oldValue, newValue] = [encodingOf(old[name], was, isMultipart), encodingOf(now[name], is, isMultipart)];
    const areStyled = isStyled(old[name]) && isStyled(now[name]);
    const changed = Object.keys(newValue).filter(
      key => !sameValue(oldValue[key], newValue[key]) && !(areStyled && key === 'contentType'),
    );
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

/** In any other body nothing is encoded property by property. */
const isForm = (name: string): boolean => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(name);

const wordsFor = (key: string, before: JsonObject, after: JsonObject): string => {
  const names = (value: Value): string => Object.keys(isJsonObject(value) ? value : {}).join(', ') || 'none';
  const [old, now] = [before[key], after[key]];
  if (key !== 'headers') return `${key} from ${quote(old)} to ${quote(now)}`;
  return names(old) === names(now) ? `headers ${names(now)}` : `headers from ${names(old)} to ${names(now)}`;
};

/** A list of content types that grew or shrank: `image/*` stands for whatever begins like it. */
const effectOf = (changed: string[], before: JsonObject, after: JsonObject): Effect => {
  if (changed.length > 1) return 'changes';
  if (changed[0] === 'headers') return effectOfHeaders(before.headers, after.headers);
  if (changed[0] !== 'contentType') return 'changes';
  const [old, now] = [before, after].map(({ contentType }) => String(contentType).split(',').map(baseOf)) as [
    string[],
    string[],
  ];
  if (covers(now, old)) return 'widens';
  return covers(old, now) ? 'narrows' : 'changes';
};

/** Where the same headers stay, only whether they are required is judged. */
const effectOfHeaders = (before: Value, after: Value): Effect => {
  const [old, now] = [before, after].map(value => (isJsonObject(value) ? value : {})) as [JsonObject, JsonObject];
  const withoutRequired = (headers: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(headers).map(([name, header]) => [name, { ...(header as JsonObject), required: false }]),
    );
  if (!sameValue(withoutRequired(old), withoutRequired(now))) return 'changes';
  const isRequired = (headers: JsonObject, name: string): boolean => (headers[name] as JsonObject).required === true;
  const needsMore = (one: JsonObject, other: JsonObject): boolean =>
    Object.keys(one).some(name => isRequired(one, name) && !isRequired(other, name));
  if (needsMore(now, old)) return needsMore(old, now) ? 'changes' : 'narrows';
  return 'widens';
};

const covers = (wide: string[], narrow: string[]): boolean =>
  narrow.every(type =>
    wide.some(range => range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))),
  );

/**
 * Names and parameters are the same in either case, in any order, quoted or not (RFC 9110, 8.3.1 and 5.6.6).
 */
export const canonicalMediaType = (name: string): string => {
  if (/^[a-z\d/+.*-]*$/.test(name)) return name;
  const [type = '', ...parameters] = name.split(';').map(part => part.trim().toLowerCase());
  const bare = parameters.map(parameter => parameter.replace(/="([\w!#$%&'*+.^`|~-]+)"$/, '=$1'));
  // UTF-8 is the only charset of JSON.
  const isImplied = (parameter: string): boolean => parameter === 'charset=utf-8' && /[/+]json$/.test(type);
  return [type, ...bare.filter(parameter => parameter !== '' && !isImplied(parameter)).sort()].join(';');
};

export const baseOf = (name: string): string => name.split(';')[0]?.toLowerCase().trim() ?? name;

/** `application/problem+json` is written in the syntax of `application/json` (RFC 6839). */
export const isBuiltOn = (name: string, syntax: string): boolean => {
  const [kind = '', subtype = ''] = baseOf(name).split('/');
  const suffix = /\+(\w+)$/.exec(subtype)?.[1];
  return suffix !== undefined && baseOf(syntax) === `${kind}/${suffix}`;
};

/** `text/*` includes `text/csv`; parameters such as a charset make no range. */
const widens = (wide: string, narrow: string): boolean => {
  const [base, other] = [baseOf(wide), baseOf(narrow)];
  if (base === other) return false;
  return base === '*/*' || (base.endsWith('/*') && other.startsWith(base.slice(0, -1)));
};

type NameRelation = 'generalized' | 'specialized' | 'changed';

const relateNames = (before: string, after: string): NameRelation => {
  if (widens(after, before)) return 'generalized';
  if (widens(before, after)) return 'specialized';
  if (before.includes(';') || after.includes(';')) return 'changed';
  return isBuiltOn(before, after) ? 'generalized' : isBuiltOn(after, before) ? 'specialized' : 'changed';
};

type NameRow = RuleFacts & { of: Direction; relation: NameRelation };

/** A client that asks for one syntax cannot read a type that is built on it: it counts as another type. */
const nameRule = ({ of, relation, ...facts }: NameRow): Rule<MediaTypePair> => ({
  ...facts,
  find({ name, nameBefore, before, after, direction }): Iterable<Occurrence> {
    if (before === null || after === null || nameBefore === undefined || direction !== of) return NOTHING;
    if (relateNames(nameBefore, name) !== relation) return NOTHING;
    const says = `media type changed from ${quote(nameBefore)} to ${quote(name)}`;
    const found = { before: before.pointer, after: after.pointer, oldValue: nameBefore, newValue: name, says };
    const isOther = isBuiltOn(nameBefore, name) || isBuiltOn(name, nameBefore);
    return [isOther ? { ...found, effect: 'changes' } : found];
  },
});

const TEXT: JsonObject = { schema: { type: 'string' } };
const ITEMS: JsonObject = { itemSchema: { type: 'string' } };
const body = (name: string, media: JsonObject = TEXT): JsonObject => ({ content: { [name]: media } });
const sent = (requestBody: JsonObject): JsonObject => ({ requestBody });
const answered = (response: JsonObject): JsonObject => ({ responses: { 200: { description: 'ok', ...response } } });
const two: JsonObject = { content: { 'a/b': TEXT, 'a/c': {} } };
const form = (contentType: string): JsonObject => ({
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { a: { type: 'string' } } },
      encoding: { a: { contentType } },
    },
  },
});

/** The change in a request body and in a response: as a webhook each has the other direction. */
const both = (before: JsonObject, after: JsonObject): [Example, Example] => [
  operations(sent(before), sent(after)),
  operations(answered(before), answered(after)),
];
const isRange = ({ oldValue, newValue }: LevelFacts): boolean =>
  [oldValue, newValue].some(name => String(name).includes('*'));

/** oasdiff does not look at the media types of parameters and headers. */
const NOT_OF_PARAMETERS: Levels = { ...BY_LAW, oasdiff: { cases: [['INFO', isOfParameter]] } };
/** A range is another type to oasdiff; a type that is built on a syntax is not. */
const RANGE_BREAKS: Levels = { ...BY_LAW, oasdiff: { request: 'INFO', cases: [['BREAKING', isRange]] } };

export const mediaTypeRules: Rule<MediaTypePair>[] = [
  mediaTypeRule({
    id: 'request-body-media-type-added',
    direction: 'request',
    effect: 'adds',
    when: (before, after, direction) => direction === 'request' && before === null && after !== null,
    says: name => `media type ${name} added`,
    location: 'after',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(body('a/b'), two)],
  }),
  mediaTypeRule({
    id: 'request-body-media-type-removed',
    direction: 'request',
    effect: 'removes',
    when: (before, after, direction) => direction === 'request' && before !== null && after === null,
    says: name => `media type ${name} removed`,
    location: 'before',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(two, body('a/b'))],
  }),
  mediaTypeRule({
    id: 'response-media-type-added',
    direction: 'response',
    effect: 'adds',
    when: (before, after, direction) => direction === 'response' && before === null && after !== null,
    says: name => `media type ${name} added`,
    location: 'after',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(body('a/b'), two)],
  }),
  mediaTypeRule({
    id: 'response-media-type-removed',
    direction: 'response',
    effect: 'removes',
    when: (before, after, direction) => direction === 'response' && before !== null && after === null,
    says: name => `media type ${name} removed`,
    location: 'before',
    levels: NOT_OF_PARAMETERS,
    checks: 'own id',
    examples: [...both(two, body('a/b'))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-schema-added',
    effect: 'narrows',
    when: (before, after) => lacks('schema', before, after),
    says: () => 'schema added',
    location: 'after',
    levels: BY_LAW,
    checks: ['request', 'response'],
    examples: [...both(body('a/b', {}), body('a/b'))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-schema-removed',
    effect: 'may-widen',
    when: (before, after) => lacks('schema', after, before),
    says: () => 'schema removed',
    location: 'before',
    levels: BY_LAW,
    checks: ['request', 'response'],
    examples: [...both(body('a/b'), body('a/b', {}))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-item-schema-added',
    effect: 'narrows',
    when: (before, after) => lacks('itemSchema', before, after),
    says: () => 'itemSchema added',
    location: 'after',
    levels: BY_LAW,
    checks: ['request', 'response'],
    examples: [...both(body('a/b', {}), body('a/b', ITEMS))],
  }),
  mediaTypeRule({
    id: '{direction}-body-media-type-item-schema-removed',
    effect: 'may-widen',
    when: (before, after) => lacks('itemSchema', after, before),
    says: () => 'itemSchema removed',
    location: 'before',
    levels: { ...BY_LAW, oasdiff: { response: 'BREAKING' } },
    checks: ['request', 'response'],
    alsoCovers: { response: 'response-body-media-type-item-schema-removed-untyped' },
    examples: [...both(body('a/b', ITEMS), body('a/b', {}))],
  }),
  {
    id: '{direction}-body-encoding-changed',
    effect: 'changes',
    find: findEncodings,
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [...both(form('a/b'), form('a/c'))],
  },
  nameRule({
    id: 'request-body-media-type-name-generalized',
    direction: 'request',
    effect: 'widens',
    of: 'request',
    relation: 'generalized',
    location: 'after',
    levels: RANGE_BREAKS,
    checks: 'none',
    examples: [...both(body('a/b'), body('a/*'))],
  }),
  nameRule({
    id: 'response-media-type-name-generalized',
    direction: 'response',
    effect: 'widens',
    of: 'response',
    relation: 'generalized',
    location: 'after',
    levels: RANGE_BREAKS,
    checks: 'own id',
    examples: [...both(body('a/b'), body('a/*'))],
  }),
  nameRule({
    id: 'request-body-media-type-name-specialized',
    direction: 'request',
    effect: 'narrows',
    of: 'request',
    relation: 'specialized',
    location: 'after',
    levels: RANGE_BREAKS,
    checks: 'none',
    examples: [...both(body('a/*'), body('a/b'))],
  }),
  nameRule({
    id: 'response-media-type-name-specialized',
    direction: 'response',
    effect: 'narrows',
    of: 'response',
    relation: 'specialized',
    location: 'after',
    levels: { ...BY_LAW, oasdiff: { response: 'INFO', cases: [['BREAKING', isRange]] } },
    checks: 'own id',
    examples: [...both(body('a/*'), body('a/b'))],
  }),
  nameRule({
    id: 'request-body-media-type-name-changed',
    direction: 'request',
    effect: 'may-change',
    of: 'request',
    relation: 'changed',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'none',
    examples: [...both(body('a/b;v=1'), body('a/b;v=2'))],
  }),
  nameRule({
    id: 'response-media-type-name-changed',
    direction: 'response',
    effect: 'may-change',
    of: 'response',
    relation: 'changed',
    location: 'after',
    levels: UNSEEN_BY_OASDIFF,
    checks: 'own id',
    examples: [...both(body('a/b;v=1'), body('a/b;v=2'))],
  }),
];
