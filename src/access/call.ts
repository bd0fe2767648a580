import type { ProviderClient } from '../ai/provider/provider.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Config } from '../platform/config.ts';
import type { KeyRing } from '../platform/encryption.ts';
import { DomainError, permissionDenied } from '../platform/errors.ts';
import type { Jobs } from '../platform/jobs.ts';
import type { Log } from '../platform/logging.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Workers } from '../platform/workers.ts';
import type { WriteBehind } from '../platform/write-behind.ts';
import type { Actor, Person, TokenOwner } from './actor.ts';

/** What every use case may use. Made once at start. */
export type Services = {
  config: Config;
  /** Under which address people reach the service; known when it listens. */
  reach: { publicUrl: string };
  db: PrismaClient;
  databaseKind: 'embedded' | 'postgresql';
  isDatabaseAnswering(): Promise<boolean>;
  /** Talks to providers of models. */
  aiClient: ProviderClient;
  jwtKey: Uint8Array;
  keyRing: KeyRing;
  /** Work for after a transaction. */
  jobs: Jobs;
  limits: RateLimits;
  log: Log;
  /** Audit rows of calls that change nothing. Acts write theirs in their own transaction. */
  usage: WriteBehind<Prisma.AuditEntryCreateManyInput>;
  workers: Workers;
};

/** Where a call came in; `none` for work that nobody asked for by a request. */
export type Surface = 'graphql' | 'rest' | 'mcp' | 'none';

/** One request: the services, who asks and how to find it again in the log. */
export type Call = Services & {
  actor: Actor;
  traceId: string;
  address: string;
  surface: Surface;
  /** Aborted when whoever asked has gone. Most work is short and goes on. */
  signal?: AbortSignal | undefined;
};

/** The person of a call. An MCP token is no person: what asks for one is closed to tokens. */
export function signedIn(call: Call): Person {
  if (call.actor.kind === 'mcpToken') throw permissionDenied('An MCP token cannot do this; sign in as a person');
  if (call.actor.kind !== 'user') throw notSignedIn();
  return call.actor.user;
}

/** For whom the work of a call is done: the person, also by a token of theirs, or the address of a nameless caller. */
export function callerOf({ actor, address }: Pick<Call, 'actor' | 'address'>): string {
  if (actor.kind === 'user' || actor.kind === 'mcpToken') return actor.user.id;
  return actor.kind === 'system' ? 'system' : address;
}

/** The person of a call, or the owner of its MCP token. What the token may do is the policy's to say. */
export function actingUser({ actor }: Pick<Call, 'actor'>): TokenOwner {
  if (actor.kind !== 'user' && actor.kind !== 'mcpToken') throw notSignedIn();
  return actor.user;
}

const notSignedIn = () =>
  new DomainError('UNAUTHENTICATED', 'Sign in: send the token of a login in the Authorization header');
