import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Config } from '../platform/config.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/logging.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Workers } from '../platform/workers.ts';
import type { Actor } from './actor.ts';

/** What every use case may use. Made once at start. */
export type Services = {
  config: Config;
  db: PrismaClient;
  databaseKind: 'embedded' | 'postgresql';
  jwtKey: Uint8Array;
  limits: RateLimits;
  log: Log;
  workers: Workers;
};

/** One request: the services, who asks and how to find it again in the log. */
export type Call = Services & { actor: Actor; traceId: string; address: string };

/** The signed-in user of a call. */
export function signedIn(call: Call) {
  if (call.actor.kind !== 'user')
    throw new DomainError('UNAUTHENTICATED', 'Sign in: send the token of a login in the Authorization header');
  return call.actor.user;
}
