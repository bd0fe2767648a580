import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue, listOf } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_SECURITY_STEPS } from '../budgets.ts';
import {
  add,
  applyRules,
  type Context,
  contextOf,
  type Engine,
  type Finding,
  type Findings,
  NO_FINDINGS,
  newUnit,
  sharedUnit,
  type Unit,
} from '../engine.ts';
import { type Direction, severityOf } from '../law.ts';
import { type ApiDocument, type Entry, entriesOf } from '../read/document.ts';
import type { Operation } from '../read/operations.ts';
import { canonical, sameValue } from '../read/values.ts';
import {
  globalSecurityRules,
  matchAlternatives,
  operationSecurityRules,
  readSecurity,
  type Security,
  type SecurityPair,
} from '../rules/security.ts';
import { type SchemePair, schemeRules } from '../rules/security-schemes.ts';
import { extensionRulesFor } from '../rules/texts.ts';
import { compareReferenceTexts, compareTexts, TEXTS } from './texts.ts';

const GLOBAL = 'security of the document';

/** The place of the security of the document; the document, if it has none. */
const globalPointer = ({ root: { security } }: ApiDocument): string => (security === undefined ? '' : '/security');

export const prepareSecurity = (engine: Engine): void => {
  const [before, after] = [securityOf(engine, 'before', undefined), securityOf(engine, 'after', undefined)];
  const pair = pairOf(engine, before, after, globalPointer(engine.before), globalPointer(engine.after));
  if (pair === null) return;
  engine.security.set(GLOBAL, unit => {
    const context = contextOf(unit, 'Security', '/security', 'SECURITY_CHANGED');
    return applyRules(engine, context, globalSecurityRules, pair);
  });
};

/** The security in effect, by the old names of schemes. Read once: many operations may inherit a long list. */
const securityOf = (engine: Engine, side: 'before' | 'after', own: JsonValue | undefined): Security => {
  const known = engine.alternatives[side];
  const list = own ?? engine[side].root.security;
  const found = known.get(list) ?? readSecurity(side === 'before' ? listOf(list) : oldNames(engine, listOf(list)));
  known.set(list, found);
  return found;
};

const spend = (engine: Engine, steps: number): void => {
  engine.securitySteps.left -= steps;
  if (engine.securitySteps.left < 0)
    throw new ComparisonTooLarge(`${MAX_SECURITY_STEPS} pairs of security requirements`);
};

/** Null if the same alternatives authorise a call. */
const pairOf = (
  engine: Engine,
  before: Security,
  after: Security,
  pointerBefore: string,
  pointerAfter: string,
): SecurityPair | null => {
  const match = matchAlternatives(before.alternatives, after.alternatives);
  const changed = match.pairs.length + match.removed.length + match.added.length;
  spend(engine, (1 + changed) * (before.size + after.size));
  if (changed === 0) return null;
  return { ...match, before: before.alternatives, after: after.alternatives, pointerBefore, pointerAfter };
};

/** Links to what the document says about security, which is compared for the direction of the operation. */
const linkSecurity = (engine: Engine, context: Context, name: string): void => {
  const compare = engine.security.get(name);
  if (compare === undefined) return;
  const { direction } = context;
  sharedUnit(engine, keyIn(direction, name), context, unit =>
    compare(unit).map(found => inDirection(direction, found)),
  );
};

const keyIn = (direction: Direction, name: string): string => `${name} ${direction}`;

/** A change with the same severity in both directions is one change. */
const inDirection = (direction: Direction, found: Finding): Finding =>
  severityOf(found.effect, direction) === severityOf(found.effect, found.context.direction)
    ? found
    : { ...found, context: { ...found.context, direction } };

/** Compares what no operation uses. */
export const compareUnusedSecurity = (engine: Engine): Findings =>
  [...engine.security].flatMap(([name, compare]) =>
    engine.shared.has(keyIn('request', name)) || engine.shared.has(keyIn('response', name))
      ? []
      : compare(newUnit(engine)),
  );

const schemesOf = (document: ApiDocument): Map<string, Entry> => {
  const components = isJsonObject(document.root.components) ? document.root.components : {};
  return entriesOf(document, { value: components, pointer: '/components' }, 'securitySchemes');
};

