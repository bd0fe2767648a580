import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './errors.ts';

/** The caller that the current work is done for. `signal` is aborted when the result is no longer needed. */
export type Caller = {
  name: string;
  /** Whether the caller is authenticated. If not, the name is a network. */
  isKnown: boolean;
  readonly request: Request;
  signal?: AbortSignal | undefined;
};

/**
 * `usedMs`: the time that the request has used so far on database connections, worker threads and the event loop.
 * `batches`: how many batches of its work the event loop has started. `endTurn`: see turns.ts.
 */
type Request = { usedMs: number; batches?: number; endTurn?: () => void };

const present = new AsyncLocalStorage<Caller>();

/** The caller name of work that no request started. */
const SYSTEM = 'system';

/** Runs the work of one request for a caller. `nameCaller` may name the caller more precisely later. */
export const runForCaller = <T>(name: string, work: () => T): T =>
  present.run({ name, isKnown: false, request: { usedMs: 0 } }, work);

/** Names the caller of the current request, after authentication. */
export function nameCaller(name: string): void {
  const caller = present.getStore();
  if (caller === undefined) return;
  caller.name = name;
  caller.isKnown = true;
}

/** Runs a part of the current request that may be abandoned when the signal is aborted. */
export const runWithSignal = <T>(signal: AbortSignal, work: () => T): T =>
  present.run({ ...currentCaller(), signal }, work);

/** Runs work that other requests wait for, too: it goes on when the caller of the current one has disconnected. */
export const runForOthers = <T>(work: () => T): T => present.run({ ...currentCaller(), signal: undefined }, work);

export const currentCaller = (): Caller =>
  present.getStore() ?? { name: SYSTEM, isKnown: false, request: { usedMs: 0 } };

/** Throws if the result of the current work is no longer needed. */
export function requireNotAborted(): void {
  if (currentCaller().signal?.aborted) throw new DomainError('DEADLINE_EXCEEDED', 'The request took too long');
}
