import { isJsonObject, type JsonObject, type JsonValue, pick } from '../platform/json.ts';
import { childAt } from './grammar.ts';

// Schemas and parameters of Swagger 2.0 as those of OpenAPI 3.0.

export const extensionsOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith('x-')));

const SECTIONS = [
  ['#/definitions/', '#/components/schemas/'],
  ['#/parameters/', '#/components/parameters/'],
  ['#/responses/', '#/components/responses/'],
] as const;

export const REFERENCES = {
  of: (value: JsonValue): string => (isJsonObject(value) && typeof value.$ref === 'string' ? value.$ref : ''),
  rename(value: JsonValue): string {
    const reference = REFERENCES.of(value);
    const [from, to] = SECTIONS.find(([prefix]) => reference.startsWith(prefix)) ?? ['', ''];
    return to + reference.slice(from.length);
  },
};

export function convertSchema(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  if (typeof schema.$ref === 'string') return { ...schema, $ref: REFERENCES.rename(schema) };
  const converted: JsonObject = {};
  for (const [key, value] of Object.entries(schema)) converted[key] = convertInner(key, value);
  if (typeof schema.discriminator === 'string') converted.discriminator = { propertyName: schema.discriminator };
  if (schema['x-nullable'] === true) {
    converted.nullable = true;
    delete converted['x-nullable'];
  }
  return schema.type === 'file' ? { ...converted, type: 'string', format: 'binary' } : converted;
}

function convertInner(key: string, value: JsonValue): JsonValue {
  const child = childAt('Schema', key);
  if (child === undefined) return value;
  if (child.shape === 'one') return convertSchema(value);
  if (Array.isArray(value)) return value.map(convertSchema);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, convertSchema(one)]));
}

const OF_PARAMETER = ['name', 'in', 'description', 'required', 'allowEmptyValue'];
const NOT_OF_SCHEMA = new Set([...OF_PARAMETER, 'collectionFormat']);

/** The keywords of a parameter, header or items object that describe its value. */
export function parameterSchema(parameter: JsonObject): JsonValue {
  const own = Object.entries(parameter).filter(([key]) => !NOT_OF_SCHEMA.has(key) && isOfSchema(key));
  const { items, ...schema } = Object.fromEntries(own);
  return convertSchema(isJsonObject(items) ? { ...schema, items: parameterSchema(items) } : schema);
}

const isOfSchema = (key: string): boolean => !key.startsWith('x-') || key === 'x-nullable';

/** A query, header or path parameter. */
export function asParameter(parameter: JsonObject): JsonObject {
  return {
    ...pick(parameter, OF_PARAMETER),
    ...Object.fromEntries(Object.entries(extensionsOf(parameter)).filter(([key]) => !isOfSchema(key))),
    ...styleOf(parameter),
    schema: parameterSchema(parameter),
  };
}

const STYLES: ReadonlyMap<JsonValue, JsonObject> = new Map<JsonValue, JsonObject>([
  ['multi', { style: 'form', explode: true }],
  ['ssv', { style: 'spaceDelimited', explode: false }],
  ['pipes', { style: 'pipeDelimited', explode: false }],
]);

/** OpenAPI 3.0 has no style for tabs, and its fields of forms take only known ones. These words differ from all others. */
const TABS: JsonObject = { style: 'tabDelimited', explode: false };
const TABS_IN_FORMS: JsonObject = { contentType: 'text/tab-separated-values' };

/** The `style` of an array: commas, unless `collectionFormat` names another separator. */
export function styleOf({ type, in: place, collectionFormat = 'csv' }: JsonObject): JsonObject {
  if (type !== 'array') return {};
  if (collectionFormat === 'tsv') return place === 'formData' ? TABS_IN_FORMS : TABS;
  const style = STYLES.get(collectionFormat);
  if (style !== undefined) return style;
  return place === 'query' || place === 'formData' ? { style: 'form', explode: false } : {};
}
