import { severityOf } from '../openapi-diff/law.ts';
import type { DiffItem, Severity } from '../openapi-diff/model.ts';
import { ruleIds } from '../openapi-diff/rules/catalogue.ts';
import { type LevelFacts, levelAt } from '../openapi-diff/rules/levels.ts';

/** A view of what breaks: the same facts, judged by another law. */
export type Profile = 'STRICT' | 'OASDIFF' | 'LENIENT';

type Facts = Pick<DiffItem, 'rule' | 'severity'> & LevelFacts;

/**
 * The severity under a profile of a change that was found at its strict severity. `OASDIFF` gives the levels of oasdiff
 * (github.com/oasdiff/oasdiff); what that tool never looks at is INFO, because a user of the profile wants its verdict.
 * `LENIENT` lowers what rests on an assumption about clients from BREAKING to WARNING, and touches nothing else.
 */
export function severityUnder(profile: Profile, facts: Facts): Severity {
  const { severity } = facts;
  const known = ruleIds.get(facts.rule);
  if (profile === 'STRICT' || known === undefined || known.inert) return severity;
  const { rule, use, direction } = known;
  // The case and not the rule makes it harmless: nobody sends or reads it, or its operation is not stable yet.
  if (severity === 'INFO' && severityOf(rule.effect, direction) !== 'INFO') return severity;
  if (profile === 'LENIENT' && severity !== 'BREAKING') return severity;
  if (profile === 'OASDIFF' && isInCallback(facts)) return 'INFO';
  const departure = profile === 'OASDIFF' ? rule.levels.oasdiff : rule.levels.lenient;
  const level = levelAt(departure, use, direction, facts);
  return level === 'law' ? severity : level;
}

/** oasdiff does not compare callbacks. */
const isInCallback = ({ location = '' }: Facts): boolean => location.includes('/callbacks/');
