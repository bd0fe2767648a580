import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  sharedUnit,
} from '../engine.ts';
import { type ApiDocument, childOf, entriesOf, type Located, resolve } from '../read/document.ts';
import type { Operation } from '../read/operations.ts';
import { requestBodyRules } from '../rules/bodies.ts';
import { baseOf, canonicalMediaType, isBuiltOn } from '../rules/media-type-names.ts';
import { mediaTypeRules } from '../rules/media-types.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { compareSchemas, linkWhole } from '../schemas/compare.ts';
import { normalizeSchema } from '../schemas/normalize.ts';
import { saysNothingBut } from '../schemas/simple-schemas.ts';
import { compareReferenceTexts, compareTexts } from './texts.ts';

export const compareRequestBody = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  if (engine.sameness.isSame(before.value.requestBody, after.value.requestBody)) return NO_FINDINGS;
  const old = childOf(engine.before, before, 'requestBody');
  const now = childOf(engine.after, after, 'requestBody');
  if (old === null && now === null) return NO_FINDINGS;
  const inner: Context = {
    ...context,
    ...{ thing: `${context.nouns[context.direction]} body`, changeType: 'REQUEST_BODY_CHANGED' },
    trail: `${context.trail}/requestBody`,
  };
  const texts = old === null || now === null ? NO_FINDINGS : compareReferenceTexts(engine, inner, old, now);
  if (old !== null && now !== null && engine.sameness.isSame(old.value, now.value)) return texts;
  const pair = { before: old, after: now, operationBefore: before.pointer, operationAfter: after.pointer };
  const shared = compareOnce(engine, inner, old, now, [before, after], deeper => {
    const found = [...applyRules(engine, deeper, requestBodyRules, pair)];
    if (old === null || now === null) return found;
    add(found, compareTexts(engine, deeper, old, now, 'body'));
    add(found, applyRules(engine, deeper, extensionRulesFor(old, now), { before: old, after: now }));
    add(found, compareMediaTypes(engine, deeper, old, now));
    return found;
  });
  return texts.length === 0 ? shared : [...texts, ...shared];
};

type Side = Located<JsonObject> | null;

/** Compares a component once for all operations that refer to it; compares an inline object directly. */
export const compareOnce = (
  engine: Engine,
  context: Context,
  before: Side,
  after: Side,
  [old, now]: [Operation, Operation],
  compare: (context: Context) => Findings,
): Findings => {
  const isOwn = (side: Side, { pointer }: Operation): boolean => side?.pointer.startsWith(`${pointer}/`) === true;
  const trail = after?.pointer ?? before?.pointer;
  if (trail === undefined || isOwn(before, old) || isOwn(after, now)) return compare(context);
  const key = `${context.thing} ${context.direction} ${before?.pointer} ${after?.pointer}`;
  sharedUnit(engine, key, context, unit => compare({ ...context, unit, trail }));
  return NO_FINDINGS;
};

/** Media types that serialize numbers and strings the same way. */
const isTextual = (name: string): boolean => /^(text\/|application\/x-www-form-urlencoded)|[/+]xml\b/.test(name);

const mediaTypesOf = (document: ApiDocument, holder: Located): Map<string, MediaType> => {
  const types = new Map<string, MediaType>();
  for (const [name, { value, pointer }] of entriesOf(document, holder, 'content'))
    types.set(canonicalMediaType(name), { name, value, pointer });
  return types;
};

type MediaType = { name: string } & Located<JsonObject>;
type Match = { key: string; before: MediaType | null; after: MediaType | null };

/**
 * Whether two media types are related: a range and its member, the same type with other parameters, or a syntax and a
 * type built on it.
 */
export const areRelated = (a: string, b: string): boolean => {
  const [left, right] = [baseOf(a), baseOf(b)];
  const includes = (wide: string, other: string): boolean =>
    wide === '*/*' || (wide.endsWith('/*') && other.startsWith(wide.slice(0, -1)));
  return left === right || includes(left, right) || includes(right, left) || isBuiltOn(a, b) || isBuiltOn(b, a);
};

