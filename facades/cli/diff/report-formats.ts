import type { JudgedItem } from '../../../src/diffs/judge.ts';
import { many } from '../../../src/platform/wording.ts';
import type { Found } from '../check.ts';
import { jsonText, oneLine } from '../outcome.ts';
import type { Compared } from './compare.ts';
import type { Place } from './sources.ts';

const escaped = (text: string): string =>
  oneLine(text)
    .replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
    .replace(/[\ufffe\uffff]/g, '\ufffd');

const whereOf = ({ method, path, affectedOperations }: JudgedItem): string => {
  if (method === undefined) return '';
  const more = affectedOperations.length - 1;
  return `${method} ${path}${more > 0 ? ` and ${more} more` : ''}`;
};

/** JUnit XML: each change is a test case, each one that fails the command a failure, each accepted one skipped. */
export function* asJunit({ items, after }: Compared, isFailure: (item: JudgedItem) => boolean): Iterable<string> {
  const failures = items.filter(isFailure).length;
  const skipped = items.filter(({ ignored }) => ignored !== undefined).length;
  const name = `docsvc diff ${escaped(after.name)}`;
  const count = `tests="${Math.max(1, items.length)}" failures="${failures}" skipped="${skipped}"`;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="${name}" ${count}>\n`;
  if (items.length === 0) yield `<testcase classname="docsvc" name="no change"/>\n`;
  for (const item of items) {
    const { rule, message, severity, key, ignored } = item;
    const where = escaped(whereOf(item));
    const outcome = isFailure(item)
      ? `<failure message="${escaped(message)}" type="${rule}">${where} ${key}</failure>`
      : ignored
        ? `<skipped message="accepted: ${escaped(ignored.reason)}"/>`
        : '';
    const label = `${severity.toLowerCase()}: ${escaped(message)}${where && ` (${where})`}`;
    yield `<testcase classname="${rule}" name="${label}">${outcome}</testcase>\n`;
  }
  yield '</testsuite></testsuites>\n';
}

const LEVELS = { BREAKING: 'error', WARNING: 'warning', INFO: 'note' } as const;

/** SARIF 2.1.0 (OASIS). The key of a change is its fingerprint; accepted changes are suppressed. */
export function* asSarif(compared: Compared): Iterable<string> {
  const { items } = compared;
  const places = compared.placesOf(items);
  const results = items.map((item, index) => {
    const where = whereOf(item);
    return {
      ruleId: item.rule,
      level: LEVELS[item.severity],
      message: { text: where === '' ? item.message : `${item.message} (${where})` },
      locations: [locationOf(places[index] ?? {})],
      partialFingerprints: { 'docsvcKey/v1': item.key },
      ...(item.ignored && { suppressions: [{ kind: 'external', justification: item.ignored.reason }] }),
    };
  });
  yield sarifOf(results);
}

const locationOf = ({ file = '', line = 1, column = 1 }: Partial<Place>) => ({
  physicalLocation: {
    artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
    region: { startLine: line, startColumn: column },
  },
});

function sarifOf(results: readonly { ruleId: string }[], invocations?: readonly object[]): string {
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map(id => ({ id }));
  const driver = { name: 'docsvc', rules };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, invocations, columnKind: 'utf16CodeUnits', results }],
  };
  return `${jsonText(log, 2)}\n`;
}

/** Problems of files that cannot be compared, as JUnit XML. */
export function problemsAsJunit(problems: readonly Found[]): string {
  const cases = problems.map(({ file, line = 1, column = 1, message }) => {
    const name = escaped(`${file}:${line}:${column}`);
    return `<testcase classname="invalid-file" name="${name}"><error message="${escaped(message)}"/></testcase>\n`;
  });
  const count = `tests="${cases.length}" failures="0" errors="${cases.length}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="docsvc diff" ${count}>\n${cases.join('')}</testsuite></testsuites>\n`;
}

/** The same as SARIF, of an unsuccessful run: results of an earlier one that it lacks may still be true. */
export function problemsAsSarif(problems: readonly Found[]): string {
  const results = problems.map(({ rule = 'invalid-file', message, ...place }) => ({
    ruleId: rule,
    level: 'error',
    message: { text: message },
    locations: [locationOf(place)],
  }));
  return sarifOf(results, [{ executionSuccessful: false }]);
}

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #8884}code{font-size:.9em;overflow-wrap:anywhere}';

/** One HTML page that has no scripts and loads nothing. */
export function* asHtml({ summary, items, before, after }: Compared): Iterable<string> {
  const title = `Changes from ${escaped(before.name)} to ${escaped(after.name)}`;
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n`;
  yield `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">\n`;
  yield `<title>${title}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${title}</h1>\n`;
  const { breakingChanges, warnings = 0, infos = 0, addedLines = 0, removedLines = 0, ignoredChanges } = summary;
  const figures =
    breakingChanges === undefined
      ? `${many(addedLines, 'line')} added, ${removedLines} removed`
      : `${breakingChanges} breaking, ${many(warnings, 'warning')}, ${many(infos, 'info')}`;
  yield `<p>${summary.unchanged ? 'Nothing has changed.' : `${figures}, ${ignoredChanges} accepted.`}</p>\n`;
  if (items.length > 0)
    yield '<table>\n<thead><tr><th>Severity</th><th>Change</th><th>Where</th><th>Rule</th></tr></thead>\n<tbody>\n';
  for (const item of items) {
    const accepted = item.ignored ? `<br>Accepted: ${escaped(item.ignored.reason)}` : '';
    const cells = [item.severity.toLowerCase(), escaped(item.message) + accepted, escaped(whereOf(item))];
    yield `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}<td><code>${item.rule}</code></td></tr>\n`;
  }
  yield `${items.length > 0 ? '</tbody>\n</table>\n' : ''}</body>\n</html>\n`;
}
