import { errors, jwtVerify, SignJWT } from 'jose';
import type { McpToken, PrismaClient, User } from '../generated/prisma/client.ts';
import { knowCaller } from '../platform/callers.ts';
import type { Config } from '../platform/config.ts';
import { sha256 } from '../platform/crypto.ts';
import { DomainError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';

/** Who calls. Nothing after `authenticate` looks at a header. */
export type Actor =
  | { kind: 'anonymous' }
  | { kind: 'user'; user: Person }
  | { kind: 'mcpToken'; token: ActingToken; user: TokenOwner }
  | ShareVisitor
  | { kind: 'system' };

/** A user without the hash of their password, which only a sign-in reads. */
export type Person = Omit<User, 'passwordHash'>;

/** Somebody with a share link, as far as they showed it: whether it opens anything is found with the share that they name. */
export type ShareVisitor = {
  kind: 'shareVisitor';
  /** SHA-256 of the secret; of none when nothing was sent that could be one. */
  secretHash: string | undefined;
  /** What unlocking gave them, as they sent it. */
  unlockProof: string | undefined;
};

export const anonymous: Actor = { kind: 'anonymous' };

/** The headers of a request that tell who calls. */
export type Credential = { authorization: string | undefined; unlockProof?: string | undefined };

/**
 * What a surface takes: people sign in to GraphQL and REST, software agents hold MCP tokens, and visitors have a share
 * link. The routes of shares take nothing else: a token that is sent there is no link and says nothing about who calls.
 */
export type CredentialKind = 'session' | 'mcpToken' | 'share';

/** Every MCP token begins so: people, scanners and this service know one when they see it. */
export const MCP_TOKEN_PREFIX = 'docsvc_mcp_';

/** What credentials are checked against and sessions are made with. */
type Keys = { db: PrismaClient; jwtKey: Uint8Array; config: Pick<Config, 'jwtTtlSeconds'> };

const ISSUER = 'docsvc';
/** What sessions are for: a token that the same key signed for something else opens none. */
const AUDIENCE = 'docsvc-session';
/** How far the clocks of two server processes may differ. A session from further in the future is refused. */
const CLOCK_TOLERANCE_SECONDS = 60;

const unauthenticated = (message: string) => new DomainError('UNAUTHENTICATED', message);

export type Session = { token: string; expiresAt: Date };

/** Makes the JWT (RFC 7519, HS256) of a session. It ends by time, by logout and by a password change. */
export async function openSession(
  services: Omit<Keys, 'db'>,
  user: Pick<User, 'id' | 'sessionEpoch'>,
): Promise<Session> {
  const expiresAt = new Date((Math.floor(Date.now() / 1000) + services.config.jwtTtlSeconds) * 1000);
  const token = await new SignJWT({ epoch: user.sessionEpoch })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(user.id)
    .setIssuedAt()
    .setExpirationTime(expiresAt)
    .sign(services.jwtKey);
  return { token, expiresAt };
}

/** The only place where a credential becomes an actor. No header is an anonymous caller, a bad one is refused. */
export async function authenticate(
  services: Pick<Keys, 'db' | 'jwtKey'>,
  { authorization, unlockProof }: Credential,
  kind: CredentialKind = 'session',
): Promise<Actor> {
  const credential = authorization?.trim() ?? '';
  if (kind === 'share' || (kind === 'session' && SHARE_SCHEME.test(credential)))
    return shareVisitor(credential, unlockProof);
  if (credential === '') return anonymous;
  if (/^bearer\s/i.test(credential))
    throw unauthenticated('Send the raw token in the Authorization header: drop the "Bearer " prefix');
  return kind === 'mcpToken' ? tokenActor(services, credential) : userActor(services, credential);
}

const SHARE_SCHEME = /^DocShare(\s|$)/i;
const SHARE_CREDENTIAL = /^DocShare ([\w-]{43})$/;

/** The secret itself goes no further than this. */
function shareVisitor(credential: string, unlockProof: string | undefined): ShareVisitor {
  const secret = SHARE_CREDENTIAL.exec(credential)?.[1];
  return {
    kind: 'shareVisitor',
    secretHash: secret === undefined ? undefined : sha256(secret),
    unlockProof: unlockProof || undefined,
  };
}

async function userActor(services: Pick<Keys, 'db' | 'jwtKey'>, credential: string): Promise<Actor> {
  if (credential.startsWith(MCP_TOKEN_PREFIX))
    throw unauthenticated('This is an MCP token, for POST /api/v1/open/mcp only; here send the token of a login');
  const claims = await verifyToken(services, credential);
  // Already the statement that reads the user is theirs, not of all who share their address.
  knowCaller(claims.userId);
  const user = await services.db.user.findUnique({ where: { id: claims.userId }, omit: { passwordHash: true } });
  if (user === null || user.sessionEpoch !== claims.epoch)
    throw unauthenticated('The session has ended, sign in again');
  if (user.status !== 'ACTIVE') throw unauthenticated('This user is disabled');
  return { kind: 'user', user };
}

const MCP_TOKEN = new RegExp(`^${MCP_TOKEN_PREFIX}[\\w-]{43}$`);
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

async function tokenActor({ db }: Pick<Keys, 'db'>, credential: string): Promise<Actor> {
  if (JWT.test(credential))
    throw unauthenticated('This is the token of a login; here send an MCP token (POST /api/v1/private/mcp-tokens)');
  // What is none by its form is not looked for.
  const found = MCP_TOKEN.test(credential) ? await findToken(db, sha256(credential)) : undefined;
  if (found === undefined) throw unauthenticated('The Authorization header does not hold an MCP token of this service');
  const { token, user } = found;
  if (token.revokedAt !== null) throw unauthenticated('This MCP token was revoked');
  if (token.expiresAt !== null && token.expiresAt <= new Date()) throw unauthenticated('This MCP token has expired');
  if (user.status !== 'ACTIVE') throw unauthenticated('The owner of this MCP token is disabled');
  return { kind: 'mcpToken', token, user };
}

/** What the service asks of the token and of its owner. Both are read in one statement: every MCP request begins so. */
export type ActingToken = Pick<McpToken, 'id' | 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>;
export type TokenOwner = Pick<User, 'id' | 'isSuperAdmin' | 'status'>;

async function findToken(
  db: PrismaClient,
  secretHash: string,
): Promise<{ token: ActingToken; user: TokenOwner } | undefined> {
  const [row] = await db.$queryRaw<(ActingToken & { userId: string } & Omit<TokenOwner, 'id'>)[]>`
    SELECT t.id::text, t.scopes::text[], t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt",
      t.last_used_at AS "lastUsedAt", u.id::text AS "userId", u.is_super_admin AS "isSuperAdmin", u.status::text
    FROM mcp_tokens t JOIN users u ON u.id = t.user_id
    WHERE t.secret_hash = ${secretHash}`;
  if (row === undefined) return undefined;
  const { userId, isSuperAdmin, status, ...token } = row;
  return { token, user: { id: userId, isSuperAdmin, status } };
}

async function verifyToken(services: Pick<Keys, 'jwtKey'>, token: string): Promise<{ userId: string; epoch: number }> {
  try {
    const { payload } = await jwtVerify(token, services.jwtKey, {
      algorithms: ['HS256'],
      typ: 'JWT',
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['exp', 'iat', 'sub'],
    });
    const { sub, epoch, iat = Number.NaN } = payload;
    if (iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS)
      throw unauthenticated('The session begins in the future by the clock of this server: sign in again');
    if (typeof sub === 'string' && isId(sub) && typeof epoch === 'number') return { userId: sub, epoch };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthenticated('The session has expired, sign in again');
    if (!(error instanceof errors.JOSEError)) throw error;
  }
  throw unauthenticated('The Authorization header does not hold a valid token of this service');
}
