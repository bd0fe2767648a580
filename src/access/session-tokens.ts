import type { JWTPayload } from 'jose';
import { JOSEError, JWSSignatureVerificationFailed, JWTExpired } from 'jose/errors';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import { LRUCache } from 'lru-cache';
import type { User } from '../generated/prisma/client.ts';
import type { Config } from '../platform/config.ts';
import { preparedKey, sha256 } from '../platform/crypto.ts';
import { unauthenticated } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';

/** The keys of session tokens: `jwtKey` signs, both are accepted. */
export type SessionKeys = { jwtKey: Uint8Array; otherJwtKey?: Uint8Array | undefined };

const ISSUER = 'docsvc';
/** The JWT audience of sessions. Tokens that the same key signed for another purpose are refused. */
const AUDIENCE = 'docsvc-session';
/** The largest accepted clock difference between two server processes. Sessions issued later than that are refused. */
const CLOCK_TOLERANCE_SECONDS = 60;

export const sessionEnded = () => unauthenticated('The session has ended. Sign in again');

export type Session = { token: string; expiresAt: Date };

/**
 * Issues the JWT (RFC 7519, HS256) of a session. It ends when it expires, not later than `latest`, at logout and at a
 * password change.
 */
export async function openSession(
  services: SessionKeys & { config: Pick<Config, 'jwtTtlSeconds'> },
  user: Pick<User, 'id' | 'sessionEpoch'>,
  latest?: Date,
): Promise<Session> {
  const wholeTime = (Math.floor(Date.now() / 1000) + services.config.jwtTtlSeconds) * 1000;
  const expiresAt = new Date(Math.min(wholeTime, latest?.getTime() ?? wholeTime));
  const token = await new SignJWT({ epoch: user.sessionEpoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(preparedKey(services.jwtKey));
  return { token, expiresAt };
}

type Claims = { userId: string; epoch: number; issuedAt: number; expiresAt: number };

/** Sessions in use at the same time whose signatures need no second check. */
const MAX_VERIFIED = 10_000;

/**
 * The claims of tokens that were verified with a key, by the digest of the token, until the token expires. The database
 * still says on each request whether the session has ended.
 */
const verified = new WeakMap<Uint8Array, LRUCache<string, Claims>>();

/** The claims of a session token; throws UNAUTHENTICATED if it is not valid. */
export async function verifySession(keys: SessionKeys, token: string): Promise<Claims> {
  const known = verified.get(keys.jwtKey) ?? new LRUCache<string, Claims>({ max: MAX_VERIFIED });
  verified.set(keys.jwtKey, known);
  const digest = sha256(token);
  const remembered = known.get(digest);
  if (remembered !== undefined && isCurrent(remembered)) return remembered;
  const claims = await checkToken(keys, token);
  known.set(digest, claims);
  return claims;
}

const isCurrent = ({ issuedAt, expiresAt }: Pick<Claims, 'issuedAt' | 'expiresAt'>): boolean => {
  const now = Date.now() / 1000;
  return issuedAt <= now + CLOCK_TOLERANCE_SECONDS && now < expiresAt;
};

async function checkToken(keys: SessionKeys, token: string): Promise<Claims> {
  try {
    const payload = await readClaims(keys, token);
    const { sub, epoch, exp: expiresAt = Number.NaN, iat: issuedAt = Number.NaN } = payload;
    if (issuedAt > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
      throw unauthenticated('The session was issued in the future by the clock of this server. Sign in again');
    if (typeof sub === 'string' && isId(sub) && typeof epoch === 'number')
      return { userId: sub, epoch, issuedAt, expiresAt };
  } catch (error) {
    if (error instanceof JWTExpired) throw unauthenticated('The session has expired. Sign in again');
    if (!(error instanceof JOSEError)) throw error;
  }
  throw unauthenticated('The Authorization header does not contain a valid token of this service');
}

/** Verifies the signature with the current key, then with the other one. */
async function readClaims({ jwtKey, otherJwtKey }: SessionKeys, token: string): Promise<JWTPayload> {
  const verify = async (key: Uint8Array) =>
    (
      await jwtVerify(token, preparedKey(key), {
        algorithms: ['HS256'],
        typ: 'JWT',
        issuer: ISSUER,
        audience: AUDIENCE,
        requiredClaims: ['exp', 'iat', 'sub'],
      })
    ).payload;
  try {
    return await verify(jwtKey);
  } catch (error) {
    if (otherJwtKey === undefined || !(error instanceof JWSSignatureVerificationFailed)) throw error;
    return verify(otherJwtKey);
  }
}
