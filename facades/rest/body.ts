import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { FieldError } from '../../src/platform/errors.ts';
import { findJsonProblem } from '../json-problem.ts';

export type Body = { readonly value: unknown } | { readonly errors: readonly FieldError[] };

/** Beyond this, other requests get a turn between decoding and parsing: each takes up to 30 ms for 13 MB. */
const LARGE_BYTES = 1024 * 1024;

/** The JSON value of a request's body; no body at all is an empty object. */
export async function readBody(contentType: string | undefined, bytes: Uint8Array | undefined): Promise<Body> {
  if (bytes === undefined || bytes.length === 0) return { value: {} };
  if (!isJsonType(contentType)) return refuse('The body must be JSON: send Content-Type: application/json');
  if (!isUtf8(bytes)) return refuse('The body must be UTF-8');
  const text = new TextDecoder().decode(bytes);
  if (bytes.length > LARGE_BYTES) await setImmediate();
  try {
    return { value: JSON.parse(text) };
  } catch {
    const { message, line, column } = await findJsonProblem(text);
    return { errors: [{ message: `The body ${message} (line ${line}, column ${column})`, line, column }] };
  }
}

function isJsonType(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map(part => part.trim()).find(part => part.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return utf8 && /^application\/([\w.+-]+\+)?json$/.test(type.trim());
}

const refuse = (message: string): Body => ({ errors: [{ message }] });
