import type { JsonValue } from '../../platform/json.ts';

type Test = (value: JsonValue) => boolean;

const text =
  (pattern: RegExp): Test =>
  value =>
    typeof value !== 'string' || pattern.test(value);
const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;
const whole =
  (bits: number): Test =>
  value =>
    typeof value !== 'number' ||
    (Number.isSafeInteger(value) && value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1));

/** Formats that are easy to check. Values of other types match every format. */
const TESTS: Record<string, Test> = {
  int32: whole(32),
  int64: whole(64),
  float: () => true,
  double: () => true,
  password: () => true,
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
  const test = typeof format === 'string' && Object.hasOwn(TESTS, format) ? TESTS[format] : undefined;
  return test === undefined ? null : test(value) || null;
};
