import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createDispatcher } from '../../facades/mcp/dispatcher.ts';
import { MCP_PATH, mcpFacade } from '../../facades/mcp/handler.ts';
import type { Registry } from '../../facades/mcp/registry.ts';
import { createBodyReader } from '../../facades/request-body.ts';
import { unauthenticated } from '../../src/platform/errors.ts';
import { cleanUp } from '../support/clean-up.ts';

let counted = 0;
const registry: Registry<string> = {
  tools: [
    { definition: { name: 'sleep', inputSchema: {} }, scopes: [], call: () => new Promise(() => undefined) },
    {
      definition: { name: 'count', inputSchema: {} },
      scopes: [],
      call: async () => {
        counted += 1;
        return { result: { content: [] }, status: 'OK', weight: 0 };
      },
    },
  ],
  resources: { templates: [], list: async () => ({ resources: [] }), read: () => new Promise(() => undefined) },
  prompts: [],
};
const noted: (readonly [method: string, status: string])[] = [];
const app = Fastify();
cleanUp(() => app.close());
mcpFacade<string>(app, {
  dispatcher: createDispatcher(
    { registry, info: { name: 'test', title: 'Test', version: '1' }, instructions: '' },
    () => undefined,
  ),
  async authenticate({ authorization = '', traceId }) {
    if (authorization === 'broken') throw new Error('The database is gone');
    if (authorization !== 'token') throw unauthenticated('Send a token');
    return { context: authorization, scopes: [], traceId };
  },
  countMore: async () => undefined,
  bodies: createBodyReader(1_000),
  maxBodyBytes: 1_000,
  knownCaller: context => context,
  deadlineMs: 1_000,
  onAnswer: ({ method, status }) => noted.push([method, status]),
  onUnexpected: () => undefined,
});

const sleep = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'sleep' } };
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

it.each([
  ['a request that takes too long', 'token', sleep, ['tools/call', 'DEADLINE_EXCEEDED']],
  ['a caller who cannot be looked up', 'broken', ping, ['none', 'INTERNAL']],
  ['a caller without a token', '', ping, ['none', 'UNAUTHENTICATED']],
  ['a body that is no message', 'token', { jsonrpc: '1.0' }, ['none', 'INVALID_ARGUMENT']],
  ['a batch without a message', 'token', [{ jsonrpc: '1.0' }], ['none', 'INVALID_ARGUMENT']],
  ['a notification', 'token', { jsonrpc: '2.0', method: 'notifications/initialized' }, ['none', 'OK']],
  ['an answer', 'token', ping, ['ping', 'OK']],
])('notes the status of %s', async (_, authorization, payload, note) => {
  noted.length = 0;
  const { headers } = await app.inject({ method: 'POST', url: MCP_PATH, headers: { authorization }, payload });
  expect(headers['x-trace-id']).toMatch(/^[\da-f]{32}$/);
  expect(noted).toEqual([note]);
});

it('begins nothing in a batch after its time is over, and answers and notes each request of it', async () => {
  noted.length = 0;
  const count = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'count' } };
  const payload = [
    { ...count, id: 'done' },
    { ...sleep, id: 'slow' },
    { ...count, id: 'late' },
  ];
  const headers = { authorization: 'token' };
  const answers = (await app.inject({ method: 'POST', url: MCP_PATH, headers, payload })).json();
  const tooLate = expect.objectContaining({ code: 504, message: expect.stringContaining('may still be done') });
  expect(answers).toEqual([
    { jsonrpc: '2.0', id: 'done', result: { content: [] } },
    { jsonrpc: '2.0', id: 'slow', error: tooLate },
    { jsonrpc: '2.0', id: 'late', error: tooLate },
  ]);
  expect(noted.map(([, status]) => status)).toEqual(['OK', 'DEADLINE_EXCEEDED', 'DEADLINE_EXCEEDED']);
  expect(counted).toBe(1);
});
