import type { Call } from '../access/call.ts';
import type { User } from '../generated/prisma/client.ts';
import { hmacSha256 } from '../platform/crypto.ts';
import { networkOf } from '../platform/networks.ts';

/** How many addresses of a user are remembered, and for how long after the last sign-in. */
const MOST_KNOWN = 20;
const KNOWN_DAYS = 90;

/** What is typed as an address of an account may be anything, a password too: it is kept as a keyed hash. */
export const accountName = ({ jwtKey }: Pick<Call, 'jwtKey'>, email: string): string =>
  hmacSha256(jwtKey, `docsvc account\n${email}`);

const addressName = ({ jwtKey, address }: Pick<Call, 'jwtKey' | 'address'>, userId: string): string =>
  hmacSha256(jwtKey, `docsvc known address\n${userId}\n${networkOf(address).address}`);

/** Whether the user signed in lately from where this call comes from. One statement, also where there is no user. */
export async function isKnownAddress(call: Call, user: Pick<User, 'id'> | null): Promise<boolean> {
  const userId = user?.id ?? '00000000-0000-0000-0000-000000000000';
  const [known] = await call.db.$queryRaw<object[]>`
    SELECT 1 FROM known_addresses WHERE user_id = ${userId}::uuid AND address = ${addressName(call, userId)}
      AND seen_at > now() - make_interval(days => ${KNOWN_DAYS})`;
  return known !== undefined;
}

/**
 * Remembers where the user signed in; forgets the oldest where there are too many. This one stays, also beside others
 * that were seen before the clock was set back.
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
      ORDER BY address = ${name} DESC, seen_at DESC LIMIT ${MOST_KNOWN})`;
}
