import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  SENT,
} from '../engine.ts';
import type { Direction } from '../law.ts';
import { type ApiDocument, entriesOf, type Form, type Located } from '../read/document.ts';
import { headersOf } from '../read/operations.ts';
import { type PartHeaders, placesOf, positionsOf } from '../rules/encodings.ts';
import { baseOf, canonicalMediaType, includesType, isBuiltOn } from '../rules/media-type-names.ts';
import { mediaTypeRules } from '../rules/media-types.ts';
import { contentRules } from '../rules/parameters.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { compareSchemas, linkWhole } from '../schemas/compare.ts';
import { type MediaType, type MediaTypePair, withoutBytes } from './binary-bodies.ts';
import { textualOf } from './form-parts.ts';
import { formOf } from './form-properties.ts';
import { spendRepeated } from './repeats.ts';
import { compareTexts } from './texts.ts';
import { renamedElementOf } from './xml-elements.ts';

/** The media types of a body. `named` and `ranges` have the first one of several. */
type MediaTypes = {
  types: Map<string, MediaType>;
  /** By canonical name. */
  named: Map<string, MediaType>;
  /** Ranges, by name without parameters. */
  ranges: Map<string, MediaType>;
};

const listTypes = (document: ApiDocument, holder: Located): MediaType[] =>
  [...entriesOf(document, holder, 'content')].map(([name, { value, pointer }]) => ({ name, value, pointer }));

/** Canonical names that occur again: `application/json` beside `application/json;charset=utf-8`. */
const repeatedNames = (types: MediaType[]): string[] => {
  const seen = new Set<string>();
  return types.map(({ name }) => canonicalMediaType(name)).filter(name => seen.size === seen.add(name).size);
};

/** Names that one side repeats are not canonical: they are kept as they are written. */
const mediaTypesOfBoth = (engine: Engine, before: Located, after: Located): [MediaTypes, MediaTypes] => {
  const [old, now] = [listTypes(engine.before, before), listTypes(engine.after, after)];
  const repeated = new Set([...repeatedNames(old), ...repeatedNames(now)]);
  return [indexTypes(old, repeated), indexTypes(now, repeated)];
};

const indexTypes = (list: MediaType[], repeated: ReadonlySet<string>): MediaTypes => {
  const types = new Map<string, MediaType>();
  const named = new Map<string, MediaType>();
  const ranges = new Map<string, MediaType>();
  for (const type of list) {
    const name = canonicalMediaType(type.name);
    types.set(repeated.has(name) ? type.name : name, type);
    if (!named.has(name)) named.set(name, type);
    const base = name.includes('/*') ? baseOf(name) : '';
    if (base.endsWith('/*') && !ranges.has(base)) ranges.set(base, type);
  }
  return { types, named, ranges };
};

type Match = { key: string } & MediaTypePair;

/**
 * Whether two media types are related: a range and its member, the same type with other parameters, or a syntax and a
 * type built on it.
 */
const areRelated = (a: string, b: string): boolean =>
  baseOf(a) === baseOf(b) || includesType(a, b) || includesType(b, a) || isBuiltOn(a, b) || isBuiltOn(b, a);

/** Matches media types by name, and the remaining ones by relation if it is one to one. */
const matchMediaTypes = (old: MediaTypes, now: MediaTypes): { matches: Match[]; came: string[] } => {
  const matches: Match[] = [];
  const lost = keysBeyond(old, now);
  const came = keysBeyond(now, old);
  const [origin, successor] = [lost[0], came[0]];
  const isOneToOne = lost.length === 1 && came.length === 1;
  const renamed = isOneToOne && origin && successor && succeeds(origin, successor, old, now) ? origin : undefined;
  for (const [key, after] of now.types) {
    const before = old.types.get(key) ?? (renamed === undefined ? undefined : old.types.get(renamed));
    matches.push({ key, before: before ?? null, after });
  }
  for (const key of lost) if (key !== renamed) matches.push({ key, before: old.types.get(key) ?? null, after: null });
  return { matches, came };
};

const keysBeyond = ({ types }: MediaTypes, { types: others }: MediaTypes): string[] => {
  const beyond: string[] = [];
  for (const key of types.keys()) if (!others.has(key)) beyond.push(key);
  return beyond;
};

/** Whether two media types are related, and no other range described the new one before or the old one now. */
const succeeds = (origin: string, successor: string, old: MediaTypes, now: MediaTypes): boolean => {
  const [was, is] = [rangeOf(successor, old), rangeOf(origin, now)];
  const isFree = (was === null || was === old.types.get(origin)) && (is === null || is === now.types.get(successor));
  return isFree && areRelated(origin, successor);
};

/** The narrowest range that includes a media type of the other document, or the same type written otherwise. */
const rangeOf = (key: string, { named, ranges }: MediaTypes): MediaType | null => {
  const [range] = rangesAround(key).flatMap(name => ranges.get(name) ?? []);
  return named.get(canonicalMediaType(key)) ?? range ?? null;
};

