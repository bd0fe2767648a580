import type { Direction } from '../law.ts';
import type { Subject, Use } from './levels.ts';
import type { RuleFacts } from './rule.ts';

/** The subject, in ids, of a property that its direction leaves out. */
export const INERT_SUBJECTS = {
  request: 'request-read-only-property',
  response: 'response-write-only-property',
} as const satisfies Record<Direction, Subject>;

/** The place as the ids of a rule name it. */
const namedUse = ({ namesHeaderProperties }: RuleFacts, use: Use): Use =>
  use === 'request-header-property' && !namesHeaderProperties ? 'request-parameter-property' : use;

/** The id of an item that the rule finds at this place. */
export const idAt = (rule: RuleFacts, use: Use, direction: Direction): string => {
  const { id, knownAs } = rule;
  const name = typeof knownAs === 'object' ? knownAs[use] : knownAs;
  return (name ?? id)
    .replace('{subject}', namedUse(rule, use))
    .replace('{direction}', direction)
    .replace('{inert}', INERT_SUBJECTS[direction]);
};
