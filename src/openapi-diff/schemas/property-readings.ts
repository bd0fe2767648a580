import { applyRules, type Context, type Engine, type Findings, NO_FINDINGS } from '../engine.ts';
import { severityOf } from '../law.ts';
import { undecidedRules } from '../rules/properties.ts';
import { comesOrGoes, type PropertyPair } from '../rules/property-lists.ts';
import type { NormalSchema } from './normal-schema.ts';
import type { SchemaPair } from './pair.ts';
import { type Guess, isRefused, otherRests, patternsFor, restNode } from './rests.ts';
import type { Node } from './schema-map.ts';

type Side = Node | undefined;
/** What both sides say about the values of a property; undefined if nothing. */
type Reading = readonly [before: Side, after: Side];
type Sides = Pick<SchemaPair, 'before' | 'after'>;

const MAX_UNKNOWN_PATTERNS = 4;

/**
 * Compares the values of a property. It is unknown of some patterns whether they match its name: then the reading without
 * them must say the same as the readings with each of them.
 */
export const compareValues = (engine: Engine, context: Context, sides: Sides, property: PropertyPair): Findings => {
  const unknown = new Set<string>();
  const lone = comesOrGoes(property);
  const read = (guess: Guess): Reading => readingOf(sides, property.name, lone, guess);
  const plain = read(pattern => {
    unknown.add(pattern);
    return false;
  });
  const isClear = unknown.size === 0 || sayTheSame(engine, context, plain, unknown, read);
  return isClear ? compareReading(engine, context, plain) : applyRules(engine, context, undecidedRules, property);
};

/** Inside `not`, conditions and other guesses, nothing is guessed: the readings would multiply. */
const sayTheSame = (
  engine: Engine,
  context: Context,
  plain: Reading,
  unknown: ReadonlySet<string>,
  read: (guess: Guess) => Reading,
): boolean => {
  if (unknown.size > MAX_UNKNOWN_PATTERNS || context.inside !== undefined) return false;
  const guessed = Array.from(unknown, pattern => read(one => one === pattern));
  const told = [plain, ...guessed].map(reading => tell(engine, context, reading));
  return told.every(({ isLoud }) => !isLoud) || told.every(({ text }) => text === told[0]?.text);
};

/** What a reading finds, in components too, without reporting it. */
const tell = (engine: Engine, outer: Context, reading: Reading) => {
  const counts = { ...engine.counts };
  const inside = { met: new Set<string>(), level: 0, isCut: false };
  const found = compareReading(engine, { ...outer, inside }, reading);
  Object.assign(engine.counts, counts);
  return {
    isLoud: inside.isCut || found.some(isLoud),
    text: found.map(({ rule, effect, context, says }) => [rule.id, effect, context.path, says].join(' ')).join('\n'),
  };
};

const isLoud = ({ effect, context }: Findings[number]): boolean =>
  !context.inert && severityOf(effect, context.direction) !== 'INFO';

const compareReading = (engine: Engine, context: Context, [was, is]: Reading): Findings =>
  was === undefined || is === undefined ? NO_FINDINGS : engine.walk.compareSchemas(engine, context, was, is);

const readingOf = ({ before, after }: Sides, name: string, lone: boolean, guess: Guess): Reading => {
  const [old, now] = [before.properties.get(name), after.properties.get(name)];
  const [restsBefore, restsAfter] = (old && now && otherRests(before, after, 'properties', name)) || [[], []];
  return (
    byPattern(before, after, name, guess) ?? [
      old?.concat(now ? restsBefore : restNode(before, name, guess)) ?? unnamed(before, name, now, lone),
      now?.concat(old ? restsAfter : restNode(after, name, guess)) ?? unnamed(after, name, old, lone),
    ]
  );
};

/** A property that one side names, and the other one describes by patterns only. Patterns apply beside the name too. */
const byPattern = (before: NormalSchema, after: NormalSchema, name: string, guess: Guess): Reading | null => {
  const [old, now] = [before.properties.get(name), after.properties.get(name)];
  if ((old === undefined) === (now === undefined)) return null;
  const [was, is] = [patternsFor(before, name, guess), patternsFor(after, name, guess)];
  if (isRefused(old === undefined ? before : after, name, guess)) return null;
  if ((old === undefined ? was : is).length === 0) return null;
  return [was.concat(old ?? []), is.concat(now ?? [])];
};

/**
 * The schema of a property that is not described: the schema for all unlisted properties if there is one, or anything
 * if the property is required. If that schema refuses a property that is not required, other rules report it.
 */
const unnamed = (schema: NormalSchema, name: string, other: Side, lone: boolean): Side => {
  const pointer = schema.required.get(name);
  const rest = restOf(schema);
  const isRefused = rest?.some(({ value }) => value === false);
  if (other !== undefined && rest !== undefined && (!isRefused || (pointer !== undefined && !lone))) return rest;
  return pointer === undefined || lone ? undefined : [{ value: {}, pointer }];
};

/** The schema for unlisted properties that match no pattern; undefined if the value decides which ones are unlisted. */
const restOf = ({ subschemas, dependentSchemas, alternatives }: NormalSchema): Side => {
  const isFixed = alternatives.size === 0 && dependentSchemas.isEmpty && !subschemas.has('if');
  return subschemas.get('additionalProperties') ?? (isFixed ? subschemas.get('unevaluatedProperties') : undefined);
};
