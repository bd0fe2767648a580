import { renderGraphiQL } from '@graphql-yoga/render-graphiql';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { createYoga } from 'graphql-yoga';
import type { Config } from '../platform/config.ts';
import { createGraphqlContext, type GraphqlContext } from './context.ts';
import type { Engine } from './engine.ts';
import { presentError } from './errors.ts';
import { type NameFields, nameFieldsAs } from './field-names.ts';
import type { HttpContext } from './http-context.ts';
import { documentCaches, limitsOf } from './http-limits.ts';
import { largeAnswers } from './large-answers.ts';
import { LIMITS } from './limits.ts';
import { wanted } from './wanted.ts';

/** GraphQL over HTTP at /graphql, with the limits for documents that callers write. */
export function createGraphqlHandler(engine: Engine, config: Config) {
  return createYoga<HttpContext>({
    schema: engine.schema,
    context: ({ call }) => createGraphqlContext(call, LIMITS.answeredValues),
    plugins: [bodies, limitsOf(config), wanted, failuresOf(nameFieldsAs(engine.schema)), largeAnswers],
    parserAndValidationCache: documentCaches(),
    graphiql: config.graphiql && { title: 'docsvc', defaultQuery: GREETING },
    renderGraphiQL,
    maskedErrors: false,
    landingPage: false,
    healthCheckEndpoint: '/graphql/health',
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    // Whoever reads the body bounds it.
    maxRequestBodySize: false,
  });
}

const GREETING = `# Sign in with the login mutation, then put the token under "Headers":
#   { "Authorization": "<token>" }
query { me { id email name } }
`;

/** The body of a POST was read before, piece by piece and for callers who may send it. */
const bodies: Plugin<HttpContext> = {
  onRequestParse: ({ request, setRequestParser, serverContext }) => {
    if (request.method === 'POST') setRequestParser(() => paramsOf((serverContext as unknown as HttpContext).body));
  },
};

function paramsOf(body: HttpContext['body'] = { value: undefined }): object {
  const problem = 'errors' in body ? body.errors[0]?.message : undefined;
  if (problem === undefined && 'value' in body && typeof body.value === 'object' && body.value !== null)
    return body.value;
  throw new GraphQLError(problem ?? 'The body must be a JSON object', {
    extensions: { code: 'INVALID_ARGUMENT', http: { status: 400, spec: true } },
  });
}

/** Every failure of a request in the one form, whether it came from syntax, limits, coercion or a resolver. */
const failuresOf = (named: NameFields): Plugin<HttpContext> => ({
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (!result || Array.isArray(result) || !('errors' in result) || !result.errors) return;
    const http = serverContext as unknown as HttpContext;
    const errors = result.errors.map(error => named(presentError(error, http.call)));
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
        setResult({
          ...result,
          errors: result.errors.map(error => named(presentError(error, contextValue as GraphqlContext))),
        });
      },
    }),
  }),
});
