import { API_TOKEN_PREFIX, MCP_TOKEN_PREFIX } from '../access/actor.ts';
import type { ApiToken, McpToken } from '../generated/prisma/client.ts';
import { randomToken } from '../platform/crypto.ts';
import { failedPrecondition, invalidArgument } from '../platform/errors.ts';

export type TokenStatus = 'ACTIVE' | 'REVOKED' | 'EXPIRED';

/** Most active tokens of each kind that a person may have. */
export const MAX_TOKENS = 500;

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

/** The tokens of a person whose status is ACTIVE. */
export const activeTokensOf = (userId: string, now: Date) => ({
  userId,
  revokedAt: null,
  OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
});

export function requireFewerTokens(active: number, noun: string): void {
  if (active >= MAX_TOKENS)
    throw failedPrecondition(`A person has at most ${MAX_TOKENS} active ${noun}s: revoke one first`);
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
