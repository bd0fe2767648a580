import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { FieldError } from '../src/platform/errors.ts';
import { wireName } from '../src/platform/fields.ts';
import { LongText } from '../src/platform/long-text.ts';
import { MAX_SEARCH_BYTES } from '../src/platform/page-limits.ts';
import { parseTime } from '../src/platform/times.ts';
import { sortedByWire, wireOf } from './json-schema.ts';
import { unknownKeys } from './known-keys.ts';
import type { Bounds, Variable } from './variables.ts';

/**
 * Decodes one wire value into the value of a GraphQL variable, or returns the problem. Unless `lenient` is set, unknown
 * keys of nested objects are a problem.
 */
export type Decode = (value: unknown, lenient?: boolean) => { value: unknown } | { problem: string };

/** Maximum depth of JSON in a field of type JSON. Deeper JSON would overflow the stack of the serializer. */
const MAX_JSON_DEPTH = 500;

/** Decodes values of a JSON body: the JSON type must match. */
export function jsonDecoder(variable: Variable): Decode {
  return bounded(decoderOf(variable.type, jsonScalars, fromJsonEnum), variable.bounds);
}

/** Decodes values of a path, which are always text. */
export function textDecoder(variable: Variable): Decode {
  return bounded(decoderOf(variable.type, textScalars, fromTextEnum), variable.bounds);
}

/** Decodes values of a query. Enums may be sent by number or by name, because answers contain both. */
export function filterDecoder(variable: Variable): Decode {
  const decode = bounded(decoderOf(variable.type, textScalars, fromWordOrNumber), variable.bounds);
  const once = isListType(getNullableType(variable.type)) ? decode : givenOnce(decode);
  return variable.name === 'search' ? shortText(once) : once;
}

/** Refuses a repeated query parameter, which the parser of the query returns as an array. */
const givenOnce =
  (decode: Decode): Decode =>
  (given, lenient) =>
    Array.isArray(given) ? { problem: 'must be given only once' } : decode(given, lenient);

/** Decodes into `variables`. Null is as absent: what a request means does not depend on what is stored. */
export function decodeInto(
  variables: Record<string, unknown>,
  decoders: readonly (readonly [Variable, Decode])[],
  read: (name: string) => unknown,
  lenient = false,
): FieldError[] {
  const errors: FieldError[] = [];
  for (const [{ name, required }, decode] of decoders) {
    const given = read(name);
    if (given === undefined || given === null) {
      if (required) errors.push({ field: name, message: 'is required' });
      continue;
    }
    const decoded = decode(given, lenient);
    if ('problem' in decoded) errors.push({ field: name, message: decoded.problem.replace(/^: /, '') });
    else variables[name] = decoded.value;
  }
  return errors;
}

type Scalars = Readonly<Record<string, Decode>>;

function decoderOf(type: GraphQLInputType, scalars: Scalars, ofEnum: typeof fromJsonEnum): Decode {
  if (isNonNullType(type)) return decoderOf(type.ofType, scalars, ofEnum);
  if (isListType(type)) return listDecoder(decoderOf(type.ofType, scalars, ofEnum), scalars === textScalars);
  if (isInputObjectType(type)) return objectDecoder(type, scalars, ofEnum);
  if (isEnumType(type)) return ofEnum(new Map(sortedByWire(type).map(value => [wireOf(value), value.name])));
  const decode = scalars[type.name];
  if (decode === undefined) throw new Error(`${type.name} has no wire form`);
  return decode;
}

function listDecoder(decode: Decode, single: boolean): Decode {
  return (given, lenient) => {
    const list = single && !Array.isArray(given) ? [given] : given;
    if (!Array.isArray(list)) return { problem: 'must be an array' };
    const values: unknown[] = [];
    for (const [index, item] of list.entries()) {
      const decoded = item === null ? { problem: 'must not be null' } : decode(item, lenient);
      if ('problem' in decoded)
        return { problem: `item ${index}${decoded.problem.startsWith(':') ? '' : ' '}${decoded.problem}` };
      values.push(decoded.value);
    }
    return { value: values };
  };
}

/**
 * Decodes an input object. The problem of a key starts with a colon: in a list it follows the index of the item, as in
 * `item 0: path is required`.
 */
function objectDecoder(type: GraphQLInputObjectType, scalars: Scalars, ofEnum: typeof fromJsonEnum): Decode {
  const fields = Object.values(type.getFields()).map(field => ({
    name: field.name,
    wire: wireName(field.name),
    required: isNonNullType(field.type),
    decode: decoderOf(field.type, scalars, ofEnum),
  }));
  const known = fields.map(({ wire }) => wire);
  return (given, lenient) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return { problem: 'must be an object' };
    const [stranger] = lenient ? [] : unknownKeys(Object.keys(given), known);
    if (stranger !== undefined) return { problem: `: ${stranger.field} ${stranger.message}` };
    const value: Record<string, unknown> = {};
    for (const { name, wire, required, decode } of fields) {
      const part = (Object.hasOwn(given, wire) ? (given as Record<string, unknown>)[wire] : undefined) ?? undefined;
      if (part === undefined && required) return { problem: `: ${wire} is required` };
      if (part === undefined) continue;
      const decoded = decode(part, lenient);
      if ('problem' in decoded) return { problem: `: ${wire} ${decoded.problem}` };
      value[name] = decoded.value;
    }
    return { value };
  };
}

