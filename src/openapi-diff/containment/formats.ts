import type { JsonValue } from '../../platform/json.ts';

type Test = (value: JsonValue) => boolean;

const text =
  (pattern: RegExp): Test =>
  value =>
    typeof value !== 'string' || pattern.test(value);
/** Whether a text is a day that exists. Date takes February 30 for March 2. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
const whole =
  (bits: number): Test =>
  value =>
    typeof value !== 'number' ||
    (Number.isSafeInteger(value) && value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1));

/** Every value matches: OpenAPI defines `password` as a hint for input fields, and every text is CommonMark. */
const HINTS: ReadonlySet<unknown> = new Set(['password', 'commonmark']);

/** Defined by JSON Schema, OpenAPI or its format registry (spec.openapis.org/registry/format). */
const DEFINED: ReadonlySet<unknown> = new Set([
  ...['base64url', 'binary', 'byte', 'char', 'date', 'date-time', 'date-time-local', 'decimal', 'decimal128', 'double'],
  ...['double-int', 'duration', 'email', 'float', 'hostname', 'html', 'http-date', 'idn-email', 'idn-hostname', 'int8'],
  ...['int16', 'int32', 'int64', 'ipv4', 'ipv6', 'iri', 'iri-reference', 'json-pointer', 'media-range', 'regex'],
  ...['relative-json-pointer', 'sf-binary', 'sf-boolean', 'sf-decimal', 'sf-integer', 'sf-string', 'sf-token', 'time'],
  ...['time-local', 'uint8', 'uint16', 'uint32', 'uint64', 'unixtime', 'uri', 'uri-reference', 'uri-template', 'uuid'],
]);

export const isHint = (format: JsonValue): boolean => HINTS.has(format);
export const isDefined = (format: JsonValue): boolean => DEFINED.has(format);

/** Formats whose values are all values of the other one. */
const WIDER: Record<string, string> = {
  int32: 'int64',
  float: 'double',
  uri: 'uri-reference',
  iri: 'iri-reference',
};

/** Whether every value of one format has the other one too. */
export const isWithin = (narrow: JsonValue, wide: JsonValue): boolean =>
  narrow === wide || WIDER[String(narrow)] === wide;

/** Formats that are easy to check. Values of other types match every format. */
const TESTS: Record<string, Test> = {
  int32: whole(32),
  int64: whole(64),
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

/** Whether a value matches a format; null if the format is unknown or not easy to check. */
export const hasFormat = (format: JsonValue, value: JsonValue): boolean | null => {
  if (isHint(format)) return true;
  const test = typeof format === 'string' && Object.hasOwn(TESTS, format) ? TESTS[format] : undefined;
  return test === undefined ? null : test(value) || null;
};
