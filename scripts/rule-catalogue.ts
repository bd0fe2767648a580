import { type Profile, severityUnder } from '../src/diffs/profiles.ts';
import type { Effect } from '../src/openapi-diff/law.ts';
import { severityOf } from '../src/openapi-diff/law.ts';
import type { ChangeType, Severity } from '../src/openapi-diff/model.ts';
import { idsOf, type RuleId, ruleIds } from '../src/openapi-diff/rules/catalogue.ts';
import { oasdiffChecks } from '../src/openapi-diff/rules/coverage.ts';
import { markdownSection } from './markdown-rules.ts';
import { tryExamples } from './rule-examples.ts';
import { cell } from './table-cell.ts';

const PROFILES = ['STRICT', 'OASDIFF', 'LENIENT'] as const satisfies Profile[];

const INTRODUCTION = `# Rules of the semantic diff

<!-- Written by \`npm run generate\` from src/openapi-diff/rules: do not edit. -->

Every change that a comparison finds carries the id of the rule that found it. Overrides of a project
(\`PUT …/diff-policy\`) name these ids.

In an id, \`{subject}\` is the place where a schema is used: \`request-body\`, \`request-property\` (inside a body),
\`request-parameter\`, \`request-parameter-property\` (inside a parameter), \`request-header\`, \`request-header-property\`,
and the same with \`response-\`. Webhooks and callbacks swap the two: there the
service sends the request. What is read-only in a request or write-only in a response is INFO under every profile
(\`request-read-only-property-…\`, \`response-write-only-property-…\`).

Each message comes from an example of the rule; the change types are all that its examples were reported with.

## The law

The default level of a rule follows from its effect on what is accepted or produced, and from the direction:

`;

