import type { Person } from '../access/actor.ts';
import { holdSession } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import { recordAct } from '../audit/service.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { randomToken, sha256 } from '../platform/crypto.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { anonymousName } from '../platform/networks.ts';
import { checkOf } from '../platform/password-limits.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { people } from '../users/service.ts';
import { beginSession, type UserSession } from '../users/sign-in.ts';
import { newUserCode, userCodeHashes } from './codes.ts';

/** The OAuth 2.0 Device Authorization Grant (RFC 8628), for the command line. All times are of the database clock. */

const LIFETIME_SECONDS = 600;
/** The least time between two polls, and what a faster poll adds to it (sections 3.2 and 3.5). */
const INTERVAL_SECONDS = 5;
/** How many logins may wait for a person at one address (one IPv6 /48), and how many there may be in all. */
const MOST = { ofNetwork: 20, inAll: 10_000 };

export type DeviceLoginStart = {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  expiresAt: Date;
  intervalSeconds: number;
};

export async function startDeviceLogin(call: Call): Promise<DeviceLoginStart> {
  await call.limits.countSignOn(call.address);
  const [deviceCode, userCode] = [randomToken(), newUserCode()];
  const expiresAt = await insertLogin(call, deviceCode, userCode);
  if (expiresAt === undefined) throw tooMany();
  const verificationUri = `${call.reach.publicUrl}/device`;
  const verificationUriComplete = `${verificationUri}#code=${userCode}`;
  return {
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete,
    expiresAt,
    intervalSeconds: INTERVAL_SECONDS,
  };
}

