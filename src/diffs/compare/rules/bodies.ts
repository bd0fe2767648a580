import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Direction, Effect } from '../law.ts';
import { quote, sameValue } from '../values.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

type Side = Located<JsonObject> | null;

export type BodyPair = { before: Side; after: Side; operationBefore: string; operationAfter: string };

const isRequired = (side: Side): boolean => side?.value.required === true;

const bodyRule = (
  id: string,
  effect: Effect,
  when: (before: Side, after: Side) => boolean,
  says: string,
): Rule<BodyPair> => ({
  id,
  effect,
  find({ before, after, operationBefore, operationAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return NOTHING;
    return [{ before: before?.pointer ?? operationBefore, after: after?.pointer ?? operationAfter, says }];
  },
});

export const requestBodyRules: Rule<BodyPair>[] = [
  bodyRule(
    '{direction}-body-added-required',
    'narrows',
    (a, b) => a === null && isRequired(b),
    'was added as required',
  ),
  bodyRule(
    '{direction}-body-added-optional',
    'adds',
    (a, b) => a === null && b !== null && !isRequired(b),
    'was added',
  ),
  bodyRule('{direction}-body-removed', 'removes', (a, b) => a !== null && b === null, 'was removed'),
  bodyRule(
    '{direction}-body-became-required',
    'narrows',
    (a, b) => a !== null && !isRequired(a) && isRequired(b),
    'became required',
  ),
  bodyRule(
    '{direction}-body-became-optional',
    'widens',
    (a, b) => isRequired(a) && b !== null && !isRequired(b),
    'became optional',
  ),
];

/** One media type of a request body or a response. */
export type MediaTypePair = {
  name: string;
  /** Where it was called otherwise: a range, or with other parameters. */
  nameBefore?: string;
  before: Side;
  after: Side;
  holderBefore: string;
  holderAfter: string;
  direction: Direction;
};

const mediaTypeRule = (
  id: string,
  effect: Effect,
  when: (before: Side, after: Side, direction: Direction) => boolean,
  says: string,
): Rule<MediaTypePair> => ({
  id,
  effect,
  find({ name, before, after, holderBefore, holderAfter, direction }): Iterable<Occurrence> {
    if (!when(before, after, direction)) return NOTHING;
    return [
      {
        before: before?.pointer ?? holderBefore,
        after: after?.pointer ?? holderAfter,
        name,
        says: says.replace('{name}', name),
      },
    ];
  },
});

const schemaOf = (side: Side): JsonValue | undefined => side?.value.schema;

type Value = JsonValue | undefined;

const encodingsOf = (side: Side): JsonObject => (isJsonObject(side?.value.encoding) ? side.value.encoding : {});

/** How a property of a form is written, with all defaults filled in. */
const encodingOf = (value: Value, { contentType }: { contentType: Value }): JsonObject => {
  const encoding = isJsonObject(value) ? value : {};
  const style = encoding.style ?? 'form';
  const explode = style === 'deepObject' || (encoding.explode ?? style === 'form');
  const rest = { allowReserved: encoding.allowReserved ?? false, headers: encoding.headers ?? {} };
  return { contentType: encoding.contentType ?? contentType ?? null, style, explode, ...rest };
};

const defaultContentType = (side: Side, name: string): string => {
  const schema = schemaOf(side);
  const properties = isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
  const property = properties[name];
  if (!isJsonObject(property) || typeof property.type !== 'string') return 'by default';
  if (property.type === 'object') return 'application/json';
  return property.format === 'binary' ? 'application/octet-stream' : 'text/plain';
};

const encodingRule: Rule<MediaTypePair> = {
  id: '{direction}-body-encoding-changed',
  effect: 'changes',
  *find({ before, after, name: type }): Iterable<Occurrence> {
    if (before === null || after === null) return;
    const [old, now] = [encodingsOf(before), encodingsOf(after)];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const oldValue = encodingOf(old[name], { contentType: defaultContentType(before, name) });
      const newValue = encodingOf(now[name], { contentType: defaultContentType(after, name) });
      if (sameValue(oldValue, newValue)) continue;
      const changed = Object.keys(newValue).filter(key => !sameValue(oldValue[key], newValue[key]));
      const says = `encoding of \`${name}\` changed (${changed.join(', ')})`;
      const effect = isForm(type) ? effectOf(changed, oldValue.contentType, newValue.contentType) : 'describes';
      yield { before: before.pointer, after: after.pointer, name, oldValue, newValue, says, effect };
    }
  },
};

/** In any other body nothing is encoded property by property. */
const isForm = (name: string): boolean => /^(multipart\/|application\/x-www-form-urlencoded)/i.test(name);

/** A list of content types that grew or shrank: `image/*` stands for whatever begins like it. */
const effectOf = (changed: string[], before: Value, after: Value): Effect => {
  if (changed.some(key => key !== 'contentType')) return 'changes';
  const [old, now] = [before, after].map(value => String(value).split(',').map(baseOf)) as [string[], string[]];
  if (covers(now, old)) return 'widens';
  return covers(old, now) ? 'narrows' : 'changes';
};

const covers = (wide: string[], narrow: string[]): boolean =>
  narrow.every(type =>
    wide.some(range => range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)))),
  );

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

/** Who asks for one syntax is not served by what is built on it: an other type, however it is called. */
const nameRule = (end: NameRelation, effect: Effect): Rule<MediaTypePair>[] =>
  (['request-body', 'response'] as const).map(prefix => ({
    id: `${prefix}-media-type-name-${end}`,
    effect,
    find({ name, nameBefore, before, after, direction }): Iterable<Occurrence> {
      if (before === null || after === null || nameBefore === undefined || !prefix.startsWith(direction))
        return NOTHING;
      if (relateNames(nameBefore, name) !== end) return NOTHING;
      const says = `media type changed from ${quote(nameBefore)} to ${quote(name)}`;
      const found = { before: before.pointer, after: after.pointer, oldValue: nameBefore, newValue: name, says };
      const isOther = isBuiltOn(nameBefore, name) || isBuiltOn(name, nameBefore);
      return [isOther ? { ...found, effect: 'changes' } : found];
    },
  }));

export const mediaTypeRules: Rule<MediaTypePair>[] = [
  mediaTypeRule(
    'request-body-media-type-added',
    'adds',
    (a, b, d) => d === 'request' && a === null && b !== null,
    'media type {name} added',
  ),
  mediaTypeRule(
    'request-body-media-type-removed',
    'removes',
    (a, b, d) => d === 'request' && a !== null && b === null,
    'media type {name} removed',
  ),
  mediaTypeRule(
    'response-media-type-added',
    'adds',
    (a, b, d) => d === 'response' && a === null && b !== null,
    'media type {name} added',
  ),
  mediaTypeRule(
    'response-media-type-removed',
    'removes',
    (a, b, d) => d === 'response' && a !== null && b === null,
    'media type {name} removed',
  ),
  mediaTypeRule(
    '{direction}-body-media-type-schema-added',
    'narrows',
    (a, b) => a !== null && b !== null && schemaOf(a) === undefined && schemaOf(b) !== undefined,
    'schema added',
  ),
  mediaTypeRule(
    '{direction}-body-media-type-schema-removed',
    'may-widen',
    (a, b) => a !== null && b !== null && schemaOf(a) !== undefined && schemaOf(b) === undefined,
    'schema removed',
  ),
  encodingRule,
  ...nameRule('generalized', 'widens'),
  ...nameRule('specialized', 'narrows'),
  ...nameRule('changed', 'may-change'),
];
