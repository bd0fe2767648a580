import type { JsonValue } from '../../platform/json.ts';
import { isApart, isContained, type Side } from '../containment/prove.ts';
import { isFirstMatchedTwice, isMatchedTwice } from '../containment/witness.ts';
import { applyRules, type Context, type Engine, type Finding, type Findings } from '../engine.ts';
import { severityOf } from '../law.ts';
import type { ApiDocument, Located } from '../read/document.ts';
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
  if (!isCrowded(engine, lists, matching, found.length > 0)) return found;
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
const isCrowded = (engine: Engine, lists: Lists, matching: Matching, isChanged: boolean): boolean => {
  const { schemas, before, after } = lists;
  const further = furtherBranches(engine, lists, matching);
  const old = { document: engine.before, branches: before };
  const now = { document: engine.after, branches: after };
  const [narrow, wide] = schemas.direction === 'request' ? [old, now] : [now, old];
  return isChanged
    ? isMatchedTwice(narrow, wide, further, engine.overlaps) || isOneSwallowed(engine, lists, matching, further)
    : mayOverlap(schemas, further) && isFirstMatchedTwice(narrow, wide, further, engine.overlaps);
};

/** Each branch is compared with each changed one. Longer lists are only searched for values. */
const MAX_PROVEN = 16;

/** Whether a branch on the wide side is proven to accept all values of another one, and the narrow side to tell them apart. */
const isOneSwallowed = (engine: Engine, lists: Lists, { pairs }: Matching, further: readonly Located[]): boolean => {
  const isRequest = lists.schemas.direction === 'request';
  const [narrow, wide] = isRequest ? [engine.before, engine.after] : [engine.after, engine.before];
  const branches = isRequest ? lists.after : lists.before;
  const counterparts = new Map(pairs.map(([old, now]) => (isRequest ? [now, old] : [old, now])));
  const accepts = (document: ApiDocument, outer: JsonValue, inner: JsonValue): boolean =>
    isContained(engine.overlapProver, { document, values: [inner] }, { document, values: [outer] });
  const swallows = (outer: Located, inner: Located): boolean => {
    const [had, was] = [counterparts.get(outer), counterparts.get(inner)];
    if (had === undefined && was === undefined) return false;
    if (!accepts(wide, outer.value, inner.value) || accepts(wide, false, inner.value)) return false;
    if (had === undefined || was === undefined) return true;
    const sideOf = ({ value }: Located): Side => ({ document: narrow, values: [value] });
    return isApart(engine.overlapProver, sideOf(had), sideOf(was));
  };
  const isBeside = (one: Located, other: Located): boolean =>
    one !== other && (swallows(one, other) || swallows(other, one));
  return (
    !tellsApart(lists.schemas) &&
    branches.length <= MAX_PROVEN &&
    further.some(one => branches.some(other => isBeside(one, other)))
  );
};

const isTold = ({ effect, context }: Finding): boolean => severityOf(effect, context.direction) !== 'INFO';

/** Whether changed branches may make alternatives overlap. */
const mayOverlap = (schemas: SchemaPair, changed: readonly Located[]): boolean =>
  changed.length > 0 && !tellsApart(schemas);

/** Whether a discriminator tells alternatives apart. */
const tellsApart = ({ after }: SchemaPair): boolean => after.keywords.has('discriminator');

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
