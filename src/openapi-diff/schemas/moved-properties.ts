import type { JsonValue } from '../../platform/json.ts';
import { type Context, type Engine, type Finding, type Findings, NO_FINDINGS } from '../engine.ts';
import type { Direction } from '../law.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import { sameValue } from '../read/values.ts';
import type { Member, NormalSchema } from './normal-schema.ts';
import { normalizeSchema } from './normalize.ts';
import type { SchemaPair } from './pair.ts';
import { isRefused, patternsFor, restNode } from './rests.ts';
import type { Node } from './schema-map.ts';
import { isUnfoldedAlready } from './unfolded-pairs.ts';
import { stepInto } from './walk.ts';

type Sides = { before: NormalSchema; after: NormalSchema };

/**
 * Properties that common members gained or lost, and that are to be compared at the schema itself. At the member they
 * only come or go, but here another part describes them too, or refuses them as unevaluated.
 */
export const findMoved = (
  engine: Engine,
  schemas: Sides,
  common: readonly [Member, Member][],
  direction: Direction,
): { names: ReadonlySet<string>; unfolded: Sides } | null => {
  const candidates = new Set(common.flatMap(pair => candidatesOf(engine, schemas, pair, direction)));
  if (candidates.size === 0) return null;
  const unfolded = {
    before: normalizeSchema(engine.before, schemas.before.sources, true),
    after: normalizeSchema(engine.after, schemas.after.sources, true),
  };
  const isGainedOrLost = (name: string): boolean =>
    common.some(
      ([old, now]) => namesOf(engine.before, old.target).has(name) !== namesOf(engine.after, now.target).has(name),
    );
  const isToCompare = (name: string): boolean =>
    isGainedOrLost(name) &&
    (isMoved(unfolded, name) ||
      isRequired(unfolded, name) ||
      isShutOut(unfolded, name, direction) ||
      isRestricted(unfolded, name));
  const names = new Set([...candidates].filter(isToCompare));
  return names.size === 0 ? null : { names, unfolded };
};

/**
 * Compares the properties that a part for some values, such as an alternative, gained or lost, and that the schema itself
 * describes or restricts too; and those that the schema itself gained or lost, and that the part describes.
 */
export const compareBeside = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  [old, now]: Pair,
  isWholePart = true,
): Findings => {
  // Inside conditions, members are not unfolded: what was compared already would be missing at the second place.
  const { before, after } = context.inside === undefined ? withMembers(engine, schemas) : schemas;
  const parts = isWholePart ? partDifference(engine, [before, after], [old, now]) : [];
  const names = new Set([...ownDifference(before, after), ...parts]);
  for (const name of schemas.moved ?? []) names.delete(name);
  if (names.size === 0) return NO_FINDINGS;
  const hasMembers = before !== schemas.before || after !== schemas.after;
  const [was, is] = [normalizeSchema(engine.before, [old], true), normalizeSchema(engine.after, [now], true)];
  const isNew = hasMembers || !isWholePart;
  return [...names].flatMap(name => {
    const nodes = nodesBeside([before, after], [was, is], name);
    if (nodes === null || (isNew && !addsAnything(nodes))) return NO_FINDINGS;
    if (hasMembers && isUnfoldedAlready(engine, context, ...nodes, 'beside')) return NO_FINDINGS;
    const inner = stepInto(context, ['properties', name], name || '""');
    const found = engine.walk.compareSchemas(engine, inner, ...nodes);
    // The texts of the part are still there.
    return isNew ? found.filter(isMoreThanRemark) : found;
  });
};

/** Whether one side says something that the other does not. */
const addsAnything = ([was, is]: [Node, Node]): boolean => {
  const isIn = (node: Node) => (value: JsonValue) => node.some(other => sameValue(other.value, value));
  return !(was.every(({ value }) => isIn(is)(value)) && is.every(({ value }) => isIn(was)(value)));
};

const isMoreThanRemark = ({ effect, rule }: Finding): boolean =>
  effect !== 'describes' && effect !== 'adds' && !/default-value|deprecat|sunset/.test(rule.id);

const unfoldedPairs = new WeakMap<SchemaPair, Sides>();

