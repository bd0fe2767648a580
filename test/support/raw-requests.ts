import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { petstore31Json } from './documents.ts';
import { makeDocument, type Resource, type SignedIn, succeed } from './http-client.ts';

/** HTTP requests to every interface, with random errors from a seed. Each is sent as bytes over its own connection. */

type Template = {
  method: string;
  path: string;
  /** The value of the Authorization header. */
  credential: string;
  headers?: readonly string[];
  body?: string;
};

export type RawTargets = { base: string; templates: readonly Template[] };

const PASSWORD = 'a long password';
const BOUNDARY = 'bbb';
const FORM = `Content-Type: multipart/form-data; boundary=${BOUNDARY}`;
const JSON_BODY = 'Content-Type: application/json';
const EVENTS = 'Accept: text/event-stream';

const part = (disposition: string, body: string, ...headers: string[]): string =>
  [`--${BOUNDARY}`, `Content-Disposition: form-data; ${disposition}`, ...headers, '', body, ''].join('\r\n');

/** Creates what the requests are about, once for each server. */
export async function makeRawTargets({ base, rest, token }: SignedIn): Promise<RawTargets> {
  const { document, branches, project } = await makeDocument(rest);
  const draftOf = (name: string) => ({ branch_id: branches.dev, version_name: name, schema_content: petstore31Json });
  const draft = await succeed(rest('POST', `${document}/drafts`, draftOf('1')));
  const submitted = await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`));
  const review = { expected_review_revision: submitted.review_revision };
  const version = await succeed(rest('POST', `${document}/drafts/${draft.id}/approve`, review));
  const shareWith = (more: object) =>
    succeed(rest<Resource & { secret: string }>('POST', `${document}/shares`, { branch_id: branches.dev, ...more }));
  const [open, locked] = [await shareWith({}), await shareWith({ password: PASSWORD })];
  const mcp = await succeed(
    rest<{ token: string }>('POST', '/private/mcp-tokens', { name: 'x', scopes: [1, 2, 3, 4] }),
  );

  const D = `/api/v1${document}`;
  const V = `${D}/versions/${version.id}`;
  const S = `/api/v1/open/document-shares/${open.id}`;
  const file = part('name="file"; filename="a.json"', petstore31Json, JSON_BODY);
  const nested = part('name="n"', '--c\r\n\r\nx\r\n--c--', 'Content-Type: multipart/mixed; boundary=c');
  const fields = part('name="branch_id"', branches.dev ?? '') + part('name="version_name"', '2');
  const form = `${fields}${file}--${BOUNDARY}--\r\n`;
  const get = (path: string, ...headers: string[]): Template => ({ method: 'GET', path, credential: token, headers });
  const send = (path: string, body: unknown, more: Partial<Template> = {}): Template => ({
    ...{ method: 'POST', path, credential: token, headers: [JSON_BODY] },
    ...{ body: typeof body === 'string' ? body : JSON.stringify(body), ...more },
  });
  const shared = (path: string, ...headers: string[]): Template => ({
    ...get(path, ...headers),
    credential: `DocShare ${open.secret}`,
  });
  const rpc = (body: unknown): Template => send('/api/v1/open/mcp', body, { credential: mcp.token });
  const call = (id: number, name: string, args: object = {}) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } },
  });
  const templates: Template[] = [
    ...['/', '/login', '/reference', '/graphql?query={me{id}}', `/share/${open.id}`].map(path => get(path)),
    ...['/graphql', `/share/${open.id}`, '/nothing', '/api/v1/nothing'].flatMap(path => [
      { ...get(path), method: 'OPTIONS' },
      send(path, {}, { method: 'PUT' }),
    ]),
    ...['/api/v1/open/health', '/api/v1/open/docs/openapi.yaml', D, `${V}/content/raw`].map(path => get(path)),
    ...[`/api/v1/private/audit-logs?project_id=${project}`, '/api/v1/private/identity/me'].map(path => get(path)),
    get(`${V}/endpoints?page_size=5&search=a`),
    { ...get(`${V}/content/raw`), method: 'HEAD' },
    { ...get('/api/v1/private/teams'), method: 'OPTIONS' },
    shared(S),
    shared(`${S}/versions`),
    shared(`${S}/versions/${version.id}/download`, 'Range: bytes=3-9'),
    shared(`${S}/versions/${version.id}/download`, 'If-None-Match: *'),
    send(
      `/api/v1/open/document-shares/${locked.id}/unlock`,
      { password: PASSWORD },
      { credential: `DocShare ${locked.secret}` },
    ),
    rpc([
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ]),
    rpc([call(1, 'list_projects'), call(1, 'get_latest_doc'), call(2, 'none')]),
    send(`${D}/drafts`, draftOf('2')),
    // More often than others, because most errors in the head prevent the body from being read.
    ...Array.from({ length: 6 }, () => [
      send(`${D}/drafts`, form, { headers: [FORM] }),
      send('/graphql', { query: 'query($n: Int) { projects(first: $n) { nodes { id } } }', variables: { n: 3 } }),
      send('/graphql', { query: '{ me { id } }' }, { headers: [JSON_BODY, EVENTS] }),
      rpc({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
    ]).flat(),
    send(`${D}/drafts`, nested + form, { headers: [FORM] }),
    send('/api/v1/private/identity/me', { name: 'Admin' }, { method: 'PATCH' }),
  ];
  return { base, templates };
}

const METHODS = 'GET POST PUT PATCH DELETE HEAD OPTIONS TRACE CONNECT PROPFIND QUERY get M-SEARCH X'.split(' ');
const VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''];
const PATH_PARTS = [
  ...['%', '%00', '%2e%2e/', '//', '/..', '?', '?a=b&a=c', '&&', '#f', '%ff', '%F0%9F%98%80', '\\', ';a=b', '%20', '+'],
  ...[
    '?page_size=-1',
    '?offset=1e9',
    '?__proto__=1',
    '?constructor[prototype]=1',
    '/__proto__',
    '*',
    '?query=',
    '\x7f',
  ],
  ...['?page_size=1&page_size=2', '\xff', `?search=${'a'.repeat(300)}`, `/${'a'.repeat(9000)}`],
];
const HEADERS = [
  ...['Content-Length: 5', 'Content-Length: 99999999999999', 'Content-Length: -1', 'Content-Length: 0x5'],
  ...['Transfer-Encoding: chunked', 'Transfer-Encoding: chunked', 'Transfer-Encoding: gzip, chunked'],
  ...['Expect: 100-continue', 'Expect: x', 'Upgrade: websocket\r\nConnection: Upgrade', 'Connection: close'],
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  ...['Content-Encoding: gzip', 'Content-Encoding: br', 'Content-Encoding: zstd', 'Content-Encoding: identity'],
  ...[
    'Accept-Encoding: zstd;q=0, br;q=x, *;q=0',
    'Accept-Encoding: ',
    'Accept-Encoding: zstd',
    'Accept: */*;q=0',
    EVENTS,
  ],
  ...['Range: bytes=0-', 'Range: bytes=5-1', 'Range: bytes=-0', 'Range: bytes=0-0,2-3,9-', 'Range: lines=1-2'],
  ...['Range: bytes=99999999999999999999-', 'If-Range: "x"', 'If-Range: Thu, 01 Jan 1970 00:00:00 GMT'],
  ...['If-None-Match: *', 'If-None-Match: W/"a", "b', 'If-Match: *', 'If-Match: "x"', 'If-Modified-Since: x'],
  ...['If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT', 'Idempotency-Key: a', 'Idempotency-Key: '],
  ...['X-Forwarded-For: 1.2.3.4, x, ::1', 'X-Forwarded-Host: evil', 'X-Forwarded-Proto: javascript'],
  ...[
    'Forwarded: for="[::1]:x";proto=z',
    'Host: evil.example',
    'Host: ',
    'Host: a:b:c',
    'Origin: null',
    'Cookie: a=b; c',
  ],
  ...['traceparent: zz', 'traceparent: 00-00000000000000000000000000000000-0000000000000000-00'],
  ...['Authorization: Bearer x', 'Authorization: ', 'Authorization: DocShare x', 'X-Doc-Share-Unlock: x'],
  ...['Mcp-Session-Id: x', 'MCP-Protocol-Version: 1999-01-01', 'Last-Event-ID: 9', 'TE: trailers', 'Trailer: X'],
  ...['X-HTTP-Method-Override: DELETE', 'Sec-Fetch-Site: cross-site', 'Bad Header: x', ' folded', 'X-Request-Id: \xe9'],
  `X-Big: ${'a'.repeat(20_000)}`,
  Array.from({ length: 150 }, (_, index) => `X-${index}: v`).join('\r\n'),
];

const MEDIA_TYPES = [
  ...['text/plain', 'application/json; charset=utf-16', 'application/json, text/html', ';', ''],
  ...['multipart/form-data', 'multipart/form-data; boundary='],
].map(type => `Content-Type: ${type}`);

type Random = { chance(share: number): boolean; below(count: number): number; pick<T>(values: readonly T[]): T };

/** Random numbers for one request: they depend only on the seed and the number of the request. */
function randomOf(seed: number): Random {
  const sampled = fc.sample(fc.nat(2 ** 30 - 1), { numRuns: 500, seed });
  let used = 0;
  const next = () => (sampled[used++ % sampled.length] as number) / 2 ** 30;
  const below = (count: number) => Math.floor(next() * count);
  return { chance: share => next() < share, below, pick: values => values[below(values.length)] as never };
}

const nameOf = (header: string): string => (header.split(':')[0] as string).toLowerCase();

/** A request from a template, as bytes, with random errors in some parts. */
function spoiledRequest({ base, templates }: RawTargets, random: Random): Buffer {
  const { chance, below, pick } = random;
  const { host } = new URL(base);
  const { path, credential, ...template } = pick(templates);
  const method = chance(0.2) ? pick(METHODS) : template.method;
  const target = spoiledPath(path, host, random);
  const body = spoiledBody(Buffer.from(template.body ?? ''), random);
  let headers = [`Host: ${host}`, `Authorization: ${credential}`, ...(template.headers ?? [])];
  for (let left = below(4); left > 0; left -= 1) {
    const header = pick(HEADERS);
    if (chance(0.5)) headers = headers.filter(other => nameOf(other) !== nameOf(header));
    headers.push(header);
  }
  // Put first, because Node uses the first of two Content-Type headers.
  if (chance(0.2)) headers = [pick(MEDIA_TYPES), ...headers];
  if (chance(0.02)) headers = headers.filter(header => nameOf(header) !== 'host');
  const has = (name: string) => headers.some(header => nameOf(header) === name);
  const isChunked = has('transfer-encoding') && chance(0.8);
  if (!isChunked && body.length > 0 && !has('content-length'))
    headers.push(`Content-Length: ${chance(0.9) ? body.length : body.length + below(9) - 4}`);
  const first = `${method} ${target} ${chance(0.95) ? 'HTTP/1.1' : pick(VERSIONS)}`;
  const head = `${[first, ...headers].join('\r\n')}\r\n\r\n`;
  const lines = chance(0.02) ? head.replaceAll('\r\n', '\n') : head;
  const sent = Buffer.concat([Buffer.from(lines, 'latin1'), isChunked ? inChunks(body, random) : body]);
  if (chance(0.05)) sent[below(sent.length)] = below(256);
  return sent;
}

function spoiledPath(path: string, host: string, { chance, below, pick }: Random): string {
  if (chance(0.05)) return pick(['*', '', 'http://x/api/v1/private/teams', `http://${host}${path}`, host]);
  if (chance(0.7)) return path;
  const at = chance(0.5) ? path.length : below(path.length + 1);
  return path.slice(0, at) + pick(PATH_PARTS) + path.slice(at + below(3));
}

