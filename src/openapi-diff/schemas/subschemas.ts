import { isJsonObject } from '../../platform/json.ts';
import { add, applyRules, type Context, type Engine, type Finding, type Findings, NO_FINDINGS } from '../engine.ts';
import { isOfSharedAnchor, type Located, lookUp } from '../read/document.ts';
import { sameValue } from '../read/values.ts';
import { opaqueRules, subschemaRules } from '../rules/subschemas.ts';
import { compareBeside } from './moved-properties.ts';
import type { NormalSchema } from './normal-schema.ts';
import { keysOfEither, type SchemaPair } from './pair.ts';
import { otherRests } from './rests.ts';
import type { Node } from './schema-map.ts';
import { isOpen } from './simple-schemas.ts';
import { dependentStep, inFixedOrder, STEPS, stepInto } from './walk.ts';

/** Compares keywords with one schema, conditions, and maps and lists of schemas. */
export const compareSubschemas = (engine: Engine, context: Context, pair: SchemaPair): Findings => {
  const found: Finding[] = [];
  const { subschemas: old } = pair.before;
  const { subschemas: now } = pair.after;
  for (const keyword of inFixedOrder(context, keysOfEither(old, now))) {
    const [before, after] = [old.get(keyword), now.get(keyword)];
    if (opaqueRules[keyword] !== undefined)
      add(found, compareOpaque(engine, context, pair, keyword, before ?? [], after ?? []));
    else if (before === undefined || after === undefined || isFalse(before) || isFalse(after)) {
      const sides = { ...sidesOf(keyword, before, after), schemas: pair };
      if (keyword === 'items' && [...(before ?? []), ...(after ?? [])].every(({ value }) => isOpen(value))) continue;
      if (before && after && isFalse(before) && isFalse(after)) continue;
      if (!sameValue(sides.before?.value, sides.after?.value) || before?.length !== after?.length)
        add(found, applyRules(engine, context, subschemaRules[keyword] ?? [], sides));
    } else {
      add(found, engine.walk.compareSchemas(engine, stepInto(context, [keyword], STEPS[keyword] ?? ''), before, after));
    }
    if (keyword !== 'then' && keyword !== 'else') continue;
    add(found, compareOnly(engine, stepInto(context, [keyword], STEPS[keyword] ?? ''), pair, before, after));
  }
  add(found, compareConditions(engine, context, pair));
  add(found, compareMaps(engine, context, pair));
  add(found, compareAnchors(engine, context, pair));
  return found;
};

/** Compares a part for some values with the properties of the schema itself, unless several conjuncts have such a part. */
const compareOnly = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  before: Node = [],
  after: Node = [],
): Findings => {
  if (before.length > 1 || after.length > 1) return NO_FINDINGS;
  const [old, now] = [before[0] ?? emptyPart(schemas.before), after[0] ?? emptyPart(schemas.after)];
  // Rules report a part that came or went: only what the schema itself gained or lost is to be compared with it.
  const isWholePart = before.length === after.length;
  return compareBeside(engine, context, schemas, [old, now], isWholePart);
};

const emptyPart = ({ pointer }: NormalSchema): Located => ({ value: {}, pointer });

/** A schema that refuses everything is treated as added or removed, unless rules report both sides. */
const sidesOf = (keyword: string, before: Node | undefined, after: Node | undefined) => {
  const [was, is] = [before, after].map(node => node?.find(refusesAll) ?? node?.[0]);
  if (keyword === 'additionalProperties' || before === undefined || after === undefined)
    return { before: was, after: is };
  return isFalse(after) ? { after: is } : { before: was };
};

const refusesAll = ({ value }: Located): boolean => value === false;
const isFalse = (node: Node): boolean => node.some(refusesAll);

/** Compares a keyword of `opaqueRules` as a list: several conjuncts that have it cannot be merged into one schema. */
const compareOpaque = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  keyword: string,
  before: Node,
  after: Node,
): Findings => {
  const { pairs, removed, added } = matchEqual(before, after);
  const [was, is] = [removed[0], added[0]];
  const isChanged = removed.length === 1 && added.length === 1 && was?.value !== false && is?.value !== false;
  const compared = isChanged && was && is ? [...pairs, [was, is] as const] : pairs;
  const found = compared.flatMap(([old, now]) => compareEffects(engine, context, schemas, keyword, old, now));
  if (isChanged) return found;
  const rules = subschemaRules[keyword] ?? [];
  return [
    ...found,
    ...removed.flatMap(source => applyRules(engine, context, rules, { before: source, schemas })),
    ...added.flatMap(source => applyRules(engine, context, rules, { after: source, schemas })),
  ];
};

const compareEffects = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  keyword: string,
  before: Located,
  after: Located,
): Findings => {
  const { effect: inside, findings } = engine.walk.compareInside(engine, context, keyword, [before], [after]);
  if (inside === null) return findings;
  return [...findings, ...applyRules(engine, context, opaqueRules[keyword] ?? [], { before, after, schemas, inside })];
};

type Matched = { pairs: (readonly [Located, Located])[]; removed: Located[]; added: Located[] };

/** Pairs schemas with equal text, which may still refer to components that changed. */
const matchEqual = (before: Located[], after: Located[]): Matched => {
  const open = [...after];
  const pairs: Matched['pairs'] = [];
  const removed = before.filter(old => {
    const index = open.findIndex(now => sameValue(old.value, now.value));
    const [now] = index < 0 ? [] : open.splice(index, 1);
    if (now !== undefined) pairs.push([old, now]);
    return now === undefined;
  });
  return { pairs, removed, added: open };
};

