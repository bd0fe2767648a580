import type { Call } from '../access/call.ts';
import type { User } from '../generated/prisma/client.ts';
import { hmacSha256 } from '../platform/crypto.ts';
import { networkOf } from '../platform/networks.ts';

/** How many addresses of a user are remembered, and for how long after the last sign-in from each. */
const MAX_KNOWN = 20;
const KNOWN_DAYS = 90;

/** A keyed hash of the login name for rate limits and audit: people sometimes type their password as their name. */
export const accountName = ({ jwtKey }: Pick<Call, 'jwtKey'>, email: string): string =>
  hmacSha256(jwtKey, `docsvc account\n${email}`);

const addressName = ({ jwtKey, address }: Pick<Call, 'jwtKey' | 'address'>, userId: string): string =>
  hmacSha256(jwtKey, `docsvc known address\n${userId}\n${networkOf(address).address}`);

/**
 * Whether the user recently signed in from this address. Runs one statement even if there is no user (constant time).
 */
export async function isKnownAddress(call: Call, user: Pick<User, 'id'> | null): Promise<boolean> {
  const userId = user?.id ?? '00000000-0000-0000-0000-000000000000';
  const names = [call.jwtKey, call.otherJwtKey ?? call.jwtKey].map(jwtKey => addressName({ ...call, jwtKey }, userId));
  const [known] = await call.db.$queryRaw<object[]>`
    SELECT 1 FROM known_addresses WHERE user_id = ${userId}::uuid AND address = ANY(${names})
      AND seen_at > now() - make_interval(days => ${KNOWN_DAYS})`;
  return known !== undefined;
}

/**
 * Remembers the address of a sign-in and deletes the oldest beyond the limit. The current address is always kept, even
 * if the clock was set back and others look newer.
 */
export async function rememberAddress(call: Call, { id }: Pick<User, 'id'>): Promise<void> {
  const name = addressName(call, id);
  await call.db.$executeRaw`
    INSERT INTO known_addresses (user_id, address, seen_at) VALUES (${id}::uuid, ${name}, now())
    ON CONFLICT (user_id, address) DO UPDATE SET seen_at = now()`;
  await call.db.$executeRaw`
    DELETE FROM known_addresses WHERE user_id = ${id}::uuid AND address NOT IN (
      SELECT address FROM known_addresses
      WHERE user_id = ${id}::uuid AND seen_at > now() - make_interval(days => ${KNOWN_DAYS})
      ORDER BY address = ${name} DESC, seen_at DESC LIMIT ${MAX_KNOWN})`;
}
