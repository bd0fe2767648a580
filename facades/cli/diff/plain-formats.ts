import { writeChangelog } from '../../../src/diffs/changelog.ts';
import type { AffectedOperation } from '../../../src/openapi-diff/model.ts';
import { wireName } from '../../../src/platform/fields.ts';
import { many } from '../../../src/platform/wording.ts';
import { jsonText, oneLine } from '../outcome.ts';
import { data, property } from '../workflow-commands.ts';
import type { Compared } from './compare.ts';

const asOperation = ({ method, path, operationId }: AffectedOperation) => ({ method, path, operation_id: operationId });

/** JSON in pieces: a shared schema can have many changes, each with hundreds of operations, too long for one string. */
export function* asJson({ summary, items }: Compared): Iterable<string> {
  const figures = Object.fromEntries(Object.entries(summary).map(([name, value]) => [wireName(name), value]));
  yield `{"summary":${jsonText(figures)},"items":[`;
  const operations = new Map<AffectedOperation[], string>();
  for (const [index, item] of items.entries()) {
    const { rule, key, severity, method, path, pointerBefore, pointerAfter, message, affectedOperations } = item;
    const affected = operations.get(affectedOperations) ?? jsonText(affectedOperations.map(asOperation));
    operations.set(affectedOperations, affected);
    const pointers = { pointer_before: pointerBefore, pointer_after: pointerAfter };
    const accepted = item.ignored && { reason: item.ignored.reason };
    const head = { rule, key, severity: severity.toLowerCase(), method, path, ...pointers, message, accepted };
    yield `${index === 0 ? '' : ','}\n${jsonText(head).slice(0, -1)},"affected_operations":${affected}}`;
  }
  yield ']}\n';
}

export function* asText({ summary, items }: Compared): Iterable<string> {
  if (summary.unchanged) yield 'Nothing has changed.\n';
  for (const { severity, method, path, message, rule, affectedOperations, ignored } of items) {
    const more = affectedOperations.length > 1 ? ` and ${affectedOperations.length - 1} more` : '';
    const where = method === undefined ? '' : `  ${method} ${path}${more}`;
    const accepted = ignored ? `  (accepted: ${ignored.reason})` : '';
    yield `${oneLine(`${severity.toLowerCase().padEnd(8)}  ${message}  [${rule}]${where}${accepted}`)}\n`;
  }
  const { breakingChanges = 0, warnings = 0, infos = 0, addedLines = 0, removedLines = 0, ignoredChanges } = summary;
  const accepted = ignoredChanges > 0 ? `, ${ignoredChanges} accepted` : '';
  if (summary.breakingChanges !== undefined)
    yield `${breakingChanges} breaking, ${many(warnings, 'warning')}, ${many(infos, 'info')}${accepted}\n`;
  else yield `${many(addedLines, 'line')} added, ${removedLines} removed${accepted}\n`;
}

/**
 * Markdown of at most `mostCharacters`, as Git hosts limit comments. Cut at a line, with a note about what is omitted.
 */
export function* asMarkdown(compared: Compared, mostCharacters: number): Iterable<string> {
  const text = writeChangelog(compared);
  if (text.length <= mostCharacters) return yield text;
  const note = (count: number) => `\n… and ${many(count, 'more line')}. Run the comparison for all of them.\n`;
  const lines = text.split('\n');
  let length = note(lines.length).length;
  const kept = lines.findIndex(line => {
    length += line.length + 1;
    return length > mostCharacters;
  });
  yield `${lines.slice(0, kept).join('\n')}\n${note(lines.length - kept)}`;
}

const LEVELS = { BREAKING: 'error', WARNING: 'warning', INFO: 'notice' } as const;

/** Workflow commands of GitHub Actions: each change that counts becomes an annotation of its line. */
export function* asGithub(compared: Compared): Iterable<string> {
  const counted = compared.items.filter(({ ignored, severity }) => ignored === undefined && severity !== 'INFO');
  const places = compared.placesOf(counted);
  for (const [index, { severity, rule, message, method, path }] of counted.entries()) {
    const { file = '', line = 1, column = 1 } = places[index] ?? {};
    const where = method === undefined ? '' : ` (${method} ${path})`;
    const fields = `file=${property(file)},line=${line},col=${column},title=${property(rule)}`;
    yield `::${LEVELS[severity]} ${fields}::${data(oneLine(message + where))}\n`;
  }
  yield* asText({ ...compared, items: [] });
}
