import type { Call } from '../access/call.ts';
import { CONTENTS_PER_QUERY, type Context, createContext } from '../access/context.ts';
import { AnswerBudget } from './answer-size.ts';

/** The context of one GraphQL execution: it also bounds the answer. */
export type GraphqlContext = Context & { answer: AnswerBudget };

/** Room for everything but contents. */
const OTHER_CHARACTERS = 16 * 1024 * 1024;

/** `mostValues` bounds answers to queries that callers write: they could name each field of long lists many times. */
export const createGraphqlContext = (call: Call, mostValues = Number.POSITIVE_INFINITY): GraphqlContext => ({
  ...createContext(call),
  answer: new AnswerBudget(CONTENTS_PER_QUERY * call.config.maxContentBytes + OTHER_CHARACTERS, mostValues),
});
