import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Call } from '../access/call.ts';
import { currentCaller, runWithSignal } from '../platform/callers.ts';
import { DomainError } from '../platform/errors.ts';
import { FairQueue } from '../platform/fair-queue.ts';
import { observe } from '../platform/observing.ts';
import { isHeavy } from '../platform/precedence.ts';
import type { HttpContext } from './http-context.ts';

/** Longest time a query may run. */
const QUERY_MS = 60_000;

/**
 * Runs a query until its caller disconnects or its time is up; then it sends no more statements to the database.
 * Mutations and subscriptions are never cancelled.
 */
export async function runCancellable<T>(
  { document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>,
  call: Call,
  execute: () => T | Promise<T>,
): Promise<T> {
  const operation = getOperationAST(document, operationName);
  const label = operation?.operation ?? 'none';
  const work = { kind: 'graphql', name: operation?.name?.value ?? 'anonymous', label } as const;
  const observed = () => observe(work, async () => execute());
  if (label !== 'query') return observed();
  const late = AbortSignal.timeout(QUERY_MS);
  const signal = call.signal === undefined ? late : AbortSignal.any([late, call.signal]);
  return runWithSignal(signal, () => executeInTurn(observed));
}

const tooLate = () => new DomainError('DEADLINE_EXCEEDED', 'The request took too long');

/**
 * Of callers with much recent use, two queries run at a time. Many large answers at once do not become ready earlier, but
 * all of what they hold is copied by each garbage collection, which blocks every request.
 */
const heavy = new FairQueue({ slots: Number.POSITIVE_INFINITY, slotsPerCaller: 2, tooMany: tooLate, tooLate });

async function executeInTurn<T>(execute: () => T | Promise<T>): Promise<T> {
  const caller = currentCaller();
  if (!isHeavy(caller)) return execute();
  const release = await heavy.acquire(caller, { signal: caller.signal });
  try {
    return await execute();
  } finally {
    release();
  }
}

/** Applies `runCancellable` to operations that Yoga runs. */
export const cancellableQueries: Plugin<HttpContext> = {
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { contextValue } = args as ExecutionArgs;
    setExecuteFn(given => runCancellable(given as ExecutionArgs, contextValue as Call, () => executeFn(given)));
  },
};
