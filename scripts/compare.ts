import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { writeChangelog } from '../src/diffs/changelog.ts';
import { type JudgedComparison, type JudgedItem, judgeComparison, STRICT } from '../src/diffs/judge.ts';
import type { Profile } from '../src/diffs/profiles.ts';
import { compareMarkdown } from '../src/markdown/compare.ts';
import { ingestOpenApi } from '../src/openapi/ingest.ts';
import { ComparisonTooLarge } from '../src/openapi-diff/budgets.ts';
import { compareOpenApi } from '../src/openapi-diff/compare.ts';
import type { AffectedOperation, Comparison } from '../src/openapi-diff/model.ts';
import type { JsonObject } from '../src/platform/json.ts';

// npm run -s compare -- old.yaml new.yaml: the comparison of the service on two files, without a server.
const USAGE = `Usage: npm run -s compare -- OLD NEW [--format text|json|markdown] [--profile strict|oasdiff|lenient]
                                     [--fail-on breaking|warning]

Compares two OpenAPI documents (JSON or YAML) or two Markdown files (.md, .markdown).
Exit code: 0 nothing found, 1 changes at or above --fail-on (default breaking), 2 bad input.
`;

const CODES = { nothing: 0, found: 1, badInput: 2 };

/** An error of the caller; its lines have file, line and column. */
class BadInput extends Error {}

const FORMATS = ['text', 'json', 'markdown'] as const;
const PROFILES = ['strict', 'oasdiff', 'lenient'] as const;
const FAILURES = ['breaking', 'warning'] as const;

type Options = {
  files: [before: string, after: string];
  format: (typeof FORMATS)[number];
  profile: (typeof PROFILES)[number];
  failOn: (typeof FAILURES)[number];
};

function readOptions(args: string[]): Options | 'help' {
  const text = { type: 'string' } as const;
  const options = { format: text, profile: text, 'fail-on': text, help: { type: 'boolean', short: 'h' } } as const;
  const { values, positionals } = parse(() => parseArgs({ args, options, allowPositionals: true }));
  if (values.help) return 'help';
  const [before, after, ...more] = positionals;
  if (before === undefined || after === undefined || more.length > 0) throw new BadInput(`Name two files.\n${USAGE}`);
  return {
    files: [before, after],
    format: oneOf('--format', values.format, FORMATS),
    profile: oneOf('--profile', values.profile, PROFILES),
    failOn: oneOf('--fail-on', values['fail-on'], FAILURES),
  };
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new BadInput(`${(error as Error).message}\n${USAGE}`);
  }
}

/** Validates an option. The first choice is the default. */
function oneOf<const T extends string>(name: string, value: string | undefined, choices: readonly [T, ...T[]]): T {
  const found = value === undefined ? choices[0] : choices.find(choice => choice === value);
  if (found === undefined) throw new BadInput(`${name} must be one of ${choices.join(', ')}\n${USAGE}`);
  return found;
}

async function readText(file: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
  } catch (error) {
    throw new BadInput(
      `${file}: ${error instanceof TypeError ? 'is not UTF-8' : `cannot be read (${(error as NodeJS.ErrnoException).code})`}`,
    );
  }
}

function readDocument(file: string, text: string): JsonObject {
  const outcome = ingestOpenApi(text);
  if (outcome.ok) return outcome.document;
  const lines = outcome.problems.map(({ message, line, column, pointer }) => {
    const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
    return `${place}: ${message}${pointer ? ` (${pointer})` : ''}`;
  });
  throw new BadInput(lines.join('\n'));
}

const isMarkdown = (file: string): boolean => /\.(md|markdown)$/i.test(file);

