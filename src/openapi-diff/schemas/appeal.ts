import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { closedBranch, without } from '../containment/given.ts';
import { isApart, isContained, type Side } from '../containment/prove.ts';
import { withoutUndescribed } from '../containment/undescribed.ts';
import type { Context, Engine, Finding, Findings } from '../engine.ts';
import { type Effect, severityOf } from '../law.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { boundRules } from '../rules/bounds.ts';
import { allOfRules, anyOfRules, looseningRules, oneOfRules, wrapRules } from '../rules/compositions.ts';
import { enumRules } from '../rules/enums.ts';
import { dependentRules, mapRules } from '../rules/objects.ts';
import { propertyRules } from '../rules/properties.ts';
import type { RuleFacts } from '../rules/rule.ts';
import { opaqueRules, subschemaRules } from '../rules/subschemas.ts';
import { nullRules, typeRules } from '../rules/types.ts';
import type { NormalSchema } from './normal-schema.ts';
import type { Node } from './schema-map.ts';
import { LISTS, saysNothingBut } from './simple-schemas.ts';
import { widened } from './types.ts';
import { namesEvaluatedIn } from './unevaluated.ts';

/** Rules about accepted values. The other rules are about promises or texts. */
const ABOUT_VALUES: ReadonlySet<RuleFacts> = new Set<RuleFacts>([
  ...[...typeRules, ...mapRules, ...propertyRules, ...allOfRules],
  ...[...oneOfRules, ...anyOfRules, ...wrapRules, ...looseningRules],
  ...[{ enum: enumRules.enum ?? [] }, boundRules, dependentRules, subschemaRules, opaqueRules].flatMap(rules =>
    Object.values(rules).flat(),
  ),
]);

/** The type that a limit applies to. */
const typeOf = ({ id }: RuleFacts): string => {
  if (id.includes('-properties-')) return 'object';
  if (id.includes('-items-') || id.includes('-contains-')) return 'array';
  return id.includes('-length-') || id.includes('-pattern-') ? 'string' : 'number';
};

const limits: ReadonlySet<RuleFacts> = new Set(Object.values(boundRules).flat());
/** Rules whose findings are certain if the schema has no choice. */
const certain: ReadonlySet<RuleFacts> = new Set<RuleFacts>([
  ...[...nullRules, ...propertyRules, ...allOfRules],
  ...(enumRules.enum ?? []).filter(({ id }) => id.includes('-enum-value-')),
]);

/**
 * Whether a finding is certain, or is a limit on values that its schema does not accept. Authors change such a limit
 * deliberately.
 */
const isDeliberate = ({ rule }: Finding, { types }: NormalSchema): boolean =>
  certain.has(rule) || (limits.has(rule) && widened(types)?.has(typeOf(rule)) === false);

const ABOUT_SETS = new Set<Effect>(['narrows', 'widens', 'changes', 'may-narrow', 'may-widen', 'may-change']);
const isAboutValues = ({ rule, effect }: Finding): boolean => ABOUT_VALUES.has(rule) && ABOUT_SETS.has(effect);
const isOpenTo = (finding: Finding, { direction }: Context): boolean =>
  isAboutValues(finding) && severityOf(finding.effect, direction) !== 'INFO';

/** Reduces the findings of one place to harmless ones if both sides, compared as a whole, prove that nothing breaks. */
export const appeal = (
  engine: Engine,
  context: Context,
  before: Node,
  after: Node,
  found: Findings,
  schema: NormalSchema,
  hasChoice: boolean,
): Findings => {
  const isWorthIt = (finding: Finding): boolean =>
    isOpenTo(finding, context) && (hasChoice || (finding.context === context && !isDeliberate(finding, schema)));
  if (context.inert || !found.some(isWorthIt)) return found;
  const [old, now] = [sideOf(engine.before, before), sideOf(engine.after, after)];
  const [narrow, wide] = context.direction === 'request' ? [old, now] : [now, old];
  return areContained(engine, withoutUndescribed(engine.prover, narrow, wide), wide) ? reduced(context, found) : found;
};

type Branches = {
  branches: readonly [old: Located, now: Located];
  lists: readonly [before: readonly Located[], after: readonly Located[]];
  holders: readonly [before: Node, after: Node];
};

/** Like `appeal`, for one branch: its changes are harmless if the branches of the other side accept all its values. */
export const appealForBranch = (
  engine: Engine,
  context: Context,
  { branches, lists, holders }: Branches,
  findings: Findings,
): { findings: Findings; isSettled: boolean } => {
  if (context.inert || !findings.some(finding => isOpenTo(finding, context))) return { findings, isSettled: false };
  const isRequest = context.direction === 'request';
  const isHarmless = isRequest
    ? isCovered(engine, 'before', branches[0], lists[1], holders)
    : isCovered(engine, 'after', branches[1], lists[0], [holders[1], holders[0]]);
  return { findings: isHarmless ? reduced(context, findings) : findings, isSettled: !isHarmless };
};

