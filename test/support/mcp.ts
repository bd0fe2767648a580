import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from '../../facades/mcp/registry.ts';
import type { Call } from '../../src/access/call.ts';
import { createApp } from '../../src/app.ts';
import type { TestApp } from './app.ts';
import { cleanUp } from './clean-up.ts';
import type { Person } from './seed.ts';

export const MCP_PATH = '/api/v1/open/mcp';

/** api:read, api:draft, doc:read, doc:draft */
export const ALL_SCOPES = [1, 2, 3, 4];

export type MadeToken = { id: string; token: string };

export async function createToken(
  owner: Person,
  scopes: readonly number[] = ALL_SCOPES,
  expiresAt?: Date,
): Promise<MadeToken> {
  const body = { name: 'Agent', scopes, ...(expiresAt && { expires_at: expiresAt.toISOString() }) };
  const { detail } = await owner.rest<MadeToken>('POST', '/private/mcp-tokens', { body });
  return detail;
}

/** Serves the service on a real port until the tests of the file end. Returns its base address. */
export async function listen(
  app: TestApp,
  extendRegistry?: (registry: Registry<Call>) => Registry<Call>,
): Promise<string> {
  const server = await createApp(app.services, undefined, extendRegistry);
  cleanUp(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

/** A proxy for clients that cannot send their own headers: it adds the token. */
export async function listenWithToken(base: string, token: string): Promise<string> {
  const { hostname, port } = new URL(base);
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: token };
    const forwarded = httpRequest(
      { hostname, port, path: incoming.url, method: incoming.method, headers, setHost: false },
      answer => {
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  cleanUp(() => new Promise(resolve => proxy.close(resolve)));
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

/** The fields of results that tests read; each method has some of them. */
export type RpcResult = {
  content: { type: string; text: string; [field: string]: unknown }[];
  contents: { uri: string; mimeType?: string; text: string; _meta?: { next_uri: string } }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
};

export type RpcAnswer = {
  http: number;
  headers: Record<string, unknown>;
  text: string;
  id?: unknown;
  result?: Record<string, unknown> & RpcResult;
  error?: { code: number; message: string; data?: Record<string, unknown> };
};

export type Sent = { token?: string; headers?: Record<string, string>; method?: string };

/** Sends one POST as in SPEC: no handshake, no protocol header. A body of text or bytes is sent unchanged. */
export async function post(app: TestApp, body: unknown, { token, headers, method = 'POST' }: Sent): Promise<RpcAnswer> {
  const answer = await app.inject({
    method: method as 'POST',
    url: MCP_PATH,
    headers: { ...(token && { authorization: token }), 'content-type': 'application/json', ...headers },
    ...(body !== undefined && {
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  });
  const json = answer.body === '' ? {} : JSON.parse(answer.body);
  const message = Array.isArray(json) ? { result: json } : json;
  return { http: answer.statusCode, headers: answer.headers, text: answer.body, ...message };
}

/** Calls with one token: `rpc` calls any method, `call` a tool. A failure is returned as its JSON text. */
export function agent(app: TestApp, token: string) {
  const rpc = (method: string, params?: unknown, headers?: Record<string, string>) =>
    post(app, { jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) }, { token, headers });
  return {
    rpc,
    async call(name: string, args: Record<string, unknown> = {}): Promise<ToolAnswer> {
      const { result, error } = await rpc('tools/call', { name, arguments: args });
      if (result === undefined) throw new Error(`${name}: ${error?.code} ${error?.message}`);
      const [first] = result.content;
      const shown = JSON.parse(first?.text ?? '{}');
      return {
        status: result.isError ? shown.status : 'OK',
        message: shown.message,
        errors: shown.errors,
        value: shown,
        result,
      };
    },
  };
}

export type ToolAnswer = {
  status: string;
  message: string;
  errors?: { field?: string; message: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the type of its answer
  value: any;
  result: Record<string, unknown> & RpcResult;
};

/** The context of a call with the token, to execute GraphQL without a facade. */
export async function tokenCall(app: TestApp, tokenId: string): Promise<Call> {
  const where = { id: tokenId };
  const { user, ...token } = await app.services.db.mcpToken.findUniqueOrThrow({ where, include: { user: true } });
  const actor = { kind: 'mcpToken', token, user } as const;
  return { ...app.services, actor, traceId: '0'.repeat(32), address: '127.0.0.1', surface: 'mcp' };
}

export const MODERN = '2026-07-28';

/** The headers and `_meta` that a modern request must carry. */
export function modern(method: string, params: Record<string, unknown> = {}, version = MODERN) {
  const name = params.name ?? params.uri;
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  };
  return {
    body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
    } as Record<string, string>,
  };
}
