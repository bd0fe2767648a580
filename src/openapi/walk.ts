import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { childAt, type Kind, mayRefer } from './grammar.ts';
import { append } from './pointer.ts';

export type Place = {
  kind: Kind;
  node: JsonValue;
  pointer: string;
  /** The kind that this one stands in; undefined for where the walk began. */
  parent: Kind | undefined;
};

/** The text of `$ref` where it is a reference; anything but text is no reference. */
export function referenceOf(kind: Kind, node: JsonValue): string | undefined {
  if (!mayRefer(kind) || !isJsonObject(node) || !Object.hasOwn(node, '$ref')) return undefined;
  const reference = node.$ref;
  return typeof reference === 'string' ? reference : undefined;
}

/** Visits each OpenAPI object in document order, parents first. A reference is visited and never followed. */
export function walk(place: Place, visit: (place: Place) => void): void {
  visit(place);
  const { kind, node, pointer } = place;
  if (!isJsonObject(node)) return;
  forEachChild(kind, node, (childKind, child, key, subkey) => {
    // Both versions take true and false here, and nothing can be wrong with them.
    if (key === 'additionalProperties' && typeof child === 'boolean') return;
    const at = subkey === undefined ? append(pointer, key) : append(append(pointer, key), subkey);
    walk({ kind: childKind, node: child, pointer: at, parent: kind }, visit);
  });
}

type EachChild = (kind: Kind, child: JsonValue, key: string, subkey?: string | number) => void;

/** Calls for each child object with the one or two tokens that lead to it. Containers of a wrong shape are passed by. */
export function forEachChild(kind: Kind, node: JsonObject, each: EachChild): void {
  for (const key of Object.keys(node)) {
    const child = childAt(kind, key);
    if (!child) continue;
    const value = node[key] as JsonValue;
    if (child.shape === 'one') each(child.kind, value, key);
    else if (child.shape === 'list') {
      if (Array.isArray(value))
        for (let index = 0; index < value.length; index++) each(child.kind, value[index] as JsonValue, key, index);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) each(child.kind, value[name] as JsonValue, key, name);
    }
  }
}
