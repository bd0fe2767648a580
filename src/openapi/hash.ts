import { hash as digest } from 'node:crypto';
import { isJsonObject, isRawNumber, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import type { Kind } from './grammar.ts';
import { resolveRef } from './references.ts';
import { sortedKeys } from './sorted-keys.ts';
import { StrongComponentFinder } from './strong-components.ts';
import { findSubtypes } from './subtypes.ts';
import { Place, referenceOf, type Visitor, walk } from './walk.ts';

const sha256 = (text: string): string => digest('sha256', text);

/** A length-prefixed string: unambiguous without escapes. */
const counted = (text: string): string => `${text.length}"${text}`;

/** Longer texts are replaced by their hash; shorter ones are cheap to copy some hundred levels up. */
const MAX_UNHASHED_CHARACTERS = 4096;

type Component = {
  index: number;
  pointer: string;
  own: string;
  next: Component[];
  hash: string | undefined;
};

/**
 * Hashes objects together with everything that they refer to. Objects in a reference cycle get one common hash, so each
 * object is read once, however many references lead to it.
 */
export class ReferenceHasher implements Visitor {
  readonly #document: JsonObject;
  readonly #subtypes: ReadonlyMap<string, string[]>;
  readonly #components = new Map<string, Component>();
  readonly #unread = new Map<Component, Place>();
  #targetsOfWalk = new Map<string, Component>();
  readonly #folds = new WeakMap<JsonObject | JsonValue[], string>();
  readonly #circles = new StrongComponentFinder<Component>(
    component => this.#read(component),
    circle => this.#closeCircle(circle),
  );

  constructor(document: JsonObject) {
    this.#document = document;
    this.#subtypes = findSubtypes(document);
  }

  hash(kind: Kind, value: JsonValue, security: JsonValue | undefined): string {
    const targets = this.#targets(new Place(kind, value));
    for (const name of schemeNames(security)) {
      const pointer = `#/components/securitySchemes/${name}`;
      this.#addTarget(targets, 'SecurityScheme', pointer);
    }
    const parts = [...targets.values()].map(target => this.#componentHash(target)).sort();
    return sha256(`${this.#folded(value)}\n${parts.join('\n')}`);
  }

  /**
   * One text for equal values. Long parts are replaced by their hash, which is cached: components may be nested in each
   * other, and a shared long part must not be written once for each.
   */
  #folded(value: JsonValue): string {
    if (typeof value === 'string') return counted(value);
    if (typeof value !== 'object' || value === null) return String(value);
    if (isRawNumber(value)) return value.rawJSON;
    const known = this.#folds.get(value);
    if (known !== undefined) return known;
    const text = Array.isArray(value) ? this.#foldedArray(value) : this.#foldedObject(value);
    if (text.length <= MAX_UNHASHED_CHARACTERS) return text;
    const folded = `#${sha256(text)}`;
    this.#folds.set(value, folded);
    return folded;
  }

  #foldedArray(items: JsonValue[]): string {
    let text = '[';
    for (const item of items) text += `${this.#folded(item)},`;
    return `${text}]`;
  }

  #foldedObject(object: JsonObject): string {
    let text = '{';
    for (const key of sortedKeys(object)) {
      text += counted(key);
      text += `${this.#folded(object[key] as JsonValue)},`;
    }
    return `${text}}`;
  }

  visit({ kind, node }: Place): void {
    const reference = referenceOf(kind, node);
    if (reference !== undefined) this.#addTarget(this.#targetsOfWalk, kind, reference);
    if (kind === 'Schema') for (const further of furtherRefs(node)) this.#addTarget(this.#targetsOfWalk, kind, further);
  }

  /** The components that an object refers to directly. */
  #targets(place: Place): Map<string, Component> {
    this.#targetsOfWalk = new Map();
    walk(place, this);
    return this.#targetsOfWalk;
  }

  #addTarget(targets: Map<string, Component>, kind: Kind, reference: string): void {
    const target = resolveRef(this.#document, reference);
    if (target && !targets.has(target.pointer))
      targets.set(target.pointer, this.#component(kind, target.value, target.pointer));
  }

  #component(kind: Kind, node: JsonValue, pointer: string): Component {
    let component = this.#components.get(pointer);
    if (!component) {
      component = { index: this.#components.size, pointer, own: '', next: [], hash: undefined };
      this.#components.set(pointer, component);
      this.#unread.set(component, new Place(kind, node));
    }
    return component;
  }

  #componentHash(root: Component): string {
    if (root.hash === undefined) this.#circles.visit(root);
    return root.hash as string;
  }

  /** Reads a component and returns the components that it refers to, and those that extend it by its discriminator. */
  #read(component: Component): Component[] {
    const place = this.#unread.get(component) as Place;
    this.#unread.delete(component);
    component.own = sha256(this.#folded(place.node));
    const targets = this.#targets(place);
    for (const subtype of this.#subtypes.get(`#${component.pointer}`) ?? [])
      this.#addTarget(targets, 'Schema', subtype);
    component.next = [...targets.values()];
    return component.next;
  }

  #closeCircle(circle: Component[]): void {
    const within = new Set(circle);
    const beyond = new Set<string>();
    for (const { next } of circle)
      for (const target of next) if (!within.has(target)) beyond.add(target.hash as string);
    const members = circle.map(({ pointer, own }) => `${pointer} ${own}`).sort();
    const common = sha256(`${members.join('\n')}\n\n${[...beyond].sort().join('\n')}`);
    for (const component of circle) component.hash = sha256(`${component.pointer} ${common}`);
  }
}

/** The names of the security schemes in security requirements. */
function schemeNames(security: JsonValue | undefined): string[] {
  if (!Array.isArray(security)) return [];
  return [...new Set(security.flatMap(requirement => (isJsonObject(requirement) ? Object.keys(requirement) : [])))];
}

/** The schemas that a schema names in another way than by `$ref`: by `$dynamicRef` and in a discriminator's mapping. */
export function furtherRefs(schema: JsonValue): string[] {
  const dynamic = isJsonObject(schema) ? ownField(schema, '$dynamicRef') : undefined;
  return typeof dynamic === 'string' ? [dynamic, ...mappedRefs(schema)] : mappedRefs(schema);
}

/** The schemas in a discriminator's mapping, which are given by pointer or by name. */
export function mappedRefs(schema: JsonValue): string[] {
  const discriminator = isJsonObject(schema) ? ownField(schema, 'discriminator') : undefined;
  const mapping = isJsonObject(discriminator) ? ownField(discriminator, 'mapping') : undefined;
  if (!isJsonObject(mapping)) return [];
  const texts = Object.values(mapping).filter(value => typeof value === 'string');
  return texts.map(asSchemaRef);
}

/** The value of a mapping as a reference. A bare name is the name of a component schema. */
export const asSchemaRef = (text: string): string => (/^[\w.-]+$/.test(text) ? `#/components/schemas/${text}` : text);
