import type { JsonObject } from '../../platform/json.ts';
import type { ApiDocument, Located } from '../read/document.ts';
import type { Node, SchemaMap } from './schema-map.ts';

/** A `$ref` beside or inside allOf. It is not resolved: its target is compared once for all references. */
export type Member = { target: Located; pointer: string };

/** The schema for all properties but those that the same conjunct names. */
export type Rest = { named: JsonObject; schema: Located };

/** One normal form for all schemas that accept the same values. */
export type NormalSchema = {
  document: ApiDocument;
  pointer: string;
  /** What was normalized. */
  sources: Node;
  never: boolean;
  /** Types without null; null when every type is accepted. `integer` beside `number` is dropped. */
  types: ReadonlySet<string> | null;
  typesAt: string;
  /** Whether the types were written as alternatives. */
  listed: boolean;
  /** Whether null is accepted, also by referenced schemas; null if nothing decides it. */
  nullable: boolean | null;
  nullableAt: string;
  keywords: ReadonlyMap<string, Located>;
  /** Text keywords with the schema that contains them; the first conjunct wins. */
  texts: ReadonlyMap<string, Located>;
  required: ReadonlyMap<string, string>;
  properties: SchemaMap;
  patternProperties: SchemaMap;
  dependentSchemas: SchemaMap;
  /** Keywords with one schema: items, additionalProperties, not, if, … */
  subschemas: ReadonlyMap<string, Node>;
  /** Objects with an `if`, except the first one, whose parts are in the subschemas. */
  conditions: Located[];
  prefixItems: Node[];
  /** What each conjunct says about the properties that it does not name. */
  rests: readonly Rest[];
  alternatives: ReadonlyMap<string, Located[]>;
  /** The schemas of `$defs` with an anchor, by its name; the first one wins, as the outermost does for `$dynamicRef`. */
  anchors: ReadonlyMap<string, Located>;
  members: Member[];
  /** Branches of allOf that contain only texts. */
  remarks: Located[];
};
