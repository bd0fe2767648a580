import { isJsonObject } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  useOf,
} from '../engine.ts';
import { type Direction, severityOf } from '../law.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { canonical, sameValue } from '../read/values.ts';
import { allOfRules, annotationBranchRules, type Branch, type BranchPair } from '../rules/compositions.ts';
import { findMoved } from './moved-properties.ts';
import type { Member, NormalSchema } from './normal-schema.ts';
import { normalizeSchema } from './normalize.ts';
import { isCausedHere, type Nullability, nullabilityOfNode } from './null.ts';
import type { SchemaPair } from './pair.ts';
import { pairRenamed } from './renamed-components.ts';
import type { Node } from './schema-map.ts';
import { isOfMember } from './shown-members.ts';
import { onlyDescribes, type Reading, readingOf } from './simple-schemas.ts';
import { isWrittenAsText } from './textual.ts';

/** The references inside allOf, by whether both sides have them. */
export type MemberMatch = {
  before: NormalSchema;
  after: NormalSchema;
  common: [Member, Member][];
  /** Common members whose own changes show in the unfolded schemas too. */
  shown: [Member, Member][];
  added: Member[];
  removed: Member[];
  /** Members were unfolded into both sides, because their references are not enough to compare. */
  unfolded: boolean;
  /** Members were only added or only removed: the schema was not split into parts. */
  pure: boolean;
};

/** Matches the allOf members of both sides, and unfolds them if their references are not enough to compare. */
export const matchMembers = (engine: Engine, before: Node, after: Node, direction: Direction): MemberMatch => {
  const reading = readingOf(engine, before, after);
  const old = normalizeSchema(engine.before, before, false, reading);
  const now = normalizeSchema(engine.after, after, false, reading);
  const isNullCaused = old.nullable === now.nullable || isCausedHere(engine, before, now.nullable);
  if (!isNullCaused) old.nullable = now.nullable;
  const replaced = matchReplaced(engine, [before, old], [after, now]);
  if (replaced !== null) return replaced;
  const pairing = pairUp(engine, old.members, now.members);
  const { common, added, removed } = isRetargeted(engine, old, now, pairing) ? asOneMember(pairing) : pairing;
  const moved = findMoved(engine, { before: old, after: now }, common, direction);
  const complete = added.length === 0 && removed.length === 0 && moved === null;
  if (complete && (common.length === 0 || saysTheSame(old, now))) {
    return { before: old, after: now, common, shown: [], added, removed, unfolded: false, pure: false };
  }
  const unfoldedOld = unfoldWithNewMembers(engine, before, reading, { common, removed });
  const unfoldedNow = normalizeSchema(engine.after, after, true, reading);
  unfoldedOld.nullable = old.nullable;
  unfoldedOld.subschemas = withUnevaluated(unfoldedOld, old);
  if (moved !== null) {
    const { names, unfolded } = moved;
    unfoldedOld.properties = unfoldedOld.properties.replacing(names, unfolded.before.properties);
    unfoldedOld.rests = unfolded.before.rests;
  }
  const pure = (added.length === 0 || removed.length === 0) && saysTheSame(old, now);
  const shown = engine.before.crossed ? common : [];
  return { before: unfoldedOld, after: unfoldedNow, common, shown, added, removed, unfolded: true, pure };
};

type Pairing = Pick<MemberMatch, 'common' | 'added' | 'removed'>;

/**
 * Unfolds the old schema with the new text of its common members. Changes inside them are reported at the members, so
 * every difference that remains was caused here.
 */
const unfoldWithNewMembers = (
  { before: document, after: { root } }: Engine,
  node: Node,
  reading: Reading,
  { common, removed }: Pick<Pairing, 'common' | 'removed'>,
): NormalSchema => {
  if (common.length === 0 || document.crossed) return normalizeSchema(document, node, true, reading);
  const stay = common.map(([old, now]) => [`#${old.target.pointer}`, now.target] as const);
  const gone = removed.map(({ target }) => [`#${target.pointer}`, target] as const);
  const mixed = { ...document, root, targets: new Map([...gone, ...stay]) };
  const unfolded = normalizeSchema(mixed, node, true, reading);
  document.unfolded = mixed.unfolded;
  return unfolded;
};

/** What the schema itself says about unevaluated values, although its new members would evaluate them all. */
const withUnevaluated = (
  { subschemas }: NormalSchema,
  { subschemas: own }: NormalSchema,
): NormalSchema['subschemas'] => {
  const lost = UNEVALUATED.filter(keyword => own.has(keyword) && !subschemas.has(keyword));
  if (lost.length === 0) return subschemas;
  return new Map([...subschemas, ...lost.map(keyword => [keyword, own.get(keyword) as Node] as const)]);
};