async function compareFiles([before, after]: Options['files']): Promise<Comparison> {
  const [old, now] = await Promise.all([readText(before), readText(after)]);
  if (isMarkdown(before) !== isMarkdown(after))
    throw new BadInput(`${after}: an OpenAPI document and a Markdown file cannot be compared`);
  if (isMarkdown(before)) return compareMarkdown(old, now);
  // Read both before refusing either, so that one run reports all problems.
  const [first, second] = [before, after].map((file, index) => {
    try {
      return readDocument(file, index === 0 ? old : now);
    } catch (error) {
      return error as BadInput;
    }
  });
  const problems = [first, second].filter(outcome => outcome instanceof Error);
  if (problems.some(problem => !(problem instanceof BadInput))) throw problems[0];
  if (problems.length > 0) throw new BadInput(problems.map(({ message }) => message).join('\n'));
  const today = new Date().toISOString().slice(0, 10);
  return compareOpenApi(first as JsonObject, second as JsonObject, { today });
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);

const asOperation = ({ method, path, operationId }: AffectedOperation) => ({ method, path, operation_id: operationId });

/** In pieces: many changes of a shared schema, each with hundreds of operations, are too long for one string. */
function* asJson({ summary, items }: JudgedComparison): Iterable<string> {
  const figures = Object.fromEntries(Object.entries(summary).map(([name, value]) => [snakeCase(name), value]));
  yield `{"summary":${JSON.stringify(figures)},"items":[`;
  const operations = new Map<AffectedOperation[], string>();
  for (const [index, item] of items.entries()) {
    const { rule, key, severity, method, path, pointerBefore, pointerAfter, message, affectedOperations } = item;
    const affected = operations.get(affectedOperations) ?? JSON.stringify(affectedOperations.map(asOperation));
    operations.set(affectedOperations, affected);
    const pointers = { pointer_before: pointerBefore, pointer_after: pointerAfter };
    const head = { rule, key, severity: severity.toLowerCase(), method, path, ...pointers, message };
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(head).slice(0, -1)},"affected_operations":${affected}}`;
  }
  yield ']}\n';
}

function* asText({ summary, items }: JudgedComparison): Iterable<string> {
  if (summary.unchanged) yield 'Nothing has changed.\n';
  for (const { severity, method, path, message, rule, affectedOperations } of items) {
    const more = affectedOperations.length > 1 ? ` and ${affectedOperations.length - 1} more` : '';
    const where = method === undefined ? '' : `  ${method} ${path}${more}`;
    yield printable(`${severity.toLowerCase().padEnd(8)}  ${message}  [${rule}]${where}`);
  }
  const { breakingChanges = 0, warnings = 0, infos = 0, addedLines = 0, removedLines = 0 } = summary;
  if (summary.breakingChanges !== undefined)
    yield `${breakingChanges} breaking, ${warnings} warnings, ${infos} infos\n`;
  else yield `${addedLines} lines added, ${removedLines} removed\n`;
}

/** One line of a terminal. Control characters of the documents must not move its cursor. */
const printable = (line: string): string => `${line.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')}\n`;

function* written(format: Options['format'], compared: JudgedComparison): Iterable<string> {
  if (format === 'json') yield* asJson(compared);
  else if (format === 'text') yield* asText(compared);
  else yield writeChangelog(compared);
}

async function print(pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces)
    if (!process.stdout.write(piece)) await new Promise<void>(resume => process.stdout.once('drain', () => resume()));
}

async function run(args: string[]): Promise<number> {
  const options = readOptions(args);
  if (options === 'help') {
    process.stdout.write(USAGE);
    return CODES.nothing;
  }
  const profile = options.profile.toUpperCase() as Profile;
  const compared = judgeComparison(await compareFiles(options.files), { ...STRICT, profile });
  await print(written(options.format, compared));
  const isFound = ({ isBreaking, mustHandle }: JudgedItem): boolean =>
    options.failOn === 'breaking' ? isBreaking : mustHandle;
  return compared.items.some(isFound) ? CODES.found : CODES.nothing;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof BadInput || error instanceof ComparisonTooLarge;
  process.stderr.write(`${expected ? (error as Error).message.trimEnd() : (error as Error).stack}\n`);
  process.exitCode = CODES.badInput;
}
