import { isFirstMatchedTwice, isMatchedTwice } from '../containment/witness.ts';
import { applyRules, type Context, type Engine, type Finding, type Findings } from '../engine.ts';
import { severityOf } from '../law.ts';
import type { Located } from '../read/document.ts';
import { overlapRules } from '../rules/compositions.ts';
import { excludeEachOther } from './appeal.ts';
import { asBranch } from './branch-names.ts';
import type { Lists, Matching } from './match-branches.ts';
import type { SchemaPair } from './pair.ts';

/** Doubts what was found in the branches of a oneOf, and adds a warning if nothing else tells, if they may overlap now. */
export const doubtOverlaps = (
  engine: Engine,
  context: Context,
  lists: Lists,
  matching: Matching,
  found: Findings,
): Findings => {
  if (!isCrowded(engine, lists, furtherBranches(engine, lists, matching), found.length > 0)) return found;
  const doubtful = found.map(doubted);
  if (doubtful.some(isTold)) return doubtful;
  const { schemas, after } = lists;
  const names = after.map(branch => asBranch(branch).name);
  return [...doubtful, ...applyRules(engine, context, overlapRules, { schemas, names })];
};

/** Also a branch whose values other branches accept: they may be the values of one branch only, before or now. */
const furtherBranches = (engine: Engine, { schemas }: Lists, { pairs, removed, added }: Matching): Located[] => {
  const isRequest = schemas.direction === 'request';
  const changed = pairs.filter(([old, now]) => !engine.sameness.isSame(old.value, now.value));
  return [...(isRequest ? added : removed), ...changed.map(([old, now]) => (isRequest ? now : old))];
};

/** Whether values of one branch on the narrow side match two branches on the wide one. */
const isCrowded = (engine: Engine, lists: Lists, further: readonly Located[], isChanged: boolean): boolean => {
  const { schemas, before, after } = lists;
  const old = { document: engine.before, branches: before };
  const now = { document: engine.after, branches: after };
  const [narrow, wide] = schemas.direction === 'request' ? [old, now] : [now, old];
  return isChanged
    ? isMatchedTwice(narrow, wide, further, engine.overlaps)
    : mayOverlap(schemas, further) && isFirstMatchedTwice(narrow, wide, further, engine.overlaps);
};

const isTold = ({ effect, context }: Finding): boolean => severityOf(effect, context.direction) !== 'INFO';

/** Whether changed branches may make alternatives overlap, because no discriminator distinguishes them. */
const mayOverlap = ({ after }: SchemaPair, changed: readonly Located[]): boolean =>
  changed.length > 0 && !after.keywords.has('discriminator');

/**
 * Inside `not` and conditions, alternatives that may overlap can break callers in both directions. `isOtherList`: some came
 * or went, which matters even if the others accept the same values.
 */
export const doubtOverlapsInside = (
  engine: Engine,
  { schemas, before, after }: Lists,
  found: Findings,
  isOtherList: boolean,
): Findings => {
  if (!isOtherList && found.every(({ effect }) => effect === 'describes')) return found;
  const areExclusive =
    excludeEachOther(engine, engine.before, before, schemas.before.sources) &&
    excludeEachOther(engine, engine.after, after, schemas.after.sources);
  return areExclusive ? found : found.map(finding => ({ ...finding, effect: 'may-change' }));
};

/** oneOf refuses values that match two branches: if they overlap, a wider branch can narrow oneOf, and the reverse. */
const doubted = (finding: Finding): Finding => {
  const { direction } = finding.context;
  const isRequest = direction === 'request';
  if (finding.effect !== (isRequest ? 'widens' : 'narrows')) return finding;
  return { ...finding, effect: isRequest ? 'may-narrow' : 'may-widen' };
};
