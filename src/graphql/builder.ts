import SchemaBuilder from '@pothos/core';
import PrismaPlugin from '@pothos/plugin-prisma';
import ScopeAuthPlugin from '@pothos/plugin-scope-auth';
import { actingUser } from '../access/call.ts';
import type PrismaTypes from '../generated/pothos.ts';
import { getDatamodel } from '../generated/pothos.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { JsonValue } from '../platform/json.ts';
import type { GraphqlContext } from './context.ts';

export type SchemaTypes = {
  Context: GraphqlContext;
  PrismaTypes: PrismaTypes;
  DefaultFieldNullability: false;
  AuthScopes: { signedIn: boolean };
  Scalars: {
    ID: { Input: string; Output: string };
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
  description: 'Changes. Each takes one `input` and returns the resource that it created or changed.',
});

builder.subscriptionType({
  authScopes: { signedIn: true },
  description: 'Streams results as they are produced, by server-sent events (Accept: text/event-stream).',
});

/** The builder's types with Pothos's defaults filled in. */
export type Types = typeof builder extends PothosSchemaTypes.SchemaBuilder<infer T> ? T : never;
