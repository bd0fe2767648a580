import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { childAt, childrenIn, type Kind, mayRefer } from './grammar.ts';
import { append, parsePointer } from './pointer.ts';

/** An object of the document with its kind and position. */
export class Place {
  readonly kind: Kind;
  readonly node: JsonValue;
  /** The parent place; undefined where the walk started. */
  readonly within: Place | undefined;
  readonly #key: string;
  readonly #subkey: string | number | undefined;
  #pointer: string | undefined;

  /** `key` and `subkey` lead here from `within`. Without `within`, `key` is the pointer. */
  constructor(kind: Kind, node: JsonValue, key = '', within?: Place, subkey?: string | number) {
    this.kind = kind;
    this.node = node;
    this.within = within;
    this.#key = key;
    this.#subkey = subkey;
  }

  /** Computed on demand: most places are visited without it. Kept, so that all pointers below a long name share its text. */
  get pointer(): string {
    this.#pointer ??= this.within === undefined ? this.#key : this.#pointerWithin(this.within);
    return this.#pointer;
  }

  #pointerWithin(within: Place): string {
    const at = append(within.pointer, this.#key);
    return this.#subkey === undefined ? at : append(at, this.#subkey);
  }

  /** The pointer of the component that is or contains this place; empty outside components. */
  get component(): string {
    if (this.within === undefined) return componentOf(this.#key);
    return this.within.kind === 'Components' ? this.pointer : this.within.component;
  }
}

/** The pointer of the component that a pointer leads to or into; empty if there is none. */
export const componentOf = (pointer: string): string => /^\/components\/[^/]+\/[^/]+/.exec(pointer)?.[0] ?? '';

/** The text of `$ref` if it is a reference; undefined if it is not a string. */
export function referenceOf(kind: Kind, node: JsonValue): string | undefined {
  if (!mayRefer(kind) || !isJsonObject(node) || !Object.hasOwn(node, '$ref')) return undefined;
  const reference = node.$ref;
  return typeof reference === 'string' ? reference : undefined;
}

export interface Visitor {
  /** Returns false to leave out all objects inside. */
  visit(place: Place): unknown;
}

/** Visits each OpenAPI object in document order, parents first. References are visited but not followed. */
export function walk(place: Place, visitor: Visitor): void {
  if (visitor.visit(place) !== false && isJsonObject(place.node))
    forEachChild(place.kind, place.node, new Descent(place, visitor));
}

class Descent implements ChildVisitor {
  readonly #within: Place;
  readonly #visitor: Visitor;

  constructor(within: Place, visitor: Visitor) {
    this.#within = within;
    this.#visitor = visitor;
  }

  visitChild(kind: Kind, child: JsonValue, key: string, subkey?: string | number): void {
    // Booleans are always valid here: skip them.
    if (key === 'additionalProperties' && typeof child === 'boolean') return;
    walk(new Place(kind, child, key, this.#within, subkey), this.#visitor);
  }
}

/** The kind of the object at a pointer; undefined if a walk does not visit it. */
export function kindAt(document: JsonObject, pointer: string): Kind | undefined {
  const tokens = parsePointer(pointer);
  let kind: Kind = 'OpenApi';
  let node: JsonValue = document;
  for (let at = 0; at < tokens.length; at++) {
    if (!isJsonObject(node)) return undefined;
    const key = tokens[at] as string;
    const child = childAt(kind, key);
    if (!child) return undefined;
    kind = child.kind;
    node = node[key] as JsonValue;
    if (child.shape === 'one') continue;
    if (++at === tokens.length || Array.isArray(node) !== (child.shape === 'list')) return undefined;
    node = (node as JsonObject)[tokens[at] as string] as JsonValue;
  }
  return kind;
}

export interface ChildVisitor {
  /** `key` and `subkey` are the tokens that lead from the parent to the child. */
  visitChild(kind: Kind, child: JsonValue, key: string, subkey?: string | number): void;
}

/** Visits each child object. Skips containers of a wrong shape. */
export function forEachChild(kind: Kind, node: JsonObject, visitor: ChildVisitor): void {
  const childAt = childrenIn(kind);
  for (const key of Object.keys(node)) {
    const child = childAt(key);
    if (!child) continue;
    const value = node[key] as JsonValue;
    if (child.shape === 'one') visitor.visitChild(child.kind, value, key);
    else if (child.shape === 'list') {
      if (Array.isArray(value))
        for (let index = 0; index < value.length; index++)
          visitor.visitChild(child.kind, value[index] as JsonValue, key, index);
    } else if (isJsonObject(value)) {
      for (const name of Object.keys(value)) visitor.visitChild(child.kind, value[name] as JsonValue, key, name);
    }
  }
}
