import { severityOf } from '../src/diffs/compare/law.ts';
import type { ChangeType, Severity } from '../src/diffs/model.ts';
import { type Profile, severityUnder } from '../src/diffs/profiles.ts';
import { REFERENCE_CHECKS } from '../src/diffs/reference-checks.ts';
import { coverageOf } from '../src/diffs/reference-rules.ts';
import { type RuleId, ruleIds } from '../src/diffs/rule-ids.ts';
import { tellEveryEdit } from '../test/diffs/every-edit.ts';
import { markdownSection } from './markdown-rules.ts';

const PROFILES = ['STRICT', 'OASDIFF', 'LENIENT'] as const satisfies Profile[];

const INTRODUCTION = `# Rules of the semantic diff

<!-- Written by \`npm run generate\` from src/diffs: do not edit. -->

Every change that a comparison finds carries the id of the rule that found it. Overrides of a project
(\`PUT …/diff-policy\`) name these ids.

In an id, \`{subject}\` is the place where a schema is used: \`request-body\`, \`request-property\` (inside a body),
\`request-parameter\`, \`request-parameter-property\` (inside a parameter), \`request-header\`, \`request-header-property\`,
and the same with \`response-\`. Webhooks and callbacks swap the two: there the
service sends the request. What is read-only in a request or write-only in a response is INFO under every profile
(\`request-read-only-property-…\`, \`response-write-only-property-…\`).

The messages are what the engine says about an edit of its tests; the change types are all that such edits were told as.

## The law

The default level of a rule follows from its effect on what is accepted or produced, and from the direction:

`;

const EFFECTS: Record<string, string> = {
  narrows: 'Fewer values are valid.',
  widens: 'More values are valid.',
  changes: 'Other values are valid.',
  'may-narrow': 'Perhaps fewer values are valid: not provable from the documents.',
  'may-widen': 'Perhaps more values are valid: not provable.',
  'may-change': 'Perhaps other values are valid: not provable.',
  removes: 'Something goes that clients rely on.',
  'may-remove': 'Something goes that clients may rely on.',
  adds: 'Something new comes that nobody has to use.',
  describes: 'Words and marks that no value depends on.',
};

const PROFILE_TEXT = `
| Profile | What it is |
|---|---|
| strict | The law as it stands; the default |
| oasdiff | The levels of the tool of this name; what it does not look at is info |
| lenient | Clients are taken to tolerate what they do not know: only provable breaks stay breaking, the others become warnings |

The reason for a strict level is the effect: the law gives it by direction. An override of a project wins over its
profile. Where the case and not the rule decides about the effect, the tables show
the rule's usual effect; a level in brackets holds for the places named before it.
`;

const word = (severity: Severity): string => severity.toLowerCase();

function lawTable(): string {
  const rows = Object.entries(EFFECTS).map(([effect, meaning]) => {
    const [request, response] = (['request', 'response'] as const).map(direction =>
      word(severityOf(effect as RuleId['effect'], direction)),
    );
    return `| ${effect} | ${meaning} | ${request} | ${response} |`;
  });
  return ['| Effect | Meaning | In a request | In a response |', '|---|---|---|---|', ...rows].join('\n');
}

const levelOf = ({ id, effect, direction }: RuleId, profile: Profile): Severity =>
  severityUnder(profile, { rule: id, severity: severityOf(effect, direction) });

/** The level that most places have, and the places that have another one. */
function levels(same: readonly RuleId[], profile: Profile): string {
  const byLevel = [...Map.groupBy(same, one => levelOf(one, profile))].sort(([, a], [, b]) => b.length - a.length);
  const [usual, ...others] = byLevel;
  const exceptions = others.map(
    ([level, ids]) => `${ids.map(({ id, rule }) => placeOf(id, rule)).join(', ')}: ${word(level)}`,
  );
  return `${word((usual as [Severity, RuleId[]])[0])}${exceptions.length > 0 ? ` (${exceptions.join('; ')})` : ''}`;
}

function placeOf(id: string, rule: string): string {
  const [start = '', end = ''] = rule.split('{subject}');
  return id.slice(start.length, id.length - end.length).replace(/^(request|response)-/, '');
}

