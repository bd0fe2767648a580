import { asOfNow, holdSession } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import { authorizeSystem } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import type { McpScope, McpToken, Prisma } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { containsText } from '../lists/search.ts';
import { sha256 } from '../platform/crypto.ts';
import { inTransaction } from '../platform/database.ts';
import { notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import type { Sender } from '../platform/rows.ts';
import {
  activeTokensOf,
  lastCharacters,
  newSecret,
  requireFewerTokens,
  requireFuture,
  requireScopes,
  tokenStatus,
} from './model.ts';
import { type NamedToken, readOwnerId } from './owner.ts';

/** A token in a response. `secret` is present only when the owner creates or reads one active token. */
export type ShownToken = McpToken & { secret?: string };

type NewToken = { name: string; scopes: readonly McpScope[]; expiresAt?: Date | null };

export async function createMcpToken(call: Call, input: NewToken): Promise<ShownToken> {
  const owner = signedIn(call);
  const data = {
    name: fields.name(input.name),
    scopes: requireScopes(input.scopes),
    expiresAt: requireFuture(input.expiresAt, new Date()),
  };
  const id = newId();
  const secret = newSecret();
  const kept = {
    secretHash: sha256(secret),
    encryptedSecret: call.keyRing.encrypt(secret, id),
    lastCharacters: lastCharacters(secret),
  };
  const token = await inTransaction(call.db, async tx => {
    await holdSession(tx, call);
    const active = await tx.mcpToken.count({ where: activeTokensOf(owner.id, new Date()) });
    requireFewerTokens(active, 'MCP token');
    const made = await tx.mcpToken.create({ data: { id, userId: owner.id, ...data, ...kept } });
    await keepKey(tx, call, made.id);
    await recordToken(tx, call, 'mcp_token.create', made, { scopes: made.scopes });
    return made;
  });
  return { ...token, secret };
}

/** Lists the caller's own tokens, or, for a SuperAdmin, those of the named user. */
export async function listMcpTokens(
  call: Call,
  args: PageArgs & { userId?: string | null },
): Promise<Connection<ShownToken>> {
  const userId = args.userId ? await readOwnerId(call, args) : null;
  const where = [containsText(args.search, ['name'])];
  const list = { action: 'mcp_token.read', within: { userId }, model: call.db.mcpToken, where, order: 'desc' } as const;
  return rootList(call, list, args);
}

/** Reads one of the caller's own tokens; reveals its secret while it is active. */
export async function readMcpToken(call: Call, id: string): Promise<ShownToken> {
  const token = await findToken(call, id, signedIn(call).id);
  if (tokenStatus(token, new Date()) !== 'ACTIVE' || token.encryptedSecret === null) return token;
  const secret = call.keyRing.decrypt(token.encryptedSecret, token.id);
  await recordToken(call.db, call, 'mcp_token.reveal', token);
  return { ...token, secret };
}

/**
 * Revokes a token; a second time does nothing. The encrypted secret is deleted, so that it can never be shown again.
 */
export async function revokeMcpToken(call: Call, input: NamedToken): Promise<ShownToken> {
  const ownerId = await readOwnerId(call, input);
  const token = await findToken(call, input.id, ownerId);
  return inTransaction(call.db, async tx => {
    const { count } = await tx.mcpToken.updateMany({
      where: { id: token.id, revokedAt: null },
      data: { revokedAt: new Date(), encryptedSecret: null },
    });
    const now = await asOfNow(tx, call);
    if (input.userId) authorizeSystem(now);
    const revoked = await tx.mcpToken.findUniqueOrThrow({ where: { id: token.id } });
    if (count > 0) await recordToken(tx, call, 'mcp_token.revoke', revoked, { user_id: ownerId });
    return revoked;
  });
}

export async function findToken(call: Call, id: string, userId: string): Promise<McpToken> {
  const token = isId(id) ? await call.db.mcpToken.findFirst({ where: { id, userId } }) : null;
  if (token === null) throw notFound('MCP token');
  return token;
}

const recordToken = (db: Sender, call: Call, action: string, token: McpToken, metadata: Prisma.InputJsonObject = {}) =>
  recordAct(db, call, {
    action,
    resourceType: 'mcp_token',
    resourceId: token.id,
    metadata: { name: token.name, ...metadata },
  });
