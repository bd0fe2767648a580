import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './errors.ts';

/** For whom the present work is done; `signal` is aborted when nobody waits for it any more. */
type Caller = { name: string; signal?: AbortSignal | undefined };

const present = new AsyncLocalStorage<Caller>();

/** Work that nobody asked for by a request. */
const SYSTEM = 'system';

/** Does the work of one request, with all that it starts, for a caller who may be known better later. */
export const workFor = <T>(name: string, work: () => T): T => present.run({ name }, work);

/** Says who the caller of the present request is. */
export function knowCaller(name: string): void {
  const caller = present.getStore();
  if (caller !== undefined) caller.name = name;
}

/** Does a part of the present request that is given up when the signal is aborted. */
export const whileWanted = <T>(signal: AbortSignal, work: () => T): T =>
  present.run({ name: presentCaller().name, signal }, work);

export const presentCaller = (): Readonly<Caller> => present.getStore() ?? { name: SYSTEM };

/** Ends work that nobody waits for any more. */
export function requireWanted(): void {
  if (presentCaller().signal?.aborted) throw new DomainError('DEADLINE_EXCEEDED', 'The request took too long');
}
