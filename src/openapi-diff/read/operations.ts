import { METHODS } from '../../openapi/grammar.ts';
import { canonicalTemplate, templateNames } from '../../openapi/paths.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import type { AffectedOperation } from '../model.ts';
import {
  type ApiDocument,
  type Entry,
  entriesOf,
  entryAt,
  type Located,
  lookUp,
  type Merged,
  pointerOf,
  refOf,
  textOf,
} from './document.ts';
import { addressOf, listOfServers } from './servers.ts';

export type Parameter = Entry & {
  name: string;
  in: string;
  /** Declared in the operation, not at its path or in the components. */
  own: boolean;
  /** Declared at the path, for all its operations. */
  atPath: boolean;
};

export type Operation = {
  kind: 'path' | 'webhook' | 'callback';
  method: string;
  path: string;
  /** The path prefix that is part of the server addresses of this document, but part of the paths of the other one. */
  prefix: string;
  pointer: string;
  /** Identifies an operation in both versions. Parameter names in the template are ignored. */
  identity: string;
  /** The path without parameter names. */
  template: string;
  value: JsonObject;
  item: Merged;
};

type Place = Pick<Operation, 'method' | 'path' | 'value' | 'item'>;

export const describeOperation = ({ method, path, value }: Operation): AffectedOperation => {
  const operationId = textOf(value.operationId);
  return { method, path, ...(operationId !== undefined && { operationId }) };
};

/** Fields beside the `$ref` of a path are added to the referenced fields, and win. */
const itemOf = (document: ApiDocument, entry: Located): Merged | null => {
  const chain = chainOf(document, entry).filter(({ value }) => Object.keys(value).some(key => key !== '$ref'));
  const [item, ...others] = chain;
  if (item === undefined) return null;
  if (others.length === 0) return item;
  let value: JsonObject = {};
  const origins = new Map<string, string>();
  for (const link of chain.reverse()) {
    value = { ...value, ...link.value };
    for (const field of Object.keys(link.value)) origins.set(field, link.pointer);
  }
  return { value, pointer: item.pointer, origins };
};

/** The object and the targets of its chain of references. */
const chainOf = (document: ApiDocument, entry: Located): Located<JsonObject>[] => {
  const chain = new Map<JsonObject, Located<JsonObject>>();
  for (let next: Located | null = entry; next !== null && isJsonObject(next.value) && !chain.has(next.value); ) {
    const { value, pointer }: Located = next;
    chain.set(value, { value, pointer });
    const ref = refOf(value);
    next = ref === null ? null : lookUp(document, ref);
  }
  return [...chain.values()];
};

type Method = { name: string; operation: JsonObject; at: string };

const methodsOf = (item: Merged): Method[] => {
  const found: Method[] = [];
  for (const method of METHODS) {
    const operation = item.value[method];
    if (isJsonObject(operation)) found.push({ name: method.toUpperCase(), operation, at: pointerOf(item, method) });
  }
  const { additionalOperations } = item.value;
  if (isJsonObject(additionalOperations))
    for (const [name, operation] of Object.entries(additionalOperations))
      if (isJsonObject(operation))
        found.push({ name, operation, at: append(pointerOf(item, 'additionalOperations'), name) });
  return found;
};

/** The operations of a map of path items: `paths`, `webhooks`, or the expressions of one callback. */
export const operationsIn = (
  document: ApiDocument,
  map: Located,
  kind: Operation['kind'],
  prefixOf: (place: Place) => string = () => '',
): Operation[] => {
  if (!isJsonObject(map.value)) return [];
  const operations: Operation[] = [];
  for (const [path, entry] of Object.entries(map.value)) {
    const item = itemOf(document, { value: entry, pointer: append(map.pointer, path) });
    if (item === null || (kind === 'path' && !path.startsWith('/'))) continue;
    for (const { name, operation, at } of methodsOf(item)) {
      const place = { method: name, path, value: operation, item };
      const prefix = prefixOf(place);
      // The braces of a callback contain a runtime expression, not the name of a parameter.
      const template = kind === 'path' ? canonicalTemplate(prefix + path) : path;
      operations.push({ kind, ...place, prefix, pointer: at, template, identity: `${kind} ${name} ${template}` });
    }
  }
  return operations;
};

/** Definitions of these headers are ignored (OpenAPI, Parameter Object), because other fields define them. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** Parameters of the path and of the operation. An operation parameter replaces one with the same name and location. */
export const parametersOf = (document: ApiDocument, operation: Operation): Map<string, Parameter> => {
  const parameters = new Map<string, Parameter>();
  const read = (holder: Merged): void => {
    if (!Array.isArray(holder.value.parameters)) return;
    for (const [index, entry] of holder.value.parameters.entries()) {
      const at = `${pointerOf(holder, 'parameters')}/${index}`;
      const found = entryAt(document, { value: entry, pointer: at });
      if (found === null) continue;
      const { value, pointer } = found;
      if (typeof value.name !== 'string' || typeof value.in !== 'string') continue;
      if (value.in === 'header' && IGNORED_HEADERS.has(value.name.toLowerCase())) continue;
      const own = pointer === at && holder.value === operation.value;
      const parameter = {
        ...found,
        name: value.name,
        in: value.in,
        own,
        atPath: holder.value !== operation.value,
      };
      parameters.set(keyOf(operation, parameter), parameter);
    }
  };
  read(operation.item);
  read({ value: operation.value, pointer: operation.pointer });
  return parameters;
};

/**
 * Headers of a response or of one part of a form, by lower-case name. Content-Type is ignored (OpenAPI, Response
 * Object), because other fields define it.
 */