/** Matches media types by name, and the remaining ones by relation if it is one to one. */
const matchMediaTypes = (old: Map<string, MediaType>, now: Map<string, MediaType>): Match[] => {
  const matches: Match[] = [];
  const lost = keysBeyond(old, now);
  const found = keysBeyond(now, old);
  const [origin, successor] = [lost[0], found[0]];
  const renamed =
    lost.length === 1 && found.length === 1 && origin && successor && areRelated(origin, successor)
      ? origin
      : undefined;
  for (const [key, after] of now)
    matches.push({ key, before: old.get(old.has(key) ? key : (renamed ?? '')) ?? null, after });
  for (const key of lost) if (key !== renamed) matches.push({ key, before: old.get(key) ?? null, after: null });
  return matches;
};

const keysBeyond = (types: Map<string, MediaType>, others: Map<string, MediaType>): string[] => {
  const beyond: string[] = [];
  for (const key of types.keys()) if (!others.has(key)) beyond.push(key);
  return beyond;
};

/** The range that includes a media type of the other document. */
const rangeOf = (key: string, others: Map<string, MediaType>): MediaType | null =>
  [...others].find(([name]) => name.includes('*') && areRelated(name, key))?.[1] ?? null;

/** Whether a range includes a media type that went, or new media types are parts of a range that went. */
const isCovered = (key: string, old: Map<string, MediaType>, now: Map<string, MediaType>): boolean =>
  key.includes('*') ? keysBeyond(now, old).some(name => areRelated(name, key)) : rangeOf(key, now) !== null;

/**
 * A binary body is a string with a format in 3.0, and a media type without schema in 3.1. Removes the schema if both
 * mean this.
 */
const spellBytes = ({ before: { crossed } }: Engine, key: string, { before, after }: Omit<Match, 'key'>) => {
  const without = (side: MediaType | null, other: MediaType | null): MediaType | null => {
    if (side === null || other === null || other.value.schema !== undefined || !areBytes(side.value.schema))
      return side;
    const { schema: _, ...value } = side.value;
    return { ...side, value };
  };
  if (!crossed || /json/.test(key)) return [before, after] as const;
  return [without(before, after), without(after, before)] as const;
};

const BYTES = new Set(['type', 'format']);
const areBytes = (schema: JsonValue | undefined): boolean =>
  schema !== undefined && saysNothingBut(schema, BYTES) && schema.type === 'string' && schema.format === 'binary';

/** Whether rules about media types can find nothing: only the schema may differ. */
const isAlike = (before: MediaType | null, after: MediaType | null): boolean =>
  before !== null &&
  after !== null &&
  (before.value.schema === undefined) === (after.value.schema === undefined) &&
  (before.value.itemSchema === undefined) === (after.value.itemSchema === undefined) &&
  before.value.encoding === undefined &&
  after.value.encoding === undefined;

/** The schemas of the properties, computed only if encodings need them. */
const propertiesOf = (engine: Engine, before: MediaType | null, after: MediaType | null) => {
  if (before?.value.encoding === undefined && after?.value.encoding === undefined) return {};
  const [propertiesBefore, propertiesAfter] = [
    readProperties(engine.before, before),
    readProperties(engine.after, after),
  ];
  return { ...(propertiesBefore && { propertiesBefore }), ...(propertiesAfter && { propertiesAfter }) };
};

const readProperties = (document: ApiDocument, media: MediaType | null): Map<string, JsonValue> | undefined => {
  if (media?.value.schema === undefined) return undefined;
  const schema = { value: media.value.schema, pointer: media.pointer };
  const { properties } = normalizeSchema(document, [schema], true);
  const found = new Map<string, JsonValue>();
  for (const name of properties.names()) {
    const [node] = properties.get(name) ?? [];
    if (node !== undefined) found.set(name, withItems(document, resolve(document, node)).value);
  }
  return found;
};