const EFFECTS: Record<Effect, string> = {
  narrows: 'Fewer values are valid.',
  widens: 'More values are valid.',
  changes: 'Other values are valid.',
  'may-narrow': 'Perhaps fewer values are valid: not provable from the documents.',
  'may-widen': 'Perhaps more values are valid: not provable.',
  'may-change': 'Perhaps other values are valid: not provable.',
  removes: 'Something that clients rely on is removed.',
  'may-remove': 'Something that clients may rely on is removed.',
  adds: 'Something new is added that nobody has to use.',
  describes: 'Text and marks on which no value depends.',
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

const POLICIES = `
## Properties that leave a response

A response property that is removed is breaking under strict, whether it was required or not. \`required\` of a response
says that a property always comes; that a property is not required does not say that clients do without it. Most
descriptions leave \`required\` out for properties that always come, and generated clients have a field for each property
that is described: the field is lost. Where the project knows that its clients tolerate the loss, the profile lenient
makes it a warning for optional properties (\`response-property-removed\`), and keeps it breaking for required ones
(\`response-required-property-removed\`).

An optional response header that is removed is a warning under strict: clients look headers up by name, and proxies
remove and add them, so that a client has to expect that a header is absent. A required header is breaking.

## Formats

A format that is added in a request is breaking, and so is one that is removed in a response, if JSON Schema, OpenAPI or the
format registry of OpenAPI defines it. Any other format is a remark to a validator, but may be the name of a check to a
service and of a parser to a client. The documents do not say which, so it is a warning. The formats \`password\` and
\`commonmark\` are information: every text has them. oasdiff does not distinguish between formats.

## Codes of responses

A code without its own response has that of its range (\`4XX\`), or else that of \`default\`, which describes errors, and
successes only where no code below 400 has a response. A
404 that is added beside \`default\` is compared with \`default\`, and so is one that is removed.

## What cannot be proven

A change breaks unless a proof shows that nothing is lost to callers, and nothing new comes to readers. The proof may fail
for schemas that hold contradictions or idle parts, which are rare in descriptions of APIs. Against a validator, with 900
pairs of generated schemas for each keyword, no break is missed, and false breaks are at most 1 % but for these:

| Keyword | Why |
|---|---|
| properties | No object matches one of the two schemas, such as one that requires a name which it forbids. The validator finds no value that is lost; the rules tell what changed. |
| minProperties, maxProperties | A bound on the number of properties that \`required\` uses up leaves room for no other name, which takes counting to see. |
| allOf | Two members contradict each other in a property that is required, so that no object matches. |
| if, then, else | A condition that never holds, or always does, such as another type than that of the schema. |

\`oneOf\` refuses what two alternatives match. An alternative that comes in a request, or goes in a response, is a warning
where a small value that one alternative matched is found to match another one too, or where one alternative is proven to
match all that another one does. Lists of more than 16 alternatives or with a discriminator are only searched for values,
and so are alternatives of which only the components changed (\`request-one-of-overlaps\`), unless a discriminator tells them
apart.

## Figures, and how to repeat them

| Figure | Command |
|---|---|
| Null: 0 of 2,784 cases wrong, each in a request and in a response | \`npx vitest run --project unit test/openapi-diff/null-matrix.test.ts\` |
| Missed and false breaks by keyword, judged by a validator, in bodies, properties, items, maps, components and beside references | \`PAIRS=100 npx vitest run --project unit test/openapi-diff/truth.test.ts\` |
| Missed breaks among pairs of random schemas, others in each run, judged by a validator | \`RUNS=10000 npx vitest run --project unit test/openapi-diff/soundness.test.ts\` |
| Missed and false breaks among pairs of documents that differ in addresses, parameters, bodies, answers, security, webhooks and callbacks | \`RUNS=20000 npx vitest run --project unit test/openapi-diff/http-soundness.test.ts\` |
| One row for each cause, whatever leads to a component | \`npx vitest run --project unit test/openapi-diff/one-cause.test.ts\` |
| Messages name the place and the change | \`npx vitest run --project unit test/openapi-diff/words.test.ts\` |
| Rows between two documents of any vendor | \`npm run -s compare -- OLD NEW --format json\` |
| Operations that oasdiff calls breaking, on six real pairs | \`npm run load -- oasdiff\` |
| Speed and memory, on GitHub's pair and a recursive document | \`npm run bench -- diff\` |

## Operations that only oasdiff calls breaking

Of six pairs of real releases (GitHub, GitHub Enterprise Cloud and Server, two of Blockfrost, Dialogporten), oasdiff 1.35
calls 527 operations breaking. All but these 36 are breaking here too; \`npm run load -- oasdiff\` repeats it.

| Operation | What oasdiff says | Why it is not breaking |
|---|---|---|
| GitHub and GitHub Enterprise Cloud: GET /installation/repositories, GET /user/installations/{installation_id}/repositories | required properties removed | The items became \`allOf\` of the same component and one more property. |
| GitHub and GitHub Enterprise Cloud: GET /users/{username}/starred | alternatives added | The alternatives are the same; the components that they refer to got properties. |
| Blockfrost 0.1.60: 28 operations, listed in test/load/oasdiff.load.ts | security scheme removed | The scheme has another name and description; callers send the same header as before. |
| Blockfrost 0.1.93: GET /metadata/txs/labels/{label}, GET /scripts/{script_hash}/json | null added to the types | It was there: \`nullable: true\` beside \`anyOf\` became an alternative for null. |
`;

const word = (severity: Severity): string => severity.toLowerCase();

function lawTable(): string {
  const rows = Object.entries(EFFECTS).map(([effect, meaning]) => {
    const [request, response] = (['request', 'response'] as const).map(direction =>
      word(severityOf(effect as Effect, direction)),
    );
    return `| ${effect} | ${meaning} | ${request} | ${response} |`;
  });
  return ['| Effect | Meaning | In a request | In a response |', '|---|---|---|---|', ...rows].join('\n');
}

const levelOf = ({ id, rule, direction }: RuleId, profile: Profile): Severity =>
  severityUnder(profile, { rule: id, severity: severityOf(rule.effect, direction) });

/** The most frequent level, then the places with other levels. */
function levels(same: readonly RuleId[], profile: Profile): string {
  const byLevel = [...Map.groupBy(same, one => levelOf(one, profile))].sort(([, a], [, b]) => b.length - a.length);
  const [usual, ...others] = byLevel;
  const exceptions = others.map(([level, ids]) => `${ids.map(({ use }) => placeOf(use)).join(', ')}: ${word(level)}`);
  return `${word((usual as [Severity, RuleId[]])[0])}${exceptions.length > 0 ? ` (${exceptions.join('; ')})` : ''}`;
}

/** The place without its direction. */
const placeOf = (use: string): string => use.replace(/^(request|response)-/, '');

const wordsOf = (type: ChangeType): string => type.toLowerCase().replaceAll('_', ' ');

type Said = { message: string; changeTypes: Set<ChangeType> };

let said: Map<string, Said> | undefined;

/** The first message and all change types of each id, from the examples of its rule. */
function saidByExamples(): Map<string, Said> {
  if (said !== undefined) return said;
  said = new Map();
  for (const { rule, forth } of tryExamples()) {
    const own = new Set(idsOf(rule).map(({ id }) => id));
    for (const { rule: id, message, changeType } of forth) {
      if (!own.has(id)) continue;
      const known = said.get(id) ?? { message, changeTypes: new Set() };
      known.changeTypes.add(changeType);
      said.set(id, known);
    }
  }
  return said;
}

/** False for ids of a rule that no document can cause. */
const isSaid = (same: readonly RuleId[]): boolean => same.some(({ id }) => saidByExamples().has(id));

function saidBy(same: readonly RuleId[]): { message: string; types: string } {
  const usual = same.find(({ use }) => use === 'request-property' || use === 'response-property');
  const all = [...(usual ? [usual] : []), ...same].flatMap(({ id }) => saidByExamples().get(id) ?? []);
  const types = new Set(all.flatMap(({ changeTypes }) => [...changeTypes]));
  return { message: all[0]?.message ?? '', types: [...types].sort().map(wordsOf).join(', ') };
}

/** The oasdiff checks with these ids, by place, and other checks that the rule covers. */
function checksIn(same: readonly RuleId[]): string {
  const [{ rule }] = same as [RuleId];
  const own = same.filter(({ id }) => oasdiffChecks.has(id));
  const places = rule.id.includes('{subject}')
    ? own.map(({ use }) => placeOf(use))
    : own.slice(0, 1).map(() => 'same id');
  const others = same.flatMap(({ use }) => rule.alsoCovers?.[use] ?? []);
  return [...places, ...others.map(id => `\`${id}\``)].join(', ');
}

/** One id or the common pattern of several ids, then the ids that do not match the pattern. */
function namesOf(same: readonly RuleId[]): string {
  const [{ rule }] = same as [RuleId];
  const fits = ({ id, use }: RuleId): boolean => id === rule.id.replace('{subject}', use);
  const names =
    same.length === 1 ? same.map(({ id }) => id) : [rule.id, ...same.filter(one => !fits(one)).map(({ id }) => id)];
  return names.map(name => `\`${name}\``).join(', ');
}

function ruleRow(same: readonly RuleId[]): string {
  const [{ rule, direction, id }] = same as [RuleId];
  const { message, types } = saidBy(same);
  const named = rule.direction === undefined || id.startsWith(direction) || id.includes(`-${direction}-`);
  const cells = [namesOf(same), cell(message), types, named ? direction : '', rule.effect];
  return `| ${[...cells, ...PROFILES.map(profile => levels(same, profile)), checksIn(same)].join(' | ')} |`;
}

const HEAD = '| Rule | Message | Change type | Direction | Effect | strict | oasdiff | lenient | Checks of oasdiff |';

function topicSection(topic: string, ids: readonly RuleId[]): string {
  const rules = Map.groupBy(
    ids.filter(({ inert }) => !inert),
    ({ rule, direction }) => `${rule.id} ${direction}`,
  );
  const rows = [...rules.values()].filter(isSaid).map(same => ruleRow(same));
  return `## ${topic.charAt(0).toUpperCase()}${topic.slice(1)}\n\n${[HEAD, `|${'---|'.repeat(9)}`, ...rows].join('\n')}\n`;
}

function referenceSection(): string {
  const covered = [...oasdiffChecks].map(([id, coverage]) => ({ id, coverage }));
  const table = (rows: string[], head: string): string => `| Check | ${head} |\n|---|---|\n${rows.join('\n')}`;
  const reasons = covered.flatMap(({ id, coverage }) =>
    'reason' in coverage ? [`| \`${id}\` | ${coverage.reason} |`] : [],
  );
  const rules = covered.flatMap(({ id, coverage }) =>
    'rule' in coverage ? [`| \`${id}\` | ${coverage.rule === id ? 'same id' : `\`${coverage.rule}\``} |`] : [],
  );
  return [
    '## Checks of oasdiff',
    `${covered.length} checks: ${rules.length} are covered by a rule, ${reasons.length} by none, for these reasons:`,
    table(reasons, 'Why no rule'),
    'Those that are covered:',
    `${table(rules, 'Rule')}\n`,
  ].join('\n\n');
}

/** The text of docs/diff-rules.md. */
export function renderCatalogue(): string {
  const topics = [...Map.groupBy(ruleIds.values(), ({ topic }) => topic)].map(([topic, ids]) =>
    topicSection(topic, ids),
  );
  return `${INTRODUCTION}${lawTable()}\n${PROFILE_TEXT}${POLICIES}\n${[...topics, markdownSection(), referenceSection()].join('\n')}`;
}
