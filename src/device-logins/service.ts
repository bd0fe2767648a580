import type { Person } from '../access/actor.ts';
import { holdSession } from '../access/as-of-now.ts';
import { type Call, ownSession, signedIn } from '../access/call.ts';
import { checkOf } from '../access/password-limits.ts';
import { openSession } from '../access/session-tokens.ts';
import { recordAct } from '../audit/service.ts';
import { Prisma } from '../generated/prisma/client.ts';
import { randomToken, sha256 } from '../platform/crypto.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { anonymousName, networkOf } from '../platform/networks.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { rememberAddress } from '../users/known-addresses.ts';
import { people } from '../users/service.ts';
import { noteLogin, type UserSession } from '../users/sign-in.ts';
import { newUserCode, readUserCode, userCodeHashes } from './codes.ts';

/** The OAuth 2.0 Device Authorization Grant (RFC 8628), for the command line. All times are of the database clock. */

const LIFETIME_SECONDS = 600;
/** The least time between two polls, what a faster poll adds to it (sections 3.2 and 3.5), and up to which time. */
const INTERVAL_SECONDS = 5;
const LONGEST_INTERVAL_SECONDS = 60;
/** The least time that a program has to finish a login which was decided late: more than its longest interval. */
const FINISH_SECONDS = 120;
/** How many logins there may be at one address, at one IPv6 /48, and in all. */
const MOST = { ofAddress: 100, ofRange: 400, inAll: 10_000 };

export type DeviceLoginStart = {
  deviceCode: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete: string;
  expiresAt: Date;
  expiresInSeconds: number;
  intervalSeconds: number;
};

export async function startDeviceLogin(call: Call): Promise<DeviceLoginStart> {
  await call.limits.countDeviceLogin(call.address);
  const [deviceCode, userCode] = [randomToken(), newUserCode()];
  const expiresAt = await insertLogin(call, deviceCode, userCode);
  if (expiresAt === undefined) throw tooMany();
  const verificationUri = `${call.site.publicUrl}/device`;
  const verificationUriComplete = `${verificationUri}#code=${userCode}`;
  return {
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete,
    expiresAt,
    expiresInSeconds: LIFETIME_SECONDS,
    intervalSeconds: INTERVAL_SECONDS,
  };
}

