import { type JudgedItem, type Judgement, STRICT } from '../../../src/diffs/judge.ts';
import type { Command, Given } from '../command.ts';
import { type Compared, compareSources } from '../diff/compare.ts';
import { asGithub, asJson, asMarkdown, asText } from '../diff/plain-formats.ts';
import { PROFILES, readPolicyFile } from '../diff/policy-file.ts';
import { asHtml, asJunit, asSarif } from '../diff/report-formats.ts';
import { readSource, rootOption, type Source } from '../diff/sources.ts';
import { EXIT, type Io, wrongArguments } from '../outcome.ts';

const FORMATS = ['text', 'json', 'markdown', 'github', 'junit', 'sarif', 'html'] as const;
const FAILURES = ['breaking', 'warning', 'none'] as const;

export const diffOptions: Command['options'] = {
  format: { value: 'FORMAT', choices: FORMATS, says: 'How to write the changes. text when absent.' },
  'fail-on': { value: 'LEVEL', choices: FAILURES, says: 'Exit with 1 for such changes. breaking when absent.' },
  profile: { value: 'PROFILE', choices: PROFILES, says: 'How strictly changes are judged. strict when absent.' },
  policy: { value: 'FILE', says: 'A YAML file with profile, severities of rules, and accepted changes.' },
  path: { value: 'GLOB', many: true, says: 'Compare only these paths of the API, such as "/pets/**".' },
  'exclude-path': { value: 'GLOB', many: true, says: 'Do not compare these paths of the API.' },
  'strip-prefix': { value: 'PREFIX', many: true, says: 'Remove this prefix from the paths of both documents.' },
  ...rootOption,
  'max-characters': { value: 'N', says: 'Cut Markdown at this length, such as 65000 for a comment on GitHub.' },
};

/** Larger comparisons print a progress line, because they take longer than a second. */
const TOLD_MEGABYTES = 2;

/** The published version that a file is compared with, and how its project judges changes. */
export type Baseline = { before: Source; judgement: Omit<Judgement, 'now'> };

/** Compares two sources, writes the result in the requested format, and returns the exit code. */
export async function runDiff(given: Given, io: Io, sides: { before: Source; after: Source }, base?: Baseline) {
  const { before, after } = sides;
  const selection = {
    include: given.texts('path'),
    exclude: given.texts('exclude-path'),
    prefixes: given.texts('strip-prefix'),
  };
  const file = given.text('policy');
  const policy = file === undefined ? undefined : await readPolicyFile(file, io);
  const profile = given.text('profile')?.toUpperCase() as Judgement['profile'] | undefined;
  const judgement: Judgement = {
    ...STRICT,
    ...base?.judgement,
    ...policy,
    ...(profile && { profile }),
    now: new Date(),
  };
  const limit = mostCharacters(given);
  const megabytes = (before.text.length + after.text.length) / 1_000_000;
  if (megabytes > TOLD_MEGABYTES) io.tell(`Comparing ${Math.round(megabytes)} MB …`);
  const compared = compareSources(before, after, selection, judgement);
  const exitCode = compared.items.some(isFound(given.text('fail-on') ?? 'breaking')) ? EXIT.found : EXIT.fine;
  io.settle(exitCode);
  for (const piece of written(given.text('format') ?? 'text', compared, limit)) await io.write(piece);
  return exitCode;
}

function mostCharacters(given: Given): number {
  const text = given.text('max-characters');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{2,8}$/.test(text)) throw wrongArguments('--max-characters must be a number of at least 100');
  return Number(text);
}

const isFound =
  (level: string) =>
  ({ isBreaking, mustHandle }: JudgedItem): boolean =>
    level === 'breaking' ? isBreaking : level === 'warning' && mustHandle;

function written(format: string, compared: Compared, limit: number): Iterable<string> {
  if (format === 'markdown') return asMarkdown(compared, limit);
  const formats = { text: asText, json: asJson, github: asGithub, junit: asJunit, sarif: asSarif, html: asHtml };
  return formats[format as keyof typeof formats](compared);
}

/** Compares two files without a server: `npm run compare`. */
export const compare: Command = {
  summary: 'Compares two OpenAPI documents (JSON or YAML) or two Markdown files (.md, .markdown).',
  usage:
    'OLD NEW [options]\n\nOLD and NEW are files, - for standard input, or files of git revisions such as main:api.yaml.\nExit code: 0 nothing found, 1 changes at or above --fail-on, 2 wrong use or bad input, 3 a fault of the command.',
  options: diffOptions,
  examples: [
    ['old.yaml new.yaml', 'What breaks between two files?'],
    ['main:api.yaml api.yaml --format markdown', 'Release notes since the main branch.'],
    ['old.yaml new.yaml --policy policy.yaml --fail-on warning', 'With severities and accepted changes of a file.'],
  ],
  async run(given, io) {
    const [before, after, ...more] = given.positionals;
    if (before === undefined || after === undefined || more.length > 0) throw wrongArguments('Name two files.');
    return runDiff(given, io, await readBoth(before, after, given, io));
  },
};

async function readBoth(
  before: string,
  after: string,
  given: Given,
  io: Io,
): Promise<{ before: Source; after: Source }> {
  if (before === '-' && after === '-') throw wrongArguments('Only one side can be standard input.');
  const root = given.text('root');
  return { before: await readSource(before, io, root), after: await readSource(after, io, root) };
}
