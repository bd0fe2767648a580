import type { Problem } from '../../src/openapi/problem.ts';
import { USUAL_CONTENT_BYTES } from '../../src/platform/text-limits.ts';
import { type PlacedProblem, placed, type Source } from './diff/sources.ts';
import { oneLine } from './outcome.ts';
import { data, property } from './workflow-commands.ts';

export type Found = PlacedProblem & { severity: 'error' | 'warning' };

/** Checks a text as an upload would: returns its warnings if it may be uploaded, else its errors. */
export async function check(source: Source): Promise<{ ok: boolean; problems: readonly PlacedProblem[] }> {
  if (source.problems !== undefined) return { ok: false, problems: source.problems };
  const { text, isMarkdown } = source;
  const outcome = isMarkdown ? checkMarkdown(text) : await checkOpenApi(text);
  const problems = outcome.ok ? [...sizeWarning(text), ...outcome.warnings] : outcome.problems;
  return { ok: outcome.ok, problems: placed(source, problems) };
}

/** Warns of a document above the default limit. Not an error, because the server may have another limit. */
function sizeWarning(text: string): Problem[] {
  const bytes = Buffer.byteLength(text);
  if (bytes <= USUAL_CONTENT_BYTES) return [];
  const limit = `A server refuses more than ${USUAL_CONTENT_BYTES}, unless its DOCSVC_MAX_CONTENT_BYTES is larger.`;
  return [{ message: `The document has ${bytes} bytes. ${limit}` }];
}

/** Loads the validator of OpenAPI only when it is needed: it is half of the client. */
const checkOpenApi = async (text: string) => (await import('../../src/openapi/ingest.ts')).ingestOpenApi(text);

/** Refuses only empty texts, and NUL characters, which PostgreSQL cannot store. Every other text is valid Markdown. */
function checkMarkdown(text: string): { ok: true; warnings: Problem[] } | { ok: false; problems: Problem[] } {
  if (text.trim() === '') return { ok: false, problems: [{ message: 'The document is empty.' }] };
  const before = text.split('\0', 1)[0] as string;
  if (before === text) return { ok: true, warnings: [] };
  const lines = before.split('\n');
  const [line, column] = [lines.length, (lines.at(-1) as string).length + 1];
  return { ok: false, problems: [{ message: 'The document has a NUL character. Save it in UTF-8.', line, column }] };
}

export const textOf = ({ file, line = 1, column = 1, severity, message, rule }: Found): string =>
  oneLine(`${file}:${line}:${column}: ${severity}: ${message}${rule ? ` [${rule}]` : ''}`);

/** The same as a workflow command of GitHub Actions. */
export const annotationOf = ({ file, line = 1, column = 1, severity, message }: Found): string =>
  `::${severity} file=${property(file)},line=${line},col=${column}::${data(oneLine(message))}`;
