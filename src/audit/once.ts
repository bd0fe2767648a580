import { actingUser, type Call } from '../access/call.ts';
import type { NamedCreation } from '../access/creation.ts';
import type { Db } from '../platform/database.ts';
import { failedPrecondition } from '../platform/errors.ts';

// What a caller named with a key is made once, however often it is sent within 24 hours. The key is kept in the
// transaction of the creation, with the id of what was made: the answer is read again from that, so that no secret of
// it is kept a second time.

/** Makes what a call asks for; or reads what the same call made before. */
export async function once<Made>(
  call: Call,
  read: (id: string) => Promise<Made>,
  make: () => Promise<Made>,
): Promise<Made> {
  const { creation } = call;
  if (creation === undefined) return make();
  const before = await findMade(call, creation);
  if (before !== undefined) return read(before);
  await forgetKeys(call.db);
  try {
    return await make();
  } catch (error) {
    // Of two at once the other was first: then this one failed for that, whatever it was told.
    const meanwhile = await findMade(call, creation);
    if (meanwhile === undefined) throw error;
    return read(meanwhile);
  }
}

/** In the transaction of the creation. Waits for another one with the same key, and fails when that one succeeds. */
export async function keepKey(tx: Db, call: Call, resourceId: string): Promise<void> {
  const { creation } = call;
  if (creation === undefined) return;
  const { route, key, bodyHash } = creation;
  const kept = await tx.$executeRaw`
    INSERT INTO idempotency_keys AS kept (user_id, route, key, body_hash, resource_id)
    VALUES (${actingUser(call).id}::uuid, ${route}, ${key}, ${bodyHash}, ${resourceId}::uuid)
    ON CONFLICT (user_id, route, key) DO UPDATE
      SET body_hash = excluded.body_hash, resource_id = excluded.resource_id, created_at = now()
      WHERE kept.created_at <= now() - interval '24 hours'`;
  if (kept === 0) throw failedPrecondition('Another request with this Idempotency-Key was carried out meanwhile');
}

async function findMade(
  call: Call,
  { route, key, bodyHash, otherBodyHash }: NamedCreation,
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

/** Some of the keys whose time is over. Rows that another statement holds are left to it: this one never waits. */
const forgetKeys = (db: Db): Promise<number> => db.$executeRaw`
  DELETE FROM idempotency_keys WHERE (user_id, route, key) IN (
    SELECT user_id, route, key FROM idempotency_keys WHERE created_at <= now() - interval '24 hours'
    LIMIT 100 FOR UPDATE SKIP LOCKED
  )`;
