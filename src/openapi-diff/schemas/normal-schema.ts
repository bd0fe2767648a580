import type { ApiDocument, Located } from '../read/document.ts';
import type { Node, SchemaMap } from './schema-map.ts';

/** A `$ref` beside or inside allOf. It stays symbolic: what it points to is judged once for all who refer to it. */
export type Member = { target: Located; pointer: string };

/** One spelling for all schemas that accept the same values. */
export type NormalSchema = {
  document: ApiDocument;
  pointer: string;
  never: boolean;
  /** Types without null; null when every type is accepted. `integer` beside `number` is dropped. */
  types: ReadonlySet<string> | null;
  typesAt: string;
  /** The types were written as alternatives. */
  listed: boolean;
  /** With all that is referred to; null when nothing speaks about it. */
  nullable: boolean | null;
  nullableAt: string;
  keywords: ReadonlyMap<string, Located>;
  /** What speaks to people, and the schema that holds it; of several conjuncts the first one that does. */
  texts: ReadonlyMap<string, Located>;
  required: ReadonlyMap<string, string>;
  properties: SchemaMap;
  patternProperties: SchemaMap;
  dependentSchemas: SchemaMap;
  /** Keywords that hold one schema: items, additionalProperties, not, if, … */
  subschemas: ReadonlyMap<string, Node>;
  /** Objects with an `if`, beyond the first one, whose parts are among the subschemas. */
  conditions: Located[];
  prefixItems: Node[];
  alternatives: ReadonlyMap<string, Located[]>;
  members: Member[];
  /** Branches of allOf that say something to people only. */
  remarks: Located[];
};
