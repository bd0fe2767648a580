import { isJsonObject, type JsonObject, type JsonValue, ownField, textOfJson } from '../platform/json.ts';
import { METHODS } from './grammar.ts';
import { MAX_REFERENCE_CHAIN, resolveRef } from './references.ts';
import { referenceOf } from './walk.ts';

/** An operation (one method of one path) with its path item. */
export type OperationPlace = { method: string; path: string; operation: JsonObject; pathItem: JsonObject };

/** All operations under `paths`, in document order. Webhooks and callbacks are not endpoints. */
export function operationsOf(document: JsonValue): OperationPlace[] {
  const paths = isJsonObject(document) ? ownField(document, 'paths') : undefined;
  if (!isJsonObject(paths)) return [];
  const found: OperationPlace[] = [];
  for (const path of Object.keys(paths)) {
    const pathItem = path.startsWith('/') ? effectivePathItem(document, paths[path] as JsonValue) : undefined;
    if (!pathItem) continue;
    for (const method of Object.keys(pathItem)) {
      const operation = pathItem[method];
      if (isMethod(method) && isJsonObject(operation))
        found.push({ method: method.toUpperCase(), path, operation, pathItem });
    }
  }
  return found;
}

const methods: ReadonlySet<string> = new Set(METHODS);
const isMethod = (key: string): boolean => methods.has(key);

/** A path item merged with the target of its `$ref`. Its own fields win. */
export function effectivePathItem(document: JsonValue, item: JsonValue): JsonObject | undefined {
  if (!isJsonObject(item)) return undefined;
  let merged: JsonObject = item;
  let at: JsonObject = item;
  for (let hops = 0; hops < MAX_REFERENCE_CHAIN; hops++) {
    const reference = referenceOf('PathItem', at);
    const target = reference === undefined ? undefined : resolveRef(document, reference)?.value;
    if (!isJsonObject(target)) break;
    merged = { ...target, ...merged };
    at = target;
  }
  return merged;
}

/**
 * The parameters of the path and of the operation, which override those with the same name and `in`. Keeps references.
 */
export function effectiveParameters(document: JsonValue, { operation, pathItem }: OperationPlace): JsonValue[] {
  const byName = new Map<string, JsonValue>();
  for (const list of [ownField(pathItem, 'parameters'), ownField(operation, 'parameters')]) {
    if (!Array.isArray(list)) continue;
    list.forEach((parameter, index) => {
      const target = followRefs(document, parameter);
      const isNamed = isJsonObject(target) && typeof target.name === 'string';
      byName.set(isNamed ? `${textOfJson(target.in)} ${target.name}` : `unnamed ${index}`, parameter);
    });
  }
  return [...byName.values()];
}

/** The object at the end of a chain of references; undefined if there is none. */
export function followRefs(document: JsonValue, value: JsonValue): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (let hops = 0; isJsonObject(at) && typeof at.$ref === 'string'; hops++) {
    if (hops > MAX_REFERENCE_CHAIN) return undefined;
    at = resolveRef(document, at.$ref)?.value;
  }
  return at;
}

export const effectiveSecurity = (document: JsonObject, { operation }: OperationPlace): JsonValue | undefined =>
  ownField(operation, 'security') ?? ownField(document, 'security');

export const effectiveServers = (
  document: JsonObject,
  { operation, pathItem }: OperationPlace,
): JsonValue | undefined =>
  ownField(operation, 'servers') ?? ownField(pathItem, 'servers') ?? ownField(document, 'servers');
