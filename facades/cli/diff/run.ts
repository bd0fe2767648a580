import { type JudgedItem, type Judgement, STRICT } from '../../../src/diffs/judge.ts';
import { annotatedFiles } from '../annotated-files.ts';
import type { Given } from '../command.ts';
import { EXIT, failureIn, type Io, wrongArguments } from '../outcome.ts';
import { type Compared, compareSources } from './compare.ts';
import { asGithub, asJson, asMarkdown, asText } from './plain-formats.ts';
import { readPolicyFile } from './policy-file.ts';
import { asHtml, asJunit, asSarif } from './report-formats.ts';
import type { Source } from './sources.ts';

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
  const policy = file === undefined ? undefined : await readPolicy(file, io);
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
  const compared = asAnnotated(compareSources(before, after, selection, judgement), io);
  const isFailure = isFound(given.text('fail-on') ?? 'breaking');
  const exitCode = compared.items.some(isFailure) ? EXIT.found : EXIT.fine;
  io.settle(exitCode);
  for (const piece of written(given.text('format') ?? 'text', compared, limit, isFailure)) await io.write(piece);
  return exitCode;
}

const readPolicy = (file: string, io: Io) =>
  readPolicyFile(file, io).catch(error => {
    throw failureIn(file, error);
  });

/** The same, with the places of its changes as a Git host names files. */
function asAnnotated(compared: Compared, io: Io): Compared {
  const fileOf = annotatedFiles(io, compared.after.path ?? compared.before.path);
  const placesOf: Compared['placesOf'] = items =>
    compared.placesOf(items).map(place => ({ ...place, file: fileOf(place.file) }));
  return { ...compared, placesOf };
}

function mostCharacters(given: Given): number {
  const text = given.text('max-characters');
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{2,8}$/.test(text)) throw wrongArguments('--max-characters must be a number of at least 100');
  if (given.text('format') !== 'markdown') throw wrongArguments('--max-characters needs --format markdown.');
  return Number(text);
}

const isFound =
  (level: string) =>
  ({ isBreaking, mustHandle }: JudgedItem): boolean =>
    level === 'breaking' ? isBreaking : level === 'warning' && mustHandle;

function written(
  format: string,
  compared: Compared,
  limit: number,
  isFailure: (item: JudgedItem) => boolean,
): Iterable<string> {
  if (format === 'markdown') return asMarkdown(compared, limit);
  if (format === 'junit') return asJunit(compared, isFailure);
  const formats = { text: asText, json: asJson, github: asGithub, sarif: asSarif, html: asHtml };
  return formats[format as keyof typeof formats](compared);
}
