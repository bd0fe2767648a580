import type { JsonValue } from '../../platform/json.ts';
import { type AnyNumber, compareNumbers, isNumeric, isWhole, type Side } from '../read/values.ts';

type Test = (value: JsonValue) => boolean;

const text =
  (pattern: RegExp): Test =>
  value =>
    typeof value !== 'string' || pattern.test(value);
/** Whether a text is an existing date, as RFC 3339 writes it. `new Date` alone reads February 30 as March 2. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
const whole =
  (format: string): Test =>
  value =>
    !isNumeric(value) || (isWhole(value) && isInRange(format, value));

/** Formats that every value matches: `password` is only a hint for input fields, and every text is CommonMark. */
const HINTS: ReadonlySet<unknown> = new Set(['password', 'commonmark']);

/** Formats defined by JSON Schema, OpenAPI or its format registry (spec.openapis.org/registry/format). */
const DEFINED: ReadonlySet<unknown> = new Set([
  ...['base64url', 'binary', 'byte', 'char', 'date', 'date-time', 'date-time-local', 'decimal', 'decimal128', 'double'],
  ...['double-int', 'duration', 'email', 'float', 'hostname', 'html', 'http-date', 'idn-email', 'idn-hostname', 'int8'],
  ...['int16', 'int32', 'int64', 'ipv4', 'ipv6', 'iri', 'iri-reference', 'json-pointer', 'media-range', 'regex'],
  ...['relative-json-pointer', 'sf-binary', 'sf-boolean', 'sf-decimal', 'sf-integer', 'sf-string', 'sf-token', 'time'],
  ...['time-local', 'uint8', 'uint16', 'uint32', 'uint64', 'unixtime', 'uri', 'uri-reference', 'uri-template', 'uuid'],
]);

export const isHint = (format: JsonValue): boolean => HINTS.has(format);
export const isDefined = (format: JsonValue): boolean => DEFINED.has(format);

/** The least and the greatest number of a format of whole numbers. */
const RANGES: Record<string, Record<Side, AnyNumber>> = {
  int8: { lower: -(2 ** 7), upper: 2 ** 7 - 1 },
  int16: { lower: -(2 ** 15), upper: 2 ** 15 - 1 },
  int32: { lower: -(2 ** 31), upper: 2 ** 31 - 1 },
  int64: { lower: JSON.rawJSON('-9223372036854775808'), upper: JSON.rawJSON('9223372036854775807') },
  uint8: { lower: 0, upper: 2 ** 8 - 1 },
  uint16: { lower: 0, upper: 2 ** 16 - 1 },
  uint32: { lower: 0, upper: 2 ** 32 - 1 },
  uint64: { lower: 0, upper: JSON.rawJSON('18446744073709551615') },
};

export const boundOfFormat = (format: JsonValue | undefined, side: Side): AnyNumber | undefined =>
  typeof format === 'string' && Object.hasOwn(RANGES, format) ? RANGES[format]?.[side] : undefined;

/** For a format that is no range of numbers: the wider formats, which contain all its values. */
const WIDER: ReadonlyMap<JsonValue, readonly JsonValue[]> = new Map([
  ['float', ['double']],
  ['email', ['idn-email']],
  ['hostname', ['idn-hostname']],
  ['uri', ['uri-reference', 'iri', 'iri-reference']],
  ['uri-reference', ['iri-reference']],
  ['iri', ['iri-reference']],
]);

/** Whether every value of the format `narrow` also matches the format `wide`. */
export const isWithin = (narrow: JsonValue, wide: JsonValue): boolean =>
  narrow === wide || WIDER.get(narrow)?.includes(wide) || isRangeWithin(narrow, wide);

const isRangeWithin = (narrow: JsonValue, wide: JsonValue): boolean => {
  const [least, most] = [boundOfFormat(narrow, 'lower'), boundOfFormat(narrow, 'upper')];
  return least !== undefined && most !== undefined && isInRange(wide, least) && isInRange(wide, most);
};

const isInRange = (format: JsonValue, value: AnyNumber): boolean => {
  const [least, most] = [boundOfFormat(format, 'lower'), boundOfFormat(format, 'upper')];
  return (
    least !== undefined && most !== undefined && compareNumbers(value, least) >= 0 && compareNumbers(value, most) <= 0
  );
};

/** Tests for formats that are easy to check. They may refuse valid values. Values of other types match every format. */
const TESTS: Record<string, Test> = {
  ...Object.fromEntries(Object.keys(RANGES).map(format => [format, whole(format)])),
  float: () => true,
  double: () => true,
  date: value => typeof value !== 'string' || isDay(value),
  'date-time': value =>
    typeof value !== 'string' ||
    (isDay(value.slice(0, 10)) &&
      /^T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/.test(value.slice(10))),
  uuid: text(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/i),
  ipv4: text(/^((25[0-5]|2[0-4]\d|1?\d?\d)(\.|$)){4}$/),
  email: text(/^[\w+-]+(\.[\w+-]+)*@[a-z\d-]+(\.[a-z\d-]+)+$/i),
  hostname: text(/^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i),
  uri: value =>
    typeof value !== 'string' || (/^[a-z][a-z\d+.-]*:[^\s<>"{}|\\^`]*$/i.test(value) && URL.canParse(value)),
};

/** True if a value certainly matches a format; otherwise null (unknown), because the tests may refuse valid values. */
export const hasFormat = (format: JsonValue, value: JsonValue): boolean | null => {
  if (isHint(format)) return true;
  const test = typeof format === 'string' && Object.hasOwn(TESTS, format) ? TESTS[format] : undefined;
  return test === undefined ? null : test(value) || null;
};
