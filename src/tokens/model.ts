import { API_TOKEN_PREFIX, MCP_TOKEN_PREFIX } from '../access/actor.ts';
import type { ApiToken, McpToken } from '../generated/prisma/client.ts';
import { randomToken } from '../platform/crypto.ts';
import { invalidArgument } from '../platform/errors.ts';

export type TokenStatus = 'ACTIVE' | 'REVOKED' | 'EXPIRED';

const SECRET_BYTES = 32;
const SHOWN_CHARACTERS = 4;

/** A new token: the prefix and 43 characters of base64url. */
export const newSecret = (): string => `${MCP_TOKEN_PREFIX}${randomToken(SECRET_BYTES)}`;

export const newApiSecret = (): string => `${API_TOKEN_PREFIX}${randomToken(SECRET_BYTES)}`;

export const lastCharacters = (secret: string): string => secret.slice(-SHOWN_CHARACTERS);

/** A masked token: enough to recognise it, not enough to use it. */
export const masked = (token: Pick<McpToken, 'lastCharacters'>): string =>
  `${MCP_TOKEN_PREFIX}…${token.lastCharacters}`;

export const maskedApiToken = (token: Pick<ApiToken, 'lastCharacters'>): string =>
  `${API_TOKEN_PREFIX}…${token.lastCharacters}`;

/** Computes the status at the time of reading, so expiry needs no background job. */
export function tokenStatus(token: Pick<McpToken, 'revokedAt' | 'expiresAt'>, now: Date): TokenStatus {
  if (token.revokedAt !== null) return 'REVOKED';
  return token.expiresAt !== null && token.expiresAt <= now ? 'EXPIRED' : 'ACTIVE';
}

export function requireScopes<Scope extends string>(scopes: readonly Scope[]): Scope[] {
  if (scopes.length === 0) throw invalidArgument('scopes', 'must contain at least one scope');
  return [...new Set(scopes)];
}

export function requireFuture(expiresAt: Date | null | undefined, now: Date): Date | null {
  if (!expiresAt) return null;
  if (expiresAt <= now) throw invalidArgument('expires_at', 'must be in the future');
  return expiresAt;
}
