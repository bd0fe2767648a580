import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './errors.ts';

/** For whom the present work is done; `signal` is aborted when nobody waits for it any more. */
export type Caller = {
  name: string;
  /** Whether they showed who they are: otherwise the name is an address. */
  isKnown: boolean;
  readonly request: Request;
  signal?: AbortSignal | undefined;
};

/** What one request used so far: the time of connections and of the event loop. */
type Request = { usedMs: number };

const present = new AsyncLocalStorage<Caller>();

/** Work that nobody asked for by a request. */
const SYSTEM = 'system';

/** Does the work of one request, with all that it starts, for a caller who may be known better later. */
export const workFor = <T>(name: string, work: () => T): T =>
  present.run({ name, isKnown: false, request: { usedMs: 0 } }, work);

/** Says who the caller of the present request is. */
export function knowCaller(name: string): void {
  const caller = present.getStore();
  if (caller === undefined) return;
  caller.name = name;
  caller.isKnown = true;
}

/** Does a part of the present request that is given up when the signal is aborted. */
export const whileWanted = <T>(signal: AbortSignal, work: () => T): T =>
  present.run({ ...presentCaller(), signal }, work);

export const presentCaller = (): Caller =>
  present.getStore() ?? { name: SYSTEM, isKnown: false, request: { usedMs: 0 } };

/** Ends work that nobody waits for any more. */
export function requireWanted(): void {
  if (presentCaller().signal?.aborted) throw new DomainError('DEADLINE_EXCEEDED', 'The request took too long');
}