/** Fields that say nothing about how callers authenticate. */
const TEXT_FIELDS = new Set<string>(TEXTS.scheme);
const withoutTexts = (scheme: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(scheme).filter(([field]) => !TEXT_FIELDS.has(field)));

/** Whether callers authenticate alike: the rules find only changes of descriptions. */
const areAlike = (before: JsonObject, after: JsonObject): boolean => {
  const pair = { name: '', before, after, pointer: '' };
  return schemeRules.every(rule => [...rule.find(pair)].every(({ effect = rule.effect }) => effect === 'describes'));
};

/** A scheme and the operations that require it: a text for them all, and their number. */
type Scheme = { name: string; value: JsonObject; uses: string; count: number };

/** If more removed schemes than this remain, only equal schemes count as renamed. */
const MAX_COMPARED = 32;

type Operations = Record<'before' | 'after', Operation[]>;

/**
 * Finds renamed schemes, equal ones first: new name → old name. Neither name exists in the other document. Of several ones, those
 * that the same operations require belong together, or else those that share the most.
 */
export const findRenamedSchemes = (
  before: ApiDocument,
  after: ApiDocument,
  operations: Operations,
): Map<string, string> => {
  const [old, now] = [schemesOf(before), schemesOf(after)];
  const renamed = new Map<string, string>();
  const gone = [...old].filter(([name]) => !now.has(name));
  const came = [...now].filter(([name]) => !old.has(name));
  if (came.length === 0 || gone.length === 0) return renamed;
  const [here, there] = [usesOf(before, operations.before), usesOf(after, operations.after)];
  const open = new Set(withUses(gone, here, there.known));
  const added = new Set(withUses(came, there, here.known));
  const pair = (origin: Scheme, scheme: Scheme): void => {
    renamed.set(scheme.name, origin.name);
    open.delete(origin);
    added.delete(scheme);
  };
  const pairWith = (findOrigin: (scheme: Scheme) => Scheme | undefined): void => {
    for (const scheme of added) {
      const origin = findOrigin(scheme);
      if (origin !== undefined) pair(origin, scheme);
    }
  };
  const pairEqual = (keyOf: (scheme: Scheme) => string): void => {
    const origins = Map.groupBy(open, keyOf);
    pairWith(scheme => origins.get(keyOf(scheme))?.shift());
  };
  const kindOf = ({ value }: Scheme) => canonical(withoutTexts(value));
  pairEqual(scheme => `${kindOf(scheme)} ${scheme.uses}`);
  if (open.size * added.size <= MAX_COMPARED ** 2)
    for (const [origin, scheme] of inOrderOfSharedUses(byName(open), byName(added), here, there))
      if (open.has(origin) && added.has(scheme) && areAlike(origin.value, scheme.value)) pair(origin, scheme);
  pairEqual(kindOf);
  if (open.size > MAX_COMPARED) return renamed;
  pairWith(({ value }) => [...open].find(origin => areAlike(origin.value, value)));
  return renamed;
};

const byName = (schemes: Iterable<Scheme>): Scheme[] => [...schemes].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Operations that require the same schemes: several paths may share one operation. */
type Group = { schemes: ReadonlySet<string>; uses: string[] };
type Uses = { groups: Group[]; known: ReadonlySet<string> };

/** Only operations that the other document has too: new ones say nothing about names. */
const withUses = (
  schemes: [name: string, scheme: Entry][],
  { groups }: Uses,
  shared: ReadonlySet<string>,
): Scheme[] => {
  // A sum of hashes, once for each group: its operations times its schemes may be many.
  const found = new Map<string, { sum: bigint; count: number }>();
  const names = new Set(schemes.map(([name]) => name));
  for (const group of groups) {
    const required = names.intersection(group.schemes);
    if (required.size === 0) continue;
    const uses = group.uses.filter(use => shared.has(use));
    const more = uses.reduce((all, use) => all + hashOf(use), 0n);
    for (const name of required) {
      const { sum, count } = found.get(name) ?? UNUSED;
      found.set(name, { sum: sum + more, count: count + uses.length });
    }
  }
  return schemes.map(([name, { value }]) => {
    const { sum, count } = found.get(name) ?? UNUSED;
    return { name, value, uses: String(sum), count };
  });
};

