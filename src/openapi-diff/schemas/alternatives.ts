import { mappedRefs } from '../../openapi/hash.ts';
import type { JsonValue } from '../../platform/json.ts';
import { isFirstMatchedTwice, isMatchedTwice } from '../containment/witness.ts';
import { add, applyRules, type Context, type Engine, type Finding, type Findings, NO_FINDINGS } from '../engine.ts';
import { type Effect, severityOf } from '../law.ts';
import { type ApiDocument, type Located, lookUp, refOf } from '../read/document.ts';
import { canonical } from '../read/values.ts';
import { boundRules } from '../rules/bounds.ts';
import {
  allOfRules,
  anyOfRules,
  type BranchPair,
  looseningRules,
  oneOfRules,
  overlapRules,
  wrapRules,
} from '../rules/compositions.ts';
import { renamedBranchRules } from '../rules/discriminators.ts';
import { dependentRules } from '../rules/objects.ts';
import { nullRules } from '../rules/types.ts';
import { saysTheSame } from './all-of.ts';
import { appealBeside, appealForBranch, excludeEachOther, isCovered } from './appeal.ts';
import { asBranch } from './branch-names.ts';
import { withoutMoved } from './common-properties.ts';
import { letsMoreIn } from './evaluating-parts.ts';
import { definitionOf, matchBranches, pairReplaced } from './match-branches.ts';
import { compareBeside } from './moved-properties.ts';
import type { NormalSchema } from './normal-schema.ts';
import { normalizeSchema } from './normalize.ts';
import { keysOfEither, type SchemaPair } from './pair.ts';
import type { Node } from './schema-map.ts';
import { stepInto } from './walk.ts';

/**
 * `isSettled`: a branch was found that the other side does not accept, so breaking findings are certain.
 * `replaced`: one side has only alternatives and the other side has none, so nothing else is compared.
 */
type Compared = { replaced: boolean; isSettled: boolean; findings: Findings };

export const compareAlternatives = (engine: Engine, context: Context, pair: SchemaPair): Compared => {
  const { before, after } = pair;
  if (before.alternatives.size === 0 && after.alternatives.size === 0) return NO_ALTERNATIVES;
  const found: Finding[] = [];
  const [[one, ...more], [other, ...others]] = [[...before.alternatives], [...after.alternatives]];
  if (one && other && more.length === 0 && others.length === 0 && one[0] !== other[0]) {
    const keyword = other[0] as Keyword;
    const [document, list, { sources }] =
      keyword === 'anyOf' ? ([engine.before, one[1], before] as const) : ([engine.after, other[1], after] as const);
    if (!excludeEachOther(engine, document, list, sources))
      add(found, applyRules(engine, context, looseningRules, { schemas: pair, keyword }));
    const branches = compareBranches(engine, context, pair, 'anyOf', one[1], other[1]);
    add(found, branches.findings);
    return { ...branches, replaced: false, findings: found };
  }
  let replaced = false;
  let isSettled = false;
  for (const keyword of keysOfEither(before.alternatives, after.alternatives)) {
    const [old, now] = [before.alternatives.get(keyword), after.alternatives.get(keyword)];
    const kind: Keyword = keyword.startsWith('oneOf') ? 'oneOf' : 'anyOf';
    if (old && now) {
      const branches = compareBranches(engine, context, pair, kind, old, now);
      add(found, branches.findings);
      isSettled ||= branches.isSettled;
    } else if (keyword !== kind) add(found, applyRules(engine, context, allOfRules, furtherList(pair, old, now)));
    else {
      const list = now ?? old ?? [];
      const names = list.map(branch => asBranch(branch).name);
      const sides = { schemas: pair, keyword: kind, names, wrapped: now !== undefined };
      const [plain, holder] = sides.wrapped ? [before, after] : [after, before];
      const bare = isBare(holder);
      if (bare && !saysNoMore(plain, holder.document, list)) {
        const same = list.find(branch => isBranch(engine, branch, plain, holder.document));
        const apart = same !== undefined && isApart(same, list, holder.document) ? 'apart' : 'beside others';
        const contained = same !== undefined && isOfTypes(plain, holder) && apart;
        add(found, applyRules(engine, context, wrapRules, { ...sides, contained }));
      } else add(found, applyRules(engine, context, rulesOf(kind), wholeList(sides, list)));
      replaced ||= bare;
    }
  }
  return { replaced, isSettled, findings: found };
};

const NO_ALTERNATIVES = { replaced: false, isSettled: false, findings: NO_FINDINGS };

type Keyword = 'oneOf' | 'anyOf';

const rulesOf = (keyword: Keyword) => (keyword === 'oneOf' ? oneOfRules : anyOfRules);

/** Where unevaluated properties or items are refused, an added list also allows those that it describes. */
const effectOfList = (schemas: SchemaPair, wrapped: boolean, list: Located[]): Effect => {
  const { before, after, direction } = schemas;
  const closed = [before, after].every(({ subschemas }) =>
    subschemas.get('unevaluatedProperties')?.some(({ value }) => value === false),
  );
  const anyOf = list.map(({ value }) => value);
  if (!closed && letsMoreIn(schemas, wrapped ? after : before, { anyOf })) return 'may-change';
  if (!closed || (wrapped && direction === 'request')) return wrapped ? 'narrows' : 'widens';
  return wrapped ? 'may-widen' : direction === 'request' ? 'narrows' : 'widens';
};

