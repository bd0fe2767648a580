import type { Call } from '../access/call.ts';
import { Prisma, type User } from '../generated/prisma/client.ts';
import { hmacSha256 } from '../platform/crypto.ts';
import type { Db } from '../platform/database.ts';
import { NIL_ID } from '../platform/ids.ts';
import { networkOf } from '../platform/networks.ts';
import { allColumns, joinedRow, readRows, selectColumns } from '../platform/rows.ts';

/** How many addresses of a user are remembered, and for how long after the last sign-in from each. */
const MAX_KNOWN = 20;
const KNOWN_DAYS = 90;

/** A keyed hash of the email for rate limits and audit, because people sometimes type their password as their email. */
export const accountName = ({ jwtKey }: Pick<Call, 'jwtKey'>, email: string): string =>
  hmacSha256(jwtKey, `docsvc account\n${email}`);

const addressName = ({ jwtKey, address }: Pick<Call, 'jwtKey' | 'address'>, userId: string): string =>
  hmacSha256(jwtKey, `docsvc known address\n${userId}\n${networkOf(address).address}`);

/** An account, and whether the current address is known for it. */
export type Found = {
  user: User | undefined;
  /** Whether the user signed in from this address in the last 90 days. */
  isKnown: boolean;
  /** Whether they did so in the last hour, so that the address need not be written again. */
  isRecent: boolean;
};

/**
 * Finds an account by its NFC email, or another of its spellings: older accounts may not be stored in NFC. Does the same work
 * if there is none (constant time).
 */
export async function findAccount(
  call: Pick<Call, 'db' | 'jwtKey' | 'otherJwtKey' | 'address'>,
  email: string,
  spellings: readonly string[],
): Promise<Found> {
  const [row] = await readRows<{ known: string[]; recent: string[] }>(
    call.db,
    Prisma.sql`
      SELECT ${selectColumns('u', FIELDS, USER)}, ${addresses(KNOWN)} AS known, ${addresses(RECENT)} AS recent
      FROM (VALUES (1)) AS always LEFT JOIN (
        SELECT ${allColumns(FIELDS)} FROM users WHERE email = ANY(${[...spellings]}) ORDER BY email = ${email} DESC LIMIT 1
      ) u ON true`,
  );
  const user = row && joinedRow<User>(row, USER);
  const keys = [call.jwtKey, ...(call.otherJwtKey ? [call.otherJwtKey] : [])];
  const names = keys.map(jwtKey => addressName({ ...call, jwtKey }, user?.id ?? NIL_ID));
  const [known = [], recent = []] = [row?.known, row?.recent];
  return { user, isKnown: names.some(name => known.includes(name)), isRecent: recent.includes(names[0] as string) };
}

const FIELDS = Prisma.UserScalarFieldEnum;
const USER = 'user_';

const KNOWN = Prisma.sql`k.seen_at > now() - make_interval(days => ${KNOWN_DAYS})`;
/** Excludes times in the future, which a fast clock recorded, so that they are replaced. */
const RECENT = Prisma.sql`k.seen_at BETWEEN now() - interval '1 hour' AND now()`;

/** SQL for remembered addresses of the user `u`, or of nobody. */
const addresses = (condition: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`ARRAY(SELECT k.address FROM known_addresses k
    WHERE k.user_id = COALESCE(u.id, ${NIL_ID}::uuid) AND ${condition})`;

/**
 * Remembers the address of a sign-in and deletes the oldest beyond the limit. The current address is always kept, even
 * if the clock was set back and others look newer.
 */
export async function rememberAddress(
  call: Pick<Call, 'jwtKey' | 'address'> & { db: Db },
  { id }: Pick<User, 'id'>,
): Promise<void> {
  const name = addressName(call, id);
  await call.db.$executeRaw`
    INSERT INTO known_addresses (user_id, address, seen_at) VALUES (${id}::uuid, ${name}, now())
    ON CONFLICT (user_id, address) DO UPDATE SET seen_at = now()`;
  await call.db.$executeRaw`
    DELETE FROM known_addresses WHERE user_id = ${id}::uuid AND address NOT IN (
      SELECT k.address FROM known_addresses k WHERE k.user_id = ${id}::uuid AND ${KNOWN}
      ORDER BY k.address = ${name} DESC, k.seen_at DESC LIMIT ${MAX_KNOWN})`;
}
