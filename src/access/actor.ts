import {
  type ApiScope,
  type ApiToken,
  type McpScope,
  type McpToken,
  Prisma,
  type PrismaClient,
  type User,
} from '../generated/prisma/client.ts';
import { nameCaller } from '../platform/callers.ts';
import { sha256 } from '../platform/crypto.ts';
import { unauthenticated } from '../platform/errors.ts';
import { readRows, selectColumns } from '../platform/rows.ts';
import { type Entered, type EnteredRow, enter, enteredColumns, type PathIds, splitEntered } from './entered.ts';
import { type SessionKeys, sessionEnded, verifySession } from './session-tokens.ts';

/** The caller. Code after `authenticate` reads this and never a header. */
export type Actor =
  | { kind: 'anonymous' }
  | SignedIn
  | { kind: 'mcpToken'; token: ActingToken; user: TokenOwner }
  | { kind: 'apiToken'; token: ActingApiToken; user: TokenOwner; entered?: Entered | undefined }
  | ShareVisitor
  | { kind: 'system' };

/** A person with a session. */
export type SignedIn = {
  kind: 'user';
  user: Person;
  sessionExpiresAt: Date;
  entered?: Entered | undefined;
};

/** A user without the hash of their password, which only a sign-in reads. */
export type Person = Omit<User, 'passwordHash'>;

/** A caller with a share link. The secret is checked later, against the share that the request names. */
export type ShareVisitor = {
  kind: 'shareVisitor';
  /** SHA-256 of the secret; undefined when the request has no well-formed secret. */
  secretHash: string | undefined;
  /** The proof that unlocking the share returned, as the visitor sent it. */
  unlockProof: string | undefined;
};

export const anonymous: Actor = { kind: 'anonymous' };

/** The request headers that identify the caller, and the ids in the path. */
export type Credential = {
  authorization: string | undefined;
  unlockProof?: string | undefined;
  path?: PathIds | undefined;
};

/**
 * The credential that a surface accepts: session JWTs and API tokens for GraphQL and REST, MCP tokens for MCP, share
 * secrets for share routes. Share routes ignore every other credential.
 */
export type CredentialKind = 'session' | 'mcpToken' | 'share';

/** Every MCP token starts with this prefix, so that people and secret scanners recognise it. */
export const MCP_TOKEN_PREFIX = 'docsvc_mcp_';
/** The same for API tokens. */
export const API_TOKEN_PREFIX = 'docsvc_api_';

/** What is needed to check credentials. */
type Keys = SessionKeys & { db: PrismaClient };

/** Turns a credential into an actor; no other code does. No header means anonymous; a bad credential is refused. */
export async function authenticate(
  services: Keys,
  { authorization, unlockProof, path }: Credential,
  kind: CredentialKind = 'session',
): Promise<Actor> {
  const credential = authorization?.trim() ?? '';
  if (kind === 'share' || (kind === 'session' && SHARE_SCHEME.test(credential)))
    return shareVisitor(credential, unlockProof);
  if (credential === '') return anonymous;
  const bare = credential.replace(BEARER, '');
  const isApiToken = bare.startsWith(API_TOKEN_PREFIX);
  if (isApiToken && kind === 'session') return apiTokenActor(services, bare, path);
  if (bare !== credential)
    throw unauthenticated('Send the raw token in the Authorization header: remove the "Bearer " prefix');
  if (isApiToken)
    throw unauthenticated('This is an API token, which works for REST and GraphQL. Send an MCP token instead');
  return kind === 'mcpToken' ? tokenActor(services, credential) : userActor(services, credential, path);
}

const BEARER = /^bearer\s+/i;

const SHARE_SCHEME = /^DocShare(\s|$)/i;
const SHARE_CREDENTIAL = /^DocShare ([\w-]{43})$/i;

/** Hashes the secret: no later code sees the secret itself. */
function shareVisitor(credential: string, unlockProof: string | undefined): ShareVisitor {
  const secret = SHARE_CREDENTIAL.exec(credential)?.[1];
  return {
    kind: 'shareVisitor',
    secretHash: secret === undefined ? undefined : sha256(secret),
    unlockProof: unlockProof || undefined,
  };
}

async function userActor(services: Keys, credential: string, path: PathIds | undefined): Promise<Actor> {
  if (credential.startsWith(MCP_TOKEN_PREFIX))
    throw unauthenticated(
      'This is an MCP token, which works only for POST /api/v1/open/mcp. Send the token of a login instead',
    );
  const claims = await verifySession(services, credential);
  // Name the caller first, so that the query below counts for this user and not for everybody at their address.
  nameCaller(claims.userId);
  const of = Prisma.sql`users u ${enter(path)} WHERE u.id = ${claims.userId}::uuid`;
  const columns = Prisma.sql`${selectColumns('u', PERSON_FIELDS)}${enteredColumns(path)}`;
  const [row] = await readRows<Person & EnteredRow>(services.db, Prisma.sql`SELECT ${columns} FROM ${of}`);
  const [user, entered] = splitEntered<Person>(row, path);
  if (user === undefined || user.sessionEpoch !== claims.epoch) throw sessionEnded();
  if (user.status !== 'ACTIVE') throw unauthenticated('This user is disabled');
  return { kind: 'user', user, sessionExpiresAt: new Date(claims.expiresAt * 1000), entered };
}