const UNUSED = { sum: 0n, count: 0 };

const hashOf = (use: string): bigint => BigInt(`0x${hash('sha256', use)}`);

const usesOf = ({ root }: ApiDocument, operations: Operation[]): Uses => {
  const bySecurity = Map.groupBy(operations, ({ value }) => value.security ?? root.security);
  const groups = [...bySecurity].map(([security, same]) => ({
    schemes: readSecurity(listOf(security)).schemes,
    uses: same.map(({ identity }) => identity),
  }));
  return { groups, known: new Set(operations.map(({ identity }) => identity)) };
};

/**
 * Pairs of an old and a new scheme that the same operations require: first those with the same uses, then with the most in
 * common, and of these the ones with the fewest others.
 */
const inOrderOfSharedUses = (old: Scheme[], now: Scheme[], here: Uses, there: Uses): [Scheme, Scheme][] => {
  const groupOf = new Map(here.groups.flatMap(group => group.uses.map(use => [use, group])));
  const pairsOf = new Map(now.map(scheme => [scheme.name, old.map(origin => ({ origin, scheme, shared: 0 }))]));
  for (const { schemes, uses } of there.groups) {
    const required = [...schemes.intersection(pairsOf)].flatMap(name => pairsOf.get(name) ?? []);
    if (required.length === 0) continue;
    const meetings = Map.groupBy(uses, use => groupOf.get(use));
    for (const [group, { length }] of meetings)
      for (const pair of required) if (group?.schemes.has(pair.origin.name)) pair.shared += length;
  }
  return [...pairsOf.values()]
    .flat()
    .filter(({ shared }) => shared > 0)
    .map(({ origin, scheme, shared }) => ({
      pair: [origin, scheme] as [Scheme, Scheme],
      rank: origin.uses === scheme.uses ? 0 : 1 / shared,
      uses: origin.count + scheme.count,
    }))
    .sort((a, b) => a.rank - b.rank || a.uses - b.uses)
    .map(({ pair }) => pair);
};

/** Whether the documents have the same security. Operations inherit it, so equal operations can have another one. */
export const hasSameSecurity = ({ before: { root: before }, after: { root: after }, sameness }: Engine): boolean => {
  const schemesIn = ({ components }: JsonObject) => (isJsonObject(components) ? components.securitySchemes : undefined);
  return sameness.isSame(before.security, after.security) && sameness.isSame(schemesIn(before), schemesIn(after));
};

const oldNames = ({ renamedSchemes }: Engine, list: JsonValue[]): JsonValue[] =>
  renamedSchemes.size === 0
    ? list
    : list.map(requirement =>
        isJsonObject(requirement)
          ? Object.fromEntries(
              Object.entries(requirement).map(([name, scopes]) => [renamedSchemes.get(name) ?? name, scopes]),
            )
          : requirement,
      );

const schemeKey = (name: string): string => `security scheme ${name}`;
/** A scheme that only one document has. */
const loneSchemeKey = (name: string): string => `only ${schemeKey(name)}`;

/** Returns the changes that concern no operation: those of the texts beside references. */
export const prepareSchemes = (engine: Engine): Findings => {
  const found: Finding[] = [];
  const [old, now] = [schemesOf(engine.before), schemesOf(engine.after)];
  const renamed = new Set([...engine.renamedSchemes].flat());
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [before, after] = [old.get(name)?.value ?? null, now.get(name)?.value ?? null];
    if (renamed.has(name)) {
      prepareRenamed(engine, name, old, now);
      continue;
    }
    add(found, compareSchemeReference(engine, name, old.get(name), now.get(name)));
    if (sameValue(before ?? undefined, after ?? undefined)) continue;
    const key = before === null || after === null ? loneSchemeKey(name) : schemeKey(name);
    engine.security.set(key, unit => compareScheme(engine, unit, { name, before, after }));
  }
  return found;
};

