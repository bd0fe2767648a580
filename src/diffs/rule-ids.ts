import { CATALOGUE } from './compare/catalogue.ts';
import type { Direction, Effect } from './compare/law.ts';
import { knownAs } from './compare/names.ts';
import type { ChangeType } from './model.ts';

/** One id as it stands in an item, with the rule of the catalogue that gives it. */
export type RuleId = {
  id: string;
  rule: string;
  topic: string;
  direction: Direction;
  effect: Effect;
  /** Where the rule says so; else it follows from the place of the finding. */
  changeType?: ChangeType;
  inert: boolean;
};

type Entry = { id: string; effect: Effect; changeType?: ChangeType };

/** The blocks of a Markdown document, and the keys of its front matter. */
export const MARKDOWN_RULES: readonly string[] = [
  ...['added', 'removed', 'changed', 'moved'].map(what => `markdown-block-${what}`),
  ...['added', 'removed', 'changed'].map(what => `markdown-front-matter-${what}`),
];

const INERT: Record<Direction, string> = {
  request: 'request-read-only-property',
  response: 'response-write-only-property',
};

const SUBJECTS = ['body', 'property', 'parameter', 'parameter-property', 'header', 'header-property'];

/** Every id that a rule of the catalogue may give; what has no direction in its id has the one that its law reads. */
export const ruleIds: readonly RuleId[] = [...expand()];

function* expand(): Iterable<RuleId> {
  const seen = new Set<string>();
  for (const [topic, rules] of Object.entries(CATALOGUE)) {
    for (const { id: rule, effect, changeType } of rules as readonly Entry[]) {
      for (const { id: given, direction, inert } of idsOf(rule)) {
        const id = knownAs(given);
        if (seen.has(id)) continue;
        seen.add(id);
        yield { id, rule, topic, direction, effect, inert, ...(changeType && { changeType }) };
      }
    }
  }
}

function idsOf(rule: string): Pick<RuleId, 'id' | 'direction' | 'inert'>[] {
  const directions: Direction[] = ['request', 'response'];
  if (rule.includes('{direction}'))
    return directions.map(direction => ({ id: rule.replace('{direction}', direction), direction, inert: false }));
  if (rule.includes('{inert}'))
    return directions.map(direction => ({ id: rule.replace('{inert}', INERT[direction]), direction, inert: true }));
  if (!rule.includes('{subject}'))
    return [{ id: rule, direction: /^response-|-response-/.test(rule) ? 'response' : 'request', inert: false }];
  return directions.flatMap(direction => [
    ...SUBJECTS.map(subject => ({ id: rule.replace('{subject}', `${direction}-${subject}`), direction, inert: false })),
    { id: rule.replace('{subject}', INERT[direction]), direction, inert: true },
  ]);
}

const known = new Set([...ruleIds.map(({ id }) => id), ...MARKDOWN_RULES]);

export const isRuleId = (id: string): boolean => known.has(id);