/** Returns when the login expires; undefined if there are too many. Counts under a lock. */
function insertLogin(call: Call, deviceCode: string, userCode: string): Promise<Date | undefined> {
  const network = anonymousName(call.address);
  const most = networkOf(call.address).wider === undefined ? MOST.ofAddress : MOST.ofRange;
  return inTransaction(call.db, async tx => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('docsvc.device_logins'))::text`;
    await tx.$executeRaw`DELETE FROM device_logins WHERE expires_at <= now()`;
    const [row] = await tx.$queryRaw<{ expiresAt: Date }[]>`
      INSERT INTO device_logins (device_code, user_code, address, network, started_at, expires_at, interval_seconds)
      SELECT ${sha256(deviceCode)}, ${userCodeHashes(call, userCode)[0]}, ${call.address}, ${network}, now(),
        now() + make_interval(secs => ${LIFETIME_SECONDS}), ${INTERVAL_SECONDS}::int
      WHERE (SELECT count(*) FROM device_logins WHERE network = ${network}) < ${most}
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
export type DeviceLogin = Shown & { userCode: string };

type Shown = { address: string; startedAt: Date; expiresAt: Date };

const SHOWN = Prisma.sql`address, started_at AS "startedAt", expires_at AS "expiresAt"`;

/** The login with one of these hashes of a user code, if nobody has decided it. */
const isWaiting = (hashes: string[]): Prisma.Sql =>
  Prisma.sql`user_code = ANY(${hashes}) AND user_id IS NULL AND expires_at > now()`;

export function readDeviceLogin(call: Call, userCode: string): Promise<DeviceLogin> {
  return guessing(call, userCode, async hashes => {
    const [login] = await readRows<Shown>(
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
  const { user, sessionExpiresAt } = ownSession(call);
  const { id } = user;
  const [epoch, latest] = decision === 'allow' ? [user.sessionEpoch, sessionExpiresAt] : [null, null];
  return guessing(call, userCode, hashes =>
    inTransaction(call.db, async tx => {
      await holdSession(tx, call);
      const [login] = await tx.$queryRaw<Shown[]>`
        UPDATE device_logins SET user_id = ${id}::uuid, session_epoch = ${epoch}::int,
          session_expires_at = ${latest}::timestamptz,
          expires_at = GREATEST(expires_at, now() + make_interval(secs => ${FINISH_SECONDS}))
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
  typed: string,
  find: (hashes: string[]) => Promise<Shown | undefined>,
): Promise<DeviceLogin> {
  const attempt = await call.limits.takeCodeTry(signedIn(call).id);
  const userCode = readUserCode(typed);
  if (userCode !== undefined) {
    const found = await checkOf(attempt, () => find(userCodeHashes(call, userCode)));
    if (found !== undefined) {
      await attempt.success();
      return { ...found, userCode };
    }
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

/** Notes a poll of a login that waits: at most one a second, so that a program that never waits writes little. */
export async function finishDeviceLogin(call: Call, deviceCode: string): Promise<DeviceLoginResult> {
  const hash = sha256(deviceCode);
  const [login] = await readRows<Polled>(
    call.db,
    Prisma.sql`
      WITH login AS (
        SELECT user_id, session_epoch, interval_seconds, ${IS_TOO_FAST} AS is_too_fast
        FROM device_logins WHERE device_code = ${hash} AND expires_at > now()
      ), noted AS (
        UPDATE device_logins d SET polled_at = now(),
          interval_seconds = CASE WHEN is_too_fast
            THEN LEAST(${LONGEST_INTERVAL_SECONDS}::int, d.interval_seconds + ${INTERVAL_SECONDS}::int)
            ELSE d.interval_seconds END
        FROM login WHERE d.device_code = ${hash} AND d.user_id IS NULL
          AND (d.polled_at IS NULL OR d.polled_at <= now() - interval '1 second')
        RETURNING d.interval_seconds
      )
      SELECT user_id IS NOT NULL AS "isDecided", session_epoch IS NOT NULL AS "isAllowed", is_too_fast AS "isTooFast",
        COALESCE((SELECT interval_seconds FROM noted), interval_seconds) AS "intervalSeconds"
      FROM login`,
  );
  if (login === undefined) return withoutSession('EXPIRED');
  if (login.isAllowed) return giveSession(call, hash);
  if (login.isDecided) return withoutSession('REFUSED');
  const { isTooFast, intervalSeconds } = login;
  return { status: isTooFast ? 'SLOW_DOWN' : 'PENDING', intervalSeconds, session: null };
}

type Polled = { isDecided: boolean; isAllowed: boolean; isTooFast: boolean; intervalSeconds: number };

/** A poll that came a second too early is not too fast: requests take different times. */
const IS_TOO_FAST = Prisma.sql`COALESCE(polled_at > now() - make_interval(secs => interval_seconds - 1), FALSE)`;

async function giveSession(call: Call, hash: string): Promise<DeviceLoginResult> {
  const result = await takeSession(call, hash);
  if (result.session !== null) noteLogin(call, result.session, { method: 'device' });
  return result;
}

/** Gives the session once: the row is deleted as it is read. It stays if the session cannot be given. */
function takeSession(call: Call, hash: string): Promise<DeviceLoginResult> {
  return inTransaction(call.db, async tx => {
    const [allowed] = await readRows<Person & { allowedEpoch: number; allowedUntil: Date }>(
      tx,
      Prisma.sql`
        DELETE FROM device_logins d USING users u WHERE d.device_code = ${hash} AND u.id = d.user_id
        RETURNING ${selectColumns('u', people.fields)}, d.session_epoch AS "allowedEpoch",
          d.session_expires_at AS "allowedUntil"`,
    );
    if (allowed === undefined) return withoutSession('EXPIRED');
    const { allowedEpoch, allowedUntil, ...user } = allowed;
    const isOfNow = user.status === 'ACTIVE' && user.sessionEpoch === allowedEpoch && allowedUntil > new Date();
    if (!isOfNow) return withoutSession('REFUSED');
    await rememberAddress({ ...call, db: tx }, user);
    const session = { user, ...(await openSession(call, user, allowedUntil)) };
    return { ...withoutSession('ALLOWED'), session };
  });
}

const withoutSession = (status: DeviceLoginStatus): DeviceLoginResult => ({
  status,
  intervalSeconds: null,
  session: null,
});
