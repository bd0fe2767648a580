import type { JudgedItem, JudgedSummary } from '../diffs/judge.ts';

/** Writes the machine diff as text for a model: counts, then every change, most severe first. */
export function writeMachineDiff(summary: JudgedSummary, items: readonly JudgedItem[]): string {
  if (summary.unchanged) return 'Nothing has changed.';
  const figures = Object.entries(summary)
    .filter(([name, value]) => name !== 'unchanged' && value !== undefined)
    .map(([name, value]) => `${name}: ${value}`);
  const lines: string[] = [];
  const others: JudgedItem[] = [];
  let bytes = 0;
  for (const item of items) {
    const line = lineOf(item);
    const most = item.mustHandle ? MAX_BYTES_TO_HANDLE : MAX_BYTES;
    const lineBytes = Buffer.byteLength(line) + 1;
    if (bytes + lineBytes > most) others.push(item);
    else {
      lines.push(line);
      bytes += lineBytes;
    }
  }
  return [figures.join(', '), ...lines, ...countByRule(others)].join('\n');
}

/** Limit in bytes for changes of all severities, so that contents have room. Changes past it are counted by rule. */
const MAX_BYTES = 36_000;
/** Limit in bytes for changes that must be handled: most of the budget of a request. */
const MAX_BYTES_TO_HANDLE = 60_000;
const MAX_VALUE_CHARACTERS = 300;
const MAX_OPERATIONS = 3;

const labelOf = ({ severity, ignored }: JudgedItem): string => (ignored ? 'ACCEPTED' : severity);

function lineOf(item: JudgedItem): string {
  const { rule, message, location, oldValue, newValue, affectedOperations } = item;
  const operations = affectedOperations.slice(0, MAX_OPERATIONS).map(({ method, path }) => `${method} ${path}`);
  const more = affectedOperations.length - operations.length;
  const values = oldValue === undefined && newValue === undefined ? '' : ` (${short(oldValue)} → ${short(newValue)})`;
  return [
    `- ${labelOf(item)}`,
    rule,
    ...(operations.length > 0 ? [`${operations.join(', ')}${more > 0 ? ` and ${more} more operations` : ''}`] : []),
    `at ${location || '#'}`,
    `${message}${values}`,
  ]
    .join(' | ')
    .replace(/\s+/g, ' ');
}

function short(value: unknown): string {
  if (value === undefined) return 'none';
  const text = JSON.stringify(value) ?? 'none';
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS).toWellFormed()}…` : text;
}

function countByRule(items: readonly JudgedItem[]): string[] {
  if (items.length === 0) return [];
  const rules = Map.groupBy(items, item => `${labelOf(item)} | ${item.rule}`);
  return [
    `The other ${items.length} changes, counted by rule:`,
    ...[...rules].map(([rule, same]) => `- ${rule} | ${same.length} changes`),
  ];
}

const MAX_WORDS = 200;

/** Text fragments of the document that the changes are about: paths, names of components, headings. */
export function focusOf(items: readonly JudgedItem[]): string[] {
  const words = new Set<string>();
  for (const item of items) {
    if (words.size >= MAX_WORDS) break;
    if (item.path) words.add(`"${item.path}"`);
    const component = /^#?\/components\/[^/]+\/([^/]+)/.exec(item.location)?.[1];
    if (component) words.add(`"${component.replaceAll('~1', '/').replaceAll('~0', '~')}"`);
    else if (!item.path && typeof item.newValue === 'string') addLine(words, item.newValue);
  }
  return [...words];
}

/** Adds the first non-empty line of a changed Markdown block. */
function addLine(words: Set<string>, text: string): void {
  const line = text.trim().split('\n')[0]?.trim() ?? '';
  if (line.length >= 8) words.add(line);
}
