import { asOfNow, holdSession } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import { authorize, authorizeSystem } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import type { ApiScope, ApiToken, Prisma } from '../generated/prisma/client.ts';
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
  newApiSecret,
  requireFewerTokens,
  requireFuture,
  requireScopes,
} from './model.ts';
import { type NamedToken, readOwnerId } from './owner.ts';

/** A token in a response. `secret` is present only in the result of its creation: it is not stored. */
export type ShownApiToken = ApiToken & { secret?: string };

type NewToken = {
  name: string;
  scopes: readonly ApiScope[];
  projectId?: string | null;
  expiresAt?: Date | null;
};

export async function createApiToken(call: Call, input: NewToken): Promise<ShownApiToken> {
  const owner = signedIn(call);
  if (input.projectId) await authorize(call, 'project.read', input.projectId);
  const data = {
    name: fields.name(input.name),
    scopes: requireScopes(input.scopes),
    projectId: input.projectId ?? null,
    expiresAt: requireFuture(input.expiresAt, new Date()),
  };
  const secret = newApiSecret();
  const kept = { secretHash: sha256(secret), lastCharacters: lastCharacters(secret) };
  const token = await inTransaction(call.db, async tx => {
    await holdSession(tx, call);
    const active = await tx.apiToken.count({ where: activeTokensOf(owner.id, new Date()) });
    requireFewerTokens(active, 'API token');
    const made = await tx.apiToken.create({ data: { id: newId(), userId: owner.id, ...data, ...kept } });
    await keepKey(tx, call, made.id);
    await recordToken(tx, call, 'api_token.create', made, { scopes: made.scopes });
    return made;
  });
  return { ...token, secret };
}

/** Lists the caller's own tokens, or, for a SuperAdmin, those of the named user. */
export async function listApiTokens(
  call: Call,
  args: PageArgs & { userId?: string | null },
): Promise<Connection<ShownApiToken>> {
  const userId = args.userId ? await readOwnerId(call, args) : null;
  const where = [containsText(args.search, ['name'])];
  const list = { action: 'api_token.read', within: { userId }, model: call.db.apiToken, where, order: 'desc' } as const;
  return rootList(call, list, args);
}

/** Reads one of the caller's own tokens. */
export const readApiToken = async (call: Call, id: string): Promise<ShownApiToken> =>
  findToken(call, id, signedIn(call).id);

/** Revokes a token; a second time does nothing. */
export async function revokeApiToken(call: Call, input: NamedToken): Promise<ShownApiToken> {
  const ownerId = await readOwnerId(call, input);
  const token = await findToken(call, input.id, ownerId);
  return inTransaction(call.db, async tx => {
    const where = { id: token.id, revokedAt: null };
    const { count } = await tx.apiToken.updateMany({ where, data: { revokedAt: new Date() } });
    const now = await asOfNow(tx, call);
    if (input.userId) authorizeSystem(now);
    if (count > 0) await recordToken(tx, call, 'api_token.revoke', token, { user_id: ownerId });
    return tx.apiToken.findUniqueOrThrow({ where: { id: token.id } });
  });
}

async function findToken(call: Call, id: string, userId: string): Promise<ApiToken> {
  const token = isId(id) ? await call.db.apiToken.findFirst({ where: { id, userId } }) : null;
  if (token === null) throw notFound('API token');
  return token;
}

const recordToken = (db: Sender, call: Call, action: string, token: ApiToken, metadata: Prisma.InputJsonObject = {}) =>
  recordAct(db, call, {
    action,
    resourceType: 'api_token',
    resourceId: token.id,
    ...(token.projectId !== null && { projectId: token.projectId }),
    metadata: { name: token.name, ...metadata },
  });
