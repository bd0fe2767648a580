import { isDeepStrictEqual } from 'node:util';
import { type JsonSchema, objectSchema, type SchemaOptions } from '../json-schema.ts';
import type { NamedShape } from '../selection.ts';
import { inWireNames } from '../wire-descriptions.ts';
import { ref } from './openapi-parts.ts';

/** The named schemas of the document, each written once: used fragments, bodies and answers. */
export class Components {
  readonly #shapes = new Map<string, NamedShape>();
  readonly #named = new Map<string, JsonSchema>();

  readonly options: SchemaOptions = {
    fragmentRef: fragment => {
      this.#shapes.set(fragment.name, fragment);
      return ref(fragment.name);
    },
  };

  /** Registers the schema and returns a reference to it. A different schema with a used name is inlined. */
  name(name: string, schema: JsonSchema): JsonSchema {
    const known = this.#named.get(name);
    if (known !== undefined && !isDeepStrictEqual(known, schema)) return schema;
    this.#named.set(name, schema);
    return ref(name);
  }

  schemas(): Record<string, JsonSchema> {
    const made = new Map(this.#named);
    // Writing a fragment may register others: a Map includes entries added during iteration.
    for (const [name, { shape }] of this.#shapes) {
      if (made.has(name)) throw new Error(`${name} names two schemas`);
      const description = inWireNames(shape.type.description);
      made.set(name, { ...(description && { description }), ...objectSchema(shape, this.options) });
    }
    return Object.fromEntries([...made].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}