const check =
  (good: (value: unknown) => boolean, problem: string): Decode =>
  value =>
    good(value) ? { value } : { problem };

const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): boolean => isText(value) && parseTime(value) !== undefined;
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);

/** An unpaired surrogate is not a character: it cannot be stored or hashed as UTF-8. */
const text: Decode = value => {
  if (value instanceof LongText) return { value };
  if (!isText(value)) return { problem: Array.isArray(value) ? 'must be one string' : 'must be a string' };
  return value.isWellFormed() ? { value } : { problem: 'must be well-formed Unicode' };
};

/** A blank id would disable the filter and return everything. */
const id: Decode = value => (isText(value) && value.trim() === '' ? { problem: 'must not be blank' } : text(value));
const time = check(isTime, 'must be an RFC 3339 time, such as 2026-01-31T12:00:00Z');

/** The largest Int of GraphQL (section 3.5.1), on either side of 0. */
const MAX_INT = 2 ** 31 - 1;

const BEYOND_INT = `must be between -${MAX_INT} and ${MAX_INT}`;

const int: Decode = value => {
  if (Number.isInteger(value) && Math.abs(value as number) <= MAX_INT) return { value };
  return { problem: isBeyondInt(value) ? BEYOND_INT : 'must be an integer' };
};

/** More digits than a number has are Infinity. */
const isBeyondInt = (value: unknown): boolean =>
  Number.isInteger(value) || value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;

const jsonScalars: Scalars = {
  ID: id,
  String: text,
  DateTime: time,
  Int: int,
  Float: check(isNumber, 'must be a number'),
  Boolean: check(value => typeof value === 'boolean', 'must be true or false'),
  JSON: check(value => isShallow(value, MAX_JSON_DEPTH), `must not be nested deeper than ${MAX_JSON_DEPTH}`),
};

const textScalars: Scalars = {
  ID: id,
  String: text,
  DateTime: time,
  Int: (value, lenient) => int(isText(value) && /^-?\d+$/.test(value) ? Number(value) : undefined, lenient),
  Float: value =>
    isText(value) && /^-?\d{1,15}(\.\d{1,15})?$/.test(value)
      ? { value: Number(value) }
      : { problem: 'must be a number' },
  Boolean: value =>
    value === 'true' || value === 'false' ? { value: value === 'true' } : { problem: 'must be true or false' },
};

function fromJsonEnum(names: ReadonlyMap<unknown, string>): Decode {
  const problem = `must be one of ${choices(names)}`;
  return value => {
    const name = names.get(value);
    return name === undefined ? { problem } : { value: name };
  };
}

function fromTextEnum(names: ReadonlyMap<unknown, string>): Decode {
  const byText = new Map([...names].map(([wire, name]) => [String(wire), name]));
  const problem = `must be one of ${choices(names)}`;
  return value => {
    const name = byText.get(value as string);
    return name === undefined ? { problem } : { value: name };
  };
}

function fromWordOrNumber(names: ReadonlyMap<unknown, string>): Decode {
  const texts = [...names].flatMap(([wire, name]) => [String(wire), name].map(text => [text.toLowerCase(), name]));
  const byText = new Map(texts as [string, string][]);
  const problem = `must be one of ${choices(names)}`;
  return value => {
    const name = isText(value) ? byText.get(value.toLowerCase()) : undefined;
    return name === undefined ? { problem } : { value: name };
  };
}

const choices = (names: ReadonlyMap<unknown, string>): string =>
  [...names].map(([wire, name]) => (typeof wire === 'number' ? `${wire} (${name})` : wire)).join(', ');

function shortText(decode: Decode): Decode {
  return given =>
    isText(given) && Buffer.byteLength(given) > MAX_SEARCH_BYTES
      ? { problem: `must have at most ${MAX_SEARCH_BYTES} bytes` }
      : decode(given);
}

/**
 * Checks bounds of numbers and searches, which are defined on the wire. The domain validates the length and format of
 * texts, after permissions and parents.
 */
function bounded(decode: Decode, { minimum, maximum }: Bounds): Decode {
  if (minimum === undefined && maximum === undefined) return decode;
  const problem = `must be between ${minimum ?? '…'} and ${maximum ?? '…'}`;
  return (given, lenient) => {
    const decoded = decode(given, lenient);
    if ('problem' in decoded) return decoded.problem === BEYOND_INT ? { problem } : decoded;
    if (typeof decoded.value !== 'number') return decoded;
    const number = decoded.value;
    const good = number >= (minimum ?? Number.NEGATIVE_INFINITY) && number <= (maximum ?? Number.POSITIVE_INFINITY);
    return good ? decoded : { problem };
  };
}

/** Whether the value is nested at most `depth` deep. Iterative, so that no depth overflows the stack. */
function isShallow(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let left = depth; level.length > 0; left -= 1) {
    const next: unknown[] = [];
    if (left < 0) return false;
    for (const item of level) {
      if (typeof item === 'object' && item !== null) for (const part of Object.values(item)) next.push(part);
    }
    level = next;
  }
  return true;
}