/** A cell of a table: a bar would end it, and what looks like HTML would be none. */
export const cell = (text: string): string =>
  text
    .replaceAll('|', '\\|')
    .split(/(`[^`]*`)/)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll('<', '\\<')))
    .join('');

const wordsOf = (type: ChangeType): string => type.toLowerCase().replaceAll('_', ' ');

/** Not so for ids that no document can bring about; a test names them. */
const isSaid = (same: readonly RuleId[]): boolean => same.some(({ id }) => tellEveryEdit().said.has(id));

/** What the engine says with these ids. */
function saidBy(same: readonly RuleId[]): { message: string; types: string } {
  const { said } = tellEveryEdit();
  const usual = same.find(({ id }) => /^(request|response)-property-/.test(id) && said.has(id));
  const all = [...(usual ? [usual] : []), ...same].flatMap(({ id }) => said.get(id) ?? []);
  const types = new Set(all.flatMap(({ changeTypes }) => [...changeTypes]));
  return { message: all[0]?.message ?? '', types: [...types].sort().map(wordsOf).join(', ') };
}

const checks = new Set(REFERENCE_CHECKS);

/** The checks of the reference that have one of these ids, by the places that they are about. */
function checksIn(rule: string, same: readonly RuleId[]): string {
  const shared = same.filter(({ id }) => checks.has(id));
  if (!rule.includes('{subject}')) return shared.length > 0 ? 'same id' : '';
  return shared.map(({ id }) => placeOf(id, rule)).join(', ');
}

const directionOf = ({ id, rule, direction }: RuleId): string =>
  rule.includes('{') ? direction : (/(?:^|-)(request|response)-/.exec(id)?.[1] ?? '');

/** The pattern of several ids, or the one id; and those that are called otherwise than the pattern says. */
function namesOf(rule: string, same: readonly RuleId[]): string {
  const [start = '', end = ''] = rule.split('{subject}');
  const fits = ({ id }: RuleId): boolean => id.startsWith(start) && id.endsWith(end);
  const names =
    same.length === 1 ? same.map(({ id }) => id) : [rule, ...same.filter(one => !fits(one)).map(({ id }) => id)];
  return names.map(name => `\`${name}\``).join(', ');
}

function ruleRow(rule: string, same: readonly RuleId[]): string {
  const [first] = same as [RuleId];
  const { message, types } = saidBy(same);
  const cells = [namesOf(rule, same), cell(message), types, directionOf(first), first.effect];
  return `| ${[...cells, ...PROFILES.map(profile => levels(same, profile)), checksIn(rule, same)].join(' | ')} |`;
}

const HEAD = '| Rule | Message | Change type | Direction | Effect | strict | oasdiff | lenient | Checks of oasdiff |';

function topicSection(topic: string, ids: readonly RuleId[]): string {
  const rules = Map.groupBy(
    ids.filter(({ inert }) => !inert),
    ({ rule, direction }) => `${rule} ${direction}`,
  );
  const rows = [...rules.values()].filter(isSaid).map(same => ruleRow((same[0] as RuleId).rule, same));
  return `## ${topic.charAt(0).toUpperCase()}${topic.slice(1)}\n\n${[HEAD, `|${'---|'.repeat(9)}`, ...rows].join('\n')}\n`;
}

function referenceSection(): string {
  const covered = REFERENCE_CHECKS.map(id => ({ id, coverage: coverageOf(id) ?? { reason: '' } }));
  const table = (rows: string[], head: string): string => `| Check | ${head} |\n|---|---|\n${rows.join('\n')}`;
  const reasons = covered.flatMap(({ id, coverage }) =>
    'reason' in coverage ? [`| \`${id}\` | ${coverage.reason} |`] : [],
  );
  const rules = covered.flatMap(({ id, coverage }) =>
    'rule' in coverage ? [`| \`${id}\` | ${coverage.rule === id ? 'same id' : `\`${coverage.rule}\``} |`] : [],
  );
  return [
    '## Checks of oasdiff',
    `${REFERENCE_CHECKS.length} checks: ${rules.length} are covered by a rule, ${reasons.length} by none, for these reasons:`,
    table(reasons, 'Why no rule'),
    'Those that are covered:',
    `${table(rules, 'Rule')}\n`,
  ].join('\n\n');
}

/** docs/diff-rules.md. */
export function renderCatalogue(): string {
  const topics = [...Map.groupBy(ruleIds, ({ topic }) => topic)].map(([topic, ids]) => topicSection(topic, ids));
  return `${INTRODUCTION}${lawTable()}\n${PROFILE_TEXT}\n${[...topics, markdownSection(), referenceSection()].join('\n')}`;
}
