import type { JsonValue } from '../platform/json.ts';
import { ComparisonTooLarge, MAX_FINDINGS, MAX_TEXT_CHANGES, maxPairs } from './budgets.ts';
import type { Prover } from './containment/prove.ts';
import type { Budget } from './containment/values.ts';
import type { Direction, Effect } from './law.ts';
import type { Sameness } from './match/unchanged.ts';
import type { ChangeType } from './model.ts';
import type { ApiDocument, Located } from './read/document.ts';
import type { MovedPrefix } from './read/moved-prefix.ts';
import type { Operation } from './read/operations.ts';
import { shown } from './read/values.ts';
import type { Notice } from './rules/deprecations.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rules/rule.ts';
import type { Security } from './rules/security.ts';
import type { Member } from './schemas/normal-schema.ts';
import type { NullView } from './schemas/null.ts';
import type { Family } from './schemas/pair.ts';
import type { Node } from './schemas/schema-map.ts';
import { type FormParts, numberOfTextual, type Textual } from './schemas/textual.ts';

/** The names of the two directions. In webhooks and callbacks, the service sends a payload and reads an answer. */
export type Nouns = Readonly<Record<Direction, string>>;
export const CALLED: Nouns = { request: 'Request', response: 'Response' };
export const SENT: Nouns = { request: 'Answer', response: 'Payload' };

/**
 * A pair that is compared once even if it is used often: an operation, or a part that operations share. Edges lead to
 * the parts that it refers to. The operations of a finding are those from which its unit can be reached.
 */
export type Unit = {
  index: number;
  edges: ReadonlySet<Unit>;
  /** Edges to units for the same thing (a whole body), not for a property inside it. */
  sameThing: ReadonlySet<Unit>;
  reachedAsWhole: boolean;
  operation?: number;
  /** The places that refer to another component than before. They changed, not the component. */
  places?: Set<string>;
};

export type Context = {
  unit: Unit;
  direction: Direction;
  nouns: Nouns;
  family: Family;
  /** True for readOnly in a request or writeOnly in a response: no change here is breaking. */
  inert: boolean;
  root: boolean;
  /** A part of a parameter or header, such as a property: also a component that is the root of its own messages. */
  isPart: boolean;
  /** A parameter that callers may repeat to send several values. */
  repeatable: boolean;
  /** A parameter that callers always send. */
  isSent: boolean;
  textual: Textual;
  /** The subject of the message: "Response body", "Query parameter `limit`". */
  thing: string;
  /** The place in the message: "200 application/json", "schema `Pet`"; empty if the subject is enough. */
  place: string;
  /** The property names that lead here. */
  path: string;
  /** The canonical location, independent of array positions and parameter names. */
  trail: string;
  changeType?: ChangeType;
  /** Inside `not`, `if` and `contains`, components are compared here: their changes have another effect elsewhere. */
  inside?: Inside;
};

/** The pairs of components visited inside one keyword, the nesting depth, and whether a limit left some out. */
export type Inside = { met: Set<string>; level: number; isCut: boolean };

/** One occurrence of a change, with its rule and place. */
export type Finding = Omit<Occurrence, 'effect'> & { rule: RuleFacts; effect: Effect; context: Context };
export type Findings = readonly Finding[];

export const NO_FINDINGS: Findings = [];

/** How to continue with nested schemas. In the engine, so that the modules that continue need not import each other. */
export type Walk = {
  compareSchemas: (engine: Engine, context: Context, before: Node, after: Node) => Findings;
  /** Compares two shared schemas at their own place. */
  compareShared: (engine: Engine, context: Context, before: Located, after: Located) => void;
  /** Compares a member of allOf as if it were the whole schema. */
  compareMember: (engine: Engine, context: Context, old: Member, now: Member) => Findings;
  /**
   * The combined effect of changes inside a keyword on the values that it matches; null if nothing changed. Only `not`
   * also returns the changes as findings, because its effect follows from theirs.
   */
  compareInside: (
    engine: Engine,
    context: Context,
    keyword: string,
    before: Node,
    after: Node,
  ) => { effect: Effect | null; findings: Findings };
  /**
   * The short cut for schemas with equal text, where only referenced components may differ; those are compared
   * separately. Returns false and does nothing if more may differ.
   */
  linkComponents: (engine: Engine, context: Context, schema: JsonValue) => boolean;
};