const compareScheme = (engine: Engine, unit: Unit, pair: Omit<SchemePair, 'pointer'>): Findings => {
  const { name, before, after } = pair;
  const pointer = `/components/securitySchemes/${name}`;
  const context = contextOf(unit, `Security scheme \`${name}\``, pointer, 'SECURITY_CHANGED');
  const found = [...applyRules(engine, context, schemeRules, { ...pair, pointer })];
  if (before === null || after === null) return found;
  const [was, is] = [
    { value: before, pointer },
    { value: after, pointer },
  ];
  add(found, compareTexts(engine, context, was, is, 'scheme'));
  add(found, applyRules(engine, context, extensionRulesFor(was, is), { before: was, after: is }));
  return found;
};

/** Of a renamed scheme, only the descriptions can differ (`areAlike`). */
const prepareRenamed = (engine: Engine, name: string, old: Map<string, Entry>, now: Map<string, Entry>): void => {
  const origin = engine.renamedSchemes.get(name) ?? '';
  const [was, is] = [old.get(origin), now.get(name)];
  if (was === undefined || is === undefined) return;
  engine.security.set(schemeKey(origin), unit => {
    const { pointer } = is;
    const context = contextOf(unit, `Security scheme \`${name}\``, pointer, 'SECURITY_CHANGED');
    const found = applyRules(engine, context, schemeRules, { name, before: was.value, after: is.value, pointer });
    return [
      ...found.map(finding => ({ ...finding, before: was.pointer })),
      ...compareTexts(engine, context, was, is, 'scheme'),
    ];
  });
};

const compareSchemeReference = (engine: Engine, name: string, before?: Entry, after?: Entry): Findings => {
  if (before === undefined || after === undefined || !(before.reference || after.reference)) return NO_FINDINGS;
  const context = contextOf(newUnit(engine), `Security scheme \`${name}\``, `/components/securitySchemes/${name}`);
  return compareReferenceTexts(engine, context, before, after);
};

/** Compares the security of an operation. Inherited security of the document is reported once for all operations. */
export const compareOwnSecurity = (engine: Engine, context: Context, before: Operation, after: Operation): Findings => {
  const [old, now] = [before.value.security, after.value.security];
  const isInherited = old === undefined && now === undefined;
  if (engine.security.size === 0 && (isInherited || engine.sameness.isSame(old, now))) return NO_FINDINGS;
  const [was, is] = [securityOf(engine, 'before', old), securityOf(engine, 'after', now)];
  linkSchemes(engine, context, was, is);
  if (isInherited) {
    linkSecurity(engine, context, GLOBAL);
    return NO_FINDINGS;
  }
  const at = (document: ApiDocument, { pointer, value }: Operation) =>
    value.security === undefined ? globalPointer(document) : `${pointer}/security`;
  const pair = pairOf(engine, was, is, at(engine.before, before), at(engine.after, after));
  if (pair === null) return NO_FINDINGS;
  const inner: Context = { ...context, thing: 'Security', changeType: 'SECURITY_CHANGED' };
  return applyRules(engine, inner, operationSecurityRules, pair);
};

type ChangedSchemes = Record<'inBoth' | 'lone', ReadonlySet<string>>;

const known = new WeakMap<Security, ChangedSchemes>();

const changedOf = (engine: Engine, security: Security): ChangedSchemes => {
  const keysBy = (keyOf: (name: string) => string) =>
    new Set([...security.schemes].map(keyOf).filter(key => engine.security.has(key)));
  const changed = known.get(security) ?? { inBoth: keysBy(schemeKey), lone: keysBy(loneSchemeKey) };
  known.set(security, changed);
  return changed;
};

/** A change of a scheme concerns the callers who used it before and still may. */
const linkSchemes = (engine: Engine, context: Context, before: Security, after: Security): void => {
  const [old, now] = [changedOf(engine, before), changedOf(engine, after)];
  spend(engine, 5 * (old.inBoth.size + old.lone.size + now.inBoth.size + now.lone.size));
  for (const name of [...old.inBoth.intersection(now.inBoth), ...old.lone, ...now.lone])
    linkSecurity(engine, context, name);
};
