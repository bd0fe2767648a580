import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A model on loopback that sends a piece, pauses, and sends the end. */
export async function startSilentModel(silentMs: number) {
  const server = createServer(async (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const say = (delta: object, finish_reason: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason }];
      response.write(`data: ${JSON.stringify({ object: 'chat.completion.chunk', model: 'silent', choices })}\n\n`);
    };
    say({ role: 'assistant', content: 'the beginning, ' });
    await delay(silentMs);
    say({ content: 'the end' });
    say({}, 'stop');
    response.end('data: [DONE]\n\n');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      name: 'Silent',
      base_url: `http://127.0.0.1:${port}/v1`,
      model: 'silent',
      api_key: 'sk-load-0001',
      enabled: true,
      timeout_ms: 60_000,
    },
    close(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Everything received from a streamed answer over REST, and from a subscription. */
export async function listenToSilence(base: string, token: string, sessions: string, ids: readonly string[]) {
  const [first, sessionId] = ids;
  const listen = async (path: string, body: object) => {
    const headers = { authorization: token, 'content-type': 'application/json', accept: 'text/event-stream' };
    const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.text().catch(error => `cut: ${error}`);
  };
  const query = 'subscription($input: SendChatMessageInput!) { chatAnswer(input: $input) { piece } }';
  const [rest, graphql] = await Promise.all([
    listen(`/api/v1${sessions}/${first}/messages`, { content: 'Well?' }),
    listen('/graphql', { query, variables: { input: { sessionId, content: 'Well?' } } }),
  ]);
  return { REST: rest, GraphQL: graphql };
}
