import { Readable } from 'node:stream';
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import { createYoga, type Plugin, type YogaInitialContext } from 'graphql-yoga';
import type { Config } from '../platform/config.ts';
import { acceptedTypes, STREAM } from '../platform/http/accepted-types.ts';
import { isObject } from '../platform/json.ts';
import { jsonStream } from '../platform/json-stream.ts';
import { cancellableQueries } from './cancellation.ts';
import { createGraphqlContext, type GraphqlContext } from './context.ts';
import type { Engine } from './engine.ts';
import { type NameFields, nameFieldsAs, presentErrors } from './errors.ts';
import type { HttpContext } from './http-context.ts';
import { documentCaches, limitsOf } from './http-limits.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { LIMITS, refuse } from './limits.ts';

/** Serves GraphQL over HTTP at /graphql, with the limits for documents that callers write. */
export function createGraphqlHandler(engine: Engine, config: Config) {
  return createYoga<HttpContext>({
    schema: engine.schema,
    context: ({ call }) => createGraphqlContext(call, LIMITS.answeredValues),
    plugins: [
      parameters,
      limitsOf(config),
      streams,
      cancellableQueries,
      idempotencyKeys,
      failuresOf(nameFieldsAs(engine.schema)),
      largeAnswers,
    ],
    parserAndValidationCache: documentCaches(),
    // The facade sends the page.
    graphiql: false,
    maskedErrors: false,
    landingPage: false,
    healthCheckEndpoint: '/graphql/health',
    multipart: false,
    batching: false,
    cors: false,
    logging: false,
    // The body reader limits the size.
    maxRequestBodySize: false,
  });
}

/**
 * Passes Yoga the body that the facade has already read in chunks and checked against the caller's limits, or the
 * parameters of a URL. Both are checked in the same way.
 */
const parameters: Plugin<HttpContext> = {
  onRequestParse: ({ request, url, setRequestParser, serverContext }) => {
    const http = serverContext as unknown as HttpContext;
    if (request.method === 'GET') http.body = readUrl(url.searchParams);
    if (http.body !== undefined) setRequestParser(() => paramsOf(http));
  },
};

function readUrl(search: URLSearchParams): NonNullable<HttpContext['body']> {
  const text = (name: string) => search.get(name) || undefined;
  const json = (name: string): unknown => JSON.parse(text(name) ?? 'null');
  const [query, operationName] = [text('query'), text('operationName')];
  try {
    return { value: { query, operationName, variables: json('variables'), extensions: json('extensions') } };
  } catch {
    return { errors: [{ message: 'variables and extensions must be JSON' }] };
  }
}

function paramsOf(http: HttpContext): object {
  const { body = { value: undefined } } = http;
  const problem = 'errors' in body ? body.errors[0]?.message : problemOf(body.value);
  if (problem === undefined && 'value' in body) return named(body.value as { operationName?: string });
  http.isMalformed = problem !== NO_PERSISTED_QUERIES;
  throw new GraphQLError(problem ?? NOT_AN_OBJECT, { extensions: { code: 'INVALID_ARGUMENT' } });
}

/** Treats an empty `operationName` as absent, as in a URL: some clients always send the field. */
const named = ({ operationName, ...params }: { operationName?: string }): object => ({
  ...params,
  ...(operationName && { operationName }),
});

const NOT_AN_OBJECT = 'The body must be a JSON object';
/** The message that tells clients of persisted queries to send the full query. */
const NO_PERSISTED_QUERIES = 'PersistedQueryNotSupported';

/** The problem that makes a body an invalid request (GraphQL over HTTP, "Request parameters"); undefined if it is valid. */
function problemOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return 'Batching is not supported.';
  if (!isObject(value)) return NOT_AN_OBJECT;
  const { query, variables, operationName, extensions } = value;
  if ((query ?? '') === '' && isObject(extensions) && 'persistedQuery' in extensions) return NO_PERSISTED_QUERIES;
  if (typeof query !== 'string' || query === '') return 'query must be a string that holds a GraphQL document';
  if (!isObject(variables ?? {})) return 'variables must be an object';
  if (typeof (operationName ?? '') !== 'string') return 'operationName must be a string';
  return isObject(extensions ?? {}) ? undefined : 'extensions must be an object';
}

