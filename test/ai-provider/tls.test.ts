import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerOf, failureOf, prompt, settingsFor, testClient } from '../support/model-server.ts';

/** A self-signed certificate of models.example, created for this test and used nowhere else. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIBATAKBggqhkjOPQQDAjAZMRcwFQYDVQQDDA5tb2RlbHMu
ZXhhbXBsZTAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowGTEXMBUG
A1UEAwwObW9kZWxzLmV4YW1wbGUwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARP
dFOUUAS2BjxL9VLiFQN/yfuEW7cCM+dI3fq+9jI+vZ/2rvisYJA6uyeQ2dPG8K/k
Cfr6g1XECfZn/u4Emu71o0owSDAZBgNVHREEEjAQgg5tb2RlbHMuZXhhbXBsZTAM
BgNVHRMEBTADAQH/MB0GA1UdDgQWBBTfPibUcGqziCcVwzHfg7czDrt8jDAKBggq
hkjOPQQDAgNIADBFAiBzRKVvCNUr/f/rNmhlL4wgf5Bmo0lG71WIPAA1ZFwgzwIh
ANcU/z/xBgECqexEgDEYof7gXhem3kHATsp/hsbD/Tnd
-----END CERTIFICATE-----
`;
const privateKey = `-----BEGIN EC PRIVATE KEY-----
MHcCAQEEIC1dwDya8lmjS+C6Ov6jaTEI61fGv3bA5pSm+5saRAvHoAoGCCqGSM49
AwEHoUQDQgAET3RTlFAEtgY8S/VS4hUDf8n7hFu3AjPnSN36vvYyPr2f9q74rGCQ
OrsnkNnTxvCv5An6+oNVxAn2Z/7uBJru9Q==
-----END EC PRIVATE KEY-----
`;

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
