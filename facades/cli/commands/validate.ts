import { annotatedFiles } from '../annotated-files.ts';
import { annotationOf, check, type Found, textOf } from '../check.ts';
import type { Command, Given } from '../command.ts';
import { rootOption } from '../diff/sources.ts';
import { forEachFile } from '../each-file.ts';
import { EXIT, Failure, type Io, jsonText } from '../outcome.ts';
import { filesOf, readSettings } from '../settings.ts';
import { readSide } from './compare.ts';

export const validate: Command = {
  summary: 'Checks files as an upload would, without a server.',
  usage: '[FILE…] [options]\n\nExit code: 0 may be uploaded, 1 would be refused, 2 cannot be read, or wrong use.',
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
    const format = given.text('format') ?? 'text';
    const files = await filesToCheck(given, io).catch(async error => {
      if (error instanceof Failure && error.problems.length > 0) await write(format, failed('', error, format), io);
      throw error;
    });
    const found: Found[] = [];
    const worst = await forEachFile(
      files,
      io,
      async file => {
        const source = await readSide(file, given, io);
        const { ok, problems } = await check(source);
        if (ok && given.isOn('quiet')) return;
        const severity = ok ? ('warning' as const) : ('error' as const);
        found.push(...problems.map(one => ({ ...one, severity })));
      },
      (file, failure) => found.push(...failed(file, failure, format)),
    );
    await write(format, found, io);
    if (format === 'text' && found.length === 0 && worst === EXIT.fine)
      io.tell(`${files.length} ${files.length === 1 ? 'file' : 'files'}: nothing to fix`);
    return Math.max(worst, found.some(({ severity }) => severity === 'error') ? EXIT.refused : EXIT.fine);
  },
};

const filesToCheck = async (given: Given, io: Io): Promise<string[]> => filesOf(given, readSettings(io), io);

/** Why a file cannot be checked. Text is for people, who read the failure in standard error. */
const failed = (file: string, { problems }: Failure, format: string): Found[] =>
  format === 'text' ? [] : problems.map(one => ({ file, severity: 'error', ...one }));

async function write(format: string, found: readonly Found[], io: Io): Promise<void> {
  if (format === 'json') return io.write(`${jsonText(found, 2)}\n`);
  const fileOf = annotatedFiles(io);
  const lineOf = (one: Found) => (format === 'github' ? annotationOf({ ...one, file: fileOf(one.file) }) : textOf(one));
  for (const one of found) await io.write(`${lineOf(one)}\n`);
}
