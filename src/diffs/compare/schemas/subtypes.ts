import { asSchemaRef } from '../../../openapi/hash.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts';
import type { ApiDocument, Located } from '../document.ts';

/**
 * What an object with a discriminator may turn out to be (OpenAPI, Discriminator Object): the schemas that its mapping
 * names, by the value that stands for them, and the component schemas that are built on it by allOf, by their own names.
 */
export const subtypesOf = (document: ApiDocument, { value, pointer }: Located): Map<string, string> => {
  const subtypes = new Map<string, string>();
  if (!isJsonObject(value) || !isJsonObject(value.discriminator)) return subtypes;
  for (const ref of document.heirs.get(`#${pointer}`) ?? []) subtypes.set(ref.slice(SCHEMAS.length), ref);
  const { mapping } = value.discriminator;
  if (!isJsonObject(mapping)) return subtypes;
  for (const [name, target] of Object.entries(mapping)) {
    if (typeof target === 'string') subtypes.set(name, asSchemaRef(target));
  }
  return subtypes;
};

const SCHEMAS = '#/components/schemas/';

/** Which component schemas name a component schema with a discriminator in their allOf. */
export const findHeirs = ({ components }: JsonObject): Map<string, string[]> => {
  const heirs = new Map<string, string[]>();
  const schemas = isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {};
  for (const name of Object.keys(schemas)) if (hasDiscriminator(schemas[name])) heirs.set(SCHEMAS + name, []);
  if (heirs.size === 0) return heirs;
  for (const name of Object.keys(schemas)) {
    const schema = schemas[name];
    const branches = isJsonObject(schema) && Array.isArray(schema.allOf) ? schema.allOf : [];
    for (const branch of branches) {
      const base = isJsonObject(branch) && typeof branch.$ref === 'string' ? heirs.get(branch.$ref) : undefined;
      base?.push(SCHEMAS + name);
    }
  }
  return heirs;
};

export const hasDiscriminator = (schema: JsonValue | undefined): boolean =>
  isJsonObject(schema) && isJsonObject(schema.discriminator);
