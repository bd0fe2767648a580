import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { Call } from '../access/call.ts';
import { createContext } from './context.ts';
import { presentError } from './errors.ts';

export type Engine = {
  schema: GraphQLSchema;
  /** Runs a document that was parsed and validated at start; failures come in the form of `presentError`. */
  execute(document: DocumentNode, variables: Record<string, unknown>, call: Call): Promise<ExecutionResult>;
};

export function createEngine(schema: GraphQLSchema): Engine {
  return {
    schema,
    async execute(document, variables, call) {
      const result = await execute({
        schema,
        document,
        variableValues: variables,
        contextValue: createContext(call),
      });
      return result.errors === undefined
        ? result
        : { ...result, errors: result.errors.map(error => presentError(error, call)) };
    },
  };
}
