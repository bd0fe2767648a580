import { type Direction, severityOf } from '../src/diffs/compare/law.ts';
import type { ChangeType, Severity } from '../src/diffs/model.ts';
import { type Profile, severityUnder } from '../src/diffs/profiles.ts';
import { coverageOf, differentIds } from '../src/diffs/reference-rules.ts';
import { MARKDOWN_RULES, type RuleId, ruleIds } from '../src/diffs/rule-ids.ts';

const PROFILES = ['STRICT', 'OASDIFF', 'LENIENT'] as const satisfies Profile[];

const INTRODUCTION = `# Rules of the semantic diff

<!-- Written by \`npm run generate\` from src/diffs: do not edit. -->

Every change that a comparison finds carries the id of the rule that found it. Overrides of a project
(\`PUT …/diff-policy\`) name these ids.

In an id, \`{subject}\` is the place where a schema is used: \`request-body\`, \`request-property\` (inside a body),
\`request-parameter\`, \`request-parameter-property\` (inside a parameter), \`request-header\`, \`request-header-property\`,
and the same with \`response-\`. \`{direction}\` is \`request\` or \`response\`. Webhooks and callbacks swap the two: there the
service sends the request. What is read-only in a request or write-only in a response is INFO under every profile
(\`request-read-only-property-…\`, \`response-write-only-property-…\`).

The message of a change names the thing, the place and what happened:
\`\`Request property \`name\` in schema \`Pet\`: became required\`\`.

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

An override of a project wins over its profile. Where the case and not the rule decides about the effect, the tables show
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

const PLACES: readonly [RegExp, ChangeType][] = [
  [/security/, 'SECURITY_CHANGED'],
  [/^(request|response)-parameter-/, 'PARAMETER_CHANGED'],
  [/^(server|api|endpoint|extension)-/, 'ENDPOINT_MODIFIED'],
  [/response-/, 'RESPONSE_CHANGED'],
];

/** What the rule says, or the usual place of its findings; a schema that several places share has but one. */
const changeTypeOf = ({ id, changeType }: RuleId): ChangeType =>
  changeType ?? PLACES.find(([ids]) => ids.test(id))?.[1] ?? 'REQUEST_BODY_CHANGED';

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

/** The id as it stands in items, with what depends on the place left open. */
const patternOf = ({ id, rule, direction }: RuleId): string =>
  /\{(subject|inert)\}/.test(rule) ? rule : rule.includes('{direction}') ? id.replace(direction, '{direction}') : id;

function ruleRow(rule: string, direction: Direction, same: readonly RuleId[]): string {
  const [first] = same as [RuleId];
  const types = [...new Set(same.map(changeTypeOf))].map(type => type.toLowerCase().replaceAll('_', ' '));
  const cells = [`\`${patternOf(first)}\``, types.join(', '), rule.includes('{') ? direction : '', first.effect];
  return `| ${[...cells, ...PROFILES.map(profile => levels(same, profile))].join(' | ')} |`;
}

function topicSection(topic: string, ids: readonly RuleId[]): string {
  const rules = Map.groupBy(
    ids.filter(({ inert }) => !inert),
    ({ rule, direction }) => `${rule} ${direction}`,
  );
  const rows = [...rules.values()].map(same => {
    const [{ rule, direction }] = same as [RuleId];
    return ruleRow(rule, direction, same);
  });
  const head = '| Rule | Change type | Direction | Effect | strict | oasdiff | lenient |';
  return `## ${topic.charAt(0).toUpperCase()}${topic.slice(1)}\n\n${[head, '|---|---|---|---|---|---|---|', ...rows].join('\n')}\n`;
}

function referenceSection(): string {
  const rows = differentIds.map(id => {
    const coverage = coverageOf(id) ?? { reason: '' };
    return `| \`${id}\` | ${'rule' in coverage ? `\`${coverage.rule}\`` : coverage.reason} |`;
  });
  const text = 'Every check of oasdiff is covered by the rule of the same id, but for these:';
  return `## Checks of the reference under other names\n\n${text}\n\n| Check | Here |\n|---|---|\n${rows.join('\n')}\n`;
}

/** docs/diff-rules.md. */
export function renderCatalogue(): string {
  const topics = [...Map.groupBy(ruleIds, ({ topic }) => topic)].map(([topic, ids]) => topicSection(topic, ids));
  const markdown = `## Markdown\n\n${MARKDOWN_RULES.map(id => `- \`${id}\`: info`).join('\n')}\n`;
  return `${INTRODUCTION}${lawTable()}\n${PROFILE_TEXT}\n${[...topics, markdown, referenceSection()].join('\n')}`;
}
