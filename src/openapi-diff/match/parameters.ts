import type { JsonObject, JsonValue } from '../../platform/json.ts';
import {
  add,
  applyRules,
  type Context,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  sharedByPlaces,
  sharedUnit,
} from '../engine.ts';
import { type ApiDocument, type Located, pointerOf } from '../read/document.ts';
import { type Operation, type Parameter, parametersOf } from '../read/operations.ts';
import { capital, spell } from '../read/values.ts';
import { parameterLifecycleRules } from '../rules/deprecations.ts';
import type { ParameterPair } from '../rules/parameter-lists.ts';
import { explodeOf, parameterRules, styleOf } from '../rules/parameters.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { normalizeSchema } from '../schemas/normalize.ts';
import { compareContents } from './media-types.ts';
import { trailOfPath } from './path-trails.ts';
import { compareReferenceTexts, compareTexts } from './texts.ts';

type Match = { key: string; before: Parameter | null; after: Parameter | null };

export const compareParameters = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  if (areAlike(engine, before, after)) return NO_FINDINGS;
  const found: Finding[] = [];
  const { direction } = context;
  const { notice } = engine;
  const pair = { direction, operationBefore: before.pointer, operationAfter: after.pointer, notice };
  for (const match of matchParameters(parametersOf(engine.before, before), parametersOf(engine.after, after))) {
    const present = match.after ?? match.before;
    if (present === null) continue;
    const inner = contextOfParameter(context, match, present);
    const trail = sharedTrail(context, after, match, present);
    if (match.before !== null && match.after !== null)
      add(found, compareParameter(engine, inner, match.before, match.after, pair, trail));
    else {
      const report = (deeper: Context) => applyRules(engine, deeper, parameterRules, { ...pair, ...match });
      if (present.own) add(found, report(inner));
      else {
        const key = `lone ${trail} ${present.pointer} ${direction} ${match.after === null ? 'goes' : 'comes'}`;
        const share = refersElsewhere(match) ? sharedByPlaces : sharedUnit;
        share(engine, key, inner, unit => report({ ...inner, unit, trail }));
      }
    }
  }
  return found;
};

const isComponent = (side: Parameter | null): boolean => side?.pointer.startsWith('/components/parameters/') === true;

/** Whether a reference to a component came, went or leads to another one. */
const refersElsewhere = ({ before, after }: Omit<Match, 'key'>): boolean =>
  before?.pointer !== after?.pointer && [before, after].some(isComponent);

/** The trail of a parameter that several operations share. Its position in the list of the path says nothing. */
const sharedTrail = (context: Context, operation: Operation, match: Match, present: Parameter): string => {
  const isAtPath = [match.before, match.after].some(side => side?.atPath);
  if (!isAtPath || (isComponent(present) && !refersElsewhere(match))) return present.pointer;
  const list = pointerOf(operation.item, 'parameters');
  return `${list.startsWith('/components/') ? list : `${trailOfPath(context, operation)}/parameters`}/${match.key}`;
};

/** Whether both lists are equal and belong to the same path. Path parameters are identified by position. */
const areAlike = ({ sameness }: Engine, before: Operation, after: Operation): boolean =>
  before.prefix + before.path === after.prefix + after.path &&
  sameness.isSame(before.value.parameters, after.value.parameters) &&
  sameness.isSame(before.item.value.parameters, after.item.value.parameters);

/** Matches parameters by location and name. A remaining parameter with the same name on both sides has moved. */
const matchParameters = (old: Map<string, Parameter>, now: Map<string, Parameter>): Match[] => {
  const matches = [...new Set([...old.keys(), ...now.keys()])].map(
    (key): Match => ({ key, before: old.get(key) ?? null, after: now.get(key) ?? null }),
  );
  const lost = new Map(
    matches.flatMap(match => (match.before !== null && match.after === null ? [[match.before.name, match]] : [])),
  );
  if (lost.size === 0) return matches;
  const moved = new Set<Match>();
  for (const match of matches) {
    const origin = match.before === null && match.after !== null ? lost.get(match.after.name) : undefined;
    if (origin === undefined || moved.has(origin)) continue;
    match.before = origin.before;
    moved.add(origin);
  }
  return matches.filter(match => !moved.has(match));
};

