import { mappedRefs } from '../../openapi/hash.ts';
import { add, applyRules, type Context, type Engine, type Finding, type Findings } from '../engine.ts';
import { type Located, lookUp, refOf } from '../read/document.ts';
import { canonical } from '../read/values.ts';
import { anyOfRules, oneOfRules } from '../rules/compositions.ts';
import { renamedBranchRules } from '../rules/discriminators.ts';
import { nullRules } from '../rules/types.ts';
import { appealBeside, appealForBranch, isCovered } from './appeal.ts';
import { asBranch } from './branch-names.ts';
import { withoutMoved } from './common-properties.ts';
import { type Keyword, type Lists, type Matching, matchBranches, pairReplaced } from './match-branches.ts';
import { compareBeside } from './moved-properties.ts';
import { doubtOverlaps, doubtOverlapsInside } from './overlapping-branches.ts';
import type { SchemaPair } from './pair.ts';
import { stepInto } from './walk.ts';

/** `isSettled`: a branch was found that the other side does not accept, so breaking findings are certain. */
type Compared = { isSettled: boolean; findings: Findings };

/** Pairs come first, then the others, then overlaps: all three spend the same budget of steps. */
export const compareBranches = (engine: Engine, context: Context, lists: Lists): Compared => {
  const { schemas, keyword, before, after } = lists;
  const isRequest = schemas.direction === 'request';
  const matching = pairReplaced(engine, isRequest, matchBranches(engine, before, after));
  const paired = comparePairs(engine, context, lists, matching.pairs);
  const { came, went, isHarmless } = judgeUnpaired(engine, lists, matching);
  const lost = isRequest ? went : came;
  const branches = { schemas, added: came.map(asBranch), removed: went.map(asBranch) };
  const effect = isHarmless && lost.length > 0 ? { effect: 'describes' as const } : {};
  const isSettled = paired.isSettled || (!isHarmless && lost.length > 0);
  const found = [...paired.findings, ...applyRules(engine, context, rulesOf(keyword), { ...branches, ...effect })];
  if (keyword === 'anyOf') return { findings: found, isSettled };
  const isOtherList = came.length + went.length > 0;
  const findings =
    context.inside === undefined
      ? doubtOverlaps(engine, context, lists, matching, found)
      : doubtOverlapsInside(engine, lists, found, isOtherList);
  return { findings, isSettled };
};

export const rulesOf = (keyword: Keyword) => (keyword === 'oneOf' ? oneOfRules : anyOfRules);

const comparePairs = (engine: Engine, context: Context, lists: Lists, pairs: Matching['pairs']): Compared => {
  const { schemas, keyword, before, after } = lists;
  const holders = [schemas.before.sources, schemas.after.sources] as const;
  const found: Finding[] = [];
  const besides: Finding[] = [];
  let isSettled = false;
  for (const [old, now] of pairs) {
    const name = refOf(now.value) ?? String(after.indexOf(now));
    const inner = stepInto(context, [keyword, name], '');
    const changes = withoutNull(inner, engine.walk.compareSchemas(engine, inner, [old], [now]));
    const inside = withoutMoved(schemas, inner, changes);
    const beside = compareBeside(engine, inner, schemas, [old, now]);
    const places = { branches: [old, now], lists: [before, after], holders } as const;
    const appealed = appealForBranch(engine, inner, places, inside);
    isSettled ||= appealed.isSettled;
    add(found, appealed.findings);
    add(besides, appealBeside(engine, inner, places, beside));
    if (refOf(old.value) === refOf(now.value)) continue;
    const branches = { schemas, before: asBranch(old), after: asBranch(now) };
    add(found, applyRules(engine, context, renamedBranchRules, branches));
  }
  add(found, withoutRepeated(besides));
  return { findings: found, isSettled };
};

type Unpaired = { came: Located[]; went: Located[]; isHarmless: boolean };

/**
 * The branches to report. An exchanged one is reported unless other branches accept the same values. Those that were only
 * added or only removed are all reported, but are harmless if other branches accept the same values.
 */
const judgeUnpaired = (engine: Engine, { schemas, before, after }: Lists, { removed, added }: Matching): Unpaired => {
  const isKnown = (branch: Located): boolean =>
    isCovered(engine, 'after', branch, before, [schemas.after.sources, schemas.before.sources]);
  const isKept = (branch: Located): boolean =>
    !losesValue(schemas, branch) &&
    isCovered(engine, 'before', branch, after, [schemas.before.sources, schemas.after.sources]);
  if (added.length > 0 && removed.length > 0) {
    const came = added.filter(branch => !isKnown(branch));
    return { came, went: removed.filter(branch => !isKept(branch)), isHarmless: false };
  }
  const [lost, isElsewhere] = schemas.direction === 'request' ? [removed, isKept] : [added, isKnown];
  const isHarmless = !lost.some(branch => isOnlyInOne(engine, branch)) && lost.every(isElsewhere);
  return { came: added, went: removed, isHarmless };
};

/** Whether only one document has the component. It accepts values that the other document refuses. */
const isOnlyInOne = (engine: Engine, { value }: Located): boolean => {
  const ref = refOf(value);
  return ref !== null && [engine.before, engine.after].some(document => lookUp(document, ref) === null);
};

/** Whether the service no longer knows the discriminator value of an alternative, whatever accepts its objects. */
const losesValue = ({ before, after, direction }: SchemaPair, { value }: Located): boolean => {
  const [old, now] = [before, after].map(({ keywords }) => keywords.get('discriminator')?.value);
  const ref = refOf(value);
  if (direction !== 'request' || ref === null || old === undefined || now === undefined) return false;
  return !mappedRefs({ discriminator: now }).includes(ref);
};

/** What the holder says about several branches alike is one change. */
const withoutRepeated = (findings: readonly Finding[]): Finding[] => {
  const folded = (side: 'before' | 'after', all: readonly Finding[]): Finding[] => {
    const keyOf = ({ rule, effect, name, says, oldValue, newValue, ...places }: Finding): string =>
      JSON.stringify([rule.id, effect, name, says, places[side], canonical(oldValue), canonical(newValue)]);
    return [...new Map(all.toReversed().map(finding => [keyOf(finding), finding])).values()].toReversed();
  };
  return folded('before', folded('after', findings));
};

const nullRuleSet: ReadonlySet<unknown> = new Set(nullRules);

/** Nullability of a branch is nullability of the whole schema, and reported there. */
const withoutNull = (context: Context, found: Findings): Findings =>
  found.length === 0 ? found : found.filter(item => item.context !== context || !nullRuleSet.has(item.rule));
