import { canonicalTemplate } from '../../openapi/paths.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { identityOf, type Operation } from './operations.ts';
import { addressOf, fullUrlsOf } from './servers.ts';

/** A prefix that moved between server addresses and paths; one side is empty. */
export type MovedPrefix = { before: string; after: string };

type Address = ReturnType<typeof addressOf>;

/** The server addresses of a document; none if one of them is too long. */
const addressesIn = ({ servers }: JsonObject): Address[] => {
  const urls = fullUrlsOf(servers).map(({ full }) => full);
  return urls.every(url => url !== null) ? urls.map(addressOf) : [];
};

const fullOf = ({ origin, path }: Address): string => origin + path;

/** The addresses that continue one of the others. If none does, all: their hosts may be other ones. */
const continuing = (longer: Address[], shorter: Address[]): Address[] => {
  const others = new Set(shorter.map(fullOf));
  const beginsWithOther = ({ origin, path }: Address): boolean =>
    [...path.matchAll(/\//g)].some(({ index }) => others.has(origin + path.slice(0, index)));
  const found = longer.filter(beginsWithOther);
  return found.length > 0 ? found : longer;
};

/** How many prefixes are compared with the paths. */
const MAX_PREFIXES = 10;

/** What all longer paths end with, and one of the shorter ones lacks that is otherwise equal to the first. */
const surpluses = (longer: Address[], shorter: Address[]): string[] => {
  const first = longer[0]?.path ?? '';
  return [...new Set(shorter.map(({ path }) => path))]
    .filter(other => first.startsWith(`${other}/`))
    .slice(0, MAX_PREFIXES)
    .map(other => first.slice(other.length))
    .filter(prefix => longer.every(({ path }) => path.endsWith(prefix)));
};

const pathsOf = ({ paths }: JsonObject): Set<string> =>
  new Set(isJsonObject(paths) ? Object.keys(paths).map(canonicalTemplate) : []);

/** Whether the paths confirm the move: more match with the prefix, at their full addresses, than without. */
const isConfirmed = (prefix: string, shorter: Set<string>, longer: Set<string>, isServerKept: boolean): boolean => {
  const found = (begin: string): number => [...shorter].filter(path => longer.has(begin + path)).length;
  const [moved, kept] = [found(canonicalTemplate(prefix)), found('')];
  return moved > kept || (!isServerKept && moved > 0 && moved === kept);
};

/**
 * Finds a moved prefix: `https://host/v1` with `/pets` equals `https://host` with `/v1/pets`. A server that both documents have
 * speaks against it: callers may stay there. Such a server needs one without the prefix beside it.
 */
export const findMovedPrefix = (before: JsonObject, after: JsonObject): MovedPrefix | undefined => {
  const [old, now] = [addressesIn(before), addressesIn(after)];
  const kept = [...allAddresses(before).intersection(allAddresses(after))];
  const isServerKept = kept.length > 0;
  const find = (longer: Address[], shorter: Address[], own: JsonObject, other: JsonObject): string | undefined => {
    const addresses = allAddresses(other);
    const deciding = continuing(longer, shorter);
    return surpluses(deciding, isServerKept ? shorter.slice(0, 1) : shorter).find(
      prefix =>
        kept.every(address => addresses.has(address.slice(0, address.length - prefix.length))) &&
        isConfirmed(prefix, pathsOf(own), pathsOf(other), isServerKept),
    );
  };
  const lost = find(old, now, before, after);
  if (lost !== undefined) return { before: lost, after: '' };
  const won = find(now, old, after, before);
  return won === undefined ? undefined : { before: '', after: won };
};

const allAddresses = ({ servers }: JsonObject): ReadonlySet<string> => readAddresses(servers, '').all;

/** Operations with the servers of their document. */
export type Served = { operations: readonly Operation[]; servers: JsonValue | undefined };

/** The number stands for the list in keys. */
type Addresses = { number: number; all: ReadonlySet<string>; withoutPrefix: ReadonlySet<string> };

/** Too long addresses equal only themselves. */
const readAddresses = (servers: JsonValue | undefined, prefix: string): Omit<Addresses, 'number'> => {
  const [all, withoutPrefix] = [new Set<string>(), new Set<string>()];
  for (const { written, full } of fullUrlsOf(servers)) {
    const { origin, path } = addressOf(full ?? written);
    all.add(origin + path);
    if (full !== null && path.endsWith(prefix)) withoutPrefix.add(origin + path.slice(0, path.length - prefix.length));
  }
  return { all, withoutPrefix };
};

const ownServersOf = ({ value, item }: Operation): JsonValue | undefined => value.servers ?? item.value.servers;

/**
 * The operations of a document whose server addresses have a prefix that is in the paths of the other one. Each has the identity
 * of its counterpart there. That has the same address; or, as servers may change too, the path with the prefix, or the same path
 * with servers of its own on a side.
 */
export const withMovedPrefix = (prefix: string, own: Served, other: Served): Operation[] => {
  const known = new Map<JsonValue | undefined, Addresses>();
  const addressesOf = (operation: Operation, { servers }: Served): Addresses => {
    const list = ownServersOf(operation) ?? servers;
    const found = known.get(list) ?? { ...readAddresses(list, prefix), number: known.size };
    known.set(list, found);
    return found;
  };
  const isOwn = (...pair: Operation[]): boolean => pair.some(operation => ownServersOf(operation) !== undefined);
  const canMove = (operation: Operation): boolean => {
    const { all, withoutPrefix } = addressesOf(operation, own);
    return all.size === withoutPrefix.size;
  };
  const meetings = new Map<string, boolean>();
  const meet = (operation: Operation, there: Operation, which: 'all' | 'withoutPrefix'): boolean => {
    const [addresses, others] = [addressesOf(operation, own), addressesOf(there, other)];
    const key = `${which} ${addresses.number} ${others.number}`;
    const found = meetings.get(key) ?? !addresses[which].isDisjointFrom(others.all);
    meetings.set(key, found);
    return found;
  };

  const open = new Map(other.operations.map(operation => [operation.identity, operation]));
  const prefixes = new Map<Operation, string>();
  const pairWith = (begin: string, isCounterpart: (operation: Operation, there: Operation) => boolean): void => {
    for (const operation of own.operations) {
      const { identity } = movedBy(begin, operation);
      const there = open.get(identity);
      if (prefixes.has(operation) || there === undefined || !isCounterpart(operation, there)) continue;
      prefixes.set(operation, begin);
      open.delete(identity);
    }
  };
  pairWith('', (operation, there) => isOwn(operation, there) && meet(operation, there, 'all'));
  pairWith(prefix, (operation, there) => canMove(operation) || meet(operation, there, 'withoutPrefix'));
  pairWith('', isOwn);

  const taken = new Set(other.operations.map(({ identity }) => identity));
  const used = new Set(taken);
  return own.operations.map(operation => {
    const found = prefixes.get(operation);
    if (found !== undefined) return movedBy(found, operation);
    const moved = movedBy(prefix, operation);
    const lone = canMove(operation) && !taken.has(moved.identity) ? moved : operation;
    if (!used.has(lone.identity)) {
      used.add(lone.identity);
      return lone;
    }
    return { ...lone, identity: `${operation.identity}\0alone` };
  });
};

const movedBy = (prefix: string, operation: Operation): Operation => {
  const { kind, method, path } = operation;
  const template = canonicalTemplate(prefix + path);
  return { ...operation, prefix, template, identity: identityOf(kind, method, template) };
};
