import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { certificate, privateKey } from '../support/certificate.ts';
import { answerOf, failureOf, prompt, settingsFor, testClient } from '../support/model-server.ts';

let server: Server;
let port = 0;
const names: unknown[] = [];
beforeAll(async () => {
  const answer = JSON.stringify(answerOf('CHAT_COMPLETIONS', 'Yes.'));
  server = createServer({ cert: certificate, key: privateKey }, (request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(answer);
  });
  server.on('secureConnection', socket => names.push([socket.servername, socket.alpnProtocol]));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const allowedHosts = ['models.example', 'other.example', '127.0.0.1'].map(host => ({ host }));
const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
const ask = (host: string) =>
  testClient({ reach: { allowedHosts, loopback: false }, resolve }).complete(
    settingsFor(`https://${host}:${port}/v1`, 'CHAT_COMPLETIONS'),
    prompt,
  );

describe('a provider behind TLS', () => {
  test('is not trusted without a trusted certificate', async () => {
    const failure = await failureOf(ask('models.example'));
    expect(failure).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('TLS certificate') });
  });

  test('is called by its name, over HTTP/1.1, at the checked address', async () => {
    setDefaultCACertificates([...getCACertificates('default'), certificate]);
    names.length = 0;
    expect((await ask('models.example')).content).toBe('Yes.');
    expect(names).toEqual([['models.example', 'http/1.1']]);
  });

  test.each(['other.example', '127.0.0.1'])('has to be the one that the address names: %s', async host => {
    expect((await failureOf(ask(host))).message).toContain('TLS certificate');
  });
});
