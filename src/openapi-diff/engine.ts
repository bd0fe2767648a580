import { ComparisonTooLarge, MAX_FINDINGS, MAX_TEXT_CHANGES, maxPairs } from './budgets.ts';
import type { Prover } from './containment/prove.ts';
import type { Direction, Effect } from './law.ts';
import type { Sameness } from './match/unchanged.ts';
import type { ChangeType } from './model.ts';
import type { ApiDocument, Located } from './read/document.ts';
import type { MovedPrefix } from './read/operations.ts';
import { shown } from './read/values.ts';
import type { Notice } from './rules/deprecations.ts';
import { NOTHING, type Occurrence, type Rule, type RuleFacts } from './rules/rule.ts';
import type { NullView } from './schemas/null.ts';
import type { Family } from './schemas/pair.ts';

/** What the two directions are called: in a webhook or a callback the service sends a payload, and reads an answer. */
export type Nouns = Readonly<Record<Direction, string>>;
export const CALLED: Nouns = { request: 'Request', response: 'Response' };
export const SENT: Nouns = { request: 'Answer', response: 'Payload' };

/**
 * A pair of things that is compared once however often it is used: an operation, or whatever operations share.
 * Edges lead to what it refers to, so that a finding's operations are those from which its unit can be reached.
 */
export type Unit = {
  index: number;
  edges: Set<Unit>;
  /** Edges to what stands for the same thing (a whole body), not for a property inside it. */
  sameThing: Set<Unit>;
  reachedAsWhole: boolean;
  operation?: number;
};

export type Context = {
  unit: Unit;
  direction: Direction;
  nouns: Nouns;
  family: Family;
  /** readOnly in a request or writeOnly in a response: nothing here can break. */
  inert: boolean;
  root: boolean;
  /** A parameter that callers may repeat to send several values. */
  repeatable: boolean;
  /** Written as text, not as JSON: `5` the number and `5` the string look alike. */
  textual: boolean;
  /** What the sentence is about: "Response body", "Query parameter `limit`". */
  thing: string;
  /** Where it stands: "200 application/json", "schema `Pet`"; empty where the thing says it all. */
  place: string;
  /** Names of the properties on the way. */
  path: string;
  /** The canonical location, independent of array positions and parameter names. */
  trail: string;
  changeType?: ChangeType;
};

/** One occurrence of a change, with the rule that found it and the place. */
export type Finding = Omit<Occurrence, 'effect'> & { rule: RuleFacts; effect: Effect; context: Context };
export type Findings = readonly Finding[];

export const NO_FINDINGS: Findings = [];

export type Engine = {
  before: ApiDocument;
  after: ApiDocument;
  notice: Notice;
  movedPrefix?: MovedPrefix;
  /** Security schemes that only got another name: the new one → the old one. */
  renamedSchemes: Map<string, string>;
  sameness: Sameness;
  prover: Prover;
  /** Which old schemas would accept null if components had changed and nothing else. */
  replay: NullView;
  units: Unit[];
  shared: Map<string, Unit>;
  /** Pairs of shared schemas by their use, then by where the two stand: asked for at every reference. */
  schemas: Map<string, Map<string, Unit>>[];
  /** Comparisons that still have to be made; a queue, because chains of references may be long. */
  pending: (() => Findings)[];
  /** Pairs of schemas with members written out that were compared, or are under way. */
  unfolded: Set<string>;
  /** What budgets limit: findings that were kept, changed texts, texts beyond those, shared pairs. */
  counts: { findings: number; textChanges: number; unreportedTexts: number; pairs: number };
};

export const newUnit = (engine: Engine, operation?: number): Unit => {
  const unit: Unit = {
    index: engine.units.length,
    edges: new Set(),
    sameThing: new Set(),
    reachedAsWhole: operation !== undefined,
    ...(operation !== undefined && { operation }),
  };
  engine.units.push(unit);
  return unit;
};

/** The unit of a shared pair. Its comparison is made once; a pair that is under way counts as compared. */
export const sharedUnit = (engine: Engine, key: string, from: Context, compare: (unit: Unit) => Findings): void => {
  let unit = engine.shared.get(key);
  if (unit === undefined) {
    unit = newPair(engine, compare);
    engine.shared.set(key, unit);
  }
  link(from, unit);
};

/** The same for schemas. */
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

/** All that decides what is said about a schema, but for its name. */
const numberOfUse = ({ direction, family, inert, repeatable, textual }: Context): number =>
  FAMILIES.indexOf(family) * 16 +
  (direction === 'request' ? 8 : 0) +
  (inert ? 4 : 0) +
  (repeatable ? 2 : 0) +
  (textual ? 1 : 0);

const newPair = (engine: Engine, compare: (unit: Unit) => Findings): Unit => {
  const unit = newUnit(engine);
  const limit = maxPairs(engine.before.components + engine.after.components);
  if (++engine.counts.pairs > limit) throw new ComparisonTooLarge(`${limit} pairs of schemas`);
  engine.pending.push(() => compare(unit));
  return unit;
};

const link = ({ unit: from, root }: Context, unit: Unit): void => {
  from.edges.add(unit);
  if (root) from.sameThing.add(unit);
};

/** Makes the comparisons that were put off, those included that they put off in turn. */
export const runPending = (engine: Engine): Findings => {
  const found: Finding[] = [];
  for (let task = engine.pending.pop(); task !== undefined; task = engine.pending.pop()) add(found, task());
  return found;
};

/** Applies rules about text: in a document whose every description changed the further ones are only counted. */
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
      // Spelled out, so that all findings have one shape: there may be tens of thousands.
      findings.push({
        rule,
        effect: found.effect ?? rule.effect,
        context,
        before: found.before,
        after: found.after,
        oldValue: shown(found.oldValue),
        newValue: shown(found.newValue),
        name: found.name,
        says: found.says,
        only: found.only,
        dated: found.dated,
      });
    }
  }
  return findings ?? NO_FINDINGS;
};

/** Appends to a list of the caller's own. A spread of many arguments would overflow the stack. */
export const add = (into: Finding[], more: Findings): void => {
  for (const finding of more) into.push(finding);
};

/** What a sentence about this place begins with. */
export const thingOf = ({ root, thing, path, direction, nouns, family }: Context): string => {
  if (root || path === '') return thing;
  if (family !== 'body') return `Property \`${path}\``;
  return path === '[]' ? `${nouns[direction]} items` : `${nouns[direction]} property \`${path}\``;
};

/** Of what belongs to no one operation. */
export const contextOf = (
  unit: Unit,
  thing: string,
  trail: string,
  changeType: ChangeType = 'ENDPOINT_MODIFIED',
): Context => ({
  ...{
    unit,
    thing,
    trail,
    changeType,
    direction: 'request',
    nouns: CALLED,
    family: 'body',
    inert: false,
    root: true,
    repeatable: false,
    textual: false,
  },
  ...{ place: '', path: '' },
});
