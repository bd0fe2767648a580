import { isJsonObject, type JsonObject, type JsonValue } from '../platform/json.ts';

export const SCHEMAS = '#/components/schemas/';
/** The maximum number of subtypes that are found through other subtypes in one document. */
const MAX_INDIRECT_SUBTYPES = 20_000;

/**
 * Finds the component schemas that extend a component schema with a discriminator by allOf, also through others without
 * one. Those that extend a subtype with its own discriminator are found as subtypes of this one.
 */
export const findSubtypes = ({ components }: JsonObject): Map<string, string[]> => {
  const subtypes = new Map<string, string[]>();
  const schemas = isJsonObject(components) && isJsonObject(components.schemas) ? components.schemas : {};
  for (const name of Object.keys(schemas)) if (hasDiscriminator(schemas[name])) subtypes.set(SCHEMAS + name, []);
  if (subtypes.size === 0) return subtypes;
  const extensions = new Map<string, string[]>();
  for (const name of Object.keys(schemas))
    for (const base of basesOf(schemas[name])) {
      const others = extensions.get(base);
      if (others === undefined) extensions.set(base, [SCHEMAS + name]);
      else others.push(SCHEMAS + name);
    }
  const budget = { left: MAX_INDIRECT_SUBTYPES };
  for (const base of subtypes.keys()) subtypes.set(base, extensionsOf(base, extensions, subtypes, budget));
  return subtypes;
};

/** The references in its allOf. */
const basesOf = (schema: JsonValue | undefined): Set<string> => {
  const branches = isJsonObject(schema) && Array.isArray(schema.allOf) ? schema.allOf : [];
  return new Set(
    branches.flatMap(branch => (isJsonObject(branch) && typeof branch.$ref === 'string' ? [branch.$ref] : [])),
  );
};

/** All direct extensions, and the indirect ones within the budget. */
const extensionsOf = (
  base: string,
  extensions: ReadonlyMap<string, string[]>,
  bases: ReadonlyMap<string, unknown>,
  budget: { left: number },
): string[] => {
  const found = new Set(extensions.get(base));
  // The loop also reaches what is added during it.
  for (const ref of found) {
    if (bases.has(ref)) continue;
    for (const further of extensions.get(ref) ?? []) if (further !== base && --budget.left >= 0) found.add(further);
  }
  return [...found];
};

export const hasDiscriminator = (schema: JsonValue | undefined): boolean =>
  isJsonObject(schema) && isJsonObject(schema.discriminator);
