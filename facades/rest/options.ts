import type { FieldAction } from '../../src/graphql/judged-by.ts';
import type { ErrorStatus } from '../../src/platform/errors.ts';
import type { StreamingEngine } from '../execute.ts';
import type { BodyReader } from '../request-body.ts';
import type { RestApi } from './compiled-routes.ts';
import type { HttpStatusMode } from './envelope.ts';

/** The credential of a request, before it becomes an actor. */
export type Credential = {
  /** The Authorization header unchanged; never passed for public routes. */
  readonly authorization: string | undefined;
  /** The proof of a visitor that they unlocked the share. */
  readonly unlockProof: string | undefined;
  /** The kind of credential that the route accepts: the token of a person, or only the link of a share. */
  readonly kind: 'session' | 'share';
  /** The project, and the version or draft, that the path names, to be read together with the caller. */
  readonly path: Readonly<Record<'projectId' | 'versionId' | 'draftId', string | undefined>>;
  readonly address: string;
  readonly traceId: string;
  /** Aborted when the caller disconnects before the answer. Only for routes whose work is worth stopping. */
  readonly signal: AbortSignal | undefined;
};

export type Health = {
  readonly status: 'ok' | 'degraded';
  readonly healthy: boolean;
  readonly ready: boolean;
  /** Why the service does not accept requests; empty if it does. */
  readonly not_ready: readonly string[];
  readonly version: string;
  readonly commit: string;
  readonly uptime: number;
  readonly uptime_seconds: number;
  readonly dependencies: Readonly<Record<string, { status: string; kind: string; latency_ms?: number }>>;
};

/** One answered request, for the log. */
export type Answered<Context> = {
  readonly operation: string;
  readonly status: 'OK' | ErrorStatus;
  readonly traceId: string;
  readonly durationMs: number;
  readonly context: Context | undefined;
};

/** A creation with an idempotency key: `sent` is the decoded request. */
export type Creation = {
  readonly key: string;
  readonly route: string;
  readonly sent: Readonly<Record<string, unknown>>;
};

export type RestOptions<Context> = {
  readonly api: RestApi;
  readonly engine: StreamingEngine<Context>;
  /** Creates the context of an execution, or rejects with a DomainError (UNAUTHENTICATED, RESOURCE_EXHAUSTED). */
  authenticate(credential: Credential): Promise<Context>;
  /** The context of a creation that may be retried under this key. */
  withIdempotencyKey(context: Context, creation: Creation): Context;
  /** Rejects with a DomainError when the policy refuses the action. Project actions need the project id. */
  authorize(context: Context, action: FieldAction, projectId: string | undefined): Promise<void>;
  health(): Promise<Health>;
  readonly httpStatus: HttpStatusMode;
  readonly unknownKeys: 'refuse' | 'ignore';
  readonly bodies: BodyReader;
  /** Identifies a caller who sent a valid credential; undefined for anonymous callers. */
  knownCaller(context: Context): string | undefined;
  readonly deadlineMs: number;
  /** The path below which callers reach the service; `/` without one. */
  readonly basePath: string;
  onAnswer?(answered: Answered<Context>): void;
  /** Reports an unexpected error: the caller gets INTERNAL, the log gets the cause. */
  onUnexpected(error: unknown, traceId: string): void;
};
