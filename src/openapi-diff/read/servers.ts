import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { textOf } from './document.ts';
import { canonical, spell } from './values.ts';

/**
 * A server and its position in its list. The address is in one spelling. The full address has the default values of the
 * variables, and `values` says what these may be. The name tells the server from others with its address.
 */
export type Server = {
  index: number;
  value: JsonObject;
  address: string;
  /** With the prefix that moved, if any. */
  written: string;
  fullAddress: string;
  values: string;
  name: string;
};

/** The servers of a list by their addresses. Of those with the same values, there is one. */
type Servers = ReadonlyMap<string, readonly Server[]>;

/** Each pair has the name of its server; removed and added ones are names. */
export type PairedServers = { pairs: [old: Server, now: Server, name: string][]; removed: string[]; added: string[] };

const ORIGIN = /^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
const DEFAULT_PORT = /(?<=^http:.*):80$|(?<=^https:.*):443$/;

/** One spelling: hosts in lower case, without the default port (RFC 3986, 6.2.2.1 and 6.2.3), and no slashes at the end. */
export const addressOf = (url: string): { origin: string; path: string } => {
  const written = ORIGIN.exec(url)?.[0] ?? '';
  const origin = written.includes('{') ? written : written.toLowerCase().replace(DEFAULT_PORT, '');
  return { origin, path: withoutLastSlashes(url.slice(written.length)) };
};

const withoutLastSlashes = (text: string): string => {
  let end = text.length;
  while (text.endsWith('/', end)) end--;
  return text.slice(0, end);
};

/** Without servers the document's own address serves: `/`. */
const OWN_ADDRESS: JsonValue[] = [{ url: '/' }];

const listOfServers = (servers: JsonValue | undefined): JsonValue[] =>
  Array.isArray(servers) && servers.length > 0 ? servers : OWN_ADDRESS;

const known = new WeakMap<JsonValue[], Map<string, Servers>>();

/** The servers without a prefix of their paths. Read once: many operations may share a long list. */
export const serversOf = (servers: JsonValue | undefined, prefix = ''): Servers => {
  const list = listOfServers(servers);
  if (list === OWN_ADDRESS) return OWN_SERVER;
  const byPrefix = known.get(list) ?? new Map<string, Servers>();
  known.set(list, byPrefix);
  const found = byPrefix.get(prefix) ?? readServers(list, prefix);
  byPrefix.set(prefix, found);
  return found;
};

const readServers = (list: JsonValue[], prefix: string): Servers => {
  const servers = list.flatMap((value, index) => (isJsonObject(value) ? [readServer(value, index, prefix)] : []));
  // An address without the prefix is another one than the same address of the other document, whose paths have the prefix.
  const keyOf = ({ value, address }: Server): string =>
    endsWith(prefix, value) ? address : `${address} without ${prefix}`;
  const byAddress = Map.groupBy(servers, keyOf);
  return new Map([...byAddress].map(([address, alike]) => [address, tellApart(alike)]));
};

const endsWith = (prefix: string, { url }: JsonObject): boolean => addressOf(spell(url)).path.endsWith(prefix);

const readServer = (value: JsonObject, index: number, prefix: string): Server => {
  const { origin, path } = addressOf(spell(value.url));
  const kept = endsWith(prefix, value) ? path.slice(0, path.length - prefix.length) : path;
  const address = origin + kept || '/';
  const fullAddress = withDefaults(address, value.variables) ?? address;
  const written = origin + path || '/';
  return { index, value, address, written, fullAddress, values: valuesOf(value), name: fullAddress };
};

const tellApart = (alike: Server[]): Server[] => {
  const distinct = [...new Map(alike.map(server => [server.values, server])).values()];
  const byFullAddress = Map.groupBy(distinct, ({ fullAddress }) => fullAddress);
  return distinct.map(server =>
    byFullAddress.get(server.fullAddress)?.length === 1 ? server : { ...server, name: withListedValues(server) },
  );
};

const withListedValues = ({ value: { variables }, fullAddress }: Server): string => {
  const lists = Object.entries(isJsonObject(variables) ? variables : {}).flatMap(([name, variable]) => {
    const values = isJsonObject(variable) ? inOneOrder(variable.enum) : null;
    return values === null ? [] : [`${name}: ${values.join(', ')}`];
  });
  return lists.length === 0 ? fullAddress : `${fullAddress} (${lists.join('; ').slice(0, MAX_ADDRESS)})`;
};