const UNEVALUATED = ['unevaluatedProperties', 'unevaluatedItems'] as const;

type Side = readonly [document: ApiDocument, schema: NormalSchema, member: Member];

/**
 * Whether one component replaced another one, in schemas that contain only the reference and perhaps null. A change of
 * nullability must be reported once: here if the components agree on null; at the components if neither schema adds
 * null, and `old` is adjusted for it. Otherwise the answer is no.
 */
const areReplaced = (old: Side, now: Side): boolean => {
  const [[was, hadNull], [is, hasNull]] = [old, now].map(([document, { nullable }, { target }]) => {
    const own = nullabilityOfNode(document, [target]);
    return [own, own !== nullable] as const;
  }) as [readonly [Nullability, boolean], readonly [Nullability, boolean]];
  if (was === is) return true;
  if (hadNull || hasNull) return false;
  old[1].nullable = now[1].nullable;
  return true;
};

const isRetargeted = (
  { before, after }: Engine,
  old: NormalSchema,
  now: NormalSchema,
  { common, added, removed }: Pairing,
): boolean => {
  const [[came, ...more], [went, ...others]] = [added, removed];
  if (!came || !went || common.length + more.length + others.length > 0 || !isBare(old) || !isBare(now)) return false;
  return areReplaced([before, old, went], [after, now, came]);
};

/** Whether the schema has nothing but members and null. */
const isBare = ({ types, properties, ...others }: NormalSchema): boolean => {
  const { required, keywords, subschemas, alternatives, anchors } = others;
  return (
    types === null &&
    [required, keywords, subschemas, alternatives, anchors].every(map => map.size === 0) &&
    properties.isEmpty
  );
};

/** A schema that was replaced by a mere reference in allOf, or the reverse, is compared with the component. */
const matchReplaced = (
  engine: Engine,
  [before, old]: readonly [Node, NormalSchema],
  [after, now]: readonly [Node, NormalSchema],
): MemberMatch | null => {
  if (old.members.length + now.members.length !== 1) return null;
  const [went, came] = [memberFor(before, old), memberFor(after, now)];
  if (went === null || came === null) return null;
  if (!areReplaced([engine.before, old, went], [engine.after, now, came])) return null;
  const [emptied, emptiedToo] = [withoutRules(old), withoutRules(now)];
  const sides = { before: emptied, after: emptiedToo, common: [[went, came] satisfies [Member, Member]] };
  return { ...sides, ...{ shown: [], added: [], removed: [], unfolded: false, pure: false } };
};

/** The only member of a bare schema; the schema itself if it has none. */
const memberFor = ([source, ...more]: Node, schema: NormalSchema): Member | null => {
  const [member] = schema.members;
  if (member !== undefined) return isBare(schema) ? member : null;
  return source === undefined || more.length > 0 ? null : { target: source, pointer: source.pointer };
};

/** The parts that are still compared here if the rest of the schema is compared elsewhere: its texts, and null. */
const withoutRules = ({ document, pointer, nullable, nullableAt, texts, remarks }: NormalSchema): NormalSchema => ({
  ...normalizeSchema(document, [{ value: {}, pointer }]),
  ...{ nullable, nullableAt, texts, remarks },
});

const asOneMember = ({ added, removed }: Pairing): Pairing => ({
  common: removed.map((old, index) => [old, added[index] as Member]),
  ...{ added: [], removed: [] },
});

const pairUp = (engine: Engine, before: Member[], after: Member[]): Pairing => {
  if (before.length === 0 || after.length === 0) return { common: [], added: after, removed: before };
  const open = new Map(after.map(member => [member.target.pointer, member]));
  const common: [Member, Member][] = [];
  const removed: Member[] = [];
  for (const member of before) {
    const other = open.get(member.target.pointer);
    if (other === undefined) removed.push(member);
    else common.push([member, other]);
    open.delete(member.target.pointer);
  }
  const renamed = pairRenamed(engine, removed, [...open.values()], (_, { target }) => target);
  return { common: [...common, ...renamed.pairs], added: renamed.added, removed: renamed.removed };
};