/** The ranges that include a media type, the narrowest first. */
const rangesAround = (name: string): string[] => {
  const base = baseOf(name);
  return [`${base.split('/')[0]}/*`, '*/*'].filter(range => range !== base);
};

/** Whether a removed type has a replacement: in requests a range that includes it, in responses a new narrower type. */
const isReplaced = (key: string, direction: Direction, now: MediaTypes, widened: ReadonlySet<string>): boolean =>
  direction === 'request'
    ? rangeOf(key, now) !== null
    : now.named.has(canonicalMediaType(key)) || widened.has(baseOf(key));

/** Whether rules about media types can find nothing: only the schema may differ. */
const isAlike = (before: MediaType | null, after: MediaType | null): boolean =>
  before !== null &&
  after !== null &&
  (before.value.schema === undefined) === (after.value.schema === undefined) &&
  (before.value.itemSchema === undefined) === (after.value.itemSchema === undefined) &&
  !mayHaveParts(before) &&
  !mayHaveParts(after);

/** Whether properties are written one by one, each in its own way. */
const mayHaveParts = (media: MediaType | null): boolean =>
  media !== null && (media.value.encoding !== undefined || canonicalMediaType(media.name).startsWith('multipart/'));

/** The schemas of the properties and the headers of the parts, computed only for bodies that may have parts. */
const partsOf = (engine: Engine, before: MediaType | null, after: MediaType | null) => {
  if (!mayHaveParts(before) && !mayHaveParts(after)) return {};
  const [old, now] = [formOf(engine.before, before), formOf(engine.after, after)];
  const [headersBefore, headersAfter] = partHeadersOfBoth(engine, before, after);
  spendRepeated(engine, sizeOf(before, old, headersBefore) + sizeOf(after, now, headersAfter));
  const headers = { headersBefore, headersAfter };
  return {
    ...headers,
    ...(old && { propertiesBefore: old.properties }),
    ...(now && { propertiesAfter: now.properties }),
  };
};

/** The number of schemas, encodings and headers. */
const sizeOf = (media: MediaType | null, form: Form | undefined, headers: PartHeaders): number => {
  const encoding = media?.value.encoding;
  const encodings = isJsonObject(encoding) ? Object.keys(encoding).length : 0;
  return [...headers.values()].reduce((sum, { size }) => sum + size, encodings + (form?.size ?? 0));
};

/** The headers of each part on both sides. Only multipart bodies have headers in parts. */
const partHeadersOfBoth = (engine: Engine, before: MediaType | null, after: MediaType | null) => {
  const places = Math.max(...[before, after].map(media => (media === null ? 0 : placesOf(media.value))));
  return [partHeadersOf(engine.before, before, places), partHeadersOf(engine.after, after, places)] as const;
};

const partHeadersOf = (document: ApiDocument, media: MediaType | null, places: number): PartHeaders =>
  media === null || !canonicalMediaType(media.name).startsWith('multipart/')
    ? new Map()
    : new Map(
        [...entriesOf(document, media, 'encoding'), ...positionsOf(media, places)].map(([part, encoding]) => [
          part,
          headersOf(document, encoding),
        ]),
      );

/** Compares the contents of part headers that both sides have. The rules about encodings compare the rest. */
const comparePartHeaders = (engine: Engine, context: Context, before: MediaType, after: MediaType): Findings => {
  const found: Finding[] = [];
  const [old, now] = partHeadersOfBoth(engine, before, after);
  for (const [part, headers] of now)
    for (const [key, is] of headers) {
      const was = old.get(part)?.get(key);
      if (was === undefined || engine.sameness.isSame(was.value, is.value)) continue;
      const thing = `Header \`${is.name}\` of part \`${part}\``;
      const trail = ['encoding', part, 'headers', key].reduce(append, context.trail);
      const inner: Context = { ...context, family: 'header', textual: true, thing, trail };
      add(found, compareContents(engine, inner, was, is));
    }
  return found;
};

/** Fields that may refer to components beside `schema`. */
const BEYOND_SCHEMA = ['$ref', 'itemSchema', 'encoding', 'prefixEncoding', 'itemEncoding'];

