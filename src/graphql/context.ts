import { RequestCache } from '@pothos/plugin-scope-auth';
import type { Call } from '../access/call.ts';
import { CONTENTS_PER_QUERY, type Context, createContext } from '../access/context.ts';
import { AnswerBudget } from './answer-size.ts';

/** The context of one GraphQL execution, with limits on its response and the response keys of the mutations that are done. */
export type GraphqlContext = Context & { answer: AnswerBudget; readonly done: string[] };

/** The response budget beyond document contents. */
const OTHER_CHARACTERS = 16 * 1024 * 1024;

/** Set `mostValues` for queries that callers write: they could select each field of long lists under many aliases. */
export const createGraphqlContext = (call: Call, mostValues = Number.POSITIVE_INFINITY): GraphqlContext =>
  // Keeps the object of `createContext`, because roles are cached for it.
  Object.assign(createContext(call), {
    answer: new AnswerBudget(CONTENTS_PER_QUERY * call.config.maxContentBytes + OTHER_CHARACTERS, mostValues),
    done: [],
  });

/** Clears the cache of Pothos for an ended execution. Its WeakMap would keep it until the next full garbage collection. */
export const endGraphqlContext = (context: GraphqlContext): void => RequestCache.clearForContext(context);
