import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkBaseUrl } from '../../src/ai/provider/base-url.ts';
import { createProviderClient } from '../../src/ai/provider/client.ts';
import { type AddressKind, addressKind } from '../../src/platform/outbound/addresses.ts';
import { createDispatcher } from '../../src/platform/outbound/connect.ts';
import { type Reach, reachOf } from '../../src/platform/outbound/reach.ts';
import { answerOf, failureOf, json, prompt, settingsFor, startModelServer } from '../support/model-server.ts';

const open: Reach = { allowedHosts: [], loopback: false };
const own: Reach = { allowedHosts: [], loopback: true };

/** Spellings of addresses that the service must never connect to. */
const HOSTILE_HOSTS = [
  // Loopback, in every notation of a URL.
  '127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '0x7f000001', '0x7f.0.0.1', '0x7f.1', '0177.0.0.1', '017700000001',
  '2130706433', '127.0.0.1.', '127.000.000.001', '１２７.0.0.1', '①②⑦.0.0.1', '127。0。0。1', '%31%32%37.0.0.1',
  '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::127.0.0.1]',
  // Unspecified and broadcast.
  '0.0.0.0', '0', '0x0', '0.1.2.3', '[::]', '[::ffff:0.0.0.0]', '255.255.255.255', '224.0.0.1', '239.255.255.250', '[ff02::1]',
  // Private networks.
  '10.0.0.1', '10.1', '167772161', '012.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.257', '3232235521',
  '100.64.0.1', '[fc00::1]', '[fd12:3456:789a::1]', '[fec0::1]', '[::ffff:10.0.0.1]', '[::ffff:c0a8:1]',
  // Link-local addresses, including the metadata addresses of clouds.
  '169.254.169.254', '169.254.170.2', '0xa9fea9fe', '2852039166', '0251.0376.0251.0376', '169.254.43518', '[fe80::1]',
  '[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]', '100.100.100.200', '168.63.129.16', '192.0.0.192', '[fd00:ec2::254]',
  // IPv4 inside IPv6: 6to4, NAT64, Teredo, compatible, translated.
  '[2002:7f00:1::]', '[2002:a9fe:a9fe::]', '[2002:a00:1::]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::10.0.0.1]',
  '[2001:0:0:0:0:0:80ff:fffe]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[::ffff:0:127.0.0.1]', '[::a00:1]',
  // Unassigned, or reserved for documentation and tests.
  '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1', '192.88.99.1', '[2001:db8::1]', '[100::1]', '[3fff::1]',
  '[4000::1]', '[5f00::1]', '[2001:2::1]', '[2001:10::1]', '[1::1]',
]; // biome-ignore format: one line a kind

/** Possible results of a look-up. Each one is refused, alone and with a public address. */
const HOSTILE_ADDRESSES = [
  '127.0.0.1', '127.9.9.9', '0.0.0.0', '10.0.0.1', '172.16.5.5', '192.168.1.1', '100.64.0.9', '169.254.169.254', '224.0.0.1',
  '::1', '::', '::ffff:127.0.0.1', '::ffff:169.254.169.254', 'fe80::1', 'fe80::1%lo', 'fd00:ec2::254', 'fc00::1', '2002:7f00:1::1',
  '64:ff9b::7f00:1', '2001:0:1::1', '::127.0.0.1', 'not an address', '',
]; // biome-ignore format: one line a kind

/** Records every connection of this process at the level of the socket. */
const attempts: string[] = [];
/** The address that the next connected sockets report; undefined for the real one. */
let connectedTo: string | undefined;
beforeEach(() => {
  attempts.length = 0;
  connectedTo = undefined;
  stub.seen.length = 0;
  const connect = Socket.prototype.connect;
  vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
    this.on('connectionAttempt', (ip: string) => attempts.push(ip));
    const claimed = connectedTo;
    if (claimed) Object.defineProperty(this, 'remoteAddress', { get: () => claimed });
    return (connect as (...args: unknown[]) => Socket).apply(this, args);
  } as typeof connect);
});
afterEach(() => vi.restoreAllMocks());

const stub = await startModelServer((response, { path }) =>
  json(response, answerOf(path === '/v1/responses' ? 'RESPONSES' : 'CHAT_COMPLETIONS', 'Yes.')),
);
const { port } = stub;