/** Compares conditions after the first: those with the same `if` are compared, the others were added or removed. */
const compareConditions = (engine: Engine, context: Context, schemas: SchemaPair): Findings => {
  if (schemas.before.conditions.length === 0 && schemas.after.conditions.length === 0) return NO_FINDINGS;
  const found: Finding[] = [];
  const { pairs, removed, added } = matchEqual(schemas.before.conditions, schemas.after.conditions);
  for (const pair of pairs) add(found, compareCondition(engine, context, schemas, ...pair));
  const open = [...added];
  for (const source of removed) {
    const index = open.findIndex(other =>
      sameValue(partOfCondition(source, 'if').value, partOfCondition(other, 'if').value),
    );
    const [match] = index < 0 ? [] : open.splice(index, 1);
    if (match === undefined)
      add(found, applyRules(engine, context, subschemaRules.if ?? [], { before: source, schemas }));
    else add(found, compareCondition(engine, context, schemas, source, match));
  }
  for (const source of open)
    add(found, applyRules(engine, context, subschemaRules.if ?? [], { after: source, schemas }));
  return found;
};

const compareCondition = (
  engine: Engine,
  context: Context,
  schemas: SchemaPair,
  before: Located,
  after: Located,
): Findings => {
  if (engine.sameness.isSame(before.value, after.value)) return NO_FINDINGS;
  const [condition, changed] = [partOfCondition(before, 'if'), partOfCondition(after, 'if')];
  const found = [...compareEffects(engine, context, schemas, 'if', condition, changed)];
  const index = schemas.after.conditions.indexOf(after);
  for (const keyword of ['then', 'else'] as const) {
    const inner = stepInto(context, [keyword, String(index)], STEPS[keyword] ?? '');
    add(
      found,
      engine.walk.compareSchemas(engine, inner, [partOfCondition(before, keyword)], [partOfCondition(after, keyword)]),
    );
  }
  return found;
};

const NO_RESTS: readonly [Node, Node] = [[], []];

export const partOfCondition = ({ value, pointer }: Located, keyword: 'if' | 'then' | 'else'): Located => ({
  value: (isJsonObject(value) ? value[keyword] : undefined) ?? {},
  pointer: `${pointer}/${keyword}`,
});

const compareMaps = (engine: Engine, context: Context, schemas: SchemaPair): Findings => {
  const found: Finding[] = [];
  const { before, after } = schemas;
  for (const keyword of ['patternProperties', 'dependentSchemas'] as const) {
    for (const name of inFixedOrder(context, before[keyword].names())) {
      const [old, now] = [before[keyword].get(name), after[keyword].get(name)];
      if (old === undefined || now === undefined) continue;
      const [restsBefore, restsAfter] =
        (keyword === 'patternProperties' && otherRests(before, after, keyword, name)) || NO_RESTS;
      const inner = stepInto(context, [keyword, name], keyword === 'dependentSchemas' ? dependentStep(name) : name);
      add(found, engine.walk.compareSchemas(engine, inner, old.concat(restsBefore), now.concat(restsAfter)));
    }
  }
  const [dependent, changed] = [before.dependentSchemas, after.dependentSchemas];
  for (const name of inFixedOrder(context, [...new Set([...dependent.names(), ...changed.names()])])) {
    const inner = stepInto(context, ['dependentSchemas', name], dependentStep(name));
    add(found, compareOnly(engine, inner, schemas, dependent.get(name), changed.get(name)));
  }
  for (let index = 0; index < Math.max(before.prefixItems.length, after.prefixItems.length); index++) {
    const [old, now] = [positionOf(before, index), positionOf(after, index)];
    const inner = stepInto(context, ['prefixItems', String(index)], `[${index}]`);
    if (old !== undefined && now !== undefined) add(found, engine.walk.compareSchemas(engine, inner, old, now));
  }
  return found;
};

/** The schema of a position: beyond the tuple that of `items`, unless it refuses everything, which rules report. */
const positionOf = ({ prefixItems, subschemas }: NormalSchema, index: number): Node | undefined => {
  const items = prefixItems[index] ?? subschemas.get('items');
  return items === undefined || (prefixItems[index] === undefined && isFalse(items)) ? undefined : items;
};

/**
 * Compares schemas in `$defs` whose anchor other schemas also have. If this schema is the outermost one, `$dynamicRef`
 * resolves to them (JSON Schema 2020-12, 8.2.3.2). A side without one has the schema that the anchor means elsewhere.
 */
const compareAnchors = (engine: Engine, context: Context, { before, after }: SchemaPair): Findings => {
  if (before.anchors.size + after.anchors.size === 0) return NO_FINDINGS;
  const found: Finding[] = [];
  for (const anchor of keysOfEither(before.anchors, after.anchors)) {
    const ref = `#${anchor}`;
    if (![engine.before, engine.after].some(document => isOfSharedAnchor(document, ref))) continue;
    const old = before.anchors.get(anchor) ?? lookUp(engine.before, ref);
    const now = after.anchors.get(anchor) ?? lookUp(engine.after, ref);
    const inner = stepInto(context, ['$defs', anchor], `[${ref}]`);
    if (old !== null && now !== null) add(found, engine.walk.compareSchemas(engine, inner, [old], [now]));
  }
  return found;
};
