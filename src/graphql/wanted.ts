import { type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Call } from '../access/call.ts';
import { whileWanted } from '../platform/callers.ts';
import type { HttpContext } from './http-context.ts';

/** A query that takes longer is given up. */
const QUERY_MS = 60_000;

/**
 * Runs a query until nobody waits for it: its caller has gone, or its time is up. Then it reads nothing more from the
 * database. What changes something runs to its end.
 */
export function runWanted<T>(
  { document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>,
  call: Call,
  execute: () => T,
): T {
  if (getOperationAST(document, operationName)?.operation !== 'query') return execute();
  const late = AbortSignal.timeout(QUERY_MS);
  return whileWanted(call.signal === undefined ? late : AbortSignal.any([late, call.signal]), execute);
}

/** The same for queries that Yoga runs. */
export const wanted: Plugin<HttpContext> = {
  onExecute: ({ args, executeFn, setExecuteFn }) => {
    const { contextValue } = args as ExecutionArgs;
    setExecuteFn(given => runWanted(given as ExecutionArgs, contextValue as Call, () => executeFn(given)));
  },
};
