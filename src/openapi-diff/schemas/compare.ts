import { hasDiscriminator } from '../../openapi/subtypes.ts';
import { isJsonObject, type JsonValue } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_LEVELS_INSIDE, MAX_MET_INSIDE, MAX_PAIRS_INSIDE } from '../budgets.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  type Inside,
  NO_FINDINGS,
  partOf,
  sharedSchemas,
  thingOf,
  useOf,
  type Walk,
} from '../engine.ts';
import type { Effect } from '../law.ts';
import { type ApiDocument, type Located, lookUp, refOf, subtypesOf } from '../read/document.ts';
import { wrapRules } from '../rules/compositions.ts';
import { mapRules } from '../rules/objects.ts';
import { isNeverOnce } from '../rules/type-relations.ts';
import { nullRules, typeRules } from '../rules/types.ts';
import { compareRemarks, type MemberMatch, matchMembers, reportMembers } from './all-of.ts';
import { compareAlternatives } from './alternatives.ts';
import { appeal } from './appeal.ts';
import { withCommonProperties } from './common-properties.ts';
import { areBothText, areDisjoint, compareKeywords, compareTexts, sameTypes } from './compare-keywords.ts';
import type { NormalSchema } from './normal-schema.ts';
import { normalizeSchema } from './normalize.ts';
import type { SchemaPair } from './pair.ts';
import { compareProperties } from './properties.ts';
import { componentName, endOf, hasConjunction, plainRefs, targetOf } from './references.ts';
import { isRenamed } from './renamed-components.ts';
import { replaceConditions } from './replaced-conditions.ts';
import { foldRetargeted } from './retarget.ts';
import type { Node } from './schema-map.ts';
import { readingOf } from './simple-schemas.ts';
import { compareSubschemas } from './subschemas.ts';
import { compareSubtypes } from './subtypes.ts';
import { isWrittenAsText } from './textual.ts';
import { isUnfoldedAlready, pairKey } from './unfolded-pairs.ts';
import { STEPS, stepInto } from './walk.ts';

/** Compares two schemas. Shared components are deferred: `runPending` returns their findings. */
export const compareSchemas = (engine: Engine, context: Context, before: Node, after: Node): Findings => {
  if (context.inside !== undefined) return compareNested(engine, context, context.inside, before, after);
  const [only, other] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1) {
    const likeness = engine.sameness.likenessOf(only?.value, other?.value);
    if (likeness === 'same') return NO_FINDINGS;
    if (likeness === 'same text' && only !== undefined && compareReferences(engine, context, only.value))
      return NO_FINDINGS;
  }
  const old = targetOf(engine.before, before);
  const now = targetOf(engine.after, after);
  const [was, is] = [old.node[0], now.node[0]];
  const wraps = old.referred !== now.referred && wrapsReference(engine, old, now);
  const shared = (old.referred || now.referred) && !wraps && old.node.length === 1 && now.node.length === 1;
  if (shared && was !== undefined && is !== undefined) {
    compareTarget(engine, context, was, is);
    return only !== was && other !== is ? compareTextsBeside(engine, context, [only], [other]) : NO_FINDINGS;
  }
  const found = compareInline(engine, context, before, after);
  if (only !== undefined && other !== undefined) compareSubtypes(engine, context, only, other);
  return found;
};

/** In 3.1, a reference may have texts beside it. */
const compareTextsBeside = (
  engine: Engine,
  context: Context,
  before: (Located | undefined)[],
  after: typeof before,
): Findings => {
  const [old, now] = [textsOf(engine.before, before), textsOf(engine.after, after)];
  const textual = isWrittenAsText(context.textual, old, now);
  const pair = { ...useOf(context), textual, crossed: engine.before.crossed };
  return compareTexts(engine, context, { ...pair, before: old, after: now });
};

const textsOf = (document: ApiDocument, [source]: (Located | undefined)[]): NormalSchema => {
  const { value, pointer = '' } = source ?? {};
  if (document.dialect === '3.0' || !isJsonObject(value)) return normalizeSchema(document, [{ value: {}, pointer }]);
  const { $ref: _, ...texts } = value;
  return normalizeSchema(document, [{ value: texts, pointer }]);
};

/**
 * Whether the side that is not a bare reference still contains one: nullable, or with a keyword beside it. If the component
 * of the other side contains the same ones, the schema only became a component, or the reverse.
 */
const wrapsReference = (engine: Engine, old: Target, now: Target): boolean => {
  const [were, are] = [membersOf(engine.before, old.node), membersOf(engine.after, now.node)];
  return (old.referred ? are : were) !== '' && were !== are;
};