async function call(baseUrl: string, reach: Reach, addresses?: string[]) {
  const resolve = async () => (addresses ?? []).map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  const client = createProviderClient({ reach, resolve });
  try {
    return await client.complete(settingsFor(baseUrl, 'CHAT_COMPLETIONS', { timeoutMs: 60_000 }), prompt, {
      asker: 'somebody',
    });
  } finally {
    await client.close();
  }
}

describe('connections', () => {
  test('are watched: one that is permitted is seen', async () => {
    expect((await call(`http://127.0.0.1:${port}/v1`, own)).content).toBe('Yes.');
    expect(attempts).toEqual(['127.0.0.1']);
  });

  test('the list of hostile addresses is long', () => expect(HOSTILE_HOSTS.length).toBeGreaterThanOrEqual(80));

  test.each(HOSTILE_HOSTS)('to https://%s are refused before they begin', async host => {
    for (const url of [`https://${host}:${port}/v1`, `https://${host}/v1`]) {
      expect((await failureOf(call(url, open))).kind).toBe('refused_address');
      expect(checkBaseUrl(url, open).ok).toBe(false);
    }
    expect(attempts).toEqual([]);
  });

  test.each(HOSTILE_ADDRESSES)('to a name that resolves to "%s" are refused before they begin', async address => {
    const url = `https://models.example:${port}/v1`;
    expect((await failureOf(call(url, open, [address]))).kind).toBe('refused_address');
    expect((await failureOf(call(url, open, ['93.184.216.34', address]))).kind).toBe('refused_address');
    expect((await failureOf(call(url, own, [address]))).kind).toBe('refused_address');
    expect(attempts).toEqual([]);
  });

  test('go to the checked addresses, even if the name changes meanwhile', async () => {
    let asked = 0;
    const resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const client = createProviderClient({
      reach: { allowedHosts: [{ host: 'models.example' }], loopback: false },
      resolve,
    });
    await client.complete(settingsFor(`http://models.example:${port}/v1`, 'CHAT_COMPLETIONS'), prompt, {
      asker: 'somebody',
    });
    await client.close();
    expect([asked, attempts]).toEqual([1, ['127.0.0.1']]);
  });

  test('refuse a name that was public when it was configured and is private when it is used', async () => {
    const answers = ['127.0.0.1', '10.0.0.7'];
    const resolve = async () => [{ address: answers.shift() ?? '10.0.0.7', family: 4 }];
    const client = createProviderClient({ reach: { allowedHosts: [], loopback: true }, resolve });
    const settings = settingsFor(`http://localhost:${port}/v1`, 'CHAT_COMPLETIONS');
    expect((await client.complete(settings, prompt, { asker: 'somebody' })).content).toBe('Yes.');
    await client.close();
    const again = createProviderClient({ reach: { allowedHosts: [], loopback: true }, resolve });
    expect((await failureOf(again.complete(settings, prompt, { asker: 'somebody' }))).kind).toBe('refused_address');
    await again.close();
    expect(attempts).toEqual(['127.0.0.1']);
  });

  test('check the address of the socket too, so that an address missed by the look-up gets no request', async () => {
    connectedTo = '10.0.0.1';
    const { kind } = await failureOf(call(`http://127.0.0.1:${stub.port}/v1`, own));
    expect([kind, stub.seen]).toEqual(['refused_address', []]);
  });

  test('are checked when they connect, regardless of earlier checks', async () => {
    const dispatcher = createDispatcher(open, () => Object.assign(new Error('refused'), { kind: 'refused_address' }));
    for (const host of HOSTILE_HOSTS) {
      const { origin } = new URL(`https://${host}:${stub.port}`);
      const { signal } = new AbortController();
      const sent = dispatcher.request({ origin, path: '/v1', method: 'POST', signal }, 'somebody');
      await expect(sent, host).rejects.toMatchObject({ kind: 'refused_address' });
    }
    await dispatcher.destroy();
    expect(attempts).toEqual([]);
  });

  test.each([
    '169.254.169.254',
    'fe80::1',
    '100.100.100.200',
    'fd00:ec2::254',
    '2002:a9fe:a9fe::',
    '64:ff9b::a9fe:a9fe',
  ])('to %s are refused even where the host is allowed', async address => {
    const literal = address.includes(':') ? `[${address}]` : address;
    const reach = { allowedHosts: [{ host: 'models.example' }, { host: literal }], loopback: true };
    expect((await failureOf(call('http://models.example/v1', reach, [address]))).kind).toBe('refused_address');
    expect((await failureOf(call(`http://${literal}/v1`, reach))).kind).toBe('refused_address');
    expect(attempts).toEqual([]);
  });
});

