import { isJsonObject, type JsonObject, type JsonValue, ownField, textOfJson } from '../platform/json.ts';
import { type BundledFile, FileOrigins, type FilePosition } from './file-origins.ts';
import { BundleError, fileOf, isAddress, isInside, splitReference } from './file-references.ts';
import { COMPONENT_SECTIONS, childAt, FIELDS, type Kind } from './grammar.ts';
import { append, decodeFragment, parsePointer, toReference } from './pointer.ts';
import { isLocalRef, resolvePointer } from './references.ts';
import { forEachChild, Place } from './walk.ts';

type Target = { file: BundledFile; pointer: string; value: JsonValue };

/** Moves what the entry refers to in other files into the entry. Changes the parsed files. */
export class FileWalk {
  readonly #files: ReadonlyMap<string, BundledFile | BundleError | undefined>;
  readonly #entry: BundledFile;
  readonly #document: JsonObject;
  /** Kind, file and pointer → the pointer of the component. */
  readonly #homes = new Map<string, string>();
  /** Objects whose references were already rewritten for the entry, or are being rewritten. */
  readonly #visited = new WeakSet<JsonObject>();
  readonly #inlined = new Set<string>();
  readonly #origins = new FileOrigins();
  readonly #pending: (() => void)[] = [];
  /** Components from other files by section. Added at the end, so that the walk of the entry does not visit them. */
  readonly #added = new Map<string, JsonObject>();

  constructor(files: ReadonlyMap<string, BundledFile | BundleError | undefined>, path: string) {
    const entry = files.get(path);
    if (entry === undefined) throw new BundleError({ message: 'There is no such file.', path });
    if (entry instanceof BundleError) throw entry;
    if (!isJsonObject(entry.value)) throw new BundleError({ message: 'This is not an OpenAPI document.', path });
    this.#files = files;
    this.#entry = entry;
    this.#document = entry.value;
  }

