import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { GraphQLError, type ValueNode } from 'graphql';
import { actingUser } from '../access/call.ts';
import type PrismaTypes from '../generated/pothos.ts';
import { getDatamodel } from '../generated/pothos.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { JsonValue } from '../platform/json.ts';
import type { LongText } from '../platform/long-text.ts';
import { parseTime } from '../platform/times.ts';
import type { GraphqlContext } from './context.ts';
import './long-strings.ts';

export type SchemaTypes = {
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: { signedIn: boolean };
  Scalars: {
    ID: { Input: string; Output: string };
    String: { Input: string; Output: string | LongText };
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: JsonValue; Output: JsonValue };
  };
};

/**
 * The builder of the whole schema. Root fields require `signedIn` unless they set `skipTypeScopes`; use cases check
 * finer permissions. Fields are non-null by default. Root fields are nullable, so that an error in one keeps the
 * others.
 */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [ScopeAuthPlugin, PrismaPlugin],
  defaultFieldNullability: false,
  prisma: {
    client: context => context.db as PrismaClient,
    dmmf: getDatamodel(),
    exposeDescriptions: false,
    filterConnectionTotalCount: true,
    onUnusedQuery: null,
  },
  scopeAuth: {
    authScopes: context => ({ signedIn: () => actingUser(context) !== undefined }),
    treatErrorsAsUnauthorized: false,
    authorizeOnSubscribe: true,
  },
});

builder.queryType({
  authScopes: { signedIn: true },
  description: 'Reads. Every field requires sign-in unless its description says otherwise.',
});
builder.mutationType({
  authScopes: { signedIn: true },
  description: 'Changes. Most take one `input` and return the resource that they created or changed.',
});

builder.subscriptionType({
  authScopes: { signedIn: true },
  description: 'Streams results as they are produced, by server-sent events (Accept: text/event-stream).',
});

/** The builder's types with Pothos's defaults filled in. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;

const RULE_OF_TIMES = 'must be an RFC 3339 time such as 2026-01-31T12:00:00.000Z';

/** graphql-js adds the place in the variables to the error. */
function parseDateTime(value: unknown): Date {
  const date = typeof value === 'string' ? parseTime(value) : undefined;
  if (date === undefined) throw new GraphQLError(RULE_OF_TIMES);
  return date;
}

function parseDateTimeLiteral(node: ValueNode): Date {
  const date = node.kind === 'StringValue' ? parseTime(node.value) : undefined;
  if (date === undefined) throw new GraphQLError(`A DateTime ${RULE_OF_TIMES}`, { nodes: node });
  return date;
}

builder.scalarType('DateTime', {
  description: 'A time: a string in RFC 3339 format, in UTC with milliseconds.',
  extensions: { codegenScalarType: 'string' },
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc3339',
  serialize: value => (value instanceof Date ? value : parseDateTime(value)).toISOString(),
  parseValue: parseDateTime,
  parseLiteral: parseDateTimeLiteral,
});

builder.scalarType('JSON', {
  description: 'Any JSON value (RFC 8259). Numbers keep their exact spelling and are never rounded.',
  specifiedByURL: 'https://datatracker.ietf.org/doc/html/rfc8259',
  extensions: { codegenScalarType: 'unknown' },
  serialize: value => value as JsonValue,
  parseValue: value => value as JsonValue,
  parseLiteral: jsonLiteral,
});

/** A null of a document. GraphQL's own null says that there is no value, and REST and MCP leave it out. */
export const JSON_NULL: JsonValue = JSON.rawJSON('null');

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
