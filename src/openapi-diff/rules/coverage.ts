import { CATALOGUE, idsOf } from './catalogue.ts';
import type { RuleFacts } from './rule.ts';

/** The rule that covers a check of oasdiff (github.com/oasdiff/oasdiff), or the reason why none does. */
export type Coverage = { rule: string } | { reason: string };

const VERSIONS =
  'A version is judged by all changes together: the hint about info.version of every diff says whether it rose enough.';

const UNCOVERED: Record<string, string> = {
  'api-version-not-bumped': VERSIONS,
  'api-version-decreased': VERSIONS,
  'api-major-version-not-bumped': VERSIONS,
  'api-schema-removed':
    'A component is no part of the interface while no operation uses it; what its loss does to operations is reported there.',
};

/** The checks that a row covers, each with the id of the rule at that place. */
export const checksOf = (rule: RuleFacts): [check: string, id: string][] => {
  const { checks, alsoCovers = {} } = rule;
  return idsOf(rule).flatMap(({ id, use }) => {
    const other = alsoCovers[use];
    const isOwn = checks === 'own id' || (checks !== 'none' && checks.includes(use));
    return [
      ...(isOwn ? [[id, id] as [string, string]] : []),
      ...(other === undefined ? [] : [[other, id] as [string, string]]),
    ];
  });
};

const covered = Object.values(CATALOGUE).flat().flatMap(checksOf);

/** Every check of oasdiff, by its id. */
export const oasdiffChecks: ReadonlyMap<string, Coverage> = new Map(
  [
    ...covered.map(([check, rule]): [string, Coverage] => [check, { rule }]),
    ...Object.entries(UNCOVERED).map(([check, reason]): [string, Coverage] => [check, { reason }]),
  ].sort(([a], [b]) => (a < b ? -1 : 1)),
);
