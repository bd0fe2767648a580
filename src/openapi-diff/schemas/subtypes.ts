import { mappedRefs } from '../../openapi/hash.ts';
import { hasDiscriminator } from '../../openapi/subtypes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import {
  applyRules,
  type Context,
  type Engine,
  type Findings,
  NO_FINDINGS,
  numberOfUse,
  sharedUnit,
} from '../engine.ts';
import { type ApiDocument, type Located, lookUp, refOf, subtypesOf } from '../read/document.ts';
import { subtypeRules } from '../rules/discriminators.ts';
import { componentName, endOf } from './references.ts';
import { areSameButForNames, isRenamed, pairRenamed } from './renamed-components.ts';
import { LISTS } from './simple-schemas.ts';
import { pairKey } from './unfolded-pairs.ts';

/**
 * Compares the subtypes of a schema with a discriminator, recursively: they are accepted wherever it is. They are found
 * once for all places.
 */
export const compareSubtypes = (engine: Engine, context: Context, before: Located, after: Located): void => {
  if (!hasDiscriminator(before.value)) return;
  const inner = context.root ? { ...context, root: false } : context;
  sharedUnit(engine, `subtypes ${numberOfUse(context)} ${before.pointer} ${after.pointer}`, inner, unit =>
    linkSubtypes(engine, { ...inner, unit }, before, after),
  );
};

const linkSubtypes = (engine: Engine, context: Context, before: Located, after: Located): Findings => {
  const { pairs: renamed, findings } = compareImplied(engine, context, before, after);
  const [old, now] = [subtypesOf(engine.before, before), subtypesOf(engine.after, after)];
  const pairs = [...old].map(([name, ref]) => [ref, now.get(name)] as const);
  const seen = new Set<string>();
  for (const [ref, target] of [...pairs, ...renamed]) {
    const [was, is] = [endOf(engine.before, ref), target === undefined ? null : endOf(engine.after, target)];
    // Rules about discriminators report another schema for the same value.
    if (was === null || is === null) continue;
    const key = pairKey([was], [is]);
    if (seen.has(key)) continue;
    seen.add(key);
    if (!isRenamed(engine, was, is) && !areSameButForNames(was, is)) continue;
    engine.walk.compareShared(engine, context, was, is);
    compareSubtypes(engine, context, was, is);
  }
  return findings;
};

const isBase = (schema: Located): schema is Located<JsonObject> => hasDiscriminator(schema.value);

/** What the mapping and the alternatives of a schema refer to. */
const namedRefs = ({ value }: Located): Set<string | null> => {
  if (!isJsonObject(value)) return new Set();
  const branches = LISTS.flatMap((keyword): JsonValue[] => {
    const list = value[keyword];
    return Array.isArray(list) ? list : [];
  });
  return new Set([...mappedRefs(value), ...branches.map(refOf)]);
};

/** The components that extend the base in this document only, and that neither base names. */
const implied = (document: ApiDocument, base: Located, other: ApiDocument, otherBase: Located): string[] => {
  const known = new Set([
    ...namedRefs(base),
    ...namedRefs(otherBase),
    ...(other.builtOn.get(`#${otherBase.pointer}`) ?? []),
  ]);
  return (document.builtOn.get(`#${base.pointer}`) ?? []).filter(ref => !known.has(ref));
};

/** Reports subtypes that were added, removed or renamed, unless the mapping or the alternatives name them. */
const compareImplied = (
  engine: Engine,
  context: Context,
  before: Located,
  after: Located,
): { pairs: [string, string][]; findings: Findings } => {
  if (!isBase(before) || !isBase(after)) return { pairs: [], findings: NO_FINDINGS };
  const lost = implied(engine.before, before, engine.after, after);
  const came = implied(engine.after, after, engine.before, before);
  if (lost.length + came.length === 0) return { pairs: [], findings: NO_FINDINGS };
  const { pairs, removed, added } = pairRenamed(engine, lost, came, lookUp);
  const named = namedAfter(context, after);
  const findings = applyRules(engine, named, subtypeRules, { before, after, renamed: pairs, removed, added });
  return { pairs, findings };
};

const namedAfter = (context: Context, base: Located): Context => {
  const name = componentName(base);
  if (name === null) return context;
  const thing = `${context.nouns[context.direction]} schema \`${name}\``;
  return { ...context, thing, place: `schema \`${name}\``, path: '', trail: base.pointer };
};
