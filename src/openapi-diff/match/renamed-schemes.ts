import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject, listOf } from '../../platform/json.ts';
import { type ApiDocument, type Entry, entriesOf } from '../read/document.ts';
import type { Operation } from '../read/operations.ts';
import { canonical } from '../read/values.ts';
import { readSecurity } from '../rules/security.ts';
import { schemeRules } from '../rules/security-schemes.ts';
import { TEXTS } from './texts.ts';

export const schemesOf = (document: ApiDocument): Map<string, Entry> => {
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