/** Both sides with the properties of their members. Cached, because each alternative needs them. */
const withMembers = (engine: Engine, schemas: SchemaPair): Sides => {
  const known = unfoldedPairs.get(schemas);
  if (known !== undefined) return known;
  const unfold = (document: ApiDocument, schema: NormalSchema): NormalSchema =>
    normalizeSchema(document, schema.sources).members.length === 0
      ? schema
      : normalizeSchema(document, schema.sources, true);
  const sides = { before: unfold(engine.before, schemas.before), after: unfold(engine.after, schemas.after) };
  unfoldedPairs.set(schemas, sides);
  return sides;
};

type Both = readonly [before: NormalSchema, after: NormalSchema];

/** All schemas for the property where the part applies; null if it is compared elsewhere. */
const nodesBeside = (schemas: Both, parts: Both, name: string): [Node, Node] | null => {
  const [own, other] = schemas.map(schema => nodeBeside(schema, name)) as [Node, Node];
  const [inside, insideNow] = parts.map(part => part.properties.get(name) ?? []) as [Node, Node];
  if (inside.length + insideNow.length === 0 || own.length + other.length === 0) return null;
  // Rules about the part report what it refuses.
  if ([...inside, ...insideNow].some(({ value }) => value === false)) return null;
  const [was, is] = [joinedNode(own, inside), joinedNode(other, insideNow)];
  return was.length > 0 && is.length > 0 ? [was, is] : null;
};

/** Without duplicates: a part may have the same members. */
const joinedNode = (own: Node, inside: Node): Node => [
  ...new Map([...own, ...inside].map(source => [source.pointer, source])).values(),
];

/** What the schema itself says about the property. Rules about the object report a refusal. */
const nodeBeside = (schema: NormalSchema, name: string): Node => {
  const described = [...(schema.properties.get(name) ?? []), ...patternsFor(schema, name)];
  const node = described.length > 0 ? described : (schema.subschemas.get('additionalProperties') ?? []);
  return node.some(({ value }) => value === false) ? [] : node;
};

const ownDifference = ({ properties: old }: NormalSchema, { properties: now }: NormalSchema): string[] => [
  ...old.names().filter(name => !now.has(name)),
  ...now.names().filter(name => !old.has(name)),
];

/** The names that the part gained or lost, and that the schema itself describes or restricts on both sides. */
const partDifference = (engine: Engine, schemas: [NormalSchema, NormalSchema], [old, now]: Pair): string[] => {
  if (schemas.some(isUnrestricted) || engine.sameness.isSame(old.value, now.value)) return [];
  return [...namesIn(differenceOf(engine, [old, now]))];
};

const isUnrestricted = ({ properties, patternProperties, subschemas }: NormalSchema): boolean =>
  properties.isEmpty && patternProperties.isEmpty && !subschemas.has('additionalProperties');

/** Cheap to find: most members that changed still have the same names, and most schemas describe none of them again. */
const candidatesOf = (
  engine: Engine,
  { before, after }: Sides,
  [old, now]: readonly [Member, Member],
  direction: Direction,
): string[] => {
  const names = namesIn(differenceOf(engine, [old.target, now.target]));
  const shut = direction === 'request' ? after : before;
  if (names.size === 0 || shut.rests.length > 0 || !shut.patternProperties.isEmpty) return [...names];
  return [...namesBeside(before, old), ...namesBeside(after, now)].filter(name => names.has(name));
};

/** The properties that other parts than this member describe, or that the schema requires. */
const namesBeside = ({ document, properties, required, members }: NormalSchema, member: Member): string[] => [
  ...properties.names(),
  ...required.keys(),
  ...members.flatMap(({ target }) => (target.pointer === member.target.pointer ? [] : [...namesOf(document, target)])),
];

const named = new WeakMap<ApiDocument, Map<string, Set<string>>>();

const namesOf = (document: ApiDocument, target: Located): Set<string> => {
  const known = named.get(document) ?? new Map<string, Set<string>>();
  named.set(document, known);
  const names = known.get(target.pointer) ?? new Set(normalizeSchema(document, [target], true).properties.names());
  known.set(target.pointer, names);
  return names;
};

