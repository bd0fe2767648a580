import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { causeOf } from '../../facades/cli/network.ts';
import { certificate, privateKey } from '../support/certificate.ts';
import { docsvc, folderOf, run } from './stage.ts';

const folder = await folderOf({ 'guide.md': '# Guide', 'ca.pem': certificate });

async function portOf(server: Server, host = '0.0.0.0'): Promise<number> {
  await new Promise<void>(done => server.listen(0, host, done));
  afterAll(() => server.close());
  return (server.address() as AddressInfo).port;
}

const status = (server: string, env: Record<string, string> = {}) =>
  docsvc(folder, ['status', 'guide.md', '--project', 'Shop', '--server', server], {
    env: { DOCSVC_TOKEN: 'x', ...env },
  });

/** The answer of docsvc to an unknown token. */
const unknownToken = JSON.stringify({
  errors: [{ message: 'No valid token', extensions: { code: 'UNAUTHENTICATED' } }],
});
const plain = await portOf(createServer((_, response) => response.end(unknownToken)));

const refused = 'No valid token. Check DOCSVC_TOKEN\n';

describe('a server whose TLS fails', () => {
  it('fails at once, with the remedy', async () => {
    let connections = 0;
    const server = createTlsServer({ cert: certificate, key: privateKey }).on('connection', () => connections++);
    // Tests at 127.0.0.1 may connect to a port that was free before.
    const address = `https://127.0.0.5:${await portOf(server, '127.0.0.5')}`;
    const own = await status(address);
    expect([own.code, own.err]).toEqual([
      2,
      `${address} cannot be reached: its certificate is of no known authority (DEPTH_ZERO_SELF_SIGNED_CERT). Name the file of the authority in NODE_EXTRA_CA_CERTS\n`,
    ]);
    const other = await status(address, { NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });
    expect([other.code, other.err]).toEqual([
      2,
      expect.stringMatching(/^https:\S+ cannot be reached: Hostname\/IP does not match certificate's altnames.*\n$/),
    ]);
    expect(connections).toBe(2);
    expect((await status(`https://127.0.0.1:${plain}`)).err).toBe(
      `https://127.0.0.1:${plain} cannot be reached: it does not speak TLS. Does its address begin with http://?\n`,
    );
  });
});

it('names why none of the addresses of a server answers', async () => {
  const free = createServer();
  const port = await portOf(free);
  await new Promise(done => free.close(done));
  expect((await status(`http://localhost:${port}`)).err).toMatch(/localhost:\d+ cannot be reached: .*ECONNREFUSED/);
});

it('names the innermost cause of a failed request that says something', () => {
  const failed = (cause: Error) => new TypeError('fetch failed', { cause });
  const refused = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
  expect([failed(new Error('closed')), failed(refused), failed(new Error(''))].map(causeOf)).toMatchObject([
    { message: 'closed' },
    { code: 'ECONNREFUSED' },
    { message: 'fetch failed' },
  ]);
});

it('stored logins that cannot be read hinder no pipeline, which names its server and its token', async () => {
  const env = { XDG_CONFIG_HOME: join(folder, 'guide.md') };
  expect((await status(`http://127.0.0.1:${plain}`, env)).err).toBe(refused);
  expect((await status(`http://127.0.0.1:${plain}`, { ...env, DOCSVC_TOKEN: '' })).err).toMatch(/cannot be read/);
});

it('a file that cannot be read is reported without a question to the server', async () => {
  const free = createServer();
  const port = await portOf(free);
  await new Promise(done => free.close(done));
  const args = ['diff', 'nowhere.yaml', '--against', 'dev', '--project', 'Shop'];
  const ran = await docsvc(folder, [...args, '--server', `http://127.0.0.1:${port}`], { env: { DOCSVC_TOKEN: 'x' } });
  expect(ran).toEqual({ code: 2, out: '', err: 'nowhere.yaml: cannot be read (ENOENT)\n' });
});

it('a limit that outlasts all retries is reported at once, in the words of the server', async () => {
  const message = 'Too many wrong passwords. Try again in 900 seconds';
  const answers = [
    [200, { code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 900 }],
    [429, { code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 900 }],
  ] as const;
  for (const [status, extensions] of answers) {
    let requests = 0;
    const limiting = createServer((_, response) => {
      requests++;
      response.writeHead(status).end(JSON.stringify({ errors: [{ message, extensions }] }));
    });
    const address = `http://127.0.0.1:${await portOf(limiting)}`;
    const { code, err } = await docsvc(folder, ['login', '--server', address], { input: 'ann@example.com\nwrong\n' });
    expect([status, requests, code, err]).toEqual([status, 1, 2, `${address}: ${message}\n`]);
  }
});

const printed = async (expression: string) => (await run('node', ['-p', expression], folder)).out.trim();

/** What a proxy does that opens a connection. */
function pass(socket: Socket): void {
  const there = connect(plain, '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    there.pipe(socket).pipe(there);
  });
}

/** Runs `status` through a proxy that closes the first connections without an answer. */
async function throughClosing(closed: number, scheme: string, env: Record<string, string> = {}) {
  let connections = 0;
  const closing = createServer().on('connect', (_, socket: Socket) => {
    if (connections++ < closed) socket.destroy();
    else pass(socket);
  });
  const address = `http://user:secret@127.0.0.1:${await portOf(closing)}`;
  const proxies = { HTTP_PROXY: address, HTTPS_PROXY: address };
  const { err } = await status(`${scheme}://docs.example.com`, { ...proxies, ...env });
  return { last: err.trim().split('\n').at(-1), connections };
}