type Target = ReturnType<typeof targetOf>;

const membersOf = (document: ApiDocument, node: Node): string =>
  normalizeSchema(document, node)
    .members.map(({ target }) => target.pointer)
    .sort()
    .join();

/**
 * The short cut for schemas with equal text that can differ only in their references. Returns false if more may differ.
 */
const compareReferences = (engine: Engine, context: Context, schema: JsonValue): boolean => {
  const refs = plainRefs(schema);
  // Only a bare reference also represents the whole body.
  if (refs === null || ((context.root || isForm(context)) && !isOneRef(schema, refs))) return false;
  if (mayMeet(engine, schema, refs)) return false;
  const inner = refOf(schema) === null ? partOf(context) : context;
  for (const ref of refs) compareTargets(engine, inner, ref);
  return true;
};

const isOneRef = (schema: JsonValue, refs: readonly string[]): boolean => refs.length === 1 && refOf(schema) !== null;

/** In a form, what a reference leads to may be written in another way than the schema around it. */
const isForm = ({ textual }: Context): boolean => typeof textual !== 'boolean';

/** Members of allOf may describe the same property, on one side each if both changed. */
const mayMeet = (engine: Engine, schema: JsonValue, refs: readonly string[]): boolean => {
  const isChanged = (ref: string): boolean =>
    !engine.sameness.isSame(lookUp(engine.before, ref)?.value, lookUp(engine.after, ref)?.value);
  const changed = refs.length > 1 ? refs.filter(isChanged).length : 0;
  return changed > 1 || (changed === 1 && hasConjunction(schema));
};

const linkComponents: Walk['linkComponents'] = (engine, context, schema) => {
  const refs = context.inside === undefined ? plainRefs(schema) : null;
  if (refs === null || !refs.every(ref => ref.startsWith('#/components/'))) return false;
  if (isForm(context) && !isOneRef(schema, refs)) return false;
  if (mayMeet(engine, schema, refs)) return false;
  const inner = refOf(schema) === null ? partOf(context) : context;
  for (const ref of refs) compareTargets(engine, inner, ref);
  return true;
};

/**
 * Like `linkComponents`, for the schema of a whole body: a bare reference is the whole body, nested ones are its parts.
 */
export const linkWhole: Walk['linkComponents'] = (engine, context, schema) => {
  if (refOf(schema) !== null) return hasOneRef(schema) && linkComponents(engine, context, schema);
  const isPart = isJsonObject(schema) && schema.allOf === undefined;
  return isPart && linkComponents(engine, { ...context, root: false }, schema);
};

const hasOneRef = (schema: JsonValue): boolean => plainRefs(schema)?.length === 1;

const compareTargets = (engine: Engine, context: Context, ref: string): void => {
  const [was, is] = [endOf(engine.before, ref), endOf(engine.after, ref)];
  if (was !== null && is !== null) compareTarget(engine, context, was, is);
};

const compareTarget = (engine: Engine, context: Context, before: Located, after: Located): void => {
  compareShared(engine, context, before, after);
  compareSubtypes(engine, context, before, after);
};

/** Compares a shared schema once per pair and direction. */
const compareShared: Walk['compareShared'] = (engine, context, before, after) => {
  sharedSchemas(engine, before, after, context, unit => {
    const trail = after.pointer.startsWith('/components/') ? after.pointer : context.trail;
    const [old, now] = [componentName(before), componentName(after)];
    const isSame = old !== null && now !== null && isRenamed(engine, before, after);
    const named = isSame
      ? { thing: `${context.nouns[context.direction]} schema \`${now}\``, place: `schema \`${now}\``, path: '' }
      : { thing: thingOf(context) };
    const inner = { ...context, ...named, unit, root: true, trail };
    const found = compareInline(engine, inner, [before], [after]);
    if (isSame || old === null || now === null) return found;
    return foldRetargeted(inner, { ...before, name: old }, { ...after, name: now }, found);
  });
};

const compareInline = (engine: Engine, context: Context, before: Node, after: Node): Findings => {
  const match = matchMembers(engine, before, after, context.direction);
  for (const [old, now] of match.common) {
    compareShared(engine, context, old.target, now.target);
    if (!isSubtype(engine.before, before, old)) compareSubtypes(engine, context, old.target, now.target);
  }
  if (match.unfolded && isUnfoldedAlready(engine, context, before, after)) return NO_FINDINGS;
  const pair = comparePair(engine, context, match.before, match.after, match);
  const found = match.unfolded ? reportMembers(engine, context, match, pair.findings) : pair.findings;
  if (pair.isSettled) return found;
  const isChoice = hasChoice(match.before) || hasChoice(match.after);
  return appeal(engine, context, before, after, found, match.after, isChoice);
};

