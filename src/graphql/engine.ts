import { type DocumentNode, type ExecutionResult, execute, type GraphQLSchema, subscribe } from 'graphql';
import type { Call } from '../access/call.ts';
import { runCancellable } from './cancellation.ts';
import { type CompiledOperation, compileOperation } from './compiled-operation.ts';
import { createGraphqlContext, endGraphqlContext, type GraphqlContext } from './context.ts';
import { presentErrors } from './errors.ts';

export type Engine = {
  schema: GraphQLSchema;
  /** Runs a document that was parsed and validated at start. Errors have the form of `presentError`. */
  execute(document: DocumentNode, variables: Record<string, unknown>, call: Call): Promise<ExecutionResult>;
  /** Starts a subscription: returns its events, or a result with the error that prevented it. */
  subscribe(
    document: DocumentNode,
    variables: Record<string, unknown>,
    call: Call,
  ): Promise<AsyncGenerator<ExecutionResult, void> | ExecutionResult>;
};

export function createEngine(schema: GraphQLSchema): Engine {
  const argsOf = (document: DocumentNode, variables: Record<string, unknown>, call: Call) => ({
    schema,
    document,
    variableValues: variables,
    contextValue: createGraphqlContext(call),
  });
  const compiled = new WeakMap<DocumentNode, CompiledOperation | false>();
  const compiledOf = (document: DocumentNode): CompiledOperation | false => {
    const operation = compiled.get(document) ?? compileOperation(schema, document) ?? false;
    compiled.set(document, operation);
    return operation;
  };
  return {
    schema,
    async execute(document, variables, call) {
      const args = argsOf(document, variables, call);
      const operation = compiledOf(document);
      const run = (): Promise<ExecutionResult> | ExecutionResult =>
        operation ? operation(variables, args.contextValue) : execute(args);
      try {
        return presented(await runCancellable(args, call, run), call, args.contextValue);
      } finally {
        endGraphqlContext(args.contextValue);
      }
    },
    async subscribe(document, variables, call) {
      const events = await subscribe(argsOf(document, variables, call));
      return Symbol.asyncIterator in events ? presentedEvents(events, call) : presented(events, call);
    },
  };
}

const presented = (result: ExecutionResult, call: Call, context?: GraphqlContext): ExecutionResult =>
  result.errors === undefined ? result : { ...result, errors: presentErrors(result, call, context) };

async function* presentedEvents(
  events: AsyncIterable<ExecutionResult>,
  call: Call,
): AsyncGenerator<ExecutionResult, void> {
  for await (const event of events) yield presented(event, call);
}