/** Like `appealForBranch`, for changes of what the holder says about a branch: it must accept all its values too. */
export const appealBeside = (engine: Engine, context: Context, places: Branches, findings: Findings): Findings => {
  const { branches, holders } = places;
  const { findings: appealed, isSettled } = appealForBranch(engine, context, places, findings);
  if (isSettled || appealed === findings) return findings;
  const sides = [engine.before, engine.after].map((document, index): Side => {
    const [branch, holder] = [branches[index] as Located, holders[index] as Node];
    return { document, values: [branch.value, ...besideBranch(engine, branch, holder)] };
  }) as [Side, Side];
  const [narrow, wide] = context.direction === 'request' ? sides : sides.toReversed();
  return areContained(engine, narrow as Side, wide as Side) ? appealed : findings;
};

/**
 * Whether the branches of the other side accept every value of this branch. The keywords of its holder beside the
 * alternatives apply to these values too.
 */
export const isCovered = (
  engine: Engine,
  side: 'before' | 'after',
  branch: Located,
  others: readonly Located[],
  [holder, otherHolder]: readonly [holder: Node, otherHolder: Node] = [[], []],
): boolean => {
  const wide = { document: engine[side === 'before' ? 'after' : 'before'], values: others.map(other => other.value) };
  const values = [branch.value, ...besideBranch(engine, branch, holder)];
  if (others.length === 0 || !isContained(engine.prover, { document: engine[side], values }, wide)) return false;
  return !otherHolder.some(refusesUnevaluated) || areNamesCovered(engine[side], branch.value, wide);
};

const refusesUnevaluated = ({ value }: Located): boolean =>
  isJsonObject(value) && (value.unevaluatedProperties ?? true) !== true;

/** Whether every other branch names all properties of this branch. Unnamed ones are refused as unevaluated. */
const areNamesCovered = (document: ApiDocument, branch: JsonValue, others: Side): boolean => {
  const names = namesIn(document, branch);
  return others.values.every(other => {
    if (isJsonObject(other) && other.additionalProperties !== undefined) return true;
    const named = namesIn(others.document, other);
    return names?.every(name => named?.includes(name)) === true;
  });
};

const namesIn = (document: ApiDocument, schema: JsonValue): string[] | null => {
  if (!isJsonObject(schema)) return [];
  const { additionalProperties: rest = false, ...open } = schema;
  const { properties } = (rest === false && namesEvaluatedIn(document, open)) || {};
  return isJsonObject(properties) ? Object.keys(properties) : null;
};

/** The conditions of the holder on the values of a branch. `isOnlyMatch`: no other branch of oneOf matches them. */
const besideBranch = (
  { prover: { rewritten } }: Engine,
  { value: branch }: Located,
  holder: Node,
  isOnlyMatch = true,
): JsonValue[] => {
  const leaveOut = (schema: JsonObject, keyword: string): JsonObject => without(rewritten, schema, keyword);
  return holder.flatMap(({ value }) => {
    if (!isJsonObject(value) || saysNothingBut(value, HOLDING)) return [];
    const keyword = LISTS.find(name => Array.isArray(value[name]) && (value[name] as JsonValue[]).includes(branch));
    if (keyword === undefined) return [isOnlyMatch ? value : HIDING.reduce(leaveOut, value)];
    const closed = keyword === 'oneOf' && isOnlyMatch ? closedBranch(rewritten, value, branch) : [];
    return [without(rewritten, value, keyword), ...closed];
  });
};

const HOLDING = new Set([...LISTS, 'discriminator', 'nullable']);
/** The oneOf itself may be inside these keywords. It says that only one branch matches, which is to be proven. */
const HIDING = ['allOf', '$ref'];

const MAX_PAIRWISE = 16;

/** Whether no value of their holder matches two of the branches. */
export const excludeEachOther = (
  engine: Engine,
  document: ApiDocument,
  branches: readonly Located[],
  holder: Node,
): boolean =>
  branches.length <= MAX_PAIRWISE &&
  branches.every((one, index) => {
    const values = [one.value, ...besideBranch(engine, one, holder, false)];
    return branches
      .slice(index + 1)
      .every(other => isApart(engine.prover, { document, values }, { document, values: [other.value] }));
  });

const sideOf = (document: Side['document'], node: Node): Side => ({ document, values: node.map(({ value }) => value) });

/** Whether every value that matches all conjuncts of one side matches each conjunct of the other. */
const areContained = ({ prover }: Engine, narrow: Side, { document, values }: Side): boolean =>
  values.every(value => isContained(prover, narrow, { document, values: [value] }));

/** Reduces the findings to a harmless effect. */
const reduced = ({ direction }: Context, found: Findings): Findings => {
  const effect = direction === 'request' ? 'widens' : 'narrows';
  return found.map(finding => (isAboutValues(finding) ? { ...finding, effect } : finding));
};
