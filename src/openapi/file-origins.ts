import type { JsonObject, JsonValue } from '../platform/json.ts';
import type { ParsedDocument } from './document.ts';
import { append, parsePointer } from './pointer.ts';
import type { Position } from './problem.ts';
import { childOf } from './references.ts';

/** A parsed file of a document. */
export type BundledFile = Pick<ParsedDocument, 'locate' | 'locateAll'> & { path: string; value: JsonValue };

/** A position in one of the files of a document, by its path in their folder. */
export type FilePosition = Position & { path: string };

type Origin = { file: BundledFile; pointer: string };

/** Where the values that were moved into a document are written. */
export class FileOrigins {
  readonly #origins = new Map<JsonValue | undefined, Origin>();
  /** The origins of components by their pointers in the document: `true` and numbers are the same everywhere. */
  readonly #components = new Map<string, Origin>();

  /** Notes where a component is written. */
  addComponent(pointer: string, origin: Origin): void {
    this.#components.set(pointer, origin);
  }

  /** Notes where an object is written, unless it was a reference and `fill` has noted its content. */
  add(value: JsonObject, origin: Origin): void {
    if (!this.#origins.has(value)) this.#origins.set(value, origin);
  }

  /** Notes that a reference was replaced by the fields of a target, which is at `origin` or was replaced itself. */
  fill(reference: JsonObject, target: JsonValue, origin: Origin): void {
    this.#origins.set(reference, this.#origins.get(target) ?? origin);
  }

  /** The positions of pointers of the document that `entry` has become. For a missing field, the position of its parent. */
  locateAll(entry: BundledFile, pointers: readonly string[]): FilePosition[] {
    const asked = pointers.map(pointer => this.#originOf(entry, pointer));
    const positions = new Map<Origin, FilePosition>();
    for (const [file, here] of Map.groupBy(asked, origin => origin.file)) {
      const found = file.locateAll(here.map(({ pointer }) => pointer));
      for (const [index, origin] of here.entries())
        positions.set(origin, { ...(found[index] as Position), path: file.path });
    }
    return asked.map(origin => positions.get(origin) as FilePosition);
  }

  #originOf(entry: BundledFile, pointer: string): Origin {
    let value: JsonValue | undefined = entry.value;
    let origin: Origin = { file: entry, pointer: '' };
    let walked = '';
    for (const token of parsePointer(pointer)) {
      value = childOf(value, token);
      walked = append(walked, token);
      origin = this.#origins.get(value) ??
        this.#components.get(walked) ?? { file: origin.file, pointer: append(origin.pointer, token) };
    }
    return origin;
  }
}
