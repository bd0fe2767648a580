import type { JsonValue } from '../../platform/json.ts';
import { type AnyNumber, compareNumbers, isNumeric, isWhole, type Side } from '../read/values.ts';
import { TEXT_TESTS } from './text-formats.ts';

type Test = (value: JsonValue) => boolean;

const text =
  (test: (text: string) => boolean): Test =>
  value =>
    typeof value !== 'string' || test(value);
const whole =
  (format: string): Test =>
  value =>
    isNumeric(value)
      ? isWhole(value) && isInRange(format, value)
      : typeof value !== 'string' || !WRITTEN_AS_TEXT.has(format);
const finite =
  (most: number): Test =>
  value =>
    !isNumeric(value) || Math.abs(typeof value === 'number' ? value : Number(value.rawJSON)) <= most;

/** Formats that every value matches: `password` is only a hint for input fields, and every text is CommonMark. */
const HINTS: ReadonlySet<unknown> = new Set(['password', 'commonmark']);

/** Formats that JSON Schema defines for texts (2020-12 Validation, 7.3). They say nothing about other values. */
const OF_TEXTS: ReadonlySet<unknown> = new Set([
  ...['date', 'date-time', 'duration', 'email', 'hostname', 'idn-email', 'idn-hostname', 'ipv4', 'ipv6', 'iri'],
  ...['iri-reference', 'json-pointer', 'regex', 'relative-json-pointer', 'time', 'uri', 'uri-reference'],
  ...['uri-template', 'uuid'],
]);

/** Formats defined by JSON Schema, OpenAPI or its format registry (spec.openapis.org/registry/format). */
const DEFINED: ReadonlySet<unknown> = new Set([
  ...OF_TEXTS,
  ...['base64url', 'binary', 'byte', 'char', 'date-time-local', 'decimal', 'decimal128', 'double', 'double-int'],
  ...['float', 'html', 'http-date', 'int8', 'int16', 'int32', 'int64', 'media-range', 'sf-binary', 'sf-boolean'],
  ...['sf-decimal', 'sf-integer', 'sf-string', 'sf-token', 'time-local', 'uint8', 'uint16', 'uint32', 'uint64'],
  'unixtime',
]);

export const isHint = (format: JsonValue): boolean => HINTS.has(format);
export const isOfTexts = (format: JsonValue): boolean => OF_TEXTS.has(format);
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

/** Formats of integers that texts may have too: not every reader of JSON keeps all digits of a number. */
const WRITTEN_AS_TEXT: ReadonlySet<string> = new Set(['int64', 'uint64']);
const MAX_FLOAT = (2 - 2 ** -23) * 2 ** 127;

export const boundOfFormat = (format: JsonValue | undefined, side: Side): AnyNumber | undefined =>
  typeof format === 'string' && Object.hasOwn(RANGES, format) ? RANGES[format]?.[side] : undefined;

/**
 * The wider formats, which contain all values of a format. Ranges of whole numbers contain each other, and are here only
 * for formats that hold all their digits: a double has 53 bits, a float 24.
 */
const WIDER: ReadonlyMap<JsonValue, readonly JsonValue[]> = new Map([
  ...['int8', 'int16', 'uint8', 'uint16'].map((format): [string, string[]] => [
    format,
    ['float', 'double', 'double-int'],
  ]),
  ...['int32', 'uint32'].map((format): [string, string[]] => [format, ['double', 'double-int']]),
  ['double-int', ['double']],
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
  float: finite(MAX_FLOAT),
  double: finite(Number.MAX_VALUE),
  ...Object.fromEntries(Object.entries(TEXT_TESTS).map(([format, test]) => [format, text(test)])),
};

const testOf = (format: JsonValue): Test | undefined =>
  typeof format === 'string' && Object.hasOwn(TESTS, format) ? TESTS[format] : undefined;

const NARROWER = [...WIDER.keys()];

/** True if a value certainly matches a format; otherwise null (unknown), because the tests may refuse valid values. */
export const hasFormat = (format: JsonValue, value: JsonValue): boolean | null => {
  if (isHint(format)) return true;
  const formats = [format, ...NARROWER.filter(narrow => WIDER.get(narrow)?.includes(format))];
  return formats.some(one => testOf(one)?.(value)) || null;
};
