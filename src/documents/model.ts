import type { DocumentFormat, DocumentType } from '../generated/prisma/client.ts';
import { invalidArgument } from '../platform/errors.ts';
import { identifier, text } from '../platform/fields.ts';
import { CHARACTERS } from '../platform/text-limits.ts';

/** Checks the path that identifies a document in its project. It is relative, uses `/`, and never changes. */
export function relativePath(value: string, type: DocumentType): string {
  const refuse = (message: string) => invalidArgument('relative_path', message);
  if (text('relative_path', value, CHARACTERS.relativePath) === '') throw refuse('must not be empty');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(value)) throw refuse('must not contain a backslash or control character');
  if (value.startsWith('/') || /^[A-Za-z]:/.test(value)) throw refuse('must be relative: no leading / and no drive');
  const segments = value.split('/');
  if (segments.some(segment => segment.trim() === '')) throw refuse('must not contain an empty segment');
  if (segments.some(segment => /^\s*\.{1,2}\s*$/.test(segment))) throw refuse('must not contain the segments . and ..');
  identifier('relative_path', value);
  if (type === 'MARKDOWN' && !/\.(md|markdown)$/i.test(value)) throw refuse('must end in .md or .markdown');
  return value;
}

export const typeOfFormat = (format: DocumentFormat): DocumentType => (format === 'MARKDOWN' ? 'MARKDOWN' : 'OPENAPI');
