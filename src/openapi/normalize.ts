import { isRawNumber, type JsonValue } from '../platform/json.ts';
import { BudgetError, MAX_NORMALIZED_LENGTH, tooLongNormalized } from './budget.ts';

/**
 * Canonical JSON: keys in the order of RFC 8785 (UTF-16 code units) with its string escapes, numbers as they were
 * written, two spaces of indentation, a final newline. References stay; nothing is dropped. Throws a BudgetError for
 * what would grow beyond all measure.
 */
export const normalizeOpenApi = (document: JsonValue): string => `${write(document, '\n')}\n`;

/** The same without blanks: the form to hash. */
export const canonicalJson = (value: JsonValue): string => write(value, '');

/** Recursion is safe: a parsed document is at most 500 levels deep. */
function write(value: JsonValue, lineBreak: string): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (isRawNumber(value)) return value.rawJSON;
  const within = lineBreak ? `${lineBreak}  ` : '';
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    let items = '';
    for (const item of value) items = bounded(`${items}${items && ','}${within}${write(item, within)}`);
    return `[${items}${lineBreak}]`;
  }
  const colon = lineBreak ? ': ' : ':';
  let members = '';
  // The default order of sort() is that of UTF-16 code units.
  for (const key of Object.keys(value).sort()) {
    const member = `${within}${JSON.stringify(key)}${colon}${write(value[key] as JsonValue, within)}`;
    members = bounded(members ? `${members},${member}` : member);
  }
  return members ? `{${members}${lineBreak}}` : '{}';
}

function bounded(text: string): string {
  if (text.length > MAX_NORMALIZED_LENGTH) throw new BudgetError(tooLongNormalized);
  return text;
}