const compareMember: Walk['compareMember'] = (engine, context, { target: old }, { target: now }) => {
  const reading = readingOf(engine, [old], [now]);
  const before = normalizeSchema(engine.before, [old], true, reading);
  const after = normalizeSchema(engine.after, [now], true, reading);
  return comparePair(engine, context, before, after, NO_MEMBERS).findings;
};

/** Whether the schema is a subtype of this member. Then it does not accept the other subtypes of the member. */
const isSubtype = (document: ApiDocument, [node]: Node, { target }: MemberMatch['common'][number][0]): boolean => {
  if (node === undefined || !hasDiscriminator(target.value)) return false;
  let pointers = document.subtypes.get(target.pointer);
  if (pointers === undefined) {
    pointers = new Set([...subtypesOf(document, target).values()].map(ref => endOf(document, ref)?.pointer));
    document.subtypes.set(target.pointer, pointers);
  }
  return pointers.has(node.pointer);
};

/** `isSettled`: comparing what both sides accept as a whole cannot improve the result. */
type Compared = { findings: Findings; isSettled: boolean };

const comparePair = (
  engine: Engine,
  context: Context,
  old: NormalSchema,
  now: NormalSchema,
  match: MemberMatch,
): Compared => {
  const textual = isWrittenAsText(context.textual, old, now);
  const { crossed } = engine.before;
  const sides = { before: old, after: now };
  const pair = withCommonProperties({ ...sides, ...useOf(context), textual, crossed });
  const { before, after } = pair;
  const alternatives = compareAlternatives(engine, context, pair);
  if (alternatives.replaced) {
    // A schema that replaces another one is reported as a whole. An additional or removed constraint does not cover
    // nullability.
    const isReportedWhole = alternatives.findings.some(({ rule }) => wrapRuleSet.has(rule));
    const findings = isReportedWhole
      ? alternatives.findings
      : [...alternatives.findings, ...compareNull(engine, context, pair)];
    return { findings, isSettled: false };
  }
  const found = [...alternatives.findings];
  const retyped = !sameTypes(before, after);
  if (retyped) add(found, applyRules(engine, context, typeRules, pair));
  add(found, compareTexts(engine, context, pair));
  if (isNeverOnce(pair)) return { findings: found, isSettled: true };
  add(found, compareRemarks(engine, context, pair));
  const disjoint = retyped && areDisjoint(before, after);
  add(found, compareKeywords(engine, context, pair, { disjoint }));
  if (disjoint && areBothText(pair)) add(found, replaceConditions(engine, context, pair));
  if (disjoint) return { findings: found, isSettled: before.types?.size !== 0 && after.types?.size !== 0 };
  if (hasMaps(before) || hasMaps(after)) add(found, applyRules(engine, context, mapRules, pair));
  add(found, compareProperties(engine, context, pair, match));
  add(found, compareSubschemas(engine, context, pair));
  if (found.length === 0) add(found, compareUntypedNull(engine, context, pair));
  return { findings: found, isSettled: alternatives.isSettled };
};

/** Whether the schema has different conditions for different values. */
const hasChoice = ({ alternatives, subschemas, dependentSchemas, types }: NormalSchema): boolean =>
  alternatives.size > 0 || subschemas.has('if') || !dependentSchemas.isEmpty || types?.size === 0;

const wrapRuleSet: ReadonlySet<unknown> = new Set(wrapRules);

const compareNull = (engine: Engine, context: Context, pair: SchemaPair): Findings =>
  pair.before.nullable === pair.after.nullable ? NO_FINDINGS : applyRules(engine, context, nullRules, pair);

/** A schema without types accepts null unless something refuses it. Reported only if nothing else changed here. */
const compareUntypedNull = (engine: Engine, context: Context, pair: SchemaPair): Findings => {
  const { before, after } = pair;
  if (before.types !== null || after.types !== null || (before.nullable === false) === (after.nullable === false))
    return NO_FINDINGS;
  const spelled = (schema: NormalSchema): NormalSchema => ({ ...schema, nullable: schema.nullable !== false });
  return applyRules(engine, context, nullRules, { ...pair, before: spelled(before), after: spelled(after) });
};

