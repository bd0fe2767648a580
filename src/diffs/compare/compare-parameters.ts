import { canonicalTemplate } from '../../openapi/paths.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { compareMediaTypes } from './compare-bodies.ts';
import { compareReferenceTexts, compareTexts } from './compare-texts.ts';
import type { ApiDocument, Located } from './document.ts';
import { applyRules, type Context, type Engine, sharedUnit } from './engine.ts';
import type { Operation, Parameter } from './operations.ts';
import { parametersOf } from './operations.ts';
import { extensionRulesFor } from './rules/extensions.ts';
import { parameterLifecycleRules } from './rules/lifecycle.ts';
import { contentRules, explodeOf, type ParameterPair, parameterRules, styleOf } from './rules/parameters.ts';
import { normalizeSchema } from './schemas/normal.ts';
import { compareSchemas } from './schemas/walk.ts';

type Match = { key: string; before: Parameter | null; after: Parameter | null };

export const compareParameters = (engine: Engine, context: Context, before: Operation, after: Operation): void => {
  if (areAlike(engine, before, after)) return;
  const { direction } = context;
  for (const match of matchParameters(parametersOf(engine.before, before), parametersOf(engine.after, after))) {
    const present = match.after ?? match.before;
    if (present === null) continue;
    const inner = contextOf(context, match, present);
    const { notice } = engine;
    const pair = { direction, operationBefore: before.pointer, operationAfter: after.pointer, notice };
    if (match.before !== null && match.after !== null) compareParameter(engine, inner, match.before, match.after, pair);
    else {
      const report = (deeper: Context) => applyRules(engine, deeper, parameterRules, { ...pair, ...match });
      if (present.own) report(inner);
      else {
        const trail = present.atPath ? `${canonicalTemplate(after.path)}/parameters/${match.key}` : present.pointer;
        const key = `lone ${trail} ${direction} ${match.after === null ? 'goes' : 'comes'}`;
        sharedUnit(engine, key, inner, unit => report({ ...inner, unit, trail }));
      }
    }
  }
};

/** The same lists under the same path, whose parameters are known by their position. */
const areAlike = ({ sameness }: Engine, before: Operation, after: Operation): boolean =>
  before.prefix + before.path === after.prefix + after.path &&
  sameness.isSame(before.value.parameters, after.value.parameters) &&
  sameness.isSame(before.item.value.parameters, after.item.value.parameters);

/** By place and name; what is left over and has the same name on both sides moved to another place. */
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

const contextOf = (context: Context, { key, before, after }: Match, present: Parameter): Context => {
  const thing = `${capital(present.in)} parameter \`${present.name}\``;
  const sides = [before, after];
  return {
    ...context,
    repeatable: sides.every(side => side?.in === 'query' && explodeOf(side.value) === true),
    textual: true,
    family: present.in === 'header' ? 'header-parameter' : 'parameter',
    ...{ thing, place: lower(thing), changeType: 'PARAMETER_CHANGED' },
    trail: `${context.trail}/parameters/${key}`,
  };
};

/** One that several operations share, at a path or among the components, is judged once for all. */
const compareParameter = (
  engine: Engine,
  context: Context,
  before: Parameter,
  after: Parameter,
  pair: Omit<ParameterPair, 'before' | 'after'>,
): void => {
  compareReferenceTexts(engine, context, before, after);
  if (before.name === after.name && before.in === after.in && engine.sameness.isSame(before.value, after.value)) return;
  const compare = (inner: Context): void => {
    const [styleBefore, styleAfter] = [styleOf(before.value), styleOf(after.value)];
    const isPlain = holdsPlain(engine.before, before, styleBefore) && holdsPlain(engine.after, after, styleAfter);
    applyRules(engine, inner, parameterRules, { ...pair, before, after, isPlain });
    applyRules(engine, inner, parameterLifecycleRules, { before, after, notice: pair.notice });
    applyRules(engine, inner, extensionRulesFor(before, after), { before, after });
    compareTexts(engine, inner, before, after, 'parameter');
    compareContents(engine, inner, before, after);
  };
  if (before.own || after.own) {
    compare(context);
    return;
  }
  const key = `parameter ${context.direction} ${before.pointer} ${after.pointer}`;
  sharedUnit(engine, key, context, unit => compare({ ...context, unit, trail: after.pointer }));
};

const PLAIN = new Set(['string', 'number', 'integer', 'boolean']);

/** Neither an object nor a list that its style could write in two ways: there is nothing to explode. */
export const holdsPlain = (
  document: ApiDocument,
  { value, pointer }: Located<JsonObject>,
  style: JsonValue,
): boolean => {
  const { types } = normalizeSchema(document, [{ value: value.schema ?? {}, pointer }], true);
  return types !== null && [...types].every(type => PLAIN.has(type) || (type === 'array' && style === 'simple'));
};

/** A schema, directly or as the one media type of `content`. */
export const compareContents = (
  engine: Engine,
  context: Context,
  before: Located<JsonObject>,
  after: Located<JsonObject>,
): void => {
  const [old, now] = [before, after].map(side => schemaOf(side)) as [Located, Located];
  const [had, has] = [before, after].map(({ value }) => value.content !== undefined);
  if (had && has) compareMediaTypes(engine, context, before, after);
  else {
    if (had !== has) applyRules(engine, context, contentRules, { before, after, family: context.family });
    compareSchemas(engine, context, [old], [now]);
  }
};

/** What has no schema may hold anything. */
const schemaOf = ({ value, pointer }: Located<JsonObject>): Located => {
  const [entry] = isJsonObject(value.content) ? Object.entries(value.content) : [];
  if (entry === undefined) return { value: value.schema ?? {}, pointer: `${pointer}/schema` };
  const [name, media] = entry;
  const at = [name, 'schema'].reduce(append, `${pointer}/content`);
  return { value: (isJsonObject(media) ? media.schema : undefined) ?? {}, pointer: at };
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
