import { Readable } from 'node:stream';
import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { type DocumentNode, type ExecutionArgs, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createYoga } from 'graphql-yoga';
import type { Call } from '../access/call.ts';
import type { Config } from '../platform/config.ts';
import { jsonStream } from '../platform/json-stream.ts';
import { type Context, createContext, type TextBudget } from './context.ts';
import type { Engine } from './engine.ts';
import { presentError } from './errors.ts';
import { checkCost, checkShape, parseDocument } from './limits.ts';

/** What the HTTP server knows of a request before GraphQL looks at it; the answer notes what the log line needs. */
export type HttpContext = { call: Call; operation?: string; code?: string; texts?: TextBudget };

/** GraphQL over HTTP at /graphql, with the limits for documents that callers write. */
export function createGraphqlHandler(engine: Engine, config: Config) {
  return createYoga<HttpContext>({
    schema: engine.schema,
    context: ({ call }) => createContext(call),
    plugins: [limits, failures, largeAnswers],
    graphiql: config.graphiql && { title: 'docsvc', defaultQuery: GREETING },
    renderGraphiQL,
    maskedErrors: false,
    landingPage: false,
    healthCheckEndpoint: '/graphql/health',
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    maxRequestBodySize: config.maxBodyBytes,
  });
}

const GREETING = `# Sign in with the login mutation, then put the token under "Headers":
#   { "Authorization": "<token>" }
query { me { id email name } }
`;

const limits: Plugin<HttpContext> = {
  onParse: ({ setParseFn }) => {
    setParseFn(parseDocument);
    return ({ result }) => {
      if (result && 'kind' in result) checkShape(result as DocumentNode);
    };
  },
  onExecute: ({ args, context }) => judge(args as ExecutionArgs, context as unknown as HttpContext),
  onSubscribe: ({ args, context }) => judge(args as ExecutionArgs, context as unknown as HttpContext),
};

function judge({ schema, document, operationName, variableValues }: ExecutionArgs, http: HttpContext): void {
  const operation = getOperationAST(document, operationName);
  if (!operation) return;
  http.operation = operation.name?.value ?? operation.operation;
  checkCost(schema, document, operation, (variableValues ?? {}) as Record<string, unknown>);
}

/** Every failure of a request in the one form, whether it came from syntax, limits, coercion or a resolver. */
const failures: Plugin<HttpContext> = {
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (!result || Array.isArray(result) || !('errors' in result) || !result.errors) return;
    const http = serverContext as unknown as HttpContext;
    const errors = result.errors.map(error => presentError(error, http.call));
    // GraphQL over HTTP: what was never executed is HTTP 400, but for callers who accept application/json only.
    if (!('data' in result)) for (const { extensions } of errors) extensions.http = { status: 400, spec: true };
    http.code = String(errors[0]?.extensions.code);
    setResult({ ...result, errors });
  },
  onSubscribe: ({ args }) => ({
    onSubscribeResult: () => ({
      onNext: ({ result, setResult }) => {
        if (!('errors' in result) || !result.errors) return;
        const { contextValue } = args as ExecutionArgs;
        setResult({ ...result, errors: result.errors.map(error => presentError(error, contextValue as Context)) });
      },
    }),
  }),
};

const LARGE_BYTES = 256 * 1024;

/** An answer with large texts is written piece by piece: to stringify it at once would hold every other request. */
const largeAnswers: Plugin<HttpContext> = {
  onExecute: ({ context, args }) => {
    (context as unknown as HttpContext).texts = (args.contextValue as unknown as Context).texts;
  },
  onResultProcess: ({ result, setResultProcessor, serverContext, acceptableMediaTypes }) => {
    const { texts } = serverContext as unknown as HttpContext;
    if (!texts || texts.bytes < LARGE_BYTES || !result || Array.isArray(result) || 'errors' in result) return;
    const [mediaType = 'application/json'] = acceptableMediaTypes;
    const headers = { 'Content-Type': `${mediaType}; charset=utf-8` };
    setResultProcessor(
      (answer, fetchAPI) =>
        new fetchAPI.Response(Readable.toWeb(jsonStream(answer)) as BodyInit, { status: 200, headers }),
      mediaType,
    );
  },
};