/** Alternatives beside equal keywords are an additional constraint. */
const wholeList = ({ schemas, wrapped }: { schemas: SchemaPair; wrapped: boolean }, list: Located[]): BranchPair => {
  const branches = list.map(asBranch);
  const sides = { added: wrapped ? branches : [], removed: wrapped ? [] : branches };
  return { schemas, ...sides, isWhole: true, effect: effectOfList(schemas, wrapped, list) };
};

/** Whether the plain schema accepts every value that one of the alternatives accepts. */
const saysNoMore = (plain: NormalSchema, document: ApiDocument, list: Located[]): boolean => {
  const { types, never, alternatives, patternProperties, dependentSchemas, prefixItems } = plain;
  if (never || !isBare({ ...plain, types: null })) return false;
  if (alternatives.size + prefixItems.length > 0 || !patternProperties.isEmpty || !dependentSchemas.isEmpty)
    return false;
  if (types === null) return true;
  return list.every(branch => normalizeSchema(document, [branch], true).types?.isSubsetOf(types));
};

/** A second list of alternatives is an additional constraint. */
const furtherList = (schemas: SchemaPair, before: Located[] = [], after: Located[] = []): BranchPair => ({
  ...{ schemas, isWhole: true },
  added: after.map(asBranch),
  removed: before.map(asBranch),
});

/** Keywords with plain values that refuse some values. */
const REFUSING: ReadonlySet<string> = new Set([
  ...[boundRules, dependentRules].flatMap(rules => Object.keys(rules)),
  ...['enum', 'format', 'contentEncoding', 'contentMediaType', '$dynamicRef'],
]);

/** Whether the schema has no conditions beside its alternatives. */
const isBare = ({ properties, required, subschemas, types, members, keywords }: NormalSchema): boolean =>
  properties.isEmpty &&
  required.size === 0 &&
  subschemas.size === 0 &&
  members.length === 0 &&
  (types === null || types.has('object')) &&
  ![...keywords.keys()].some(keyword => REFUSING.has(keyword));

/** Whether the types beside the alternatives, if any, include all types of the plain schema. */
const isOfTypes = (plain: NormalSchema, { types, nullable }: NormalSchema): boolean =>
  types === null || (plain.types?.isSubsetOf(types) === true && (plain.nullable !== true || nullable !== false));

const isBranch = (engine: Engine, branch: Located, plain: NormalSchema, document: ApiDocument): boolean =>
  [engine.before, engine.after].some(other => definitionOf(other, branch).pointer === plain.pointer) ||
  isAlike(normalizeSchema(document, [branch]), plain);

/** Whether no other branch accepts a type of this branch. */
const isApart = (branch: Located, list: Located[], document: ApiDocument): boolean => {
  const own = normalizeSchema(document, [branch], true);
  const types = widened(own.types);
  if (types === null || own.nullable !== false) return false;
  return list.every(other => {
    const others = widened(normalizeSchema(document, [other], true).types);
    return other === branch || others?.isDisjointFrom(types) === true;
  });
};

/** Every integer is also a number. */
const widened = (types: ReadonlySet<string> | null): ReadonlySet<string> | null =>
  types?.has('integer') ? new Set([...types, 'number']) : types;

