import type { JsonObject } from '../../../platform/json.ts';
import type { Located } from '../document.ts';
import type { Effect } from '../law.ts';
import { sameValue } from '../values.ts';
import { NOTHING, type Occurrence, type Rule } from './rule.ts';

/** One link of a response. */
export type LinkPair = {
  name: string;
  before: Located<JsonObject> | null;
  after: Located<JsonObject> | null;
  responseBefore: string;
  responseAfter: string;
};

type When = (before: LinkPair['before'], after: LinkPair['after']) => boolean;

const linkRule = (end: string, effect: Effect, when: When, words: string): Rule<LinkPair> => ({
  id: `{direction}-link-${end}`,
  effect,
  find({ name, before, after, responseBefore, responseAfter }): Iterable<Occurrence> {
    if (!when(before, after)) return NOTHING;
    const at = { before: before?.pointer ?? responseBefore, after: after?.pointer ?? responseAfter };
    return [{ ...at, name, says: `link \`${name}\` ${words}` }];
  },
});

/** Without what is said to people and to tools of one vendor. */
const meaning = ({ value }: Located<JsonObject>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'description' && !key.startsWith('x-')));

export const linkRules: Rule<LinkPair>[] = [
  linkRule('added', 'describes', before => before === null, 'added'),
  linkRule('removed', 'may-remove', (_, after) => after === null, 'removed'),
  linkRule(
    'changed',
    'may-change',
    (before, after) => before !== null && after !== null && !sameValue(meaning(before), meaning(after)),
    'leads elsewhere now',
  ),
];
