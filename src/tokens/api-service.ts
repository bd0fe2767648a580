import { asOfNow, holdSession } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
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
import { lastCharacters, newApiSecret, requireFuture, requireScopes } from './model.ts';

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
    const made = await tx.apiToken.create({ data: { id: newId(), userId: owner.id, ...data, ...kept } });
    await keepKey(tx, call, made.id);
    await recordToken(tx, call, 'api_token.create', made, { scopes: made.scopes });
    return made;
  });
  return { ...token, secret };
}

/** Lists the caller's own tokens, newest first. */
export function listApiTokens(call: Call, args: PageArgs): Promise<Connection<ShownApiToken>> {
  const where = [containsText(args.search, ['name'])];
  return rootList(call, { action: 'api_token.read', model: call.db.apiToken, where, order: 'desc' }, args);
}

/** Reads one of the caller's own tokens. */
export async function readApiToken(call: Call, id: string): Promise<ShownApiToken> {
  const userId = signedIn(call).id;
  const token = isId(id) ? await call.db.apiToken.findFirst({ where: { id, userId } }) : null;
  if (token === null) throw notFound('API token');
  return token;
}

/** Revokes one of the caller's own tokens; a second time does nothing. */
export async function revokeApiToken(call: Call, id: string): Promise<ShownApiToken> {
  const token = await readApiToken(call, id);
  return inTransaction(call.db, async tx => {
    const where = { id: token.id, revokedAt: null };
    const { count } = await tx.apiToken.updateMany({ where, data: { revokedAt: new Date() } });
    await asOfNow(tx, call);
    if (count > 0) await recordToken(tx, call, 'api_token.revoke', token);
    return tx.apiToken.findUniqueOrThrow({ where: { id: token.id } });
  });
}

const recordToken = (
  db: Parameters<typeof recordAct>[0],
  call: Call,
  action: string,
  token: ApiToken,
  metadata: Prisma.InputJsonObject = {},
) =>
  recordAct(db, call, {
    action,
    resourceType: 'api_token',
    resourceId: token.id,
    ...(token.projectId !== null && { projectId: token.projectId }),
    metadata: { name: token.name, ...metadata },
  });
