import type { FieldAction } from '../../src/graphql/judged-by.ts';
import type { ErrorStatus } from '../../src/platform/errors.ts';
import type { StreamingEngine } from '../execute.ts';
import type { BodyReader } from '../request-body.ts';
import type { RestApi } from './compiled-routes.ts';
import type { Creation } from './creation.ts';
import type { HttpStatusMode } from './envelope.ts';

/** The credential of a request, before it becomes an actor. */
export type Credential = {
  /** The Authorization header as it came; never given where a route is open to anyone. */
  readonly authorization: string | undefined;
  /** What a visitor of a share has unlocked it with. */
  readonly unlockProof: string | undefined;
  /** What the route takes: the token of a person, or the link of a share and nothing else. */
  readonly kind: 'session' | 'share';
  readonly address: string;
  readonly traceId: string;
  /** Aborted when the caller goes before he has his answer; of routes only whose work is worth ending. */
  readonly signal: AbortSignal | undefined;
};

export type Health = {
  readonly status: 'ok' | 'degraded';
  readonly healthy: boolean;
  readonly ready: boolean;
  readonly version: string;
  readonly uptime: number;
  readonly uptime_seconds: number;
  readonly dependencies: Readonly<Record<string, { status: string; kind: string; latency_ms?: number }>>;
};

/** One line of the log. */
export type Answered<Context> = {
  readonly operation: string;
  readonly status: 'OK' | ErrorStatus;
  readonly traceId: string;
  readonly durationMs: number;
  readonly context: Context | undefined;
};

export type RestOptions<Context> = {
  readonly api: RestApi;
  readonly engine: StreamingEngine<Context>;
  /** Makes the context of an execution, or rejects with a DomainError (UNAUTHENTICATED, RESOURCE_EXHAUSTED). */
  authenticate(credential: Credential): Promise<Context>;
  /** The context of a creation that may be sent again under this key. */
  nameCreation(context: Context, creation: Creation): Context;
  /** Rejects with a DomainError when the policy refuses the action, in the named project where it is one of projects. */
  authorize(context: Context, action: FieldAction, projectId: string | undefined): Promise<void>;
  health(): Promise<Health>;
  ready(): Promise<boolean>;
  readonly httpStatus: HttpStatusMode;
  readonly unknownKeys: 'refuse' | 'ignore';
  readonly bodies: BodyReader;
  /** Names a caller who showed a credential of their own; undefined is a caller who is nobody. */
  knownCaller(context: Context): string | undefined;
  readonly deadlineMs: number;
  onAnswer?(answered: Answered<Context>): void;
  /** Something that nobody meant: the caller gets INTERNAL, the cause belongs into the log. */
  onUnexpected(error: unknown, traceId: string): void;
};
