import type { Pool } from 'pg';
import type { ProviderClient } from '../ai/provider/provider.ts';
import type { Deliveries } from '../events/deliveries.ts';
import type { Mails } from '../events/mails.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Config } from '../platform/config.ts';
import type { DatabaseKind } from '../platform/database.ts';
import type { KeyRing } from '../platform/encryption.ts';
import { permissionDenied, unauthenticated } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/logging.ts';
import { anonymousName } from '../platform/networks.ts';
import type { Replica } from '../platform/replica.ts';
import type { Workers } from '../platform/workers.ts';
import type { WriteBehind } from '../platform/write-behind.ts';
import type { ActingToken, Actor, Person, SignedIn, TokenOwner } from './actor.ts';
import type { IdempotencyKey } from './idempotency-key.ts';
import type { RateLimits } from './rate-limits.ts';

/** The services that use cases share. Created once, at start. */
export type Services = {
  config: Config;
  /** The public address of the service; known once it listens. */
  site: { publicUrl: string };
  db: PrismaClient;
  /** The connections below Prisma, for large values. Never use it inside a transaction. */
  pool: Pool;
  /** For reads on which no write or permission depends. */
  replica: Replica;
  databaseKind: DatabaseKind;
  isDatabaseAnswering(): Promise<boolean>;
  aiClient: ProviderClient;
  /** Signs sessions and unlock proofs. */
  jwtKey: Uint8Array;
  /** The next or the previous `jwtKey`: sessions that it signed are accepted too. */
  otherJwtKey?: Uint8Array | undefined;
  keyRing: KeyRing;
  /** Background jobs, which start after their transaction commits. */
  jobs: Jobs;
  /** Events on their way to webhooks. */
  deliveries: Deliveries;
  /** E-mails, which are sent after their transaction commits. */
  mails: Mails;
  limits: RateLimits;
  log: Log;
  /** Buffered audit rows of calls that change nothing. Changes write their rows in their own transaction. */
  usage: WriteBehind<Prisma.AuditEntryCreateManyInput>;
  workers: Workers;
};

/** The interface of a call; `none` for work that no request started. */
export type Surface = 'graphql' | 'rest' | 'mcp' | 'none';

/** One request: the services, the caller, and the ids to find it in the log. */
export type Call = Services & {
  actor: Actor;
  traceId: string;
  address: string;
  surface: Surface;
  /** Aborted when the caller disconnects. Most work is short and ignores it. */
  signal?: AbortSignal | undefined;
  idempotencyKey?: IdempotencyKey | undefined;
};

/** Returns the signed-in user of a call. Throws for tokens: operations that call this are closed to them. */
export const signedIn = (call: Call): Person => ownSession(call).user;

/** The same, with the end of the session. */
export function ownSession(call: Call): Pick<SignedIn, 'user' | 'sessionExpiresAt'> {
  if (tokenOf(call)) throw permissionDenied(`${tokenNoun(call)}s cannot do this. Sign in as a person`);
  if (call.actor.kind !== 'user') throw notSignedIn();
  return call.actor;
}

/** The token, with its scopes, of a call that a token makes; undefined for other callers. */
export const tokenOf = ({ actor }: Pick<Call, 'actor'>): ActingToken | undefined =>
  actor.kind === 'mcpToken' || actor.kind === 'apiToken' ? actor.token : undefined;

/** The name of the kind of token, for error messages. */
export const tokenNoun = ({ actor }: Pick<Call, 'actor'>): string =>
  actor.kind === 'apiToken' ? 'API token' : 'MCP token';

/** The only project that the token of the call works for; null for every other caller. */
export const boundProject = ({ actor }: Pick<Call, 'actor'>): string | null =>
  actor.kind === 'apiToken' ? actor.token.projectId : null;

/** The caller name for fair queues: the user (also for their tokens), or the network of an anonymous caller. */
export function callerOf({ actor, address }: Pick<Call, 'actor' | 'address'>): string {
  if ('user' in actor) return actor.user.id;
  return actor.kind === 'system' ? 'system' : anonymousName(address);
}

/** Returns the user of a call or the owner of its token. The policy decides what the token may do. */
export function actingUser({ actor }: Pick<Call, 'actor'>): TokenOwner {
  if (!('user' in actor)) throw notSignedIn();
  return actor.user;
}

/** Whether the caller reaches every project: a SuperAdmin, but not by a token that works for one project. */
export const reachesAll = (call: Pick<Call, 'actor'>): boolean =>
  actingUser(call).isSuperAdmin && boundProject(call) === null;

const notSignedIn = () => unauthenticated('Sign in: send the token of a login in the Authorization header');