/** The names of properties that differ in two schemas, and the members in which others differ. */
type Difference = { names: ReadonlySet<string>; members: readonly Difference[] };
const NONE: Difference = { names: new Set(), members: [] };

const namesIn = (difference: Difference): ReadonlySet<string> => {
  if (difference.members.length === 0) return difference.names;
  const names = new Set<string>();
  const open = new Set([difference]);
  for (const { names: own, members } of open) {
    for (const name of own) names.add(name);
    for (const member of members) open.add(member);
  }
  return names;
};

type Pair = readonly [before: Located, after: Located];
const differences = new WeakMap<Engine, Map<string, Difference>>();
const keyOf = ([old, now]: Pair): string => `${old.pointer} ${now.pointer}`;

/** Not recursive, because chains of members may be long. Some of the names may only have moved inside. */
const differenceOf = (engine: Engine, pair: Pair): Difference => {
  const known = differences.get(engine) ?? new Map<string, Difference>();
  differences.set(engine, known);
  const open: { pair: Pair; parts?: ReturnType<typeof partsOf> }[] = [{ pair }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.parts === undefined && known.has(keyOf(top.pair))) open.pop();
    else if (top.parts === undefined) {
      // A member that leads back to its schema adds nothing.
      known.set(keyOf(top.pair), NONE);
      top.parts = partsOf(engine, top.pair);
      for (const inner of top.parts.pairs) open.push({ pair: inner });
    } else {
      const { names, lone, pairs } = top.parts;
      const inner = pairs.map(each => known.get(keyOf(each)) ?? NONE);
      known.set(keyOf(top.pair), joined(names, [...lone, ...inner]));
      open.pop();
    }
  }
  return known.get(keyOf(pair)) ?? NONE;
};

/** One difference alone stands for itself, so that long chains stay short. */
const joined = (names: ReadonlySet<string>, members: readonly Difference[]): Difference => {
  const [only, ...others] = members.filter(member => member !== NONE);
  if (only === undefined) return names.size === 0 ? NONE : { names, members: [] };
  return names.size === 0 && others.length === 0 ? only : { names, members: [only, ...others] };
};

/** What differs in a pair itself, the members that only one side has, and the common ones. */
const partsOf = (engine: Engine, [old, now]: Pair) => {
  const pairs: Pair[] = [];
  const lone: Difference[] = [];
  if (engine.sameness.isSame(old.value, now.value)) return { names: NONE.names, lone, pairs };
  const [was, is] = [normalizeSchema(engine.before, [old]), normalizeSchema(engine.after, [now])];
  const open = new Map(is.members.map(({ target }) => [target.pointer, target]));
  for (const { target } of was.members) {
    const other = open.get(target.pointer);
    open.delete(target.pointer);
    if (other !== undefined) pairs.push([target, other]);
    else lone.push({ names: namesOf(engine.before, target), members: [] });
  }
  for (const target of open.values()) lone.push({ names: namesOf(engine.after, target), members: [] });
  const names = new Set(was.properties.names()).symmetricDifference(new Set(is.properties.names()));
  return { names, lone, pairs };
};

const isMoved = ({ before, after }: Sides, name: string): boolean =>
  before.properties.has(name) && after.properties.has(name);

/** Whether both sides require the property, so that also the side that does not describe it has it. */
const isRequired = ({ before, after }: Sides, name: string): boolean =>
  before.required.has(name) && after.required.has(name);

/** Whether a request may no longer have the property, or a response that could not have it now can. */
const isShutOut = ({ before, after }: Sides, name: string, direction: Direction): boolean => {
  const [open, shut] = direction === 'request' ? [before, after] : [after, before];
  return open.properties.has(name) && !isRefused(open, name) && isRefused(shut, name);
};

/** Whether patterns or a schema for the rest describe the property on the side that does not name it. */
const isRestricted = ({ before, after }: Sides, name: string): boolean => {
  const unnamed = before.properties.has(name) ? after : before;
  return patternsFor(unnamed, name).length > 0 || restNode(unnamed, name).length > 0;
};