const isAlike = (a: NormalSchema, b: NormalSchema): boolean => {
  const texts = (node: Node): JsonValue[] => node.map(({ value }) => value);
  const nodes = (schema: NormalSchema): JsonValue => {
    const { properties, patternProperties, dependentSchemas, subschemas, alternatives, prefixItems, conditions } =
      schema;
    const named = [properties, patternProperties, dependentSchemas].map(map =>
      map.names().map(name => [name, ...texts(map.get(name) ?? [])]),
    );
    const listed = [...subschemas, ...alternatives].map(([name, list]) => [name, ...texts(list)]);
    return [named, listed, prefixItems.map(texts), texts(conditions)];
  };
  const isPlain = a.members.length + b.members.length === 0 && a.nullable === b.nullable;
  return isPlain && saysTheSame(a, b) && canonical(nodes(a)) === canonical(nodes(b));
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

const compareBranches = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  keyword: Keyword,
  before: Located[],
  after: Located[],
): Omit<Compared, 'replaced'> => {
  const found: Finding[] = [];
  let isSettled = false;
  const isRequest = schemas.direction === 'request';
  const { pairs, removed, added } = pairReplaced(engine, isRequest, matchBranches(engine, before, after));
  const besides: Finding[] = [];
  for (const [old, now] of pairs) {
    const index = String(after.indexOf(now));
    const name = refOf(now.value) ?? index;
    const inner = stepInto(context, [keyword, name], '');
    const inside = withoutMoved(
      schemas,
      inner,
      withoutNull(inner, engine.walk.compareSchemas(engine, inner, [old], [now])),
    );
    const beside = compareBeside(engine, inner, schemas, [old, now]);
    const holders = [schemas.before.sources, schemas.after.sources] as const;
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
  const isKnown = (branch: Located): boolean =>
    isCovered(engine, 'after', branch, before, [schemas.after.sources, schemas.before.sources]);
  const isKept = (branch: Located): boolean =>
    !losesValue(schemas, branch) &&
    isCovered(engine, 'before', branch, after, [schemas.before.sources, schemas.after.sources]);
  // An exchanged branch is reported unless other branches accept the same values.
  const isExchange = added.length > 0 && removed.length > 0;
  const came = isExchange ? added.filter(branch => !isKnown(branch)) : added;
  const went = isExchange ? removed.filter(branch => !isKept(branch)) : removed;
  // A component that exists in only one document accepts values that the other document refuses.
  const isOnlyHere = ({ value }: Located): boolean => {
    const ref = refOf(value);
    return ref !== null && [engine.before, engine.after].some(document => lookUp(document, ref) === null);
  };
  // Branches that were only added or only removed are reported, but not breaking if other branches accept the same
  // values.
  const isHarmless =
    !isExchange &&
    !(isRequest ? went : came).some(isOnlyHere) &&
    (isRequest ? went.every(isKept) : came.every(isKnown));
  isSettled ||= !isHarmless && (isRequest ? went.length > 0 : came.length > 0);
  const branches = { schemas, added: came.map(asBranch), removed: went.map(asBranch) };
  const effect = isHarmless && (isRequest ? went : came).length > 0 ? { effect: 'describes' as const } : {};
  const old = { document: engine.before, branches: before };
  const now = { document: engine.after, branches: after };
  const [narrow, wide, side] = isRequest ? [old, now, 1 as const] : [now, old, 0 as const];
  const told = [...found, ...applyRules(engine, context, rulesOf(keyword), { ...branches, ...effect })];
  if (keyword === 'anyOf') return { findings: told, isSettled };
  if (context.inside !== undefined)
    return {
      findings: doubtedInside(engine, schemas, [before, after], told, came.length + went.length > 0),
      isSettled,
    };
  const changed = pairs
    .filter(([one, other]) => !engine.sameness.isSame(one.value, other.value))
    .map(pair => pair[side]);
  // Also a branch whose values other branches accept: they may be the values of one branch only, before or now.
  const further = [...(isRequest ? added : removed), ...changed];
  const isCrowded =
    told.length > 0
      ? isMatchedTwice(narrow, wide, further, engine.overlaps)
      : mayOverlap(schemas, further) && isFirstMatchedTwice(narrow, wide, further, engine.overlaps);
  if (!isCrowded) return { findings: told, isSettled };
  const findings = told.map(doubted);
  if (!findings.some(isTold))
    add(
      findings,
      applyRules(engine, context, overlapRules, { schemas, names: after.map(branch => asBranch(branch).name) }),
    );
  return { findings, isSettled };
};

/** Whether the service no longer knows the discriminator value of an alternative, whatever accepts its objects. */
const losesValue = ({ before, after, direction }: SchemaPair, { value }: Located): boolean => {
  const [old, now] = [before, after].map(({ keywords }) => keywords.get('discriminator')?.value);
  const ref = refOf(value);
  if (direction !== 'request' || ref === null || old === undefined || now === undefined) return false;
  return !mappedRefs({ discriminator: now }).includes(ref);
};

const isTold = ({ effect, context }: Finding): boolean => severityOf(effect, context.direction) !== 'INFO';

/** Whether changed branches may make alternatives overlap, because no discriminator distinguishes them. */
const mayOverlap = ({ after }: SchemaPair, changed: readonly Located[]): boolean =>
  changed.length > 0 && !after.keywords.has('discriminator');

/**
 * Inside `not` and conditions, alternatives that may overlap can break callers in both directions. `isOtherList`: some came
 * or went, which matters even if the others accept the same values.
 */
const doubtedInside = (
  engine: Engine,
  { before, after }: SchemaPair,
  lists: [Located[], Located[]],
  found: Findings,
  isOtherList: boolean,
): Findings => {
  if (!isOtherList && found.every(({ effect }) => effect === 'describes')) return found;
  const areExclusive =
    excludeEachOther(engine, engine.before, lists[0], before.sources) &&
    excludeEachOther(engine, engine.after, lists[1], after.sources);
  return areExclusive ? found : found.map(finding => ({ ...finding, effect: 'may-change' }));
};

/** oneOf refuses values that match two branches: if they overlap, a wider branch can narrow oneOf, and the reverse. */
const doubted = (finding: Finding): Finding => {
  const { direction } = finding.context;
  const isRequest = direction === 'request';
  if (finding.effect !== (isRequest ? 'widens' : 'narrows')) return finding;
  return { ...finding, effect: isRequest ? 'may-narrow' : 'may-widen' };
};

const nullRuleSet: ReadonlySet<unknown> = new Set(nullRules);

/** Nullability of a branch is nullability of the whole schema, and reported there. */
const withoutNull = (context: Context, found: Findings): Findings =>
  found.length === 0 ? found : found.filter(item => item.context !== context || !nullRuleSet.has(item.rule));