/** The items of a list decide how it is written. */
const withItems = (document: ApiDocument, { value, pointer }: Located): Located => {
  if (!isJsonObject(value) || value.items === undefined) return { value, pointer };
  const items = resolve(document, { value: value.items, pointer: `${pointer}/items` });
  return { value: { ...value, items: items.value }, pointer };
};

/** The short cut for media types with equal text. Returns false if one of them must be compared in full. */
export const linkMediaTypes = (engine: Engine, context: Context, content: JsonValue): boolean =>
  isJsonObject(content) &&
  Object.entries(content).every(([name, type]) => {
    if (!isJsonObject(type) || type.$ref !== undefined || type.encoding !== undefined) return false;
    const inner = { ...context, textual: isTextual(canonicalMediaType(name)) };
    if (type.itemSchema !== undefined) return false;
    return type.schema === undefined || linkWhole(engine, inner, type.schema);
  });

/** The schema of each item of a stream (since 3.2). */
const compareItemSchemas = (engine: Engine, context: Context, before: MediaType, after: MediaType): Findings => {
  const [old, now] = [before, after].map(({ value, pointer }) =>
    value.itemSchema === undefined ? null : { value: value.itemSchema, pointer: `${pointer}/itemSchema` },
  );
  if (!old || !now) return NO_FINDINGS;
  const inner = { ...context, root: false, path: '[]', trail: `${context.trail}/itemSchema` };
  return compareSchemas(engine, inner, [old], [now]);
};

/** A parameter has one media type: naming the parameter is enough. */
const placeOf = ({ place, family }: Context, name: string): string => {
  if (family.endsWith('parameter')) return place;
  return place === '' ? name : `${place} ${name}`;
};

export const compareMediaTypes = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): Findings => {
  const found: Finding[] = [];
  const old = mediaTypesOf(engine.before, before);
  const now = mediaTypesOf(engine.after, after);
  const matches = matchMediaTypes(old, now);
  for (const { key, ...match } of matches) {
    const [was, is] = spellBytes(engine, key, match);
    const sameName = was === null || is === null || canonicalMediaType(was.name) === key;
    if (sameName && was !== null && is !== null && engine.sameness.isSame(was.value, is.value)) continue;
    const name = is?.name ?? was?.name ?? key;
    const place = placeOf(context, name);
    const inner = { ...context, place, trail: `${context.trail}/content/${key}`, textual: isTextual(key) };
    if (!sameName || !isAlike(was, is)) {
      const whole = was !== null && is !== null ? inner : { ...inner, place: context.place };
      const holders = { holderBefore: before.pointer, holderAfter: after.pointer, direction: context.direction };
      const names = { name, ...(!sameName && { nameBefore: was.name }) };
      const covered = { isCovered: is === null && isCovered(key, old, now) };
      const pair = { ...names, before: was, after: is, ...covered, ...propertiesOf(engine, was, is), ...holders };
      add(found, applyRules(engine, whole, mediaTypeRules, pair));
    }
    if (was !== null && is !== null) {
      add(found, applyRules(engine, inner, extensionRulesFor(was, is), { before: was, after: is }));
      add(found, compareTexts(engine, inner, was, is, 'mediaType'));
    }
    const [schemaBefore, schemaAfter] = [was ?? rangeOf(key, old), is ?? rangeOf(key, now)].map(side =>
      side?.value.schema === undefined ? null : { value: side.value.schema, pointer: `${side.pointer}/schema` },
    );
    if (schemaBefore && schemaAfter) add(found, compareSchemas(engine, inner, [schemaBefore], [schemaAfter]));
    if (was !== null && is !== null) add(found, compareItemSchemas(engine, inner, was, is));
  }
  return found;
};