/** Whether types, required names, property names and keywords are equal. Nested schemas are not compared. */
export const saysTheSame = (a: NormalSchema, b: NormalSchema): boolean =>
  sameList(a.types, b.types) &&
  sameList(a.required.keys(), b.required.keys()) &&
  sameList(a.properties.names(), b.properties.names()) &&
  a.keywords.size === b.keywords.size &&
  [...a.keywords].every(([keyword, { value }]) => sameValue(value, b.keywords.get(keyword)?.value));

const sameList = (a: Iterable<string> | null, b: Iterable<string> | null): boolean =>
  sameValue(a === null ? null : [...a].sort(), b === null ? null : [...b].sort());

const isInside = (pointer: string | undefined, member: Member): boolean =>
  pointer === member.target.pointer || pointer?.startsWith(`${member.target.pointer}/`) === true;

const describes = ({ target }: Member): boolean => onlyDescribes(target.value);

/**
 * Reports the findings of unfolded members. A common member is compared at its own place. A member that was added or
 * removed is one change, not one for each of its properties.
 */
export const reportMembers = (engine: Engine, context: Context, match: MemberMatch, found: Findings): Findings => {
  const { common, shown, added, removed, before, after, pure } = match;
  const changedBy = (side: 'before' | 'after') => (member: Member) =>
    found.some(item => item.effect !== 'describes' && isInside(item[side], member));
  // If unfolded sides are equal, a schema was split into parts without another change.
  const differs = [found, common, before.members, after.members].some(list => list.length > 0);
  const counts = (side: 'before' | 'after') => (member: Member) =>
    !describes(member) && ((pure && differs) || changedBy(side)(member));
  const came = added.filter(counts('after'));
  const went = removed.filter(counts('before'));
  // A change inside a member has no own place on the other side.
  const isAbsent = (item: Finding, side: 'before' | 'after'): boolean => item[side] === match[side].pointer;
  const isAtMember = (item: Finding, [old, now]: readonly [Member, Member]): boolean =>
    (isInside(item.before, old) && (isInside(item.after, now) || isAbsent(item, 'after'))) ||
    (isInside(item.after, now) && isAbsent(item, 'before'));
  const covered = (item: Finding): boolean =>
    [...came, ...added.filter(describes)].some(member => isInside(item.after, member)) ||
    [...went, ...removed.filter(describes)].some(member => isInside(item.before, member)) ||
    shown.some(pair => isAtMember(item, pair) && isOfMember(engine, context, match, pair, item));
  const own = found.filter(item => !covered(item));
  engine.counts.findings -= found.length - own.length;
  const { direction } = context;
  const textual = isWrittenAsText(context.textual, before, after);
  const { crossed } = engine.before;
  const schemas = { before, after, ...useOf(context), textual, crossed };
  const pair = (list: Member[], other: Member[]): BranchPair => ({
    schemas,
    added: list.map(asBranch),
    removed: other.map(asBranch),
  });
  // Members that were only removed from a request, or only added to a response, break nothing. If something breaks,
  // other keywords replaced them, or they replaced other keywords.
  const breaks = ({ effect }: Finding): boolean => severityOf(effect, direction) === 'BREAKING';
  const isReplaced =
    (direction === 'request' ? came : went).length === 0 && found.some(item => covered(item) && breaks(item));
  const effect = isReplaced ? { effect: 'changes' as const } : {};
  add(own, applyRules(engine, context, allOfRules, { ...pair(came, went), ...effect }));
  const remarks = pair(added.filter(describes), removed.filter(describes));
  add(own, applyRules(engine, context, annotationBranchRules, remarks));
  return own;
};

const asBranch = ({ target, pointer }: Member): Branch => ({
  ...target,
  pointer,
  name: target.pointer.replace(/^\/components\/schemas\//, ''),
});

/** Compares branches that contain only texts. */
export const compareRemarks = (engine: Engine, context: Context, schemas: SchemaPair): Findings => {
  const { remarks: old } = schemas.before;
  const { remarks: now } = schemas.after;
  if (old.length === 0 && now.length === 0) return NO_FINDINGS;
  const without = (list: Located[], other: Located[]): Branch[] => {
    const known = new Set(other.map(({ value }) => canonical(value)));
    return list
      .filter(({ value }) => !known.has(canonical(value)))
      .map(source => ({ ...source, name: titleOf(source) }));
  };
  const branches = { schemas, added: without(now, old), removed: without(old, now) };
  return applyRules(engine, context, annotationBranchRules, branches);
};

const titleOf = ({ value }: Located): string => {
  const title = isJsonObject(value) ? (value.title ?? value.description) : undefined;
  return typeof title === 'string' ? title : 'a branch without a title';
};
