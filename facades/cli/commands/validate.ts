import type { Problem } from '../../../src/openapi/problem.ts';
import { USUAL_CONTENT_BYTES } from '../../../src/platform/text-limits.ts';
import type { Command } from '../command.ts';
import { placed, readSource, rootOption, type Source } from '../diff/sources.ts';
import { forEachFile } from '../each-file.ts';
import { EXIT, jsonText, oneLine } from '../outcome.ts';
import { filesOf, readSettings } from '../settings.ts';
import { data, property } from '../workflow-commands.ts';

type Placed = Problem & { file: string };
type Found = Placed & { severity: 'error' | 'warning' };

export const validate: Command = {
  summary: 'Checks files as an upload would, without a server.',
  usage: '[FILE…] [options]\n\nExit code: 0 may be uploaded, 1 would be refused.',
  options: {
    format: { value: 'FORMAT', choices: ['text', 'json', 'github'], says: 'How to write problems. text when absent.' },
    ...rootOption,
    quiet: { says: 'Write errors only, no warnings.' },
  },
  examples: [
    ['api.yaml', 'Errors and warnings with file, line and column.'],
    ['--format github --quiet', 'Every file of docsvc.yaml, as annotations of a workflow.'],
  ],
  async run(given, io) {
    const files = filesOf(given, readSettings(io), io);
    const found: Found[] = [];
    const worst = await forEachFile(files, io, async file => {
      const source = await readSource(file, io, given.text('root'));
      const { ok, problems } = await check(source);
      if (ok && given.isOn('quiet')) return;
      const severity = ok ? ('warning' as const) : ('error' as const);
      found.push(...problems.map(one => ({ ...one, severity })));
    });
    const format = given.text('format') ?? 'text';
    if (format === 'json') await io.write(`${jsonText(found, 2)}\n`);
    else for (const one of found) await io.write(`${format === 'github' ? annotation(one) : textOf(one)}\n`);
    if (format === 'text' && found.length === 0 && worst === EXIT.fine)
      io.tell(`${files.length} ${files.length === 1 ? 'file' : 'files'}: nothing to fix`);
    return Math.max(worst, found.some(({ severity }) => severity === 'error') ? EXIT.refused : EXIT.fine);
  },
};

/** Checks a text as an upload would: returns its warnings if it may be uploaded, else its errors. */
export async function check(source: Source): Promise<{ ok: boolean; problems: Placed[] }> {
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
const checkOpenApi = async (text: string) => (await import('../../../src/openapi/ingest.ts')).ingestOpenApi(text);

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

const annotation = ({ file, line = 1, column = 1, severity, message }: Found): string =>
  `::${severity} file=${property(file)},line=${line},col=${column}::${data(oneLine(message))}`;
