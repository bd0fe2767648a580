import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import { decodeFragment, toReference } from './pointer.ts';
import { resolvePointer } from './references.ts';
import { Place, referenceOf, walk } from './walk.ts';

/** A schema with an `$id`, or the document: what a `$ref` inside it is relative to (JSON Schema 2020-12, 8.2.1). */
type Resource = { place: Place; value: JsonObject; base: string; anchors: Map<string, Place> };

type Reference = { node: JsonObject; text: string; within: Resource };

/** Base of documents without an address. A name, so that nothing is mistaken for an address on the web. */
const NO_ADDRESS = 'docsvc://document/';

/** The most characters of all places that references are changed to. Beyond them, references stay as they are. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * A document in which a schema has an `$id`, with each `$ref` that this concerns as a fragment of the whole document. The result
 * shares all parts that need no change.
 */
export function withWholeFragments(document: JsonObject): JsonObject {
  const { resources, references } = resourcesOf(document);
  if (resources.size === 1) return document;
  const texts = new Map<string, string>();
  const renamed = new Map<JsonObject, string>();
  let characters = 0;
  for (const reference of references) {
    const pointer = pointerOf(reference, resources);
    if (pointer === undefined) continue;
    // Equal texts are one string: thousands of references may lead to one place with a long name.
    const text = texts.get(pointer) ?? toReference(pointer);
    if (!texts.has(pointer)) characters += text.length;
    if (characters > MAX_CHARACTERS) break;
    texts.set(pointer, text);
    renamed.set(reference.node, text);
  }
  return renamed.size === 0 ? document : (withReferences(document, renamed) as JsonObject);
}

/** The resources by their addresses, and the references in schemas. */
function resourcesOf(document: JsonObject): { resources: Map<string, Resource>; references: Reference[] } {
  const start = new Place('OpenApi', document);
  const root: Resource = { place: start, value: document, base: NO_ADDRESS, anchors: new Map() };
  const resources = new Map([[root.base, root]]);
  const references: Reference[] = [];
  const around = new Map<Place, Resource>();
  const visit = (place: Place): void => {
    const { kind, node } = place;
    // Parents come first.
    const outer = (place.within && around.get(place.within)) ?? root;
    const isSchema = kind === 'Schema' && isJsonObject(node);
    const within = isSchema ? (resourceAt(place, node, outer) ?? outer) : outer;
    if (within !== root) around.set(place, within);
    if (!isSchema) return;
    if (within.place === place && !resources.has(within.base)) resources.set(within.base, within);
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = ownField(node, key);
      if (typeof anchor === 'string') within.anchors.set(anchor, place);
    }
    const text = referenceOf(kind, node);
    if (text !== undefined) references.push({ node, text, within });
  };
  walk(start, { visit });
  return { resources, references };
}

function resourceAt(place: Place, value: JsonObject, { base }: Resource): Resource | undefined {
  const id = ownField(value, '$id');
  if (typeof id !== 'string' || id === '' || id.startsWith('#')) return undefined;
  return { place, value, base: resolved(id, base).replace(/#.*$/s, ''), anchors: new Map() };
}

/** The pointer that a reference leads to from its place; undefined if it is one of the document as it is, or leads to nothing. */
function pointerOf({ text, within }: Reference, resources: ReadonlyMap<string, Resource>): string | undefined {
  const [address = '', ...rest] = text.split('#');
  const fragment = decodeFragment(rest.join('#'));
  const resource = address === '' ? within : resources.get(resolved(address, within.base));
  if (resource === undefined || (address === '' && resource.place.within === undefined)) return undefined;
  if (fragment === '') return resource.place.pointer;
  if (!fragment.startsWith('/')) return resource.anchors.get(fragment)?.pointer;
  return resolvePointer(resource.value, fragment) && resource.place.pointer + fragment;
}

const resolved = (reference: string, base: string): string =>
  URL.canParse(reference, base) ? new URL(reference, base).href : reference;

/** A copy with other texts of these references. */
function withReferences(value: JsonValue, renamed: ReadonlyMap<JsonObject, string>): JsonValue {
  if (Array.isArray(value)) {
    const items = value.map(item => withReferences(item, renamed));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isJsonObject(value)) return value;
  const reference = renamed.get(value);
  const entries = Object.entries(value).map(([key, inner]): [string, JsonValue] => [
    key,
    key === '$ref' && reference !== undefined ? reference : withReferences(inner, renamed),
  ]);
  return entries.every(([key, inner]) => inner === value[key]) ? value : Object.fromEntries(entries);
}
