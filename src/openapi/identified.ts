import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import { decodeFragment } from './pointer.ts';
import { resolvePointer } from './references.ts';
import { Place, referenceOf, walk } from './walk.ts';

/** A schema with an `$id`, or the document: what references inside it are relative to (JSON Schema 2020-12, 8.2.1). */
type Resource = { value: JsonObject; pointer: string; base: string; anchors: Map<string, string> };

type Reference = { node: JsonObject; text: string; within: Resource };

/** Base of documents without an address. A name, so that nothing is mistaken for an address on the web. */
const NO_ADDRESS = 'docsvc://document/';

/**
 * A document in which a schema has an `$id`, with each reference that this concerns as a fragment of the whole document. The
 * result shares all parts that need no change.
 */
export function withWholeFragments(document: JsonObject): JsonObject {
  const root: Resource = { value: document, pointer: '', base: NO_ADDRESS, anchors: new Map() };
  const resources = new Map([[root.base, root]]);
  const references: Reference[] = [];
  const resourceOfNode = new Map<JsonObject, Resource>();
  const resourceOf = (place: Place): Resource => {
    const own = isJsonObject(place.node) ? resourceOfNode.get(place.node) : undefined;
    return own ?? (place.within === undefined ? root : resourceOf(place.within));
  };
  const visit = (place: Place): void => {
    const { kind, node } = place;
    if (kind !== 'Schema' || !isJsonObject(node)) return;
    const id = ownField(node, '$id');
    const outer = resourceOf(place);
    if (typeof id === 'string' && id !== '') {
      const base = resolved(id, outer.base).replace(/#.*$/s, '');
      const resource = { value: node, pointer: place.pointer, base, anchors: new Map<string, string>() };
      resourceOfNode.set(node, resource);
      if (!resources.has(base)) resources.set(base, resource);
    }
    const within = resourceOf(place);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = ownField(node, key);
      if (typeof anchor === 'string') within.anchors.set(anchor, place.pointer);
    }
    const text = referenceOf(kind, node);
    if (text !== undefined) references.push({ node, text, within });
  };
  walk(new Place('OpenApi', document), { visit });
  if (resourceOfNode.size === 0) return document;
  const renamed = new Map<JsonObject, string>();
  for (const reference of references) {
    const pointer = pointerOf(reference, resources);
    if (pointer !== undefined) renamed.set(reference.node, `#${encodeURI(pointer)}`);
  }
  return renamed.size === 0 ? document : (withReferences(document, renamed) as JsonObject);
}

/** The pointer that a reference leads to from its place; undefined if it is one of the document as it is, or leads to nothing. */
function pointerOf({ text, within }: Reference, resources: ReadonlyMap<string, Resource>): string | undefined {
  const [address = '', ...rest] = text.split('#');
  const fragment = decodeFragment(rest.join('#'));
  const resource = address === '' ? within : resources.get(resolved(address, within.base));
  if (resource === undefined || (resource.pointer === '' && address === '')) return undefined;
  if (fragment === '') return resource.pointer;
  if (!fragment.startsWith('/')) return resource.anchors.get(fragment);
  return resolvePointer(resource.value, fragment) && resource.pointer + fragment;
}

const resolved = (reference: string, base: string): string =>
  URL.canParse(reference, base) ? new URL(reference, base).href : reference;

/** A copy with other texts of these references. */
function withReferences(value: JsonValue, renamed: ReadonlyMap<JsonObject, string>): JsonValue {
  if (Array.isArray(value))
    return changed(
      value,
      value.map(item => withReferences(item, renamed)),
    );
  if (!isJsonObject(value)) return value;
  const reference = renamed.get(value);
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => [
    key,
    key === '$ref' && reference !== undefined ? reference : withReferences(inner, renamed),
  ]);
  return entries.every(([key, inner]) => inner === value[key]) ? value : Object.fromEntries(entries);
}

const changed = (before: JsonValue[], after: JsonValue[]): JsonValue[] =>
  after.every((item, index) => item === before[index]) ? before : after;