/** Refuses a subscription before it starts if the caller accepts no stream. Yoga would check that only afterwards. */
const streams: Plugin<HttpContext> = {
  onSubscribe: ({ args }) => {
    const { request } = (args as ExecutionArgs).contextValue as YogaInitialContext;
    if (!acceptedTypes(request.headers.get('accept')).includes(STREAM))
      throw refuse(`A subscription is streamed: accept ${STREAM}`);
  },
};

/** Presents every error of a request in one format, whether it comes from syntax, limits, coercion or a resolver. */
const failuresOf = (named: NameFields): Plugin<HttpContext> => ({
  onResultProcess: ({ result, setResult, serverContext }) => {
    if (!result || Array.isArray(result) || !('errors' in result) || !result.errors) return;
    const http = serverContext as unknown as HttpContext;
    const errors = presentErrors(result as ExecutionResult, http.call, http.execution).map(named);
    // GraphQL over HTTP: a mutation by GET gets HTTP 405, every other request that was not executed HTTP 400. A well-formed
    // one gets 400 only for callers who accept application/graphql-response+json.
    const refusal = result.errors.some(isWrongMethod) ? POST_ONLY : { status: 400, spec: http.isMalformed !== true };
    if (!('data' in result)) for (const { extensions } of errors) extensions.http = refusal;
    http.code = String(errors[0]?.extensions.code);
    setResult({ ...result, errors });
  },
  onSubscribe: ({ args, context }) => ({
    onSubscribeResult: () => ({
      onNext: ({ result, setResult }) => {
        if (!('errors' in result) || !result.errors) return;
        const { contextValue } = args as ExecutionArgs;
        const errors = presentErrors(result, contextValue as GraphqlContext).map(named);
        (context as unknown as HttpContext).code = String(errors[0]?.extensions.code);
        setResult({ ...result, errors });
      },
    }),
  }),
});

const POST_ONLY = { status: 405, headers: { Allow: 'POST' } };

/** Whether Yoga refuses the method of the request. */
const isWrongMethod = ({ extensions }: GraphQLError): boolean =>
  (extensions.http as { status?: number } | undefined)?.status === POST_ONLY.status;

const LARGE_CHARACTERS = 256 * 1024;

/** Streams a large response in chunks: `JSON.stringify` would block every other request meanwhile. */
const largeAnswers: Plugin<HttpContext> = {
  onExecute: ({ context, args }) => {
    (context as unknown as HttpContext).execution = args.contextValue as unknown as GraphqlContext;
  },
  onResultProcess: ({ result, setResultProcessor, serverContext, request }) => {
    const { execution } = serverContext as unknown as HttpContext;
    if (!execution || execution.answer.characters < LARGE_CHARACTERS) return;
    if (!result || Array.isArray(result) || !('data' in result)) return;
    const { type, parameter, body } = formOf(request.headers.get('accept'));
    const sent = body(jsonStream(plain(result as ExecutionResult)));
    const headers = { 'Content-Type': `${type}; ${parameter}` };
    setResultProcessor(
      (_, fetchAPI) => new fetchAPI.Response(Readable.toWeb(sent) as BodyInit, { status: 200, headers }),
      type,
    );
  },
};

/** Uses `toJSON` of errors, which includes only what is meant for the caller. */
const plain = ({ data, errors }: ExecutionResult): object => ({
  ...(errors && { errors: errors.map(error => error.toJSON()) }),
  data,
});

type Form = { readonly type: string; readonly parameter: string; body(json: Readable): Readable };

/** Chooses the media type as Yoga does: JSON, or one part or one server-sent event for callers who accept no JSON. */
function formOf(header: string | null): Form {
  const types = acceptedTypes(header);
  const json = types.find(type => type.endsWith('json')) ?? 'application/json';
  if (types.includes(json)) return { type: json, parameter: UTF8, body: text => text };
  return types.includes('multipart/mixed') ? onePart : oneEvent;
}

const UTF8 = 'charset=utf-8';

const between = (before: string, after: string) => (json: Readable) =>
  Readable.from(
    (async function* () {
      yield before;
      yield* json;
      yield after;
    })(),
    { objectMode: false },
  );

const onePart: Form = {
  type: 'multipart/mixed',
  parameter: 'boundary="-"',
  body: between('\r\n---\r\nContent-Type: application/json; charset=utf-8\r\n\r\n', '\r\n-----\r\n'),
};

const oneEvent: Form = {
  type: STREAM,
  parameter: UTF8,
  body: between('event: next\ndata: ', '\n\nevent: complete\ndata:\n\n'),
};