/** Returns when the login expires; undefined if too many are waiting. Counts under a lock. */
function insertLogin(call: Call, deviceCode: string, userCode: string): Promise<Date | undefined> {
  const network = anonymousName(call.address);
  return inTransaction(call.db, async tx => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('docsvc.device_logins'))::text`;
    await tx.$executeRaw`DELETE FROM device_logins WHERE expires_at <= now()`;
    const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>`
      INSERT INTO device_logins (device_code, user_code, address, network, started_at, expires_at, interval_seconds)
      SELECT ${sha256(deviceCode)}, ${userCodeHashes(call, userCode)[0]}, ${call.address}, ${network}, now(),
        now() + make_interval(secs => ${LIFETIME_SECONDS}), ${INTERVAL_SECONDS}::int
      WHERE (SELECT count(*) FROM device_logins WHERE network = ${network} AND user_id IS NULL) < ${MOST.ofNetwork}
        AND (SELECT count(*) FROM device_logins) < ${MOST.inAll}
      ON CONFLICT DO NOTHING RETURNING expires_at AS "expiresAt"`;
    return row?.expiresAt;
  });
}

const tooMany = () =>
  new DomainError('RESOURCE_EXHAUSTED', 'Too many logins are waiting to be allowed. Try again in 60 seconds', {
    retryAfterSeconds: 60,
  });

/** A login that waits for a decision, as the person who decides sees it. */
export type DeviceLogin = { address: string; startedAt: Date; expiresAt: Date };

const SHOWN = Prisma.sql`address, started_at AS "startedAt", expires_at AS "expiresAt"`;

/** The login with one of these hashes of a user code, if nobody has decided it. */
const isWaiting = (hashes: string[]): Prisma.Sql =>
  Prisma.sql`user_code = ANY(${hashes}) AND user_id IS NULL AND expires_at > now()`;

export function readDeviceLogin(call: Call, userCode: string): Promise<DeviceLogin> {
  return guessing(call, userCode, async hashes => {
    const [login] = await readRows<DeviceLogin>(
      call.db,
      Prisma.sql`SELECT ${SHOWN} FROM device_logins WHERE ${isWaiting(hashes)}`,
    );
    return login;
  });
}

export const allowDeviceLogin = (call: Call, userCode: string): Promise<DeviceLogin> => decide(call, userCode, 'allow');

export const refuseDeviceLogin = (call: Call, userCode: string): Promise<DeviceLogin> =>
  decide(call, userCode, 'refuse');

/** Of several decisions, the first one counts. One by a session that has ended does not. */
function decide(call: Call, userCode: string, decision: 'allow' | 'refuse'): Promise<DeviceLogin> {
  const { id, sessionEpoch } = signedIn(call);
  const epoch = decision === 'allow' ? sessionEpoch : null;
  return guessing(call, userCode, hashes =>
    inTransaction(call.db, async tx => {
      await holdSession(tx, call);
      const [login] = await tx.$queryRaw<DeviceLogin[]>`
        UPDATE device_logins SET user_id = ${id}::uuid, session_epoch = ${epoch}::int
        WHERE ${isWaiting(hashes)} RETURNING ${SHOWN}`;
      if (login === undefined) return undefined;
      const metadata = { address: login.address };
      await recordAct(tx, call, { action: `user.${decision}_device`, resourceType: 'user', resourceId: id, metadata });
      return login;
    }),
  );
}

/** Finds a login by its user code. A wrong code counts as a try of the person. */
async function guessing(
  call: Call,
  userCode: string,
  find: (hashes: string[]) => Promise<DeviceLogin | undefined>,
): Promise<DeviceLogin> {
  const attempt = await call.limits.takeCodeTry(signedIn(call).id);
  const found = await checkOf(attempt, () => find(userCodeHashes(call, userCode)));
  if (found !== undefined) {
    await attempt.success();
    return found;
  }
  attempt.failure();
  throw new DomainError(
    'NOT_FOUND',
    'No login with this code is waiting. Check the code: it works once, within ten minutes',
  );
}

export type DeviceLoginStatus = 'ALLOWED' | 'PENDING' | 'SLOW_DOWN' | 'REFUSED' | 'EXPIRED';

export type DeviceLoginResult = {
  status: DeviceLoginStatus;
  intervalSeconds: number | null;
  session: UserSession | null;
};

/** Gives the session once: the row is deleted as it is read. */
export async function finishDeviceLogin(call: Call, deviceCode: string): Promise<DeviceLoginResult> {
  const hash = sha256(deviceCode);
  const [allowed] = await readRows<Person & { allowedEpoch: number }>(
    call.db,
    Prisma.sql`
      DELETE FROM device_logins d USING users u
      WHERE d.device_code = ${hash} AND d.expires_at > now() AND u.id = d.user_id AND d.session_epoch IS NOT NULL
      RETURNING ${selectColumns('u', people.fields)}, d.session_epoch AS "allowedEpoch"`,
  );
  if (allowed === undefined) return notAllowed(call, hash);
  const { allowedEpoch, ...user } = allowed;
  if (user.status !== 'ACTIVE' || user.sessionEpoch !== allowedEpoch) return withoutSession('REFUSED');
  return { ...withoutSession('ALLOWED'), session: await beginSession(call, user, { method: 'device' }) };
}

const withoutSession = (status: DeviceLoginStatus): DeviceLoginResult => ({
  status,
  intervalSeconds: null,
  session: null,
});

/** Notes the poll. One that came a second too early is not too fast: requests take different times. */
async function notAllowed(call: Call, hash: string): Promise<DeviceLoginResult> {
  const [login] = await readRows<{ isRefused: boolean; isTooFast: boolean; intervalSeconds: number }>(
    call.db,
    Prisma.sql`
      WITH before AS (
        SELECT COALESCE(polled_at > now() - make_interval(secs => interval_seconds - 1), FALSE) AS too_fast
        FROM device_logins WHERE device_code = ${hash} AND expires_at > now() FOR UPDATE
      )
      UPDATE device_logins SET polled_at = now(),
        interval_seconds = interval_seconds + CASE WHEN too_fast THEN ${INTERVAL_SECONDS}::int ELSE 0 END
      FROM before WHERE device_code = ${hash}
      RETURNING user_id IS NOT NULL AND session_epoch IS NULL AS "isRefused", too_fast AS "isTooFast",
        interval_seconds AS "intervalSeconds"`,
  );
  if (login === undefined) return withoutSession('EXPIRED');
  if (login.isRefused) return withoutSession('REFUSED');
  const { isTooFast, intervalSeconds } = login;
  return { status: isTooFast ? 'SLOW_DOWN' : 'PENDING', intervalSeconds, session: null };
}
