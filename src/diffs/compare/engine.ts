import type { JsonValue } from '../../platform/json.ts';
import type { ChangeType } from '../model.ts';
import { ComparisonTooLarge, MAX_FINDINGS, MAX_WORDS, maxPairs } from './budget.ts';
import type { ApiDocument, Located } from './document.ts';
import type { Direction, Effect } from './law.ts';
import type { Notice } from './rules/lifecycle.ts';
import { NOTHING, type Occurrence, type Rule } from './rules/rule.ts';
import type { Sameness } from './sameness.ts';
import type { Family } from './schemas/pair.ts';
import type { MovedPrefix } from './server-prefix.ts';
import { shown } from './values.ts';

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

export type Finding = {
  rule: string;
  effect: Effect;
  changeType?: ChangeType;
  context: Context;
  before?: string;
  after?: string;
  oldValue?: JsonValue;
  newValue?: JsonValue;
  name?: string;
  only?: Occurrence['only'];
  message: string;
};

export type Engine = {
  before: ApiDocument;
  after: ApiDocument;
  notice: Notice;
  movedPrefix?: MovedPrefix;
  /** Security schemes that only got another name: the new one → the old one. */
  renamedSchemes: Map<string, string>;
  sameness: Sameness;
  units: Unit[];
  shared: Map<string, Unit>;
  /** Pairs of shared schemas by their use, then by where the two stand: asked for at every reference. */
  schemas: Map<string, Map<string, Unit>>[];
  /** How many pairs are shared. */
  pairs: number;
  /** Comparisons that still have to be made; a queue, because chains of references may be long. */
  pending: (() => void)[];
  findings: Finding[];
  /** Pairs of schemas with members written out that were compared, or are under way. */
  unfolded: Set<string>;
  /** Changes of mere words, of which only so many are told one by one. */
  words: { told: number; untold: number };
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
export const sharedUnit = (engine: Engine, key: string, from: Context, compare: (unit: Unit) => void): void => {
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
  compare: (unit: Unit) => void,
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

const newPair = (engine: Engine, compare: (unit: Unit) => void): Unit => {
  const unit = newUnit(engine);
  const limit = maxPairs(engine.before.components + engine.after.components);
  if (++engine.pairs > limit) throw new ComparisonTooLarge(`${limit} pairs of schemas`);
  engine.pending.push(() => compare(unit));
  return unit;
};

const link = ({ unit: from, root }: Context, unit: Unit): void => {
  from.edges.add(unit);
  if (root) from.sameThing.add(unit);
};

export const runPending = (engine: Engine): void => {
  for (let task = engine.pending.pop(); task !== undefined; task = engine.pending.pop()) task();
};

/** The same for rules about words: a document whose every description changed must not be too much to compare. */
export const applyWordRules = <Pair>(
  engine: Engine,
  context: Context,
  rules: readonly Rule<Pair>[],
  pair: Pair,
): void => {
  const { words, findings } = engine;
  if (words.told >= MAX_WORDS) words.untold++;
  else {
    const start = findings.length;
    applyRules(engine, context, rules, pair);
    words.told += findings.length - start;
  }
};

/** Applies a table of rules to one pair and keeps what they find. */
export const applyRules = <Pair>(engine: Engine, context: Context, rules: readonly Rule<Pair>[], pair: Pair): void => {
  for (const rule of rules) {
    const occurrences = rule.find(pair);
    if (occurrences === NOTHING) continue;
    for (const found of occurrences) {
      const changeType = rule.changeType ?? context.changeType;
      engine.findings.push({
        rule: rule.id,
        effect: found.effect ?? rule.effect,
        ...(changeType && { changeType }),
        context,
        before: found.before,
        after: found.after,
        oldValue: shown(found.oldValue),
        newValue: shown(found.newValue),
        ...(found.name !== undefined && { name: found.name }),
        ...(found.only && { only: found.only }),
        message: sentence(context, found.says),
      });
      if (engine.findings.length > MAX_FINDINGS) throw new ComparisonTooLarge(`${MAX_FINDINGS} changes`);
    }
  }
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const subjectOf = ({ root, thing, path, direction, family }: Context): string => {
  if (root || path === '') return thing;
  return `${family === 'body' ? `${capital(direction)} p` : 'P'}roperty \`${path}\``;
};

/** What begins with a verb follows its subject without a colon. */
const PREDICATE = /^(was|became|is|may|must|took) /;

const sentence = (context: Context, says: string): string => {
  const subject = subjectOf(context);
  if (says.includes('{place}')) return `${subject} ${says.replace('{place}', context.place || 'the schema')}`;
  const named = context.place === '' || subject.toLowerCase().includes(context.place.toLowerCase());
  const place = named ? '' : ` ${context.place.startsWith('schema ') ? 'of' : 'in'} ${context.place}`;
  if (subject === '') return capital(says);
  return PREDICATE.test(says) ? `${subject}${place} ${says}` : `${subject}${place}: ${says}`;
};