const closesAll = (scheme: string) => ({
  last: `${scheme}://docs.example.com cannot be reached: the proxy of ${scheme.toUpperCase()}_PROXY closes the connection without an answer`,
  connections: 5 * 5,
});

describe.runIf((await printed('typeof http.setGlobalProxyFromEnv')) === 'function')(
  'a proxy of the environment',
  async () => {
    let asked: (string | undefined)[] = [];
    const proxy = createServer().on('connect', (request, socket: Socket) => {
      asked.push(request.url);
      pass(socket);
    });
    const port = await portOf(proxy);
    const throughProxy = async (server: string, env: Record<string, string>) => {
      asked = [];
      return [(await status(server, env)).err, asked];
    };

    it('is used, even without http:// in its address', async () => {
      for (const name of ['HTTP_PROXY', 'http_proxy'])
        for (const address of [`http://127.0.0.1:${port}`, `127.0.0.1:${port}`])
          expect(await throughProxy('http://docs.example.com', { [name]: address })).toEqual([
            refused,
            ['docs.example.com:80'],
          ]);
    });

    it('is not used for this computer, and for what NO_PROXY names', async () => {
      const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: 'docs.example.com,127.0.0.2' };
      for (const host of ['127.0.0.1', 'localhost', '127.0.0.2'])
        expect(await throughProxy(`http://${host}:${plain}`, env)).toEqual([refused, []]);
      expect(await throughProxy(`http://127.0.0.3:${plain}`, env)).toEqual([refused, [`127.0.0.3:${plain}`]]);
    });

    it('is named with its status when it refuses, without its password', async () => {
      let connections = 0;
      const refusing = createServer().on('connect', (request, socket: Socket) => {
        connections++;
        socket.end(`HTTP/1.1 ${request.url?.split('.')[0]} Refused\r\n\r\n`);
      });
      const port = await portOf(refusing);
      const proxies = { HTTP_PROXY: `user:secret@127.0.0.1:${port}`, HTTPS_PROXY: `http://127.0.0.1:${port}` };
      const refusal = async (server: string) => {
        connections = 0;
        const [err] = await throughProxy(server, proxies);
        return [String(err).trim().split('\n').at(-1), connections];
      };
      const says = (server: string, status: number) =>
        `${server} cannot be reached: the proxy of ${server.startsWith('https') ? 'HTTPS_PROXY' : 'HTTP_PROXY'} refuses the connection (HTTP ${status})`;
      const advice = '. Its address needs the right user name and password: http://USER:PASSWORD@HOST';
      for (const scheme of ['http', 'https']) {
        const [unknown, forbidden, gone] = [407, 403, 502].map(status => `${scheme}://${status}.example.com`);
        expect(await refusal(`${unknown}`)).toEqual([`${says(`${unknown}`, 407)}${advice}`, 1]);
        expect(await refusal(`${forbidden}`)).toEqual([says(`${forbidden}`, 403), 1]);
        expect(await refusal(`${gone}`)).toEqual([says(`${gone}`, 502), 5]);
      }
    });

    it('is named if it closes all connections without an answer, soon', async () => {
      for (const scheme of ['http', 'https'])
        expect(await throughClosing(Number.POSITIVE_INFINITY, scheme)).toEqual(closesAll(scheme));
    });

    it('is asked again at once if it closes a connection without an answer', async () => {
      expect(await throughClosing(3, 'http')).toEqual({ last: refused.trim(), connections: 4 });
    });

    it('is refused with the name of its variable if it is not an address', async () => {
      const [err] = await throughProxy(`http://docs.example.com`, { HTTPS_PROXY: 'http://user:secret@proxy:x' });
      expect(err).toBe('HTTPS_PROXY: is no address such as http://proxy.example.com:3128\n');
    });
  },
);

describe.runIf((await printed("process.allowedNodeEnvironmentFlags.has('--use-env-proxy')")) === 'true')(
  'a proxy of NODE_USE_ENV_PROXY, before Node 24.14',
  () => {
    const withoutFunction = `import http from 'node:http'; delete http.setGlobalProxyFromEnv`;
    const env = {
      NODE_USE_ENV_PROXY: '1',
      NODE_OPTIONS: `--import="data:text/javascript,${encodeURIComponent(withoutFunction)}"`,
    };

    it('is named if it closes all connections without an answer, soon', async () => {
      for (const scheme of ['http', 'https'])
        expect(await throughClosing(Number.POSITIVE_INFINITY, scheme, env)).toEqual(closesAll(scheme));
    });

    it('is asked again if it closes connections without an answer', async () => {
      for (const closed of [1, 6])
        expect(await throughClosing(closed, 'http', env)).toEqual({ last: refused.trim(), connections: closed + 1 });
    });
  },
);

it('Ctrl-C ends a login, as it ends every command', async () => {
  const env = { NODE_OPTIONS: '--import=data:text/javascript,process.stdin.isTTY=true' };
  for (const input of ['\x03', 'ada@example.com\n\x03']) {
    const ended = await docsvc(folder, ['login', '--server', `http://127.0.0.1:${plain}`], { env, input });
    expect([ended.code, ended.err]).toEqual([null, expect.not.stringContaining('needed')]);
  }
});