const { passwordHash: _, ...PERSON_FIELDS } = Prisma.UserScalarFieldEnum;

const MCP_TOKEN = new RegExp(`^${MCP_TOKEN_PREFIX}[\\w-]{43}$`);
const JWT = /^[\w-]+\.[\w-]+\.[\w-]*$/;

async function tokenActor({ db }: Pick<Keys, 'db'>, credential: string): Promise<Actor> {
  if (JWT.test(credential))
    throw unauthenticated(
      'This is the token of a login. Send an MCP token instead (create one with POST /api/v1/private/mcp-tokens)',
    );
  // A malformed token cannot exist: skip the database.
  const found = MCP_TOKEN.test(credential) ? await findToken(db, sha256(credential)) : undefined;
  if (found === undefined)
    throw unauthenticated('The Authorization header does not contain an MCP token of this service');
  const { token, user } = found;
  if (token.revokedAt !== null) throw unauthenticated('This MCP token was revoked');
  if (token.expiresAt !== null && token.expiresAt <= new Date()) throw unauthenticated('This MCP token has expired');
  if (user.status !== 'ACTIVE') throw unauthenticated('The owner of this MCP token is disabled');
  return { kind: 'mcpToken', token, user };
}

/** The columns that the service reads of a token and its owner, in one statement: every MCP request needs them. */
export type ActingToken = Pick<McpToken, 'id' | 'scopes' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>;
export type TokenOwner = Pick<User, 'id' | 'isSuperAdmin' | 'status'>;

async function findToken(
  db: PrismaClient,
  secretHash: string,
): Promise<{ token: ActingToken; user: TokenOwner } | undefined> {
  const [row] = await readRows<TokenRow>(
    db,
    Prisma.sql`
      SELECT ${tokenColumns} FROM mcp_tokens t JOIN users u ON u.id = t.user_id WHERE t.secret_hash = ${secretHash}`,
  );
  if (row === undefined) return undefined;
  const { userId, isSuperAdmin, status, ...token } = row;
  return { token, user: { id: userId, isSuperAdmin, status } };
}

type TokenRow = ActingToken & { userId: string } & Omit<TokenOwner, 'id'>;

/** The columns of a token `t` and its owner `u`. */
const tokenColumns = Prisma.sql`t.id::text, t.scopes::text[], t.expires_at AS "expiresAt", t.revoked_at AS "revokedAt",
  t.last_used_at AS "lastUsedAt", u.id::text AS "userId", u.is_super_admin AS "isSuperAdmin", u.status::text`;

const API_TOKEN = new RegExp(`^${API_TOKEN_PREFIX}[\\w-]{43}$`);

/** An API token. Its scopes are converted to those of the policy, which distinguishes two document types. */
export type ActingApiToken = ActingToken & Pick<ApiToken, 'projectId'>;

const SCOPES: Record<ApiScope, McpScope[]> = {
  READ: ['API_READ', 'DOC_READ'],
  DRAFT: ['API_DRAFT', 'DOC_DRAFT'],
};

/** Converts the scopes of an API token to those of the policy, for both document types. */
const policyScopes = (scopes: readonly ApiScope[]): McpScope[] => scopes.flatMap(scope => SCOPES[scope]);

type ApiTokenRow = Omit<TokenRow, 'scopes'> & Pick<ApiToken, 'projectId' | 'scopes'>;

async function apiTokenActor({ db }: Pick<Keys, 'db'>, credential: string, path: PathIds | undefined): Promise<Actor> {
  const [found, entered] = API_TOKEN.test(credential)
    ? await findApiToken(db, sha256(credential), path)
    : [undefined, undefined];
  if (found === undefined)
    throw unauthenticated('The Authorization header does not contain an API token of this service');
  const { userId, isSuperAdmin, status, scopes, ...token } = found;
  if (token.revokedAt !== null) throw unauthenticated('This API token was revoked');
  if (token.expiresAt !== null && token.expiresAt <= new Date()) throw unauthenticated('This API token has expired');
  if (status !== 'ACTIVE') throw unauthenticated('The owner of this API token is disabled');
  const user = { id: userId, isSuperAdmin, status };
  return { kind: 'apiToken', token: { ...token, scopes: policyScopes(scopes) }, user, entered };
}

async function findApiToken(db: PrismaClient, secretHash: string, path: PathIds | undefined) {
  const [row] = await readRows<ApiTokenRow & EnteredRow>(
    db,
    Prisma.sql`
      SELECT ${tokenColumns}, t.project_id::text AS "projectId"${enteredColumns(path)}
      FROM api_tokens t JOIN users u ON u.id = t.user_id ${enter(path)} WHERE t.secret_hash = ${secretHash}`,
  );
  return splitEntered<ApiTokenRow>(row, path);
}
