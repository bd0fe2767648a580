import { append } from '../../openapi/pointer.ts';
import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';

/** A schema as the conjunction of the places that describe it. One place, unless allOf was unfolded. */
export type Node = Located[];

/**
 * Schemas by name, such as properties, from one or several places that all apply. Nodes are created on demand, because
 * most entries of a large map are never read.
 */
export class SchemaMap {
  readonly #sources: Located<JsonObject>[] = [];

  add(source: Located<JsonObject>): void {
    this.#sources.push(source);
  }

  with(sources: Located<JsonObject>[]): SchemaMap {
    const map = new SchemaMap();
    for (const source of [...this.#sources, ...sources]) map.add(source);
    return map;
  }

  /** The same map, but these names are those of the other one. */
  replacing(names: ReadonlySet<string>, other: SchemaMap): SchemaMap {
    const map = new SchemaMap();
    const take = ({ value, pointer }: Located<JsonObject>, isTaken: (name: string) => boolean): void =>
      map.add({ value: Object.fromEntries(Object.entries(value).filter(([name]) => isTaken(name))), pointer });
    for (const source of this.#sources) take(source, name => !names.has(name));
    for (const source of other.#sources) take(source, name => names.has(name));
    return map;
  }

  get(name: string): Node | undefined {
    let node: Node | undefined;
    for (const { value, pointer } of this.#sources) {
      if (!Object.hasOwn(value, name)) continue;
      const source = { value: value[name] as JsonValue, pointer: append(pointer, name) };
      if (node === undefined) node = [source];
      else node.push(source);
    }
    return node;
  }

  has(name: string): boolean {
    return this.#sources.some(({ value }) => Object.hasOwn(value, name));
  }

  /** The schema if only one place describes it. */
  only(name: string): JsonValue | undefined {
    let found: JsonValue | undefined;
    for (const { value } of this.#sources) {
      if (!Object.hasOwn(value, name)) continue;
      if (found !== undefined) return undefined;
      found = value[name];
    }
    return found;
  }

  /** All names without duplicates, in the order of the places. */
  names(): string[] {
    const [only, ...more] = this.#sources;
    if (only === undefined) return [];
    if (more.length === 0) return Object.keys(only.value);
    return [...new Set(this.#sources.flatMap(({ value }) => Object.keys(value)))];
  }

  get isEmpty(): boolean {
    return this.#sources.every(({ value }) => Object.keys(value).length === 0);
  }
}