export type Engine = {
  before: ApiDocument;
  after: ApiDocument;
  notice: Notice;
  walk: Walk;
  movedPrefix?: MovedPrefix;
  operations: Record<'before' | 'after', Operation[]>;
  /** Renamed security schemes: the new name → the old one. */
  renamedSchemes: Map<string, string>;
  sameness: Sameness;
  prover: Prover;
  /** Proves that alternatives match what others do, with steps of its own: other proofs must not fail for want of them. */
  overlapProver: Prover;
  /** The old schemas with the new components. Shows which changes of nullability come from components. */
  replay: NullView;
  units: Unit[];
  shared: Map<string, Unit>;
  /** Comparisons of the document's security and of its schemes. They run for each direction in which they are used. */
  security: Map<string, (unit: Unit) => Findings>;
  /** What lists of security requirements say. */
  alternatives: Record<'before' | 'after', Map<JsonValue | undefined, Security>>;
  /** The budget for comparing such lists. */
  securitySteps: Budget;
  /** The parts that operations may share: how many have it. */
  repeats: Map<JsonValue, number>;
  /** The budget for comparing the values of such parts again. */
  repeatedValues: Budget;
  /** The identities of operations, by their ids and locations. */
  identities: Record<'before' | 'after', Map<string, string>>;
  /** Units of schema pairs by their use, then by the two locations. Looked up at every reference. */
  schemas: Map<string, Map<string, Unit>>[];
  /** Deferred comparisons. Not recursive, because chains of references may be long. */
  pending: (() => Findings)[];
  /** How forms write their properties, by their encodings. */
  forms: Map<string, FormParts>;
  /** Pairs of schemas with unfolded members that are compared or in progress. */
  unfolded: Set<string>;
  /**
   * Effects of the pairs inside `not`, `if` and `contains` that were met since the outermost one; null also for those
   * in progress, so that recursion ends. The counts are about the whole comparison.
   */
  inside: { effects: Map<string, Effect | null>; pairs: number; met: number };
  /** Counts for the budgets: kept findings, changed texts, unreported texts, shared pairs. */
  counts: { findings: number; textChanges: number; unreportedTexts: number; pairs: number };
  /** The budget for finding values that match two alternatives whose components changed. */
  overlaps: Budget;
};

/** Most units refer to no other one, so sets are created on demand. */
const NO_UNITS: ReadonlySet<Unit> = new Set<Unit>();

export const newUnit = (engine: Engine, operation?: number): Unit => {
  const unit: Unit = {
    index: engine.units.length,
    edges: NO_UNITS,
    sameThing: NO_UNITS,
    reachedAsWhole: operation !== undefined,
    ...(operation !== undefined && { operation }),
  };
  engine.units.push(unit);
  return unit;
};

/** Links to the unit of a shared pair. A pair is compared once; a pair in progress counts as compared. */
export const sharedUnit = (engine: Engine, key: string, from: Context, compare: (unit: Unit) => Findings): Unit => {
  let unit = engine.shared.get(key);
  if (unit === undefined) {
    unit = newPair(engine, compare);
    engine.shared.set(key, unit);
  }
  link(from, unit);
  return unit;
};

/** Like `sharedUnit`, for places that refer to another component than before: the keys of findings name them. */
export const sharedByPlaces: typeof sharedUnit = (engine, key, from, compare) => {
  const unit = sharedUnit(engine, key, from, compare);
  unit.places ??= new Set();
  unit.places.add(from.trail);
  return unit;
};

/** How a component is shared: by `sharedByPlaces` if it replaced another one. */
export const shareOf = (before: Located | null, after: Located | null): typeof sharedUnit =>
  before?.pointer === after?.pointer ? sharedUnit : sharedByPlaces;

/** Like `sharedUnit`, for a pair of schemas. Equal schemas get no unit. */
export const sharedSchemas = (
  engine: Engine,
  before: Located,
  after: Located,
  from: Context,
  compare: (unit: Unit) => Findings,
): void => {
  const use = numberOfUse(from);
  engine.schemas[use] ??= new Map();
  const others = engine.schemas[use].get(before.pointer);
  const known = others?.get(after.pointer);
  if (known !== undefined) link(from, known);
  else if (!engine.sameness.isSame(before.value, after.value)) {
    const unit = newPair(engine, compare);
    if (others !== undefined) others.set(after.pointer, unit);
    else engine.schemas[use].set(before.pointer, new Map([[after.pointer, unit]]));
    link(from, unit);
  }
};

const FAMILIES: readonly Family[] = ['body', 'parameter', 'header-parameter', 'header'];