  bundle(): JsonObject {
    this.#adoptComponents();
    this.#walkPending();
    this.#walk('OpenApi', { file: this.#entry, pointer: '', value: this.#document });
    this.#walkPending();
    const components = mapIn(this.#document, 'components', this.#added.size > 0);
    for (const [section, map] of this.#added) Object.assign(mapIn(components, section), map);
    return this.#document;
  }

  /** The positions of pointers of the document in the files. */
  locateAll(pointers: readonly string[]): FilePosition[] {
    return this.#origins.locateAll(this.#entry, pointers);
  }

  /** Puts the target into each component that only refers to another file. Other references to it then lead there. */
  #adoptComponents(): void {
    const { components } = this.#document;
    if (!isJsonObject(components)) return;
    for (const [section, { kind }] of Object.entries(FIELDS.Components)) {
      const map = components[section];
      if (!isJsonObject(map) || COMPONENT_SECTIONS.get(kind) !== section) continue;
      for (const [name, node] of Object.entries(map)) {
        const pointer = append(append('/components', section), name);
        if (!isJsonObject(node) || !isBareReference(node)) continue;
        const target = this.#targetOf(node.$ref, this.#entry, () => append(pointer, '$ref'));
        if (target === undefined || target.file === this.#entry || this.#homes.has(idOf(kind, target))) continue;
        this.#settle(kind, target, map, name, pointer);
      }
    }
  }

  #settle(kind: Kind, target: Target, map: JsonObject, name: string, pointer: string): void {
    map[name] = target.value;
    this.#origins.addComponent(pointer, target);
    this.#homes.set(idOf(kind, target), pointer);
    this.#pending.push(() => this.#walk(kind, target));
  }

  #walkPending(): void {
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) next();
  }

  #walk(kind: Kind, { file, pointer, value }: Target): void {
    this.#visit(new Place(kind, value, pointer), file);
  }

  #visit(place: Place, file: BundledFile): void {
    const { kind, node } = place;
    if (!isJsonObject(node) || this.#visited.has(node)) return;
    this.#visited.add(node);
    this.#fillMaps(place, node, file);
    if (kind === 'Schema') this.#rewriteMapping(place, node, file);
    this.#follow(place, node, file);
    forEachChild(kind, node, {
      visitChild: (childKind, child, key, subkey) => this.#visit(new Place(childKind, child, key, place, subkey), file),
    });
  }

  #follow(place: Place, node: JsonObject, file: BundledFile): void {
    const { kind } = place;
    const reference = ownField(node, '$ref');
    if (typeof reference !== 'string') return;
    const at = () => append(place.pointer, '$ref');
    const target = this.#targetOf(reference, file, at);
    if (target === undefined) return;
    if (COMPONENT_SECTIONS.has(kind)) node.$ref = toReference(this.#homeOf(kind, target));
    else if (target.file === this.#entry) node.$ref = toReference(target.pointer);
    else if (isBareReference(node) && isJsonObject(target.value)) this.#inline(kind, node, target);
    else if (isBareReference(node)) this.#fail(file, at, 'leads to a value that is not an object');
    else if (kind === 'PathItem' && this.#mayHavePathItems()) node.$ref = toReference(this.#homeOf(kind, target));
    else
      this.#fail(file, at, 'has fields beside it, which is not supported for this object. Move them to the other file');
  }

  /** Since 3.1, components may contain path items, and a reference to one may have fields beside it. */
  #mayHavePathItems(): boolean {
    return /^3\.[1-9]/.test(textOfJson(this.#document.openapi));
  }

  /** Puts the target in place of a reference to it. */
  #inline(kind: Kind, node: JsonObject, target: Target): void {
    const id = idOf(kind, target);
    if (!this.#inlined.has(id)) {
      this.#inlined.add(id);
      this.#walk(kind, target);
    }
    const { $ref: _, ...rest } = node;
    for (const key of Object.keys(node)) delete node[key];
    Object.assign(node, rest, target.value);
    this.#origins.fill(node, target.value, target);
  }

  /** A whole map may be in another file: `schemas: {$ref: schemas.yaml}`. */
  #fillMaps(place: Place, node: JsonObject, file: BundledFile): void {
    for (const [key, map] of Object.entries(node)) {
      if (!isJsonObject(map) || !isBareReference(map)) continue;
      const child = childAt(place.kind, key);
      if (child?.shape !== 'map') continue;
      const target = this.#targetOf(map.$ref, file, () => append(append(place.pointer, key), '$ref'));
      if (target === undefined || !isJsonObject(target.value)) continue;
      for (const [name, value] of Object.entries(target.value))
        this.#walk(child.kind, { file: target.file, pointer: append(target.pointer, name), value });
      node[key] = target.value;
      this.#origins.add(target.value, target);
    }
  }

  #rewriteMapping(place: Place, node: JsonObject, file: BundledFile): void {
    const mapping = isJsonObject(node.discriminator) ? node.discriminator.mapping : undefined;
    if (!isJsonObject(mapping)) return;
    for (const [name, reference] of Object.entries(mapping)) {
      if (typeof reference !== 'string') continue;
      const isName = /^[\w.-]+$/.test(reference) && !this.#files.get(fileOf(file.path, reference) ?? '');
      const at = () => append(`${place.pointer}/discriminator/mapping`, name);
      const target = isName ? undefined : this.#targetOf(reference, file, at);
      if (target !== undefined) mapping[name] = toReference(this.#homeOf('Schema', target));
    }
  }

  /** The target of a reference; undefined if the reference is local to the entry and needs no change. */
  #targetOf(reference: string, file: BundledFile, at: () => string): Target | undefined {
    const isEntry = file === this.#entry;
    if (isEntry && isLocalRef(this.#document, reference)) return undefined;
    const [name, fragment] = splitReference(reference);
    if (isAddress(name))
      this.#fail(file, at, 'leads to an address: only files are read, and nothing is fetched', 'external-ref');
    const path = fileOf(file.path, reference) ?? file.path;
    if (!isInside(path))
      this.#fail(file, at, `leads to ${path}, which is outside of the folder that files are read from`, 'external-ref');
    const other = this.#files.get(path);
    if (other === undefined) this.#fail(file, at, `leads to ${path}: there is no such file`);
    if (other instanceof BundleError) throw other;
    const pointer = decodeFragment(fragment);
    const found = pointer === '' || pointer.startsWith('/') ? resolvePointer(other.value, pointer) : undefined;
    if (found === undefined) this.#fail(file, at, `leads to nothing in ${path}`);
    return { file: other, pointer, value: found.value };
  }

  #fail({ path, value, locate }: BundledFile, at: () => string, fault: string, rule = 'unresolved-ref'): never {
    const pointer = at();
    const message = `The $ref ${JSON.stringify(resolvePointer(value, pointer)?.value)} ${fault}.`;
    throw new BundleError({ message, pointer, ...locate(pointer), rule, path });
  }

  /** The components of the entry in a section, also while the section or all components are still in another file. */
  #ownComponents(section: string): JsonObject {
    const components = this.#followed(this.#document.components, this.#entry, '/components');
    const map = this.#followed(ownField(components.value, section), components.file, append('/components', section));
    return map.value;
  }

  #followed(
    value: JsonValue | undefined,
    file: BundledFile,
    pointer: string,
  ): { value: JsonObject; file: BundledFile } {
    if (!isJsonObject(value)) return { value: {}, file };
    const target = isBareReference(value)
      ? this.#targetOf(value.$ref, file, () => append(pointer, '$ref'))
      : { value, file };
    return target !== undefined && isJsonObject(target.value)
      ? { value: target.value, file: target.file }
      : { value: {}, file };
  }

  /** The pointer of the component that holds a target. */
  #homeOf(kind: Kind, target: Target): string {
    if (target.file === this.#entry) return target.pointer;
    const known = this.#homes.get(idOf(kind, target));
    if (known !== undefined) return known;
    const section = COMPONENT_SECTIONS.get(kind) ?? 'pathItems';
    const map = this.#added.get(section) ?? {};
    this.#added.set(section, map);
    const own = this.#ownComponents(section);
    const short = shortName(target);
    // A whole section may be in the file of the target: then it has its place already.
    if (ownField(own, short) === target.value) return append(append('/components', section), short);
    const name = freeName([own, map], target);
    const pointer = append(append('/components', section), name);
    this.#settle(kind, target, map, name, pointer);
    return pointer;
  }
}

