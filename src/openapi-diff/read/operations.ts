import { canonicalTemplate, templateNames } from '../../openapi/paths.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject } from '../../platform/json.ts';
import type { AffectedOperation } from '../model.ts';
import { type ApiDocument, type Entry, type Located, referenceAt, resolve, textOf } from './document.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

export type Parameter = Entry & {
  name: string;
  in: string;
  /** Stands in the operation itself, not at its path or among the components. */
  own: boolean;
  /** Declared at the path, for all of its operations. */
  atPath: boolean;
};

export type Operation = {
  kind: 'path' | 'webhook' | 'callback';
  method: string;
  path: string;
  /** What stands before the path in the servers' addresses of this document, and in the paths of the other one. */
  prefix: string;
  pointer: string;
  /** What two versions of one operation have in common: parameter names in a template do not matter. */
  identity: string;
  /** The path without the names of its parameters. */
  template: string;
  value: JsonObject;
  item: Located<JsonObject>;
};

export const describeOperation = ({ method, path, value }: Operation): AffectedOperation => {
  const operationId = textOf(value.operationId);
  return { method, path, ...(operationId !== undefined && { operationId }) };
};

/** What stands beside the `$ref` of a path adds to what it refers to. */
const itemOf = (document: ApiDocument, entry: Located): Located => {
  const target = resolve(document, entry);
  if (target.value === entry.value || !isJsonObject(entry.value) || !isJsonObject(target.value)) return target;
  const { $ref: _, ...own } = entry.value;
  if (Object.keys(own).length === 0) return target;
  return { value: { ...target.value, ...own }, pointer: entry.pointer };
};

/** The operations of a map of path items: `paths`, `webhooks`, or the expressions of one callback. */
export const operationsIn = (
  document: ApiDocument,
  map: Located,
  kind: Operation['kind'],
  prefix = '',
): Operation[] => {
  if (!isJsonObject(map.value)) return [];
  const operations: Operation[] = [];
  for (const [path, entry] of Object.entries(map.value)) {
    const { value, pointer } = itemOf(document, { value: entry, pointer: append(map.pointer, path) });
    if (!isJsonObject(value) || (kind === 'path' && !path.startsWith('/'))) continue;
    const item = { value, pointer };
    const template = kind === 'webhook' ? path : canonicalTemplate(prefix + path);
    for (const method of METHODS) {
      const operation = value[method];
      if (!isJsonObject(operation)) continue;
      const name = method.toUpperCase();
      const place = { method: name, path, prefix, pointer: append(pointer, method) };
      operations.push({ kind, ...place, template, identity: `${kind} ${name} ${template}`, value: operation, item });
    }
  }
  return operations;
};

/** OpenAPI, Parameter Object: their definitions are ignored, because other fields say what they hold. */
const IGNORED_HEADERS = new Set(['accept', 'content-type', 'authorization']);

/** Path-level parameters and the operation's own, which replace those of the same name and place. */
export const parametersOf = (document: ApiDocument, operation: Operation): Map<string, Parameter> => {
  const parameters = new Map<string, Parameter>();
  const read = (holder: Located<JsonObject>): void => {
    if (!Array.isArray(holder.value.parameters)) return;
    for (const [index, entry] of holder.value.parameters.entries()) {
      const at = `${holder.pointer}/parameters/${index}`;
      const place = { value: entry, pointer: at };
      const { value, pointer } = resolve(document, place);
      if (!isJsonObject(value) || typeof value.name !== 'string' || typeof value.in !== 'string') continue;
      if (value.in === 'header' && IGNORED_HEADERS.has(value.name.toLowerCase())) continue;
      const own = pointer === at && holder.value === operation.value;
      const parameter = {
        value,
        pointer,
        name: value.name,
        in: value.in,
        own,
        atPath: holder.value !== operation.value,
        ...referenceAt(document, place),
      };
      parameters.set(keyOf(operation, parameter), parameter);
    }
  };
  read(operation.item);
  read({ value: operation.value, pointer: operation.pointer });
  return parameters;
};

/** Headers know no case; a path parameter is known by its position in the template. */
const keyOf = (operation: Operation, { in: place, name }: Parameter): string => {
  if (place === 'header') return `header ${name.toLowerCase()}`;
  if (place !== 'path') return `${place} ${name}`;
  const position = templateNames(operation.prefix + operation.path).indexOf(name);
  return position < 0 ? `path ${name}` : `path {${position}}`;
};

/** What moved between the addresses of the servers and the beginning of the paths; one of the two is empty. */
export type MovedPrefix = { before: string; after: string };

/** The path of each server's address, without a slash at the end. */
const basesOf = ({ servers }: JsonObject): string[] => {
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return list.flatMap(server => {
    const url = isJsonObject(server) ? textOf(server.url) : undefined;
    return url === undefined ? [] : [url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').replace(/\/+$/, '')];
  });
};

/** What all longer addresses have more than the shorter one. */
const surplus = (longer: string[], shorter: string[]): string => {
  const [first, other] = [longer[0], shorter[0]];
  if (first === undefined || other === undefined || !first.startsWith(other)) return '';
  const prefix = first.slice(other.length);
  return prefix.startsWith('/') && longer.every(base => base.endsWith(prefix)) ? prefix : '';
};

const pathsOf = ({ paths }: JsonObject): Set<string> =>
  new Set(isJsonObject(paths) ? Object.keys(paths).map(canonicalTemplate) : []);

/** Whether the paths say that it moved: more of them are found again with the prefix than without. */
const isConfirmed = (prefix: string, shorter: Set<string>, longer: Set<string>): boolean => {
  const found = (begin: string): number => [...shorter].filter(path => longer.has(begin + path)).length;
  return found(canonicalTemplate(prefix)) > found('');
};

/** `https://host/v1` with `/pets` is `https://host` with `/v1/pets`. */
export const findMovedPrefix = (before: JsonObject, after: JsonObject): MovedPrefix | undefined => {
  const [old, now] = [basesOf(before), basesOf(after)];
  const [lost, won] = [surplus(old, now), surplus(now, old)];
  if (lost !== '' && isConfirmed(lost, pathsOf(before), pathsOf(after))) return { before: lost, after: '' };
  if (won !== '' && isConfirmed(won, pathsOf(after), pathsOf(before))) return { before: '', after: won };
  return undefined;
};
