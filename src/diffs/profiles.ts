import { severityOf } from '../openapi-diff/law.ts';
import type { DiffItem, Severity } from '../openapi-diff/model.ts';
import { ruleIds } from '../openapi-diff/rules/catalogue.ts';
import { type LevelFacts, levelAt } from '../openapi-diff/rules/levels.ts';

/** A profile: decides the severity of the same findings in its own way. */
export type Profile = 'STRICT' | 'OASDIFF' | 'LENIENT';

type Facts = Pick<DiffItem, 'rule' | 'severity'> & LevelFacts;

/**
 * The severity of a change under a profile, from its strict severity. `OASDIFF` gives the levels of oasdiff
 * (github.com/oasdiff/oasdiff); what that tool does not check is INFO. `LENIENT` lowers findings that rest on an
 * assumption about clients from BREAKING to WARNING.
 */
export function severityUnder(profile: Profile, facts: Facts): Severity {
  const { severity } = facts;
  const known = ruleIds.get(facts.rule);
  if (profile === 'STRICT' || known === undefined || known.inert) return severity;
  const { rule, use, direction } = known;
  // Harmless in this case, not by the rule: the element is never sent or read, or its operation is not stable yet.
  if (severity === 'INFO' && severityOf(rule.effect, direction) !== 'INFO') return severity;
  if (profile === 'LENIENT' && severity !== 'BREAKING') return severity;
  if (profile === 'OASDIFF' && isInCallback(facts)) return 'INFO';
  const departure = profile === 'OASDIFF' ? rule.levels.oasdiff : rule.levels.lenient;
  const level = levelAt(departure, use, direction, facts);
  return level === 'law' ? severity : level;
}

/** oasdiff does not compare callbacks. */
const isInCallback = ({ location = '' }: Facts): boolean => location.includes('/callbacks/');
