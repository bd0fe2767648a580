import { type Caller, currentCaller } from './callers.ts';
import { DomainError } from './errors.ts';
import { isHeavy } from './precedence.ts';

/** Longest turn of one request, so that a slow reader delays even their own requests only for a moment. */
const MOST_TURN_MS = 1_000;
const MOST_REST_MS = 500;
/** When a refused request may be sent again. */
const RETRY_SECONDS = 5;
/** Callers count as active for this time after a request. */
const ACTIVE_MS = 1_000;

/** The last turn of each caller that has one. */
const turns = new Map<string, Promise<void>>();
type Seen = { name: string; at: number };
let latest: Seen | undefined;
let latestOfAnother: Seen | undefined;

/**
 * Waits for the turn of the current request. Requests of a caller with much recent use begin one after the other, when the
 * one before is answered or has run for MOST_TURN_MS. While other callers are active, the next one then waits as long as the
 * last one ran. Many large answers at once are not ready earlier, but each garbage collection copies all that they hold, which
 * blocks every request. Rejects with RESOURCE_EXHAUSTED if the turn comes too late.
 */
export async function takeTurn(deadlineMs: number): Promise<void> {
  const caller = currentCaller();
  if (!caller.isKnown) return;
  noteActive(caller);
  if (!isHeavy(caller) || caller.request.endTurn !== undefined) return;
  const previous = turns.get(caller.name);
  const turn = beginTurn(caller, previous);
  turns.set(caller.name, turn);
  void turn.then(() => turns.get(caller.name) === turn && turns.delete(caller.name));
  if (previous === undefined) return;
  let isOurs = false;
  await atMost(
    deadlineMs,
    previous.then(() => {
      isOurs = true;
    }),
  );
  if (!isOurs)
    throw new DomainError(
      'RESOURCE_EXHAUSTED',
      'Too many of your requests wait for each other: this one has not started',
      {
        retryAfterSeconds: RETRY_SECONDS,
      },
    );
}

/** Resolves when the next request of the caller may start. */
async function beginTurn({ name, request }: Caller, previous: Promise<void> | undefined): Promise<void> {
  const answered = new Promise<void>(resolve => {
    request.endTurn = resolve;
  });
  await previous;
  const startedAt = performance.now();
  await atMost(MOST_TURN_MS, answered);
  if (areOthersActive(name)) await atMost(Math.min(MOST_REST_MS, performance.now() - startedAt));
}

/** Waits for a promise, at most `ms`; for `ms` if there is none. Clears its timer. */
async function atMost(ms: number, done?: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>(resolve => {
    timer = setTimeout(resolve, ms);
  });
  await (done === undefined ? late : Promise.race([late, done]));
  clearTimeout(timer);
}

function noteActive({ name }: Caller): void {
  if (latest !== undefined && latest.name !== name) latestOfAnother = latest;
  latest = { name, at: performance.now() };
}

function areOthersActive(name: string): boolean {
  const other = latest?.name === name ? latestOfAnother : latest;
  return other !== undefined && other.name !== name && performance.now() - other.at < ACTIVE_MS;
}
