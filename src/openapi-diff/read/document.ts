import { asSchemaRef } from '../../openapi/hash.ts';
import { append } from '../../openapi/pointer.ts';
import { anchorIn, isSharedAnchor, resolveRef } from '../../openapi/references.ts';
import { findSubtypes, SCHEMAS } from '../../openapi/subtypes.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { spell } from './values.ts';

/** A value and its location in its original document. */
export type Located<T extends JsonValue = JsonValue> = {
  value: T;
  pointer: string;
  /** The locations of the elements of a merged list. */
  places?: readonly string[];
};

/** An object whose fields stand in several places: `origins` has the location of each field's own object. */
export type Merged = Located<JsonObject> & { origins?: ReadonlyMap<string, string> };

export const pointerOf = ({ pointer, origins }: Merged, field: string): string =>
  append(origins?.get(field) ?? pointer, field);

/** The properties of a form in plain words, by their names, and others as `*`. The size is the number of schemas in them. */
export type Form = { properties: Map<string, JsonValue>; size: number };

export type Dialect = '3.0' | '3.1';

export type ApiDocument = {
  root: JsonObject;
  dialect: Dialect;
  /** The other document uses another dialect, so spellings of 3.1 are read as those of 3.0. */
  crossed: boolean;
  targets: Map<string, Located | null>;
  /** The number of components, which limits the number of comparisons. */
  components: number;
  /** Component schemas with a discriminator → the schemas built on them. */
  builtOn: Map<string, string[]>;
  /** The locations of a schema's subtypes, by its location. Computed on demand. */
  subtypes: Map<string, ReadonlySet<string | undefined>>;
  /** The number of allOf members unfolded so far. */
  unfolded: number;
  /** The forms that were read, by their schemas or the references to these. */
  forms: Map<JsonValue, Form>;
  /** The path items read through references so far, and the number of fields that were read again. */
  referred: { items: Set<JsonObject>; again: number };
};

export const dialectOf = (root: JsonObject): Dialect => (spell(root.openapi).startsWith('3.0') ? '3.0' : '3.1');

const countComponents = ({ components }: JsonObject): number =>
  isJsonObject(components)
    ? Object.values(components).reduce<number>((sum, map) => sum + (isJsonObject(map) ? Object.keys(map).length : 0), 0)
    : 0;

export const openDocument = (root: JsonObject, crossed: boolean): ApiDocument => ({
  root,
  dialect: dialectOf(root),
  crossed,
  targets: new Map(),
  components: countComponents(root),
  builtOn: findSubtypes(root),
  subtypes: new Map(),
  unfolded: 0,
  forms: new Map(),
  referred: { items: new Set(), again: 0 },
});

const COMPONENT = /^#\/components\/(\w+)\/([\w.-]+)$/;

/** The short cut for references to components. */
const componentOf = ({ components }: JsonObject, ref: string): Located | null => {
  const [, kind = '', name = ''] = COMPONENT.exec(ref) ?? [];
  const map = isJsonObject(components) && Object.hasOwn(components, kind) ? components[kind] : undefined;
  const value = isJsonObject(map) && Object.hasOwn(map, name) ? map[name] : undefined;
  return value === undefined ? null : { value, pointer: ref.slice(1) };
};

/** Resolves one step of a local `$ref`; null if it points to nothing. */
export const lookUp = (document: ApiDocument, ref: string): Located | null => {
  const known = document.targets.get(ref);
  if (known !== undefined) return known;
  const component = componentOf(document.root, ref);
  if (component !== null) {
    document.targets.set(ref, component);
    return component;
  }
  const target = resolveRef(document.root, ref) ?? null;
  document.targets.set(ref, target);
  return target;
};

/** Whether a reference names an anchor that several schemas have: then its target depends on the place. */
export const isOfSharedAnchor = ({ root }: ApiDocument, ref: JsonValue | undefined): boolean => {
  const anchor = typeof ref === 'string' ? anchorIn(ref) : undefined;
  return anchor !== undefined && isSharedAnchor(root, anchor);
};

export const refOf = (value: JsonValue | undefined): string | null =>
  isJsonObject(value) && typeof value.$ref === 'string' ? value.$ref : null;

/** Resolves references of parameters, responses and so on to their object. */
export const resolve = (document: ApiDocument, located: Located): Located => {
  const first = refOf(located.value);
  if (first === null) return located;
  let current = located;
  const seen = new Set<string>();
  for (let ref: string | null = first; ref !== null && !seen.has(ref); ref = refOf(current.value)) {
    seen.add(ref);
    const target = lookUp(document, ref);
    if (target === null) return current;
    current = target;
  }
  return current;
};

/** A resolved object, and the reference if its texts replace those of the component. */
export type Entry = Located<JsonObject> & { reference?: Located<JsonObject> };

/** Since 3.1, a reference may have its own summary and description. */
const hasOwnTexts = ({ dialect }: ApiDocument, { value }: Located): boolean =>
  dialect === '3.1' &&
  isJsonObject(value) &&
  typeof value.$ref === 'string' &&
  (value.description !== undefined || value.summary !== undefined);

/** The object at a place; null if it is none. */
export const entryAt = (document: ApiDocument, place: Located): Entry | null => {
  const { value, pointer } = resolve(document, place);
  if (!isJsonObject(value)) return null;
  return hasOwnTexts(document, place)
    ? { value, pointer, reference: place as Located<JsonObject> }
    : { value, pointer };
};

/** The child objects of a map, each located and resolved. */
export const entriesOf = (document: ApiDocument, parent: Located, key: string): Map<string, Entry> => {
  const entries = new Map<string, Entry>();
  const map = isJsonObject(parent.value) ? parent.value[key] : undefined;
  if (!isJsonObject(map)) return entries;
  const base = append(parent.pointer, key);
  for (const name of Object.keys(map)) {
    const entry = entryAt(document, { value: map[name] as JsonValue, pointer: append(base, name) });
    if (entry !== null) entries.set(name, entry);
  }
  return entries;
};

/** The object in a field, located and resolved; null if there is none. */
export const childOf = (document: ApiDocument, parent: Located, key: string): Entry | null => {
  const child = isJsonObject(parent.value) ? parent.value[key] : undefined;
  return child === undefined ? null : entryAt(document, { value: child, pointer: append(parent.pointer, key) });
};

export const stringsOf = (value: JsonValue | undefined): string[] =>
  Array.isArray(value) ? value.filter(element => typeof element === 'string') : [];

export const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/**
 * The subtypes of an object with a discriminator (OpenAPI, Discriminator Object): schemas in its mapping, by mapping
 * value, and component schemas that extend it by allOf, by name.
 */
export const subtypesOf = (document: ApiDocument, { value, pointer }: Located): Map<string, string> => {
  const subtypes = new Map<string, string>();
  if (!isJsonObject(value) || !isJsonObject(value.discriminator)) return subtypes;
  for (const ref of document.builtOn.get(`#${pointer}`) ?? []) subtypes.set(ref.slice(SCHEMAS.length), ref);
  const { mapping } = value.discriminator;
  if (!isJsonObject(mapping)) return subtypes;
  for (const [name, target] of Object.entries(mapping)) {
    if (typeof target === 'string') subtypes.set(name, asSchemaRef(target));
  }
  return subtypes;
};