const idOf = (kind: Kind, { file, pointer }: Target): string => `${kind} ${file.path}#${pointer}`;

const isBareReference = (node: JsonObject): node is { $ref: string } =>
  typeof node.$ref === 'string' && Object.keys(node).length === 1;

function mapIn(holder: JsonObject, key: string, isKept = true): JsonObject {
  const known = ownField(holder, key);
  if (isJsonObject(known)) return known;
  const map: JsonObject = {};
  if (isKept) holder[key] = map;
  return map;
}

const pathOf = ({ file }: Target): string[] => file.path.replace(/\.(?:ya?ml|json)$/i, '').split('/');

/** The name of the definition or, for a whole file, of the file. */
const shortName = (target: Target): string => parsePointer(target.pointer).at(-1) ?? (pathOf(target).at(-1) as string);

/** An unused name: that of the definition or file; if another component has it, with the path, then with a number. */
function freeName(maps: JsonObject[], target: Target): string {
  const short = shortName(target);
  const long = [...pathOf(target), ...parsePointer(target.pointer)].join('.');
  for (let count = 0; ; count++) {
    const name = (count === 0 ? short : count === 1 ? long : `${long}.${count}`).replace(/[^\w.-]+/g, '_');
    if (name !== '__proto__' && !maps.some(map => Object.hasOwn(map, name))) return name;
  }
}
