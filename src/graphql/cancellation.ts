import { type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Call } from '../access/call.ts';
import { runWithSignal } from '../platform/callers.ts';
import { startDeadline } from '../platform/deadline.ts';
import { observe } from '../platform/observing.ts';
import { endGraphqlContext, type GraphqlContext } from './context.ts';
import { failureIn } from './errors.ts';
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
  // The errors of a caller who has disconnected say nothing about the service.
  const errorIn = (result: T) => (call.signal?.aborted ? undefined : failureIn(result as ExecutionResult));
  const observed = () => observe(work, async () => execute(), errorIn);
  if (label !== 'query') return observed();
  const late = startDeadline(QUERY_MS);
  const signal = call.signal === undefined ? late.signal : AbortSignal.any([late.signal, call.signal]);
  try {
    return await runWithSignal(signal, observed);
  } finally {
    late.end();
  }
}

/** Applies `runCancellable` to operations that Yoga runs. */
export const cancellableQueries: Plugin<HttpContext> = {
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { contextValue } = args as ExecutionArgs;
    setExecuteFn(given => runCancellable(given as ExecutionArgs, contextValue as Call, () => executeFn(given)));
    return { onExecuteDone: () => endGraphqlContext(contextValue as GraphqlContext) };
  },
};
