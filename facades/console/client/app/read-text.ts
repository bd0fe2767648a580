import type { Problem } from './errors.ts';

export const NOT_UTF8: Problem = {
  code: 'INVALID_ARGUMENT',
  title: 'This file cannot be used',
  message: 'It is not text in UTF-8. Save it as UTF-8 and choose it again.',
  fields: [],
  traceId: undefined,
};

/** The text of a file; undefined if it is not UTF-8, because lenient decoding would silently replace characters. */
export async function readText(file: File): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
