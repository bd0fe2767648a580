import { childrenOf, type Definitions, isNever, isSchema, resolved, type Schema, schemasOf } from './schema.ts';

const SAMPLES: Record<string, unknown> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uuid: '01a20000-0000-7000-8000-000000000000',
  email: 'ana@example.com',
  uri: 'https://example.com',
};

/** A sample value of a schema: its example, else one generated from its type, without deeply nested optional parts. */
export function sampleOf(given: Schema, definitions: Definitions, depth = 0): unknown {
  const schema = resolved(given, definitions);
  if (schema.example !== undefined) return schema.example;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  for (const key of ['const', 'default'] as const) if (schema[key] !== undefined) return schema[key];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const options = [...schemasOf(schema.oneOf), ...schemasOf(schema.anyOf)];
  const option = options.find(one => !isNever(one));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || isSchema(schema.properties) || schemasOf(schema.allOf).length > 0) {
    if (depth > 4) return {};
    const parts = childrenOf(schema, definitions).filter(
      ({ key, required, schema: part }) =>
        !/^(oneOf|anyOf) |^\*$/.test(key) && (required || depth < 2) && !isNever(resolved(part, definitions)),
    );
    const own = Object.fromEntries(parts.map(({ key, schema: part }) => [key, sampleOf(part, definitions, depth + 1)]));
    const chosen = option === undefined ? {} : sampleOf(option, definitions, depth + 1);
    return isSchema(chosen) ? { ...chosen, ...own } : own;
  }
  if (option !== undefined && depth < 6) return sampleOf(option, definitions, depth + 1);
  if (type === 'array')
    return depth > 4 || !isSchema(schema.items) || isNever(schema.items)
      ? []
      : [sampleOf(schema.items, definitions, depth + 1)];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'string') return SAMPLES[String(schema.format)] ?? 'string';
  return null;
}

export type Example = { name: string; value: unknown; isMade: boolean };

/** The examples of a Media Type Object; without any, one generated from the schema. */
export function examplesOf(body: Schema, schema: Schema | undefined, definitions: Definitions): Example[] {
  if (body.example !== undefined) return [{ name: 'Example', value: body.example, isMade: false }];
  const given = Object.entries(isSchema(body.examples) ? body.examples : {}).flatMap(([name, example]) =>
    isSchema(example) && example.value !== undefined ? [{ name, value: example.value, isMade: false }] : [],
  );
  if (given.length > 0 || schema === undefined) return given;
  return [{ name: 'Example', value: sampleOf(schema, definitions), isMade: true }];
}
