import type { AffectedOperation } from '../openapi-diff/model.ts';
import { ruleIds } from '../openapi-diff/rules/catalogue.ts';
import { many } from '../platform/wording.ts';
import type { JudgedComparison, JudgedItem } from './judge.ts';
import { type SemverHint, semverHint } from './semver.ts';

/** Operations that one line names. Further ones are only counted. */
const MAX_OPERATIONS = 5;
/** Most lines of one section: release notes are for people. */
const MAX_LINES = 500;

type Section = { title: string; matches: (item: JudgedItem) => boolean };

const REMOVALS = new Set<JudgedItem['changeType']>(['ENDPOINT_REMOVED', 'BLOCK_REMOVED']);

const isRemoval = ({ rule, changeType }: JudgedItem): boolean =>
  REMOVALS.has(changeType) || ruleIds.get(rule)?.rule.location === 'before';

/** Each change belongs to the first section that matches. */
const SECTIONS: readonly Section[] = [
  { title: 'Accepted exceptions', matches: ({ ignored }) => ignored !== undefined },
  { title: 'Breaking changes', matches: ({ isBreaking }) => isBreaking },
  { title: 'Added endpoints', matches: ({ changeType }) => changeType === 'ENDPOINT_ADDED' },
  { title: 'Added', matches: ({ changeType }) => changeType === 'BLOCK_ADDED' },
  { title: 'Deprecated', matches: ({ changeType }) => changeType === 'DEPRECATION_CHANGED' },
  { title: 'Removed', matches: isRemoval },
  { title: 'Changed', matches: () => true },
];

const ORDER = [
  'Breaking changes',
  'Added endpoints',
  'Added',
  'Changed',
  'Deprecated',
  'Removed',
  'Accepted exceptions',
];

/** Writes release notes in Markdown. All text from documents is escaped. The output is deterministic. */
export function writeChangelog({ summary, items }: JudgedComparison): string {
  if (summary.unchanged) return '# Changelog\n\nNothing has changed.\n';
  const bySection = Map.groupBy(items, item => SECTIONS.find(({ matches }) => matches(item))?.title);
  const sections = ORDER.flatMap(title => {
    const taken = bySection.get(title) ?? [];
    return taken.length === 0 ? [] : [`## ${title}\n\n${lines(taken)}`];
  });
  const isApi = summary.breakingChanges !== undefined;
  const head = isApi ? [figures({ summary, items }), versionLine(semverHint(items))] : [textFigures(summary)];
  return `${['# Changelog', ...head, ...sections].join('\n\n')}\n`;
}

function lines(items: readonly JudgedItem[]): string {
  const shown = items.slice(0, MAX_LINES).map(item => `- ${lineOf(item)}`);
  if (items.length > MAX_LINES) shown.push(`- … and ${items.length - MAX_LINES} more`);
  return shown.join('\n');
}

function lineOf(item: JudgedItem): string {
  const { message, affectedOperations, changeType, ignored } = item;
  const [first] = affectedOperations;
  const isEndpoint = changeType === 'ENDPOINT_ADDED' || changeType === 'ENDPOINT_REMOVED';
  const alone = first !== undefined && message.startsWith(nameOf(first));
  const sentence =
    alone && first
      ? `${codeSpan(nameOf(first))}${escapeSentence(message.slice(nameOf(first).length))}`
      : escapeSentence(message);
  const where = isEndpoint || alone || first === undefined ? '' : ` (${operationsOf(affectedOperations)})`;
  const until = ignored?.expiresAt ? `, until ${ignored.expiresAt.toISOString().slice(0, 10)}` : '';
  return `${sentence}${where}${ignored ? ` — accepted: ${escapeSentence(ignored.reason)}${until}` : ''}`;
}

const nameOf = ({ method, path }: AffectedOperation): string => `${method} ${path}`;

function operationsOf(operations: readonly AffectedOperation[]): string {
  const shown = operations.slice(0, MAX_OPERATIONS).map(operation => codeSpan(nameOf(operation)));
  const more = operations.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function figures({ summary }: JudgedComparison): string {
  const { breakingChanges = 0, warnings = 0, infos = 0, affectedOperations = 0, ignoredChanges } = summary;
  const counted = [
    many(breakingChanges, 'breaking change'),
    many(warnings, 'warning'),
    many(infos, 'other change'),
    ...(ignoredChanges > 0 ? [`${ignoredChanges} accepted`] : []),
  ];
  return `${counted.join(', ')}; ${many(affectedOperations, 'operation')} affected.`;
}

const textFigures = ({ addedLines = 0, removedLines = 0, modifiedBlocks = 0 }: JudgedComparison['summary']): string =>
  `${many(addedLines, 'line')} added, ${many(removedLines, 'line')} removed, ${many(modifiedBlocks, 'block')} changed.`;

function versionLine({ needed, before, after, sufficient }: SemverHint): string {
  if (needed === 'NONE') return 'Version: no new version is needed.';
  const moved = before === undefined ? 'the version did not change' : `${codeSpan(before)} → ${codeSpan(after ?? '')}`;
  const verdict = sufficient === null ? 'no semantic version' : sufficient ? 'enough' : 'not enough';
  return `Version: these changes require a new ${needed.toLowerCase()} version; ${moved} (${verdict}).`;
}

/**
 * Names between backticks stay code spans. Everything else is escaped, so that no character has a meaning in Markdown.
 */
function escapeSentence(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? codeSpan(part.slice(1, -1)) : escapeText(part)))
    .join('');
}

/** Also escapes what Git hosts turn into links and mentions: bare URLs and @names. */
const escapeText = (text: string): string =>
  oneLine(text).replace(/[\\`*_{}[\]<>#|~&$@]|:(?=\/\/)|(?<=\bwww)\.|^[-+]|(?<=^\d{1,9})[.)]/gi, '\\$&');

/** A code span with a longer fence than any run of backticks inside. */
function codeSpan(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = /^`|`$|^ .* $/.test(line) ? ' ' : '';
  return line.trim() === '' ? escapeText(line) : `${fence}${pad}${line}${pad}${fence}`;
}

/** Removes line breaks, which would end the list item, and control characters and direction marks, which hide text. */
const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\s]+/gu, ' ').replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '');