const contextOfParameter = (context: Context, { key, before, after }: Match, present: Parameter): Context => {
  const thing = `${capital(present.in)} parameter \`${present.name}\``;
  const sides = [before, after];
  return {
    ...context,
    repeatable: sides.every(side => side?.in === 'query' && explodeOf(side.value) === true),
    isSent: after !== null && isAlwaysSent(after),
    textual: true,
    family: present.in === 'header' ? 'header-parameter' : 'parameter',
    ...{ thing, place: lower(thing), changeType: 'PARAMETER_CHANGED' },
    trail: `${context.trail}/parameters/${key}`,
  };
};

/** A parameter shared by several operations, at a path or as a component, is compared once. */
const compareParameter = (
  engine: Engine,
  context: Context,
  before: Parameter,
  after: Parameter,
  pair: Omit<ParameterPair, 'before' | 'after'>,
  trail: string,
): Findings => {
  const texts = compareReferenceTexts(engine, context, before, after);
  if (before.name === after.name && before.in === after.in && engine.sameness.isSame(before.value, after.value))
    return texts;
  const compare = (inner: Context): Findings => {
    const writesName = sendsName(engine.before, before) && sendsName(engine.after, after);
    const isReservable = [engine.before, engine.after].every(({ root }) => spell(root.openapi).startsWith('3.2'));
    const [styleBefore, styleAfter] = [styleOf(before.value), styleOf(after.value)];
    const isPlain = holdsPlain(engine.before, before, styleBefore) && holdsPlain(engine.after, after, styleAfter);
    const found = [
      ...applyRules(engine, inner, parameterRules, { ...pair, before, after, isPlain, writesName, isReservable }),
    ];
    add(found, applyRules(engine, inner, parameterLifecycleRules, { before, after, notice: pair.notice }));
    add(found, applyRules(engine, inner, extensionRulesFor(before, after), { before, after }));
    add(found, compareTexts(engine, inner, before, after, 'parameter'));
    add(found, compareContents(engine, inner, before, after));
    return found;
  };
  if (before.own || after.own) return [...texts, ...compare(context)];
  const key = `parameter ${context.direction} ${before.pointer} ${after.pointer}`;
  const share = refersElsewhere({ before, after }) ? sharedByPlaces : sharedUnit;
  share(engine, key, context, unit => compare({ ...context, unit, trail }));
  return texts;
};

const isAlwaysSent = ({ in: place, value }: Parameter): boolean => place === 'path' || value.required === true;

const PLAIN = new Set(['string', 'number', 'integer', 'boolean']);

/** Whether the value is neither an object nor an array, so that `explode` has no effect. */
export const holdsPlain = (
  document: ApiDocument,
  { value, pointer }: Located<JsonObject>,
  style: JsonValue,
): boolean => {
  const types = typesOf(document, { value, pointer });
  return types !== null && [...types].every(type => PLAIN.has(type) || (type === 'array' && style === 'simple'));
};

const typesOf = (document: ApiDocument, { value, pointer }: Located<JsonObject>) =>
  normalizeSchema(document, [{ value: value.schema ?? {}, pointer }], true).types;

/** The one style of a path that writes the name: `/p;id=5`, but only the properties of an object: `/p;x=1;y=2`. */
const sendsName = (document: ApiDocument, parameter: Parameter): boolean => {
  if (parameter.in !== 'path' || styleOf(parameter.value) !== 'matrix') return false;
  const types = typesOf(document, parameter);
  return explodeOf(parameter.value) !== true || types === null || [...types].some(type => type !== 'object');
};

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