describe('an address', () => {
  test.each<[AddressKind, string[]]>([
    ['public', ['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '::ffff:8.8.8.8']],
    ['loopback', ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1']],
    ['private', ['10.0.0.1', '172.16.0.1', '192.168.1.1', '100.64.0.1', 'fd12::1', 'fc00::1', '::ffff:10.0.0.1']],
    ['never', ['169.254.1.1', '0.0.0.0', '::', 'fe80::1', '2002:808:808::', '64:ff9b::808:808', '2001::1', 'x', '']],
  ])('is %s', (kind, addresses) => expect(addresses.map(addressKind)).toEqual(addresses.map(() => kind)));
});

describe('a base URL', () => {
  test.each([
    ['https://api.example.com', 'https://api.example.com/v1'],
    ['https://api.example.com/', 'https://api.example.com/v1'],
    ['https://api.example.com/v1', 'https://api.example.com/v1'],
    ['https://api.example.com/v1/', 'https://api.example.com/v1'],
    ['https://api.example.com:8443/openai/v1//', 'https://api.example.com:8443/openai/v1'],
    ['HTTPS://API.Example.com/V2', 'https://api.example.com/V2'],
    ['https://[2606:4700:4700::1111]/v1', 'https://[2606:4700:4700::1111]/v1'],
  ])('%s is taken as %s', (text, url) => expect(checkBaseUrl(text, open)).toEqual({ ok: true, url }));

  test.each([
    ['', 'https'],
    ['api.example.com', 'https'],
    ['ftp://api.example.com', 'https'],
    ['file:///etc/passwd', 'https'],
    ['https:api.example.com', 'https'],
    ['https:///api.example.com', 'https'],
    ['https://', 'https'],
    ['https://exa mple.com', 'white space'],
    ['https://api.example.com\t/v1', 'white space'],
    [' https://api.example.com', 'white space'],
    ['https://api.example.com\\@evil.example', 'white space'],
    ['https://user@api.example.com', 'user'],
    ['https://user:secret@api.example.com/v1', 'user'],
    ['https://@api.example.com', 'user'],
    ['https://:@api.example.com', 'user'],
    ['https://api.example.com/v1?key=1', 'query'],
    ['https://api.example.com/v1?', 'query'],
    ['https://api.example.com/v1#x', 'fragment'],
    ['https://api.example.com/v1#', 'fragment'],
    ['http://api.example.com', 'https'],
    ['https://api.example.com:99999', 'https'],
    [`https://api.example.com/${'x'.repeat(2048)}`, '2048'],
  ])('%s is refused', (text, word) => {
    expect(checkBaseUrl(text, own)).toMatchObject({ ok: false, problem: expect.stringContaining(word) });
  });

  test('may be http and private where the host is allowed, on the port that is named', () => {
    const reach = { allowedHosts: [{ host: 'models.internal', port: 8000 }, { host: '10.0.0.5' }], loopback: false };
    const ok = (text: string) => checkBaseUrl(text, reach).ok;
    expect(
      ['http://models.internal:8000', 'http://10.0.0.5:1/v1', 'https://10.0.0.5', 'http://models.internal.:8000'].map(
        ok,
      ),
    ).toEqual([true, true, true, true]);
    expect(['http://models.internal', 'http://10.0.0.6', 'http://x.models.internal:8000'].map(ok)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('may be the loopback where the service itself is reached there only', () => {
    const reach = (host: string, publicUrl?: string) => reachOf({ host, publicUrl }, []);
    const isOpen = (one: Reach) =>
      ['http://127.0.0.1:1234', 'http://localhost:1', 'http://[::1]:1'].map(text => checkBaseUrl(text, one).ok);
    for (const local of [
      reach('127.0.0.1'),
      reach('::1'),
      reach('localhost'),
      reach('0.0.0.0', 'http://localhost:8080'),
    ])
      expect(isOpen(local)).toEqual([true, true, true]);
    for (const shared of [reach('0.0.0.0'), reach('127.0.0.1', 'https://docs.example.com'), reach('10.0.0.1')])
      expect(isOpen(shared)).toEqual([false, false, false]);
  });
});
