import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Call } from '../access/call.ts';
import { runWithSignal } from '../platform/callers.ts';
import type { HttpContext } from './http-context.ts';

/** Longest time a query may run. */
const QUERY_MS = 60_000;

/**
 * Runs a query until its caller disconnects or its time is up; then it sends no more statements to the database.
 * Mutations and subscriptions are never cancelled.
 */
export function runCancellable<T>(
  { document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>,
  call: Call,
  execute: () => T,
): T {
  if (getOperationAST(document, operationName)?.operation !== 'query') return execute();
  const late = AbortSignal.timeout(QUERY_MS);
  return runWithSignal(call.signal === undefined ? late : AbortSignal.any([late, call.signal]), execute);
}

/** Applies `runCancellable` to operations that Yoga runs. */
export const cancellableQueries: Plugin<HttpContext> = {
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { contextValue } = args as ExecutionArgs;
    setExecuteFn(given => runCancellable(given as ExecutionArgs, contextValue as Call, () => executeFn(given)));
  },
};
