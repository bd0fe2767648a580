import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';
import { childAt, type Kind } from './grammar.ts';
import { furtherRefs } from './hash.ts';
import { unescapeToken } from './pointer.ts';
import { resolvePointer, resolveRef, type Target } from './references.ts';
import { findSubtypes } from './subtypes.ts';
import { Place, referenceOf, type Visitor, walk } from './walk.ts';

/** References are resolved while the result has fewer nodes than this. Others remain, with separate definitions. */
const MAX_DETAIL_NODES = 20_000;
const MAX_DETAIL_DEPTH = 200;

/** Replaces references by their targets, within a budget and without cycles. */
export class Resolver implements Visitor {
  readonly #document: JsonObject;
  readonly #isOf30: boolean;
  readonly #subtypes: ReadonlyMap<string, string[]>;
  readonly #open = new Set<string>();
  readonly #left = new Map<string, { kind: Kind; target: Target }>();
  readonly #reached = new Set<string>();
  #nodes = 0;
  #depth = 0;

  constructor(document: JsonObject) {
    this.#document = document;
    this.#isOf30 = String(document.openapi).startsWith('3.0');
    this.#subtypes = findSubtypes(document);
  }

  resolve(kind: Kind, node: JsonValue): JsonValue {
    const reference = referenceOf(kind, node);
    return reference === undefined ? this.#copy(kind, node) : this.#follow(kind, node as JsonObject, reference);
  }

  #follow(kind: Kind, node: JsonObject, reference: string): JsonValue {
    const target = resolveRef(this.#document, reference);
    if (!target) return this.#copy(kind, node);
    if (this.#open.has(target.pointer) || this.#nodes >= MAX_DETAIL_NODES || this.#depth >= MAX_DETAIL_DEPTH) {
      this.#leave(kind, target);
      return this.#copy(kind, node);
    }
    this.#reached.add(target.pointer);
    this.#leaveSubtypes(target);
    this.#open.add(target.pointer);
    const resolved = this.resolve(kind, target.value);
    this.#open.delete(target.pointer);
    return this.#withSiblings(kind, resolved, node);
  }

  /** Merges the siblings of a `$ref`: summary and description override (3.1); in schemas, other keywords apply too. */
  #withSiblings(kind: Kind, resolved: JsonValue, node: JsonObject): JsonValue {
    const siblings = siblingsOf(kind, node, this.#isOf30);
    if (Object.keys(siblings).length === 0 || !isJsonObject(resolved)) return resolved;
    const own = this.#copy(kind, siblings) as JsonObject;
    const isAnnotation = Object.keys(siblings).every(key => ANNOTATIONS.has(key));
    if (kind !== 'Schema' || isAnnotation) return { ...resolved, ...own };
    return { ...own, allOf: [resolved, ...(Array.isArray(own.allOf) ? own.allOf : [])] };
  }

  #copy(kind: Kind, node: JsonValue): JsonValue {
    this.#nodes++;
    if (!isJsonObject(node)) return node;
    if (kind === 'Schema') this.#leaveFurther(node);
    this.#depth++;
    const copy: JsonObject = Object.create(null);
    for (const key of Object.keys(node)) {
      const value = node[key] as JsonValue;
      const child = childAt(kind, key);
      if (!child) copy[key] = this.#countData(value);
      else if (child.shape === 'one') copy[key] = this.resolve(child.kind, value);
      else if (Array.isArray(value)) copy[key] = this.#copyList(child.kind, value);
      else if (isJsonObject(value)) copy[key] = this.#copyMap(child.kind, value);
      else copy[key] = value;
    }
    this.#depth--;
    return copy;
  }

  #copyList(kind: Kind, list: JsonValue[]): JsonValue[] {
    const copy: JsonValue[] = [];
    for (const item of list) copy.push(this.resolve(kind, item));
    return copy;
  }

  #copyMap(kind: Kind, map: JsonObject): JsonObject {
    const copy: JsonObject = Object.create(null);
    for (const key of Object.keys(map)) copy[key] = this.resolve(kind, map[key] as JsonValue);
    return copy;
  }

  /** Data is shared, not copied. Large examples count nevertheless. */
  #countData(value: JsonValue): JsonValue {
    if (typeof value === 'object' && value !== null) this.#nodes += Object.keys(value).length;
    this.#nodes++;
    return value;
  }

  /** Records the schemas that are not referenced by `$ref`. */
  #leaveFurther(schema: JsonObject): void {
    for (const reference of furtherRefs(schema)) {
      const target = resolveRef(this.#document, reference);
      if (target) this.#leave('Schema', target);
    }
  }

  /**
   * Records a definition. A target inside a component is covered by the whole component, so nothing is written twice.
   */
  #leave(kind: Kind, target: Target): void {
    this.#reached.add(target.pointer);
    const [pointer, section] = COMPONENT.exec(target.pointer) ?? [];
    const component = pointer === undefined ? undefined : resolvePointer(this.#document, pointer);
    const componentKind = section === undefined ? undefined : childAt('Components', section)?.kind;
    if (component && componentKind) this.#left.set(component.pointer, { kind: componentKind, target: component });
    else this.#left.set(target.pointer, { kind, target });
  }

  /** Records the schemas that extend a schema with a discriminator. */
  #leaveSubtypes({ pointer }: Target): void {
    for (const reference of this.#subtypes.get(`#${pointer}`) ?? []) {
      const subtype = resolveRef(this.#document, reference);
      if (subtype && !this.#left.has(subtype.pointer)) this.#leave('Schema', subtype);
    }
  }

  /** The recorded definitions, each once and as written, with those that they refer to. */
  definitions(): JsonObject {
    const definitions: JsonObject = Object.create(null);
    // Iterating over a Map includes entries that are added during the loop.
    for (const { kind, target } of this.#left.values()) {
      definitions[nameOf(target.pointer)] = target.value;
      walk(new Place(kind, target.value), this);
      this.#leaveSubtypes(target);
    }
    return definitions;
  }

  visit({ kind, node }: Place): void {
    const references = kind === 'Schema' ? furtherRefs(node) : [];
    const reference = referenceOf(kind, node);
    for (const text of reference === undefined ? references : [...references, reference]) {
      const next = resolveRef(this.#document, text);
      if (next && !this.#left.has(next.pointer)) this.#leave(kind, next);
    }
  }

  schemaNames(): string[] {
    const names = [...this.#reached].map(pointer => SCHEMA.exec(pointer)?.[1]).filter(name => name !== undefined);
    return [...new Set(names.map(unescapeToken))].sort();
  }
}

const COMPONENT = /^\/components\/([^/]+)\/[^/]+/;
const SCHEMA = /^\/components\/schemas\/([^/]+)/;

/** The name of a component schema; for all other targets the pointer. */
function nameOf(pointer: string): string {
  const schema = SCHEMA.exec(pointer);
  return schema?.[0] === pointer ? unescapeToken(schema[1] as string) : `#${pointer}`;
}

/** The siblings of a `$ref` that mean something (Reference Object): none in 3.0, else all of schemas and path items. */
function siblingsOf(kind: Kind, { $ref, ...siblings }: JsonObject, isOf30: boolean): JsonObject {
  if (kind === 'PathItem' || (kind === 'Schema' && !isOf30)) return siblings;
  if (isOf30) return {};
  return Object.fromEntries(Object.entries(siblings).filter(([key]) => OVERRIDING.has(key)));
}

const OVERRIDING: ReadonlySet<string> = new Set(['summary', 'description']);

const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'summary',
  'description',
  'default',
  'example',
  'examples',
  'deprecated',
]);