/** One text for variables with the same defaults and lists of values. */
const valuesOf = ({ variables }: JsonObject): string =>
  isJsonObject(variables) ? canonical(Object.fromEntries(Object.entries(variables).map(withoutTexts))) : '';

const withoutTexts = ([name, variable]: [string, JsonValue]): [string, JsonValue] =>
  isJsonObject(variable) ? [name, [variable.default ?? null, inOneOrder(variable.enum)]] : [name, null];

const inOneOrder = (values: JsonValue | undefined): string[] | null =>
  Array.isArray(values) ? values.map(spell).sort() : null;

/** Longer addresses have no prefix that could have moved. */
const MAX_ADDRESS = 2_000;

/** The server URL with the default values of its variables; null if it is too long. */
const withDefaults = (url: string, variables: JsonValue | undefined): string | null => {
  let room = MAX_ADDRESS - url.length;
  if (room < 0) return null;
  const expanded = url.replaceAll(/\{([^{}]*)\}/g, (written, name: string) => {
    const variable = isJsonObject(variables) ? variables[name] : undefined;
    const value = (isJsonObject(variable) ? textOf(variable.default) : undefined) ?? written;
    room -= value.length;
    return room < 0 ? '' : value;
  });
  return room < 0 ? null : expanded;
};

const OWN_SERVER = readServers(OWN_ADDRESS, '');

/** Pairs servers with the same address: those with the same values of variables first, then the same defaults, then in order. */
export const pairServers = (before: Servers, after: Servers): PairedServers => {
  const paired: Pairing = { pairs: [], removed: [], added: [] };
  for (const address of new Set([...after.keys(), ...before.keys()])) {
    const [old, now] = [before.get(address) ?? [], after.get(address) ?? []];
    if (old.length <= 1 && now.length <= 1) pairAlone(paired, old[0], now[0]);
    else pairAlike(paired, old, now);
  }
  return { ...paired, removed: distinctNames(paired.removed), added: distinctNames(paired.added) };
};

type Pairing = Pick<PairedServers, 'pairs'> & { removed: Server[]; added: Server[] };

/** Two servers have one name if only a prefix that moved, or a variable with its default, tells their addresses apart. */
const distinctNames = (servers: readonly Server[]): string[] => {
  const byName = Map.groupBy(servers, ({ name }) => name);
  return servers.map(({ name, written }) =>
    byName.get(name)?.length === 1 || name === written ? name : `${name} (${written})`,
  );
};

const pairAlone = ({ pairs, removed, added }: Pairing, was?: Server, is?: Server): void => {
  if (was !== undefined && is !== undefined) pairs.push([was, is, was.address]);
  else if (is !== undefined) added.push(asWritten(is));
  else if (was !== undefined) removed.push(asWritten(was));
};

const asWritten = (server: Server): Server => ({ ...server, name: server.written });

const pairAlike = ({ pairs, removed, added }: Pairing, old: readonly Server[], now: readonly Server[]): void => {
  const [gone, come] = [new Set(old), new Set(now)];
  const pairBy = (keyOf: (server: Server) => string): void => {
    const origins = Map.groupBy(gone, keyOf);
    for (const is of come) {
      const was = origins.get(keyOf(is))?.shift();
      if (was === undefined) continue;
      pairs.push([was, is, was.name]);
      gone.delete(was);
      come.delete(is);
    }
  };
  pairBy(({ values }) => values);
  pairBy(({ fullAddress }) => fullAddress);
  pairBy(({ address }) => address);
  for (const is of come) added.push(is);
  for (const was of gone) removed.push(was);
};

/** The URLs of servers with the default values of their variables; null for those that are too long. */
export const fullUrlsOf = (servers: JsonValue | undefined): { written: string; full: string | null }[] =>
  listOfServers(servers).flatMap(server => {
    const { url, variables }: JsonObject = isJsonObject(server) ? server : {};
    return typeof url === 'string' ? [{ written: url, full: withDefaults(url, variables) }] : [];
  });
