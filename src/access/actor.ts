import { errors, jwtVerify, SignJWT } from 'jose';
import type { User } from '../generated/prisma/client.ts';
import { DomainError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { Services } from './call.ts';

/** Who calls. Nothing after `authenticate` looks at a header. */
export type Actor = { kind: 'anonymous' } | { kind: 'user'; user: User } | { kind: 'system' };

export const anonymous: Actor = { kind: 'anonymous' };

const ISSUER = 'docsvc';

const unauthenticated = (message: string) => new DomainError('UNAUTHENTICATED', message);

export type Session = { token: string; expiresAt: Date };

/** Makes the JWT (RFC 7519, HS256) of a session. It ends by time, by logout and by a password change. */
export async function openSession(services: Services, user: Pick<User, 'id' | 'sessionEpoch'>): Promise<Session> {
  const expiresAt = new Date((Math.floor(Date.now() / 1000) + services.config.jwtTtlSeconds) * 1000);
  const token = await new SignJWT({ epoch: user.sessionEpoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(services.jwtKey);
  return { token, expiresAt };
}

/** The only place where a credential becomes an actor. No header is an anonymous caller, a bad one is refused. */
export async function authenticate(services: Services, authorization: string | undefined): Promise<Actor> {
  if (authorization === undefined || authorization.trim() === '') return anonymous;
  if (/^bearer\s/i.test(authorization))
    throw unauthenticated('Send the raw token in the Authorization header: drop the "Bearer " prefix');
  const claims = await verifyToken(services, authorization.trim());
  const user = await services.db.user.findUnique({ where: { id: claims.userId } });
  if (user === null || user.sessionEpoch !== claims.epoch)
    throw unauthenticated('The session has ended, sign in again');
  if (user.status !== 'ACTIVE') throw unauthenticated('This user is disabled');
  return { kind: 'user', user };
}

async function verifyToken(services: Services, token: string): Promise<{ userId: string; epoch: number }> {
  try {
    const { payload } = await jwtVerify(token, services.jwtKey, { issuer: ISSUER, algorithms: ['HS256'] });
    if (typeof payload.sub === 'string' && isId(payload.sub) && typeof payload.epoch === 'number')
      return { userId: payload.sub, epoch: payload.epoch };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('The session has expired, sign in again');
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw unauthenticated('The Authorization header does not hold a valid token of this service');
}
