import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json.ts';
import { type ApiDocument, type Located, lookUp, refOf, stringsOf } from '../read/document.ts';
import { isNumeric } from '../read/values.ts';
import { acceptsValue } from './values.ts';

const MAX_LEVELS = 6;

/** A small value that the schema probably accepts; undefined if none is found. */
const smallestOf = (document: ApiDocument, schema: JsonValue, level = 0): JsonValue | undefined => {
  if (!isJsonObject(schema) || level > MAX_LEVELS) return undefined;
  const ref = refOf(schema);
  if (ref !== null) return smallestOf(document, lookUp(document, ref)?.value ?? false, level + 1);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === 'object' || isJsonObject(schema.properties)) return smallestObject(document, schema, level);
  if (type === 'integer' || type === 'number') return isNumeric(schema.minimum) ? schema.minimum : 0;
  return typeof type === 'string' ? SMALLEST[type] : undefined;
};

const SMALLEST: Record<string, JsonValue> = { string: '', boolean: false, array: [] };

const smallestObject = (document: ApiDocument, schema: JsonObject, level: number): JsonObject | undefined => {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const object: JsonObject = {};
  for (const name of stringsOf(schema.required)) {
    const value = smallestOf(document, properties[name] ?? {}, level + 1);
    if (value === undefined) return undefined;
    object[name] = value;
  }
  return object;
};

type List = { document: ApiDocument; branches: readonly Located[] };

/** Longer lists are not looked at. */
const MAX_BRANCHES = 16;

/** Whether a value matched exactly one of `narrow`, and matches more than one of `wide`, `further` among them. */
export const isMatchedTwice = (narrow: List, wide: List, further: readonly Located[]): boolean => {
  if (wide.branches.length > MAX_BRANCHES) return false;
  const accepts = ({ value: schema }: Located, value: JsonValue): boolean =>
    acceptsValue(wide.document, schema, value) === true;
  const oneOf = narrow.branches.map(branch => branch.value);
  return narrow.branches.some(({ value: schema }) => {
    const value = smallestOf(narrow.document, schema);
    return (
      value !== undefined &&
      further.some(branch => accepts(branch, value)) &&
      acceptsValue(narrow.document, { oneOf }, value) === true &&
      wide.branches.filter(branch => accepts(branch, value)).length > 1
    );
  });
};
