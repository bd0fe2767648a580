import { METHODS } from '../../openapi/grammar.ts';
import { canonicalTemplate, templateNames } from '../../openapi/paths.ts';
import { append } from '../../openapi/pointer.ts';
import { isJsonObject, type JsonObject } from '../../platform/json.ts';
import { ComparisonTooLarge, MAX_REFERRED_FIELDS } from '../budgets.ts';
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

export const identityOf = (kind: Operation['kind'], method: string, template: string): string =>
  `${kind} ${method} ${template}`;

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
    if (chain.size > 0) countFields(document, value);
    chain.set(value, { value, pointer });
    const ref = refOf(value);
    next = ref === null ? null : lookUp(document, ref);
  }
  return [...chain.values()];
};

const countFields = ({ referred }: ApiDocument, item: JsonObject): void => {
  if (!referred.items.has(item)) {
    referred.items.add(item);
    return;
  }
  const { additionalOperations, ...fields } = item;
  const operations = isJsonObject(additionalOperations) ? additionalOperations : {};
  referred.again += Object.keys(fields).length + Object.keys(operations).length;
  if (referred.again > MAX_REFERRED_FIELDS)
    throw new ComparisonTooLarge(`${MAX_REFERRED_FIELDS} fields of path items at all paths that refer to them`);
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
export const operationsIn = (document: ApiDocument, map: Located, kind: Operation['kind']): Operation[] => {
  if (!isJsonObject(map.value)) return [];
  const operations: Operation[] = [];
  for (const [path, entry] of Object.entries(map.value)) {
    const item = itemOf(document, { value: entry, pointer: append(map.pointer, path) });
    if (item === null || (kind === 'path' && !path.startsWith('/'))) continue;
    for (const { name, operation, at } of methodsOf(item)) {
      // The braces of a callback contain a runtime expression, not the name of a parameter.
      const template = kind === 'path' ? canonicalTemplate(path) : path;
      const identity = identityOf(kind, name, template);
      operations.push({
        kind,
        method: name,
        path,
        value: operation,
        item,
        prefix: '',
        pointer: at,
        template,
        identity,
      });
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
    const list = pointerOf(holder, 'parameters');
    const atPath = holder.value !== operation.value;
    for (const [index, entry] of holder.value.parameters.entries()) {
      const at = `${list}/${index}`;
      const found = entryAt(document, { value: entry, pointer: at });
      if (found === null) continue;
      const { value, pointer } = found;
      if (typeof value.name !== 'string' || typeof value.in !== 'string') continue;
      if (value.in === 'header' && IGNORED_HEADERS.has(value.name.toLowerCase())) continue;
      const own = pointer === at && !atPath;
      const parameter = { ...found, name: value.name, in: value.in, own, atPath };
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
