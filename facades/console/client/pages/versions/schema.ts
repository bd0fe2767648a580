/** A Schema Object of OpenAPI. The service has resolved all references except recursive ones. */
export type Schema = Record<string, unknown>;

/** The targets of the remaining references: component schemas by name, others by JSON pointer. */
export type Definitions = Record<string, Schema>;

/** An operation, in the form of the reference page. */
export type ShownOperation = {
  method: string;
  path: string;
  parameters: Schema[];
  requestBody: Schema | undefined;
  responses: [status: string, response: Schema][];
  security: Schema[];
  servers: Schema[];
  definitions: Definitions;
};

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const REF_PREFIX = '#/components/schemas/';

const nameOfRef = (ref: string): string => (ref.startsWith(REF_PREFIX) ? ref.slice(REF_PREFIX.length) : ref);

/** Resolves a reference; `{}` if its target is missing. Returns other schemas unchanged. */
export function resolved(schema: Schema, definitions: Definitions): Schema {
  const ref = schema.$ref;
  if (typeof ref !== 'string') return schema;
  const found = definitions[nameOfRef(ref)] ?? definitions[ref] ?? definitions[ref.replace(/^#/, '')];
  return isSchema(found) ? found : {};
}

export const objectsOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isSchema) : []);

/** A schema; since OpenAPI 3.1, `true` allows any value and `false` none. */
export function asSchema(value: unknown): Schema | undefined {
  if (value === true) return {};
  if (value === false) return { not: {} };
  return isSchema(value) ? value : undefined;
}

export const schemasOf = (value: unknown): Schema[] =>
  Array.isArray(value) ? value.map(asSchema).filter(one => one !== undefined) : [];

/** Whether no value is valid. */
export const isNever = ({ not }: Schema): boolean => not === true || (isSchema(not) && Object.keys(not).length === 0);

/** The schema of a Parameter Object: `schema`, or that of the only media type in `content`. */
export function schemaOfParameter({ schema, content }: Schema): Schema {
  const [first] = isSchema(content) ? Object.values(content) : [];
  return asSchema(schema) ?? (isSchema(first) ? asSchema(first.schema) : undefined) ?? {};
}

/** A short name of the type, such as "string", "array of Pet" or "one of 3". */
export function typeOf(schema: Schema, definitions: Definitions, depth = 0): string {
  const name = typeof schema.$ref === 'string' ? nameOfRef(schema.$ref) : schema.title;
  if (typeof name === 'string' && name !== '' && depth > 0) return name;
  const full = resolved(schema, definitions);
  if (isNever(full)) return 'never';
  const items = asSchema(full.items);
  const types = (Array.isArray(full.type) ? full.type : [full.type]).filter(type => typeof type === 'string');
  const known = types.map(type => {
    if (type === 'array' && items && depth < 4) return `array of ${typeOf(items, definitions, depth + 1)}`;
    return type === 'object' && typeof name === 'string' && name !== '' ? name : type;
  });
  if (full.nullable === true) known.push('null');
  if (known.length > 0) return known.join(' or ') + (typeof full.format === 'string' ? ` (${full.format})` : '');
  for (const [key, label] of [
    ['oneOf', 'one of'],
    ['anyOf', 'any of'],
  ] as const)
    if (schemasOf(full[key]).length > 0) return `${label} ${schemasOf(full[key]).length}`;
  if (typeof name === 'string' && name !== '') return name;
  if (schemasOf(full.allOf).length > 0 || isSchema(full.properties)) return 'object';
  if (items) return `array of ${typeOf(items, definitions, depth + 1)}`;
  return Array.isArray(full.enum) || 'const' in full ? 'value' : 'any';
}

const LIMITS: [key: string, label: string][] = [
  ['default', 'default'],
  ['const', 'always'],
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['exclusiveMaximum', '<'],
  ['multipleOf', 'multiple of'],
  ['minLength', 'at least characters:'],
  ['maxLength', 'at most characters:'],
  ['pattern', 'pattern'],
  ['minItems', 'at least items:'],
  ['maxItems', 'at most items:'],
  ['minProperties', 'at least keys:'],
  ['maxProperties', 'at most keys:'],
];

const MAX_VALUES = 30;

/** In OpenAPI 3.0, `exclusiveMinimum` and `exclusiveMaximum` are booleans that change `minimum` and `maximum`. */
const isModifier = (key: string, value: unknown): boolean => typeof value === 'boolean' && key.startsWith('exclusive');

function replaceFirst(limits: string[], sign: string, other: string): void {
  const index = limits.findIndex(limit => limit.startsWith(sign));
  if (index !== -1) limits[index] = limits[index]?.replace(sign, other) ?? '';
}

/** The validation keywords of a schema, as readable text. */
export function limitsOf(schema: Schema): string[] {
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const limits = LIMITS.filter(([key]) => schema[key] !== undefined && !isModifier(key, schema[key])).map(
    ([key, label]) => `${label} ${JSON.stringify(schema[key])}`,
  );
  if (exclusiveMinimum === true) replaceFirst(limits, '≥', '>');
  if (exclusiveMaximum === true) replaceFirst(limits, '≤', '<');
  if (schema.uniqueItems === true) limits.push('each item once');
  if (Array.isArray(schema.enum)) {
    const shown = schema.enum.slice(0, MAX_VALUES).map(value => JSON.stringify(value));
    limits.push(`one of ${shown.join(', ')}${schema.enum.length > shown.length ? ', …' : ''}`);
  }
  if (schema.readOnly === true) limits.push('only in responses');
  if (schema.writeOnly === true) limits.push('only in requests');
  return limits;
}

/** Nested parts that are followed at most. */
const MAX_PARTS = 8;

/** The required properties of a schema: each part of `allOf` may require those of another part. */
function requiredOf(given: Schema, definitions: Definitions, depth = 0): ReadonlySet<unknown> {
  if (depth > MAX_PARTS) return new Set();
  const { required, allOf } = resolved(given, definitions);
  const ofParts = schemasOf(allOf).flatMap(part => [...requiredOf(part, definitions, depth + 1)]);
  return new Set([...(Array.isArray(required) ? required : []), ...ofParts]);
}

export type Child = { key: string; label: string; schema: Schema; required: boolean };

/**
 * The parts of a schema: properties, alternatives and additional properties. Parts of `allOf` and `items` are included.
 */
export function childrenOf(
  given: Schema,
  definitions: Definitions,
  depth = 0,
  required = requiredOf(given, definitions),
): Child[] {
  const schema = resolved(given, definitions);
  if (depth > MAX_PARTS) return [];
  const children: Child[] = Object.entries(isSchema(schema.properties) ? schema.properties : {}).map(
    ([name, property]) => ({
      key: name,
      label: name,
      schema: asSchema(property) ?? {},
      required: required.has(name),
    }),
  );
  for (const part of schemasOf(schema.allOf)) children.push(...childrenOf(part, definitions, depth + 1, required));
  for (const kind of ['oneOf', 'anyOf'] as const)
    for (const [index, option] of schemasOf(schema[kind]).entries()) {
      const label = typeOf(option, definitions, 1);
      children.push({
        key: `${kind} ${index}`,
        label: `option ${index + 1}: ${label}`,
        schema: option,
        required: false,
      });
    }
  if (isSchema(schema.additionalProperties) && Object.keys(schema.additionalProperties).length > 0)
    children.push({ key: '*', label: 'every other key', schema: schema.additionalProperties, required: false });
  if (isSchema(schema.items)) children.push(...childrenOf(schema.items, definitions, depth + 1));
  return children.filter(({ key }, index) => children.findIndex(other => other.key === key) === index);
}
