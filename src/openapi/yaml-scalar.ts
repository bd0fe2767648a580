import { exactNumber, type JsonValue } from '../platform/json.ts';

/** Converts scalars of the YAML 1.2 core schema to JSON values. Numbers keep every digit. */

const DECIMAL = /^([-+]?)(?:(\d+)(?:\.(\d*))?|\.(\d+))([eE][-+]?\d+)?$/;
const OCTAL = /^0o[0-7]+$/;
const HEXADECIMAL = /^0x[0-9a-fA-F]+$/;
const NOT_A_JSON_NUMBER = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
/** Converting the base takes more than linear time. No real document has a longer number. */
const MAX_BASED_DIGITS = 1000;

export class NoJsonValue extends Error {}

export const isNull = (text: string): boolean =>
  text === '' || text === '~' || text === 'null' || text === 'Null' || text === 'NULL';

/** The value of an unquoted scalar without a tag. */
export function plainValue(text: string): JsonValue {
  switch (text.charCodeAt(0)) {
    case 116: // t
    case 84: // T
    case 102: // f
    case 70: // F
      return booleanValue(text) ?? text;
    case 110: // n
    case 78: // N
    case 126: // ~
      return isNull(text) ? null : text;
    default:
      return text === '' ? null : (numberValue(text) ?? text);
  }
}

export function booleanValue(text: string): boolean | undefined {
  if (text === 'true' || text === 'True' || text === 'TRUE') return true;
  if (text === 'false' || text === 'False' || text === 'FALSE') return false;
  return undefined;
}

/** The exact number of a scalar; undefined if it is no number. Throws `NoJsonValue` if JSON cannot write it. */
export function numberValue(text: string): JsonValue | undefined {
  const first = text.charCodeAt(0);
  const mayBeNumber = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46;
  if (!mayBeNumber) return undefined;
  const decimal = DECIMAL.exec(text);
  if (decimal) return exactNumber(decimalAsJson(decimal));
  if (OCTAL.test(text) || HEXADECIMAL.test(text)) {
    if (text.length > MAX_BASED_DIGITS) throw new NoJsonValue('This number is too long: write it as a string.');
    return exactNumber(BigInt(text).toString());
  }
  if (NOT_A_JSON_NUMBER.test(text)) throw new NoJsonValue(`${text} is not a JSON number: quote it if it is a string.`);
  return undefined;
}

function decimalAsJson([, sign, whole, fraction, onlyFraction, exponent]: RegExpExecArray): string {
  const digits = (whole ?? '0').replace(/^0+(?=\d)/, '');
  const decimals = onlyFraction ?? (fraction === '' ? '0' : fraction);
  return `${sign === '-' ? '-' : ''}${digits}${decimals === undefined ? '' : `.${decimals}`}${exponent ?? ''}`;
}
