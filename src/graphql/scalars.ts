import { GraphQLError, type ValueNode } from 'graphql';
import { RFC_3339 } from '../platform/fields.ts';
import type { JsonValue } from '../platform/json.ts';
import { builder } from './builder.ts';

function parseDateTime(value: unknown): Date {
  const date = typeof value === 'string' && RFC_3339.test(value) ? new Date(value) : new Date(Number.NaN);
  // PostgreSQL has no year 0.
  if (!(date.getUTCFullYear() >= 1))
    throw new GraphQLError('must be an RFC 3339 time such as 2026-01-31T12:00:00.000Z');
  return date;
}

builder.scalarType('DateTime', {
  description: 'A time: a string in RFC 3339 format, in UTC with milliseconds.',
  extensions: { codegenScalarType: 'string' },
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339',
  serialize: value => (value instanceof Date ? value : parseDateTime(value)).toISOString(),
  parseValue: parseDateTime,
});

builder.scalarType('JSON', {
  description: 'Any JSON value (RFC 8259). Numbers keep their exact spelling and are never rounded.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
  extensions: { codegenScalarType: 'unknown' },
  serialize: value => value as JsonValue,
  parseValue: value => value as JsonValue,
  parseLiteral: jsonLiteral,
});

function jsonLiteral(node: ValueNode, variables?: Record<string, unknown> | null): JsonValue {
  switch (node.kind) {
    case 'NullValue':
      return null;
    case 'IntValue':
    case 'FloatValue':
      return JSON.rawJSON(node.value);
    case 'StringValue':
    case 'EnumValue':
    case 'BooleanValue':
      return node.value;
    case 'ListValue':
      return node.values.map(item => jsonLiteral(item, variables));
    case 'ObjectValue':
      return Object.fromEntries(node.fields.map(field => [field.name.value, jsonLiteral(field.value, variables)]));
    case 'Variable':
      return (variables?.[node.name.value] ?? null) as JsonValue;
  }
}
