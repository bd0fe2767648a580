import { isUtf8 } from 'node:buffer';
import type { FieldError } from '../src/platform/errors.ts';
import { findJsonProblem } from './json-problem.ts';
import { parseLargeJson, UnreasonableJson } from './large-json.ts';

export type Body = { readonly value: unknown } | { readonly errors: readonly FieldError[] };

/** Smaller bodies take JSON.parse less than a millisecond, whatever is in them. */
const LARGE_BYTES = 64 * 1024;

/** The JSON value of a request's body; no body at all is an empty object. */
export async function readBody(contentType: string | undefined, bytes: Buffer | undefined): Promise<Body> {
  if (bytes === undefined || bytes.length === 0) return { value: {} };
  if (!isJsonType(contentType)) return refuse(NOT_JSON);
  return parseBody(bytes);
}

export const NOT_JSON = 'The body must be JSON: send Content-Type: application/json';

/** Long texts are read piece by piece in objects down to `textDepth`. */
export async function parseBody(bytes: Buffer, textDepth = 1): Promise<Body> {
  if (!isUtf8(bytes)) return refuse('The body must be UTF-8');
  try {
    return {
      value: bytes.length > LARGE_BYTES ? await parseLargeJson(bytes, textDepth) : JSON.parse(bytes.toString()),
    };
  } catch (error) {
    if (error instanceof UnreasonableJson) return refuse(`The body ${error.message}`);
    const { message, line, column } = await findJsonProblem(bytes.toString());
    return { errors: [{ message: `The body ${message} (line ${line}, column ${column})`, line, column }] };
  }
}

export function isJsonType(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';');
  const charset = parameters.map(part => part.trim()).find(part => part.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  return utf8 && /^application\/([\w.+-]+\+)?json$/.test(type.trim());
}

const refuse = (message: string): Body => ({ errors: [{ message }] });
