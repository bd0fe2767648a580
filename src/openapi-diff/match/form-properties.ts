import type { JsonObject, JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Form, type Located, refOf } from '../read/document.ts';
import { sameValue } from '../read/values.ts';
import { normalizeSchema } from '../schemas/normalize.ts';
import type { Node } from '../schemas/schema-map.ts';
import { saysNothingBut } from '../schemas/simple-schemas.ts';

const REFERENCE = new Set(['$ref']);
const plainRefOf = (schema: JsonValue): string | null => (saysNothingBut(schema, REFERENCE) ? refOf(schema) : null);

/** The form of a media type, read once for each schema that is referred to; undefined without a schema. */
export const formOf = (document: ApiDocument, media: Located<JsonObject> | null): Form | undefined => {
  const schema = media?.value.schema;
  if (media === null || schema === undefined) return undefined;
  const key = plainRefOf(schema) ?? schema;
  const form = document.forms.get(key) ?? readForm(document, { value: schema, pointer: media.pointer });
  document.forms.set(key, form);
  return form;
};

const readForm = (document: ApiDocument, schema: Located): Form => {
  const known: Known = new Map();
  const [own, found] = [new Map<string, JsonValue>(), new Map<string, JsonValue | typeof UNLIKE>()];
  const forms: Node[] = [[schema]];
  const seen = new Set<JsonValue>();
  for (const [index, form] of forms.entries()) {
    const { properties, subschemas, alternatives } = normalizeSchema(document, form, true);
    const described = properties.names().map((name): [string, Node] => [name, properties.get(name) ?? []]);
    for (const [name, node] of [...described, ['*', subschemas.get('additionalProperties') ?? []] as const]) {
      if (node.length === 0) continue;
      const schema = inPlainWords(document, node, known);
      if (index === 0) own.set(name, schema);
      else put(found, name, schema);
    }
    for (const branch of [...alternatives.values()].flat()) {
      if (seen.has(branch.value) || seen.size >= MAX_BRANCHES) continue;
      seen.add(branch.value);
      forms.push([branch]);
    }
  }
  const properties = [...found, ...own].flatMap(([name, schema]) =>
    schema === UNLIKE ? [] : [[name, schema] as const],
  );
  return { properties: new Map(properties), size: known.size };
};

/** The maximum number of alternatives that are read. */
const MAX_BRANCHES = 100;

/** Stands for a property that alternatives describe in several ways. */
const UNLIKE = Symbol('unlike');

const put = (found: Map<string, JsonValue | typeof UNLIKE>, name: string, schema: JsonValue): void => {
  const other = found.get(name);
  const isAlike = other === undefined || (other !== UNLIKE && sameValue(other, schema));
  found.set(name, isAlike ? schema : UNLIKE);
};

/** What decides how a value is written as a part, besides its type. */
const WRITTEN_BY = ['format', 'contentMediaType', 'contentEncoding', 'enum', 'const'];
/** Deeper alternatives and items are not read: a part with them has no content type of its own. */
const MAX_LEVELS = 4;

/** Schemas in plain words, by their levels and references or locations, so that each is read once. */
type Known = Map<string, JsonValue>;

const inPlainWords = (document: ApiDocument, node: Node, known: Known, level = 0): JsonValue => {
  if (level > MAX_LEVELS) return false;
  const key = `${level} ${node.map(({ value, pointer }) => plainRefOf(value) ?? pointer).join()}`;
  const plain = known.get(key) ?? rewritten(document, node, known, level);
  known.set(key, plain);
  return plain;
};

/** A schema with the keywords that decide how it is written, without references, allOf and single alternatives. */
const rewritten = (document: ApiDocument, node: Node, known: Known, level: number): JsonValue => {
  const { never, types, keywords, subschemas, alternatives } = normalizeSchema(document, node, true);
  if (never) return false;
  const plain: JsonObject = types === null ? {} : { type: [...types] };
  for (const name of WRITTEN_BY) {
    const keyword = keywords.get(name);
    if (keyword !== undefined) plain[name] = keyword.value;
  }
  const items = subschemas.get('items');
  if (items !== undefined) plain.items = inPlainWords(document, items, known, level + 1);
  const [list] = alternatives.values();
  if (list !== undefined)
    plain.anyOf = [...new Set(list.map(branch => inPlainWords(document, [branch], known, level + 1)))];
  return plain;
};
