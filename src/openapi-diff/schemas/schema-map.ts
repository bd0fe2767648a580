import { append } from '../../openapi/pointer.ts';
import type { JsonObject, JsonValue } from '../../platform/json.ts';
import type { Located } from '../read/document.ts';

/** A schema as the conjunction of the places that say something about it; one place, unless allOf was unfolded. */
export type Node = Located[];

/**
 * Schemas by name, such as properties, from one place or from several that all count. Of a large map most entries are
 * never looked at, so that a node is made when it is asked for.
 */
export class SchemaMap {
  readonly #sources: Located<JsonObject>[] = [];

  add(source: Located<JsonObject>): void {
    this.#sources.push(source);
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

  /** What stands there where just one place speaks about it. */
  only(name: string): JsonValue | undefined {
    let found: JsonValue | undefined;
    for (const { value } of this.#sources) {
      if (!Object.hasOwn(value, name)) continue;
      if (found !== undefined) return undefined;
      found = value[name];
    }
    return found;
  }

  /** Each once, in the order of the places. */
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
