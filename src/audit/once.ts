import { actingUser, type Call } from '../access/call.ts';
import type { IdempotencyKey } from '../access/idempotency-key.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { failedPrecondition } from '../platform/errors.ts';
import { readRows, type Sender } from '../platform/rows.ts';

// A creation with an idempotency key is carried out once within 24 hours. The key is stored in the
// transaction of the creation, with the id of the created object. A retry reads the answer again by this id, so that
// no secret in it is stored a second time.

/** Carries out the creation of a call, or reads the object that the same call created before. */
export async function once<Made>(
  call: Call,
  read: (id: string) => Promise<Made>,
  make: () => Promise<Made>,
): Promise<Made> {
  const { idempotencyKey } = call;
  if (idempotencyKey === undefined) return make();
  const before = await findMade(call, idempotencyKey);
  if (before !== undefined) return read(before);
  await forgetKeys(call.db);
  try {
    return await make();
  } catch (error) {
    // If a concurrent retry was first, this one failed because of it, with any error.
    const meanwhile = await findMade(call, idempotencyKey);
    if (meanwhile === undefined) throw error;
    return read(meanwhile);
  }
}

/** Runs in the transaction of the creation. Waits for another one with the same key, and fails if that one succeeds. */
export async function keepKey(tx: Sender, call: Call, resourceId: string): Promise<void> {
  const { idempotencyKey } = call;
  if (idempotencyKey === undefined) return;
  const { route, key, bodyHash } = idempotencyKey;
  const kept = await readRows(
    tx,
    Prisma.sql`
    INSERT INTO idempotency_keys AS kept (user_id, route, key, body_hash, resource_id)
    VALUES (${actingUser(call).id}::uuid, ${route}, ${key}, ${bodyHash}, ${resourceId}::uuid)
    ON CONFLICT (user_id, route, key) DO UPDATE
      SET body_hash = excluded.body_hash, resource_id = excluded.resource_id, created_at = now()
      WHERE kept.created_at <= now() - interval '24 hours'
    RETURNING 1`,
  );
  if (kept.length === 0)
    throw failedPrecondition('Another request with this Idempotency-Key was carried out meanwhile');
}

async function findMade(
  call: Call,
  { route, key, bodyHash, otherBodyHash }: IdempotencyKey,
): Promise<string | undefined> {
  const [kept] = await call.db.$queryRaw<{ bodyHash: string; resourceId: string }[]>`
    SELECT body_hash AS "bodyHash", resource_id::text AS "resourceId" FROM idempotency_keys
    WHERE user_id = ${actingUser(call).id}::uuid AND route = ${route} AND key = ${key}
      AND created_at > now() - interval '24 hours'`;
  if (kept === undefined) return undefined;
  if (kept.bodyHash !== bodyHash && kept.bodyHash !== otherBodyHash)
    throw failedPrecondition(
      'This Idempotency-Key was sent with another body in the last 24 hours: send a new key for a new creation',
    );
  return kept.resourceId;
}

/** Deletes some expired keys. Skips rows that another statement has locked, so that this one never waits. */
const forgetKeys = (db: Call['db']): Promise<number> => db.$executeRaw`
  DELETE FROM idempotency_keys WHERE (user_id, route, key) IN (
    SELECT user_id, route, key FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'
    LIMIT 100 FOR UPDATE SKIP LOCKED
  )`;