const hasMaps = ({ patternProperties, dependentSchemas, prefixItems }: NormalSchema): boolean =>
  !patternProperties.isEmpty || !dependentSchemas.isEmpty || prefixItems.length > 0;

const compareInside: Walk['compareInside'] = (engine, outer, keyword, before, after) => {
  const none = { effect: null, findings: NO_FINDINGS };
  if (engine.sameness.isSame(before[0]?.value, after[0]?.value)) return none;
  const { effects } = engine.inside;
  const [was, is] = [targetOf(engine.before, before), targetOf(engine.after, after)];
  const key = `${outer.inert} ${was.node[0]?.pointer} ${is.node[0]?.pointer}`;
  const known = effects.get(key);
  if (known !== undefined) {
    if (++engine.inside.met > MAX_MET_INSIDE) throw new ComparisonTooLarge(`${MAX_MET_INSIDE} recursive conditions`);
    return { ...none, effect: known };
  }
  const isOutermost = effects.size === 0;
  if (!isOutermost && ++engine.inside.pairs > MAX_PAIRS_INSIDE) return { ...none, effect: 'may-change' };
  effects.set(key, null);
  const found = comparePairInside(engine, outer, keyword, before, after);
  effects.set(key, found.effect);
  if (isOutermost) effects.clear();
  return found;
};

const comparePairInside: Walk['compareInside'] = (engine, outer, keyword, before, after) => {
  const [old, now] = [normalizeSchema(engine.before, before, true), normalizeSchema(engine.after, after, true)];
  const scope = { met: new Set<string>(), level: outer.inside?.level ?? 0, isCut: false };
  const context = { ...stepInto(outer, [keyword], STEPS[keyword] ?? ''), inside: scope };
  const inside = comparePair(engine, context, old, now, NO_MEMBERS).findings;
  const effect = scope.isCut ? 'may-change' : commonEffect(inside);
  if (keyword === 'not') return { effect, findings: inside.map(found => ({ ...found, effect: 'describes' })) };
  engine.counts.findings -= inside.length;
  return { findings: NO_FINDINGS, effect };
};

/** Compares schemas nested in a keyword of `compareInside`: each pair with references once, and only up to the limits. */
const compareNested = (engine: Engine, context: Context, scope: Inside, before: Node, after: Node): Findings => {
  const isPlain = before.length === 1 && after.length === 1;
  if (isPlain && engine.sameness.isSame(before[0]?.value, after[0]?.value)) return NO_FINDINGS;
  const [was, is] = [targetOf(engine.before, before), targetOf(engine.after, after)];
  const [old, now] = [normalizeSchema(engine.before, was.node), normalizeSchema(engine.after, is.node)];
  if (!was.referred && !is.referred && old.members.length + now.members.length === 0)
    return comparePair(engine, context, old, now, NO_MEMBERS).findings;
  const key = pairKey(was.node, is.node);
  if (scope.met.has(key)) return NO_FINDINGS;
  scope.met.add(key);
  scope.isCut ||= scope.level >= MAX_LEVELS_INSIDE || ++engine.inside.pairs > MAX_PAIRS_INSIDE;
  if (scope.isCut) return NO_FINDINGS;
  scope.level++;
  const unfolded = [
    normalizeSchema(engine.before, was.node, true),
    normalizeSchema(engine.after, is.node, true),
  ] as const;
  const { findings } = comparePair(engine, context, ...unfolded, NO_MEMBERS);
  scope.level--;
  return findings;
};

/** Between types that are written alike. Senders and readers see no change, but more or fewer texts match. */
const isBetweenTexts = ({ rule }: Finding): boolean => rule.id === '{subject}-type-compatible';

/** The combined effect of several changes on the values that match. */
const commonEffect = (findings: Findings): Effect | null => {
  const effects = new Set(findings.map(finding => (isBetweenTexts(finding) ? 'may-change' : finding.effect)));
  if (effects.delete('describes') && effects.size === 0) return 'describes';
  const narrows = effects.has('narrows');
  const widens = effects.has('widens') || effects.has('may-remove') || effects.has('removes');
  if (narrows && widens) return 'changes';
  const [only] = effects;
  if (only === undefined) return null;
  return effects.size === 1 && (narrows || effects.has('widens')) ? only : 'may-change';
};

const NO_MEMBERS: MemberMatch = {
  ...{ common: [], shown: [], added: [], removed: [], unfolded: false, pure: false },
  before: normalizeSchema({} as ApiDocument, []),
  after: normalizeSchema({} as ApiDocument, []),
};

export const WALK: Walk = { compareSchemas, compareShared, compareMember, compareInside, linkComponents };
