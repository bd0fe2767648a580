import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeRefusal } from '../../facades/refusal.ts';
import { createEdge } from '../../src/platform/http/edge.ts';
import { beginWork } from '../../src/platform/http/progress.ts';
import { openRaw, parseAnswer } from '../support/raw-connection.ts';

const times = { settleMs: 50, silentMs: 300, endStreamsMs: 300, refuseMs: 300, giveUpMs: 1_500, cutMs: 3_000 };

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => Promise<unknown>) {
  const edge = createEdge({ write: writeRefusal, times });
  const server = edge.createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { edge, port: (server.address() as AddressInfo).port };
}

async function ask(base: string, path: string) {
  const connection = await openRaw(base);
  connection.send(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return connection.closed.then(parseAnswer);
}

describe('a server that stops', () => {
  it('waits for a request that has taken effect, and refuses one that has not, which then never does', async () => {
    const effects: string[] = [];
    let refuse = () => {};
    const refused = new Promise<void>(resolve => {
      refuse = resolve;
    });
    const { edge, port } = await listen(async (request, response) => {
      const path = String(request.url);
      if (path === '/waits') await once(response, 'close').then(refuse);
      try {
        beginWork(request, response);
      } catch (error) {
        return effects.push(`${path}: ${(error as Error).message}`);
      }
      effects.push(path);
      await (path === '/hangs' ? once(response, 'close') : refused);
      return response.end('"done"');
    });
    const base = `http://127.0.0.1:${port}`;
    const answers = Promise.all(['/begun', '/waits', '/hangs'].map(path => ask(base, path)));
    await expect.poll(() => effects).toHaveLength(2);
    edge.announceEnd();
    expect(await edge.drain(AbortSignal.timeout(60_000))).toEqual({ refused: 2, cut: 0 });
    const [begun, waits, hangs] = await answers;
    expect(begun).toMatchObject({ status: 200, headers: { connection: 'close' }, body: 'done' });
    const unavailable = { status: 503, headers: { connection: 'close', 'retry-after': '2' } };
    expect(waits).toMatchObject({
      ...unavailable,
      body: { message: 'The service is stopping. Send the request again' },
    });
    const message = expect.stringContaining('Check whether the request took effect before you repeat it');
    expect(hangs).toMatchObject({ ...unavailable, body: { status: 'UNAVAILABLE', message } });
    expect(effects.sort()).toEqual(['/begun', '/hangs', '/waits: The request was refused before its work started']);
  });

  it('answers on every address that it listens on, until it stops', async () => {
    const { edge, port } = await listen(async (_request, response) => response.end('"here"'));
    await edge.listenAlso('127.0.0.2', port);
    const bases = [`http://127.0.0.1:${port}`, `http://127.0.0.2:${port}`];
    for (const base of bases) expect(await (await fetch(base)).json()).toBe('here');
    edge.announceEnd();
    await edge.drain(AbortSignal.timeout(60_000));
    for (const base of bases) await expect(openRaw(base)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
