import type { Command, Given } from '../command.ts';
import { PROFILES } from '../diff/profiles.ts';
import type { Baseline } from '../diff/run.ts';
import { readSource, rootOption, type Source } from '../diff/sources.ts';
import { Failure, failureIn, type Io, wrongArguments } from '../outcome.ts';

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

type Sides = { before: Source; after: Source };

/** Loads the comparison only when it is needed: it is most of the client. */
export const runDiff = async (given: Given, io: Io, sides: Sides, base?: Baseline): Promise<number> =>
  (await import('../diff/run.ts')).runDiff(given, io, sides, base);

/** Reads one side. If that fails, the failure names the file. */
export const readSide = (name: string, given: Given, io: Io): Promise<Source> =>
  readSource(name, io, given.text('root')).catch(error => {
    throw failureIn(name, error);
  });

/** Writes why the files of a comparison cannot be read, in the formats that a pipeline reads. */
export async function reportingProblems(given: Given, io: Io, compare: () => Promise<number>): Promise<number> {
  try {
    return await compare();
  } catch (error) {
    if (error instanceof Failure && error.problems.length > 0) {
      const { problemsAs } = await import('../diff/problem-formats.ts');
      io.settle(error.exitCode);
      await io.write(problemsAs(given.text('format'), error.problems, io));
    }
    throw error;
  }
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
    return reportingProblems(given, io, async () => runDiff(given, io, await readBoth(before, after, given, io)));
  },
};

async function readBoth(
  before: string,
  after: string,
  given: Given,
  io: Io,
): Promise<{ before: Source; after: Source }> {
  if (before === '-' && after === '-') throw wrongArguments('Only one side can be standard input.');
  return { before: await readSide(before, given, io), after: await readSide(after, given, io) };
}
