import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import { decodeFragment, parsePointer } from './pointer.ts';
import { Place, walk } from './walk.ts';

export type Target = { value: JsonValue; pointer: string };

/** Longest accepted chain of references to references, so that following one is always cheap. */
export const MAX_REFERENCE_CHAIN = 20;

const targetsOfDocuments = new WeakMap<JsonObject, Map<string, Target | undefined>>();

/** The target of a local reference; undefined if it does not resolve or leaves the document. */
export function resolveRef(document: JsonValue, reference: string): Target | undefined {
  if (!isJsonObject(document)) return undefined;
  let targets = targetsOfDocuments.get(document);
  if (!targets) {
    targets = new Map();
    targetsOfDocuments.set(document, targets);
  }
  if (!targets.has(reference)) targets.set(reference, findTarget(document, reference));
  return targets.get(reference);
}

function findTarget(document: JsonObject, reference: string): Target | undefined {
  const hash = reference.indexOf('#');
  const base = hash < 0 ? reference : reference.slice(0, hash);
  const fragment = hash < 0 ? '' : decodeFragment(reference.slice(hash + 1));
  if (base === '' && fragment.startsWith('/'))
    return resolvePointer(document, fragment) ?? resolveInside(document, fragment);
  if (base === '' && fragment === '') return { value: document, pointer: '' };
  const names = namesOf(document);
  if (base === '') return anchorOf(names, fragment);
  const resource = names.ids.get(base);
  if (!resource || fragment === '') return resource;
  if (!fragment.startsWith('/')) return anchorOf(names, fragment, resource.value);
  const inside = resolvePointer(resource.value, fragment);
  return inside && { value: inside.value, pointer: resource.pointer + inside.pointer };
}

/**
 * References other than `$ref` inside a schema with an `$id` may be relative to that schema, too. Resolves if exactly one such
 * schema has the path.
 */
function resolveInside(document: JsonValue, fragment: string): Target | undefined {
  const names = namesOf(document);
  if (names.tokensLeft <= 0) return undefined;
  const tokens = parsePointer(fragment);
  names.tokensLeft -= names.ids.size * tokens.length;
  let found: Target | undefined;
  for (const { value, pointer } of names.ids.values()) {
    const inside = valueAt(value, tokens);
    if (inside === undefined) continue;
    if (found) return undefined;
    found = { value: inside, pointer: pointer + fragment };
  }
  return found;
}

/** The most tokens to look up for `resolveInside` in one document. Beyond them, such references do not resolve. */
const MAX_TOKENS_INSIDE = 2_000_000;

/** The value at a JSON Pointer (RFC 6901); undefined if there is none. */
export function resolvePointer(document: JsonValue, pointer: string): Target | undefined {
  const value = valueAt(document, parsePointer(pointer));
  return value === undefined ? undefined : { value, pointer };
}

function valueAt(start: JsonValue, tokens: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = start;
  for (const token of tokens) {
    value = childOf(value, token);
    if (value === undefined) return undefined;
  }
  return value;
}

/** What a token of a pointer leads to in a value. */
export function childOf(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
  return isJsonObject(value) ? ownField(value, token) : undefined;
}

/** Whether a reference stays inside the document: a fragment, or the `$id` of one of its schemas. */
export function isLocalRef(document: JsonValue, reference: string): boolean {
  if (reference.startsWith('#')) return true;
  return namesOf(document).ids.has(reference.split('#', 1)[0] as string);
}

/** Whether several schemas have this anchor, so that the place of a reference decides what it means. */
export function isSharedAnchor(document: JsonObject, anchor: string): boolean {
  return (namesOf(document).anchors.get(anchor)?.length ?? 0) > 1;
}

type Anchored = Target & { resource: JsonValue };
type Names = {
  ids: Map<string, Target>;
  anchors: Map<string, Anchored[]>;
  /** Anchor → the resources that contain a reference to it without a base URI. */
  referrers: Map<string, Set<JsonValue>>;
  tokensLeft: number;
};

const namesOfDocuments = new WeakMap<JsonObject, Names>();

/** `$id`, `$anchor` and `$dynamicAnchor` of all Schema Objects, collected on first use. */
function namesOf(document: JsonValue): Names {
  const names: Names = { ids: new Map(), anchors: new Map(), referrers: new Map(), tokensLeft: MAX_TOKENS_INSIDE };
  if (!isJsonObject(document)) return names;
  const known = namesOfDocuments.get(document);
  if (known) return known;
  namesOfDocuments.set(document, names);
  walk(new Place('OpenApi', document), { visit: place => collectNames(place, names) });
  return names;
}

/** Of several schemas with an anchor, the one in the same resource as a reference to it. */
function anchorOf({ anchors, referrers }: Names, name: string, resource?: JsonValue): Target | undefined {
  const targets = anchors.get(name) ?? [];
  const isMeant = (target: Anchored): boolean =>
    resource === undefined ? referrers.get(name)?.has(target.resource) === true : target.resource === resource;
  return (targets.length > 1 ? targets.find(isMeant) : undefined) ?? targets[0];
}

function collectNames(place: Place, { ids, anchors, referrers }: Names): void {
  const { kind, node } = place;
  if (kind !== 'Schema' || !isJsonObject(node)) return;
  const id = ownField(node, '$id');
  if (typeof id === 'string' && id !== '') {
    const name = id.replace(/#$/, '');
    if (!ids.has(name)) ids.set(name, { value: node, pointer: place.pointer });
  }
  for (const key of ['$anchor', '$dynamicAnchor']) {
    const anchor = ownField(node, key);
    if (typeof anchor !== 'string') continue;
    const target = { value: node, pointer: place.pointer, resource: resourceOf(place) };
    const others = anchors.get(anchor);
    if (others === undefined) anchors.set(anchor, [target]);
    else others.push(target);
  }
  for (const key of ['$ref', '$dynamicRef']) {
    const reference = ownField(node, key);
    const anchor = typeof reference === 'string' ? anchorIn(reference) : undefined;
    if (anchor !== undefined) referrers.set(anchor, (referrers.get(anchor) ?? new Set()).add(resourceOf(place)));
  }
}

const ANCHOR = /^#([^/]+)$/;

/** The anchor that a reference names in its own resource. */
export const anchorIn = (reference: string): string | undefined => ANCHOR.exec(reference)?.[1];

/** The schema with an `$id` that contains a place; the document if there is none. */
function resourceOf(place: Place): JsonValue {
  const { kind, node, within } = place;
  const isResource = kind === 'Schema' && isJsonObject(node) && typeof ownField(node, '$id') === 'string';
  return isResource || within === undefined ? node : resourceOf(within);
}
