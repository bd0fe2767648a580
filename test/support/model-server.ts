import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createProviderClient, type ProviderClientOptions } from '../../src/ai/provider/client.ts';
import type { ProviderFailure } from '../../src/ai/provider/failure.ts';
import type { ApiMode, CallOptions, Prompt, ProviderClient, ProviderSettings } from '../../src/ai/provider/provider.ts';
import { cleanUp } from './clean-up.ts';

export type Seen = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> };

export type Handler = (response: ServerResponse, seen: Seen, request: IncomingMessage) => unknown;

export type ModelServer = { url: string; port: number; seen: Seen[]; connections: number; openSockets: Set<Socket> };

/** A model server that answers in both modes, or misbehaves as a test wants. Ends with the test file. */
export async function startModelServer(handle: Handler = sayYes): Promise<ModelServer> {
  const openSockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const seen = { path: request.url ?? '', headers: request.headers, body: text === '' ? {} : JSON.parse(text) };
    started.seen.push(seen);
    await handle(response, seen, request);
  });
  server.on('connection', socket => {
    started.connections += 1;
    openSockets.add(socket);
    socket.on('close', () => openSockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const { port } = server.address() as AddressInfo;
  const started: ModelServer = { url: `http://127.0.0.1:${port}/v1`, port, seen: [], connections: 0, openSockets };
  cleanUp(() => {
    for (const socket of openSockets) socket.destroy();
    server.close();
  });
  return started;
}

const sayYes: Handler = (response, { path, body }) => {
  const mode = path.endsWith('/responses') ? 'RESPONSES' : 'CHAT_COMPLETIONS';
  if (body.stream !== true) return json(response, answerOf(mode, 'Yes.'));
  return eventStream(response).end(eventsOf(mode, ['Yes', '.']).join(''));
};

/** A client that may connect to loopback. Each call has its own asker, unless it names one. Ends with the test file. */
export function testClient(options: Partial<ProviderClientOptions> = {}) {
  const client = createProviderClient({ reach: { allowedHosts: [], loopback: true }, ...options });
  cleanUp(() => client.close());
  const asked = (given: Partial<CallOptions>): CallOptions => ({ asker: randomUUID(), ...given });
  return {
    complete: (settings: ProviderSettings, prompt: Prompt, given: Partial<CallOptions> = {}) =>
      client.complete(settings, prompt, asked(given)),
    stream: (settings: ProviderSettings, prompt: Prompt, given: Partial<CallOptions> = {}) =>
      client.stream(settings, prompt, asked(given)),
    close: () => client.close(),
  };
}

export const settingsFor = (baseUrl: string, apiMode: ApiMode, more: Partial<ProviderSettings> = {}) => ({
  baseUrl,
  apiMode,
  model: 'test-model',
  apiKey: 'sk-secret-key-0001',
  temperature: 0.2,
  timeoutMs: 120_000,
  maxOutputTokens: 100,
  ...more,
});

export const prompt: Prompt = { system: 'Be short.', messages: [{ role: 'user', content: 'Hello?' }] };

export const MODES: ApiMode[] = ['CHAT_COMPLETIONS', 'RESPONSES'];

export const json = (response: ServerResponse, body: unknown, status = 200, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** A whole answer in the format of a mode. */
export function answerOf(mode: ApiMode, content: string, { ending = 'stop', refusal = '' } = {}): object {
  if (mode === 'CHAT_COMPLETIONS') {
    const message = { role: 'assistant', content: content || null, refusal: refusal || null };
    return {
      object: 'chat.completion',
      model: 'served-model',
      choices: [{ index: 0, message, finish_reason: ending }],
    };
  }
  const reason = { length: 'max_output_tokens', content_filter: 'content_filter' }[ending];
  const parts = [
    ...(content ? [{ type: 'output_text', text: content, annotations: [] }] : []),
    ...(refusal ? [{ type: 'refusal', refusal }] : []),
  ];
  return {
    object: 'response',
    model: 'served-model',
    status: reason ? 'incomplete' : 'completed',
    incomplete_details: reason ? { reason } : null,
    output: [
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: parts },
    ],
  };
}

/** The events of a streamed answer in the format of a mode, including `[DONE]`. */
export function eventsOf(mode: ApiMode, pieces: string[], { ending = 'stop', refusal = '' } = {}): string[] {
  const data = (event: object) => `data: ${JSON.stringify(event)}\n\n`;
  if (mode === 'CHAT_COMPLETIONS') {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({ object: 'chat.completion.chunk', model: 'served-model', choices: [{ index: 0, delta, finish_reason }] });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces.map(content => chunk({ content })),
      ...(refusal ? [chunk({ refusal })] : []),
      chunk({}, ending),
      'data: [DONE]\n\n',
    ];
  }
  const named = (event: { type: string }) => `event: ${event.type}\n${data(event)}`;
  const response = answerOf(mode, pieces.join(''), { ending, refusal });
  return [
    named({ type: 'response.created' }),
    ...pieces.map(delta => named({ type: 'response.output_text.delta', delta } as { type: string })),
    ...(refusal ? [named({ type: 'response.refusal.delta', delta: refusal } as { type: string })] : []),
    named({
      type: ending === 'stop' ? 'response.completed' : 'response.incomplete',
      response,
    } as { type: string }),
  ];
}

export const eventStream = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });

/** The failure of a call. */
export async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const { ProviderFailure } = await import('../../src/ai/provider/failure.ts');
  const failure = await work.then(
    () => undefined,
    error => error,
  );
  if (!(failure instanceof ProviderFailure)) throw failure ?? new Error('the call did not fail');
  return failure;
}

export async function gather(stream: ReturnType<ProviderClient['stream']>) {
  const pieces: string[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) return { pieces, answer: value };
    pieces.push(value);
  }
}