/** The facts about the use of a schema that rules read. */
export const useOf = ({ direction, family, root, isPart, repeatable, isSent }: Context) => ({
  ...{ direction, family, repeatable, isSent },
  root: root && !isPart,
});

/** Bodies are not concerned: what is judged in another way as a part is only what `style` writes. */
export const partOf = (context: Context): Context =>
  context.family === 'body' || context.isPart ? context : { ...context, isPart: true };

/** Encodes everything that affects the findings of a schema, except its name. */
export const numberOfUse = ({ direction, family, inert, repeatable, textual, isPart, isSent }: Context): number =>
  numberOfTextual(textual) * 96 +
  (isPart ? 64 : isSent ? 32 : 0) +
  FAMILIES.indexOf(family) * 8 +
  (direction === 'request' ? 4 : 0) +
  (inert ? 2 : 0) +
  (repeatable ? 1 : 0);

const newPair = (engine: Engine, compare: (unit: Unit) => Findings): Unit => {
  const unit = newUnit(engine);
  const limit = maxPairs(engine.before.components + engine.after.components);
  if (++engine.counts.pairs > limit) throw new ComparisonTooLarge(`${limit} pairs of schemas`);
  engine.pending.push(() => compare(unit));
  return unit;
};

/** Adds an edge. */
export const refer = ({ unit: from }: Context, unit: Unit): void => {
  from.edges = withUnit(from.edges, unit);
};

const link = (from: Context, unit: Unit): void => {
  refer(from, unit);
  if (from.root) from.unit.sameThing = withUnit(from.unit.sameThing, unit);
};

const withUnit = (units: ReadonlySet<Unit>, unit: Unit): ReadonlySet<Unit> =>
  units === NO_UNITS ? new Set([unit]) : (units as Set<Unit>).add(unit);

/** Runs deferred comparisons, including those that they defer. */
export const runPending = (engine: Engine): Findings => {
  const found: Finding[] = [];
  for (let task = engine.pending.pop(); task !== undefined; task = engine.pending.pop()) add(found, task());
  return found;
};

/** Applies rules about text. Beyond MAX_TEXT_CHANGES, changes are only counted. */
export const applyTextRules = <Pair>(
  engine: Engine,
  context: Context,
  rules: readonly Rule<Pair>[],
  pair: Pair,
): Findings => {
  const { counts } = engine;
  if (counts.textChanges >= MAX_TEXT_CHANGES) {
    counts.unreportedTexts++;
    return NO_FINDINGS;
  }
  const found = applyRules(engine, context, rules, pair);
  counts.textChanges += found.length;
  return found;
};

/** Applies a table of rules to one pair and returns what they find. */
export const applyRules = <Pair>(
  engine: Engine,
  context: Context,
  rules: readonly Rule<Pair>[],
  pair: Pair,
): Findings => {
  let findings: Finding[] | undefined;
  for (const rule of rules) {
    const occurrences = rule.find(pair);
    if (occurrences === NOTHING) continue;
    for (const found of occurrences) {
      if (++engine.counts.findings > MAX_FINDINGS) throw new ComparisonTooLarge(`${MAX_FINDINGS} changes`);
      findings ??= [];
      // Spelled out, so that all findings have the same object shape: there may be tens of thousands.
      findings.push({
        rule,
        effect: found.effect ?? rule.effect,
        context,
        before: found.before,
        after: found.after,
        oldValue: shown(found.oldValue),
        newValue: shown(found.newValue),
        name: found.name,
        content: found.content,
        says: found.says,
        only: found.only,
        dated: found.dated,
      });
    }
  }
  return findings ?? NO_FINDINGS;
};

/** Appends in a loop, because a spread of very many arguments would overflow the stack. */
export const add = (into: Finding[], more: Findings): void => {
  for (const finding of more) into.push(finding);
};

/** The subject of a message about this place. */
export const thingOf = ({ root, thing, path, direction, nouns, family }: Context): string => {
  if (root || path === '') return thing;
  if (family !== 'body') return `Property \`${path}\``;
  return path === '[]' ? `${nouns[direction]} item` : `${nouns[direction]} property \`${path}\``;
};

/** The context of a finding that belongs to no single operation. */
export const contextOf = (
  unit: Unit,
  thing: string,
  trail: string,
  changeType: ChangeType = 'ENDPOINT_MODIFIED',
): Context => ({
  unit,
  thing,
  trail,
  changeType,
  direction: 'request',
  nouns: CALLED,
  family: 'body',
  inert: false,
  root: true,
  isPart: false,
  repeatable: false,
  isSent: false,
  textual: false,
  place: '',
  path: '',
});