function spoiledBody(body: Buffer, { chance, below }: Random): Buffer {
  if (body.length === 0 || chance(0.5)) return body;
  const at = below(body.length);
  if (chance(0.3)) return body.subarray(0, at);
  const [before, after] = [body.subarray(0, at), body.subarray(at + (chance(0.5) ? below(20) : 0))];
  return Buffer.concat([before, Buffer.from([below(256), below(256)]), after]);
}

function inChunks(body: Buffer, { chance, below, pick }: Random): Buffer {
  const most = chance(0.3) ? 3 : body.length + 1;
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const piece = body.subarray(at, at + 1 + below(most));
    pieces.push(
      Buffer.from(`${piece.length.toString(16)}${pick(['', '', ';x=y', ';'])}\r\n`),
      piece,
      Buffer.from('\r\n'),
    );
    at += piece.length;
  }
  const end = pick(['0\r\n\r\n', '0\r\n\r\n', '0\r\nX: y\r\n\r\n', '0\r\nContent-Length: 3\r\n\r\n', '', 'zz\r\n']);
  return Buffer.concat([...pieces, Buffer.from(end)]);
}

export type RawExchange = { sent: Buffer; received: string };

/** Sends request `number` of a seed: alone or followed by two others, whole, in two parts, or cut. */
export function exchangeRaw(targets: RawTargets, seed: number, number: number): Promise<RawExchange> {
  const random = randomOf(Math.imul(seed, 1_000_003) + number);
  const { chance, below, pick } = random;
  const count = chance(0.1) ? 3 : 1;
  const sent = Buffer.concat(Array.from({ length: count }, () => spoiledRequest(targets, random)));
  const [cut, pauseMs] = [below(sent.length), below(20)];
  const way = pick(['cut', 'parts', 'reset', 'end', ...Array(8).fill('whole')]);
  const isReset = chance(0.5);
  const { hostname, port } = new URL(targets.base);
  return new Promise(resolve => {
    let received = '';
    const socket = connect(Number(port), hostname, async () => {
      if (way === 'whole' || way === 'end' || way === 'reset') socket.write(sent);
      else socket.write(sent.subarray(0, cut));
      if (way === 'cut' || way === 'parts') await delay(pauseMs);
      if (way === 'parts') socket.write(sent.subarray(cut));
      if (way === 'reset' || (way === 'cut' && isReset)) socket.resetAndDestroy();
      else if (way !== 'whole' && way !== 'parts') socket.end();
    });
    const leave = () => socket.destroy();
    let timer = setTimeout(leave, UNANSWERED_MS);
    socket.on('data', bytes => {
      received += bytes.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(leave, AFTER_ANSWER_MS);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ sent, received });
    });
  });
}

/**
 * The connection is closed after this time without an answer, because the request may be incomplete, and after an
 * answer.
 */
const UNANSWERED_MS = 1_000;
const AFTER_ANSWER_MS = 50;

/** Whether an answer is an internal error, over any interface. */
export const isInternal = ({ received }: RawExchange): boolean =>
  /^HTTP\/1\.1 500|"(status|code)":"INTERNAL"|"code":-32603\b/m.test(received);

/** The log line of an internal error. */
export const UNEXPECTED = 'unexpected failure';

export const statusesOf = ({ received }: RawExchange): string[] =>
  [...received.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status);
