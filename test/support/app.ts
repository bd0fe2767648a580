import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import type { Services } from '../../src/access/call.ts';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config.ts';
import type { OpenedDatabase } from '../../src/platform/database.ts';
import type { FieldError } from '../../src/platform/errors.ts';
import { noReplica } from '../../src/platform/replica.ts';
import type { Environment } from '../../src/platform/setting-reader.ts';
import type { Workers } from '../../src/platform/workers.ts';
import { serve } from '../../src/start.ts';
import { cleanUp } from './clean-up.ts';
import { testDatabase } from './database.ts';

/** Further parts of a request beside method and path. */
export type RestRequest = {
  token?: string | undefined;
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  /** The address of the caller; 127.0.0.1 when absent. */
  address?: string;
};

type Http = { http: number; headers: LightMyRequestResponse['headers']; text: string };

/** One resource on the wire, with the fields that generic tests need. */
export type Resource = { id: string; [field: string]: unknown };

export type RestAnswer<Detail = Resource> = Http & {
  code: number;
  status: string;
  message: string;
  detail: Detail;
  total?: number;
  trace_id: string;
  timestamp: number;
  /** The envelope; undefined if the answer is not JSON. */
  envelope: Record<string, unknown> | undefined;
};

export type GraphqlError = {
  message: string;
  path?: (string | number)[];
  extensions: { code: string; traceId: string; errors?: FieldError[]; retryAfterSeconds?: number };
};

export type GraphqlAnswer<Data> = Http & {
  data: Data;
  errors?: GraphqlError[];
  /** The status of the first error, or OK. */
  code: string;
};

export type GraphqlRequest = Pick<RestRequest, 'token' | 'headers' | 'address'>;

export type TestApp = {
  services: Services;
  database: OpenedDatabase;
  /** Paths start after /api/v1, or at /api/v1. A body of text or bytes is sent unchanged. */
  rest<Detail = Resource>(method: string, path: string, request?: RestRequest): Promise<RestAnswer<Detail>>;
  graphql<Data = Record<string, Resource>>(
    query: string,
    variables?: Record<string, unknown>,
    request?: GraphqlRequest,
  ): Promise<GraphqlAnswer<Data>>;
  /** Sends one raw request, for cases that the two clients above do not cover. */
  inject(request: InjectOptions): Promise<LightMyRequestResponse>;
  /** The same service over the same database with other settings. */
  with(environment: Environment): Promise<TestApp>;
};

const JWT_SECRET = 'a secret that only the tests of this service use';

/**
 * The worker threads of all apps. All test files of a Vitest worker share this module and so the threads: starting new
 * threads would cost half a second of CPU time for each file.
 */
let workers: Workers | undefined;

/**
 * The whole service with its own database, called without a socket. Call it at the top of a test file. Rate limits are
 * off and logs silent unless `environment` changes that. When a test fails, its last requests are printed with their
 * answers.
 */
export async function testApp(environment: Environment = {}): Promise<TestApp> {
  return overDatabase(await testDatabase(), environment);
}

/** The same service over a database that is already open. */
export async function overDatabase(
  database: OpenedDatabase,
  environment: Environment = {},
  replica = noReplica(database),
): Promise<TestApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-test-data-'));
  const config = readConfig({
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_JWT_SECRET: JWT_SECRET,
    DOCSVC_RATE_LIMITS: 'off',
    DOCSVC_LOG_LEVEL: 'silent',
    ...environment,
  });
  // The code that opened the database closes it.
  const { services } = serve(config, database, replica);
  services.workers = workers ??= services.workers;
  const fastify = await createApp(services);
  cleanUp(async () => {
    await fastify.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const note = noteExchanges();
  return {
    services,
    database,
    async rest(method, path, request = {}) {
      const url = path.startsWith('/api/') ? path : `/api/v1${path}`;
      const answer = await fastify.inject(restOptions(method, url, request));
      note(`${method} ${url}${request.query ? ` ${JSON.stringify(request.query)}` : ''}`, request.body, answer);
      return restAnswer(answer);
    },
    async graphql(query, variables = {}, { token, headers, address } = {}) {
      const answer = await fastify.inject({
        method: 'POST',
        url: '/graphql',
        headers: { ...authorization(token), ...(/^subscription\b/.test(query) && EVENTS), ...headers },
        ...(address !== undefined && { remoteAddress: address }),
        payload: { query, variables },
      });
      note('POST /graphql', { query, variables }, answer);
      return graphqlAnswer(answer);
    },
    inject: request => fastify.inject(request),
    with: overrides => overDatabase(database, { ...environment, ...overrides }, replica),
  };
}

const authorization = (token: string | undefined) => (token === undefined ? {} : { authorization: token });

function restOptions(
  method: string,
  url: string,
  { token, body, query, headers, address }: RestRequest,
): InjectOptions {
  return {
    method: method as 'GET',
    url,
    headers: {
      ...authorization(token),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(query && {
      query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    }),
    ...(address !== undefined && { remoteAddress: address }),
    ...(body !== undefined && { payload: isText(body) ? body : JSON.stringify(body) }),
  };
}

const isText = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body);

function restAnswer<Detail>({ statusCode, headers, body }: LightMyRequestResponse): RestAnswer<Detail> {
  const isJson = body !== '' && String(headers['content-type']).includes('json');
  const envelope = isJson ? JSON.parse(body) : undefined;
  return { http: statusCode, headers, text: body, envelope, ...envelope };
}

const EVENTS = { accept: 'text/event-stream' };

/** For a subscription, the first event. */
function graphqlAnswer<Data>({ statusCode, headers, body }: LightMyRequestResponse): GraphqlAnswer<Data> {
  const text = /^event: next\ndata: (.*)$/m.exec(body)?.[1] ?? body;
  const { data, errors } = JSON.parse(text) as { data: Data; errors?: GraphqlError[] };
  const code = errors === undefined ? 'OK' : (errors[0]?.extensions?.code ?? 'none');
  return { http: statusCode, headers, text: body, data, ...(errors && { errors }), code };
}

const KEPT_EXCHANGES = 6;

/** Keeps the last exchanges of the running test and prints them when it fails. */
function noteExchanges(): (request: string, body: unknown, answer: LightMyRequestResponse) => void {
  const kept: string[] = [];
  beforeEach(() => {
    kept.length = 0;
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' && kept.length > 0) console.error(`${task.name}\n${kept.join('\n')}`);
  });
  return (request, body, answer) => {
    const sent = body === undefined ? '' : `\n    ${short(isText(body) ? String(body) : JSON.stringify(body))}`;
    const traceId = answer.headers['x-trace-id'];
    kept.push(`--> ${request}${sent}\n<-- ${answer.statusCode} trace_id ${traceId}\n    ${short(answer.body)}`);
    if (kept.length > KEPT_EXCHANGES) kept.shift();
  };
}

const short = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}… (${text.length})` : text);