export const headersOf = (document: ApiDocument, holder: Located): Map<string, { name: string } & Entry> => {
  const headers = new Map<string, { name: string } & Entry>();
  for (const [name, header] of entriesOf(document, holder, 'headers'))
    if (name.toLowerCase() !== 'content-type') headers.set(name.toLowerCase(), { name, ...header });
  return headers;
};

/**
 * Header names are case-insensitive; path parameters are identified by position in the template. An operation has at
 * most one `querystring` parameter, whose name is not sent.
 */
const keyOf = (operation: Operation, { in: place, name }: Parameter): string => {
  if (place === 'header') return `header ${name.toLowerCase()}`;
  if (place === 'querystring') return place;
  if (place !== 'path') return `${place} ${name}`;
  const position = templateNames(operation.prefix + operation.path).indexOf(name);
  return position < 0 ? `path ${name}` : `path {${position}}`;
};

/** A prefix that moved between server addresses and paths; one side is empty. */
export type MovedPrefix = { before: string; after: string };

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

/** The path of each server address, without trailing slashes; null if one of them is too long. */
const basesOf = ({ servers }: JsonObject): string[] | null => {
  const bases: string[] = [];
  for (const server of listOfServers(servers)) {
    const { url: written, variables }: JsonObject = isJsonObject(server) ? server : {};
    if (typeof written !== 'string') continue;
    const url = withDefaults(written, variables);
    if (url === null) return null;
    bases.push(addressOf(url).path);
  }
  return bases;
};

const serversOf = ({ value, item }: Place): JsonValue | undefined => value.servers ?? item.value.servers;

/** Remembers a value for each list of servers: many operations may share a long one. */
const ofServers = <Value>(read: (servers: JsonValue) => Value): ((servers: JsonValue) => Value) => {
  const known = new Map<JsonValue, Value>();
  return servers => {
    const found = known.get(servers) ?? read(servers);
    known.set(servers, found);
    return found;
  };
};

/** A number for each distinct list of addresses. */
const addressNumbers = () => {
  const numbers = new Map<string, number>();
  return ofServers(servers => {
    const bases = JSON.stringify(basesOf({ servers }));
    const number = numbers.get(bases) ?? numbers.size;
    numbers.set(bases, number);
    return number;
  });
};

const placeOf = (method: string, path: string): string => `${method} ${canonicalTemplate(path)}`;

/**
 * For each operation of a document, the prefix if it moved there too. An operation stays if its servers lack the prefix; if the
 * other document has it with the same servers of its own, or with others and nothing at the place with the prefix; or if another
 * operation stays at the place that it would move to.
 */
export const movedPrefixOf = (
  prefix: string,
  own: readonly Operation[],
  others: readonly Operation[],
): ((place: Place) => string) => {
  const isInAddresses = ofServers(servers => basesOf({ servers })?.every(base => base.endsWith(prefix)) === true);
  const numberOf = addressNumbers();
  const hereOf = ({ method, path }: Place) => placeOf(method, path);
  const movedOf = ({ method, path }: Place) => placeOf(method, prefix + path);
  const withServers = others.filter(other => serversOf(other) !== undefined);
  const sameOf = (place: Place) => `${numberOf(serversOf(place) as JsonValue)} ${hereOf(place)}`;
  const same = new Set(withServers.map(sameOf));
  const there = new Set(others.map(hereOf));
  const kept = new Set(withServers.map(hereOf));
  const staysAlone = (place: Place): boolean => {
    const servers = serversOf(place);
    if (servers !== undefined && (!isInAddresses(servers) || same.has(sameOf(place)))) return true;
    return kept.has(hereOf(place)) && !there.has(movedOf(place));
  };
  const staying = new Set(own.filter(staysAlone).map(hereOf));
  const byMoved = new Map(own.map(one => [movedOf(one), hereOf(one)]));
  // A set visits what is added meanwhile.
  for (const place of staying) {
    const other = byMoved.get(place);
    if (other !== undefined) staying.add(other);
  }
  return place => (staying.has(hereOf(place)) ? '' : prefix);
};

/** The path that all longer addresses end with and that the first shorter one lacks; empty if there is none. */
const surplus = (longer: string[], shorter: string[]): string => {
  const [first, other] = [longer[0], shorter[0]];
  if (first === undefined || other === undefined || !first.startsWith(other)) return '';
  const prefix = first.slice(other.length);
  return prefix.startsWith('/') && longer.every(base => base.endsWith(prefix)) ? prefix : '';
};

const pathsOf = ({ paths }: JsonObject): Set<string> =>
  new Set(isJsonObject(paths) ? Object.keys(paths).map(canonicalTemplate) : []);

/** Whether the paths confirm the move: more of them match with the prefix than without. */
const isConfirmed = (prefix: string, shorter: Set<string>, longer: Set<string>): boolean => {
  const found = (begin: string): number => [...shorter].filter(path => longer.has(begin + path)).length;
  return found(canonicalTemplate(prefix)) > found('');
};

/** Finds a moved prefix: `https://host/v1` with `/pets` equals `https://host` with `/v1/pets`. */
export const findMovedPrefix = (before: JsonObject, after: JsonObject): MovedPrefix | undefined => {
  const [old, now] = [basesOf(before) ?? [], basesOf(after) ?? []];
  const [lost, won] = [surplus(old, now), surplus(now, old)];
  if (lost !== '' && isConfirmed(lost, pathsOf(before), pathsOf(after))) return { before: lost, after: '' };
  if (won !== '' && isConfirmed(won, pathsOf(after), pathsOf(before))) return { before: '', after: won };
  return undefined;
};
