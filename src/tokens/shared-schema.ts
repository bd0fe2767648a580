import type { EnumRef, ObjectRef } from '@pothos/core';
import { builder, type Types } from '../graphql/builder.ts';
import { wireEnum } from '../graphql/enums.ts';
import { textBounds } from '../graphql/resources.ts';
import { type TokenStatus, tokenStatus } from './model.ts';

// What API tokens and MCP tokens have in common.

export const tokenStatusEnum = (name: string, noun: string) =>
  wireEnum(name, `Whether an ${noun} works.`, {
    ACTIVE: [1, 'The token works.'],
    REVOKED: [2, 'The token was revoked. This cannot be undone.'],
    EXPIRED: [3, 'The token has expired.'],
  });

type Shown = {
  id: string;
  userId: string;
  name: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Adds the fields of every kind of token to a type. */
export function addTokenFields<Token extends Shown>(
  type: ObjectRef<Types, Token, Token>,
  status: EnumRef<Types, TokenStatus>,
  masked: (token: Token) => string,
): void {
  builder.objectFields(type as unknown as ObjectRef<Types, Shown, Shown>, t => ({
    id: t.exposeID('id', { description: 'UUIDv7.' }),
    userId: t.exposeID('userId', { description: 'The owner.' }),
    name: t.exposeString('name', { description: 'Label, 1 to 200 characters.' }),
    status: t.field({
      type: status,
      description: 'Whether it works.',
      resolve: token => tokenStatus(token, new Date()),
    }),
    tokenMasked: t.string({
      description: 'The prefix and the last characters.',
      resolve: token => masked(token as Token),
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires; null for never.',
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true, description: 'When it was revoked.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
  }));
}

type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** The fields of the input that creates a token with these scopes. */
export const newTokenFields = <Scope extends string>(t: InputFields, scope: EnumRef<Types, Scope>) => ({
  name: t.string({
    required: true,
    description: 'Label, 1 to 200 characters.',
    extensions: { bounds: textBounds.name },
  }),
  scopes: t.field({
    type: [scope],
    required: true,
    description: 'What it may do: at least one.',
    extensions: { bounds: { minItems: 1 } },
  }),
  expiresAt: t.field({ type: 'DateTime', description: 'When it expires. Must be in the future; absent for never.' }),
});

/** The fields of the input that selects the token to revoke. */
export const revokeTokenFields = (t: InputFields) => ({
  id: t.id({ required: true, description: 'The token.' }),
  userId: t.id({
    description: 'The owner of the token. Only a SuperAdmin may name another user; absent for the caller.',
  }),
});