/** The short cut for media types with equal text. Returns false if one of them must be compared in full. */
export const linkMediaTypes = (engine: Engine, context: Context, content: JsonValue): boolean =>
  isJsonObject(content) &&
  Object.entries(content).every(([name, type]) => {
    if (!isJsonObject(type) || BEYOND_SCHEMA.some(key => type[key] !== undefined)) return false;
    const inner = { ...context, textual: textualOf(engine, canonicalMediaType(name)) };
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

/** The receivers of a webhook cannot ask for a media type, as the readers of a response can. */
const isPayload = ({ nouns, direction }: Context): boolean => nouns === SENT && direction === 'response';

/** All media types of a body, and the ranges around those that came. */
type Lists = { old: MediaTypes; now: MediaTypes; widened: ReadonlySet<string>; before: Located; after: Located };

export const compareMediaTypes = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): Findings => {
  const found: Finding[] = [];
  const [old, now] = mediaTypesOfBoth(engine, before, after);
  const { matches, came } = matchMediaTypes(old, now);
  const lists = { old, now, widened: new Set(came.flatMap(rangesAround)), before, after };
  for (const match of matches) add(found, compareMatch(engine, context, match, lists));
  return found;
};

const compareMatch = (engine: Engine, context: Context, match: Match, lists: Lists): Findings => {
  const type = canonicalMediaType(match.key);
  const { key, before, after } = { ...match, ...withoutBytes(engine, type, match) };
  const isSameName = before === null || after === null || canonicalMediaType(before.name) === type;
  if (isSameName && before !== null && after !== null && engine.sameness.isSame(before.value, after.value))
    return NO_FINDINGS;
  const found: Finding[] = [];
  const place = placeOf(context, after?.name ?? before?.name ?? key);
  const textual = textualOf(engine, type, before, after);
  const inner = { ...context, place, trail: `${context.trail}/content/${key}`, textual };
  const renamedElement = renamedElementOf(engine, type, before, after);
  if (!isSameName || !isAlike(before, after) || renamedElement !== undefined) {
    const whole = before !== null && after !== null ? inner : { ...inner, place: context.place };
    const pair = {
      ...pairOf(context, { key, before, after }, lists),
      renamedElement,
      ...partsOf(engine, before, after),
    };
    add(found, applyRules(engine, whole, mediaTypeRules, pair));
  }
  if (before !== null && after !== null) add(found, compareFields(engine, inner, before, after));
  const [was, is] = [before ?? rangeOf(key, lists.old), after ?? rangeOf(key, lists.now)].map(schemaOfType);
  if (was && is) add(found, compareSchemas(engine, inner, [was], [is]));
  if (before !== null && after !== null) add(found, compareItemSchemas(engine, inner, before, after));
  return found;
};

const pairOf = (context: Context, { key, before, after }: Match, lists: Lists) => {
  const { direction } = context;
  const isRenamed = before !== null && after !== null && canonicalMediaType(before.name) !== canonicalMediaType(key);
  return {
    name: after?.name ?? before?.name ?? key,
    ...(isRenamed && { nameBefore: before.name }),
    ...{ before, after, direction },
    isReplaced: after === null && isReplaced(key, direction, lists.now, lists.widened),
    isUnasked: before === null && isPayload(context) && rangeOf(key, lists.old) === null,
    holderBefore: lists.before.pointer,
    holderAfter: lists.after.pointer,
  };
};

const compareFields = (engine: Engine, context: Context, before: MediaType, after: MediaType): Findings => {
  const found = [...applyRules(engine, context, extensionRulesFor(before, after), { before, after })];
  add(found, compareTexts(engine, context, before, after, 'mediaType'));
  if (mayHaveParts(after)) add(found, comparePartHeaders(engine, context, before, after));
  return found;
};

const schemaOfType = (type: MediaType | null): Located | null =>
  type?.value.schema === undefined ? null : { value: type.value.schema, pointer: `${type.pointer}/schema` };

/** Compares the schema of a parameter, given directly or in the single media type of `content`. */
export const compareContents = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): Findings => {
  const [old, now] = [before, after].map(side => schemaOf(side)) as [Located, Located];
  const [had, has] = [before, after].map(({ value }) => value.content !== undefined);
  if (had && has && !isOtherSyntax(before, after)) return compareMediaTypes(engine, context, before, after);
  const { family } = context;
  const written = !had && !has ? NO_FINDINGS : applyRules(engine, context, contentRules, { before, after, family });
  return [...written, ...compareSchemas(engine, context, [old], [now])];
};

/** Whether the one media type of each side is unrelated to the other one. */
const isOtherSyntax = ({ value: before }: Located<JsonObject>, { value: after }: Located<JsonObject>): boolean => {
  const [old, now] = [before, after].map(({ content }) => Object.keys(isJsonObject(content) ? content : {})[0]);
  return old !== undefined && now !== undefined && !areRelated(old, now);
};

const schemaOf = ({ value, pointer }: Located<JsonObject>): Located => {
  const [entry] = isJsonObject(value.content) ? Object.entries(value.content) : [];
  if (entry === undefined) return schemaIn(value, pointer);
  return schemaIn(entry[1], append(`${pointer}/content`, entry[0]));
};

/** Without a schema, any value is allowed. */
const schemaIn = (holder: JsonValue, pointer: string): Located => {
  const schema = isJsonObject(holder) ? holder.schema : undefined;
  return schema === undefined ? { value: {}, pointer } : { value: schema, pointer: `${pointer}/schema` };
};
