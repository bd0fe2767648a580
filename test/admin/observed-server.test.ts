import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import parsePrometheus from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveMetrics } from '../../src/platform/metrics-server.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { petstore31Yaml } from '../support/documents.ts';
import { adminSettings, makeDocument, type SignedIn, signIn, succeed } from '../support/http-client.ts';
import { startModelServer } from '../support/model-server.ts';
import { spansOf, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

const receiver = await startOtlpReceiver();
const spans = () => spansOf(receiver.requests);

const TOKEN = 'a-token-for-the-scraper';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-observed-'));
const models = await startModelServer();
let server: ServerProcess;
let client: SignedIn;

beforeAll(async () => {
  await migratedDatabaseIn(dataDir);
  server = await startServer({
    ...adminSettings,
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_METRICS: 'token',
    DOCSVC_METRICS_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=docs',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  client = await signIn(server.base);
  const provider = { name: 'Test', base_url: models.url, model: 'm', api_mode: 'chat_completions', enabled: true };
  await succeed(client.rest('PUT', '/private/ai/provider', provider));
  const { document, branches } = await makeDocument(client.rest);
  const upload = { branch_id: branches.dev, version_name: '1', schema_content: petstore31Yaml };
  const draft = await succeed(client.rest('POST', `${document}/drafts`, upload));
  const { review_revision } = await succeed(client.rest('POST', `${document}/drafts/${draft.id}/submit`));
  const answer = await fetch(`${server.base}/api/v1${document}/drafts/${draft.id}/approve`, {
    method: 'POST',
    headers: {
      authorization: client.token,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ expected_review_revision: review_revision }),
  });
  expect(answer.headers.get('x-trace-id')).toBe(TRACE);
});

afterAll(async () => {
  await server?.stop();
  receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('traces', () => {
  it('show one publish from HTTP to GraphQL and SQL, in the trace of its caller', async () => {
    await expect.poll(() => spans().some(({ traceId, kind }) => traceId === TRACE && kind === 2)).toBe(true);
    const trace = spans().filter(({ traceId }) => traceId === TRACE);
    const root = trace.find(({ parentSpanId }) => parentSpanId === '00f067aa0ba902b7');
    expect(root?.name).toMatch(/^POST \/api\/v1\/.*\/drafts\/:draft_id\/approve$/);
    const operation = trace.find(({ name }) => name === 'graphql ApproveDraft');
    expect(operation?.parentSpanId).toBe(root?.spanId);
    const below = trace.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect(below.some(({ name }) => name === 'SELECT' || name === 'BEGIN')).toBe(true);
    for (const { durationMs } of below) expect(durationMs).toBeLessThanOrEqual(operation?.durationMs ?? 0);
    expect(JSON.stringify(trace)).not.toContain(client.token);
  });

  it('show worker tasks, jobs and calls of AI providers, and who sent them', async () => {
    const named = (start: string) => spans().find(({ name }) => name.startsWith(start));
    const names = () => [...new Set(spans().map(({ name }) => name))];
    await expect.poll(names).toContain('provider chat_completions');
    expect(named('worker ')).toBeDefined();
    const call = named('provider ');
    await expect.poll(() => spans().find(({ spanId }) => spanId === call?.parentSpanId)?.name).toMatch(/^job /);
    expect(receiver.requests[0]?.headers).toMatchObject({
      'x-tenant': 'docs',
      'content-type': 'application/x-protobuf',
    });
    expect(call?.resource).toEqual(expect.arrayContaining(['service.name=docsvc', 'deployment.environment.name=test']));
  });

  it('that nobody takes delay no stop, and the log names them', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const folder = await mkdtemp(join(tmpdir(), 'docsvc-untraced-'));
    await migratedDatabaseIn(folder);
    // One receiver never answers, nobody listens at the other.
    for (const url of [`http://127.0.0.1:${port}`, 'http://127.0.0.1:9']) {
      const untraced = await startServer({ DOCSVC_DATA_DIR: folder, OTEL_EXPORTER_OTLP_ENDPOINT: url });
      await fetch(`${untraced.base}/api/v1/open/health`);
      const startedAt = performance.now();
      await untraced.stop();
      expect([untraced.process.exitCode, untraced.output()]).toEqual([0, expect.stringContaining('"msg":"stopped"')]);
      expect(untraced.output()).toContain('the last spans could not be sent');
      expect(performance.now() - startedAt).toBeLessThan(6_000);
    }
    silent.closeAllConnections();
    silent.close();
    await rm(folder, { recursive: true });
  });

  it('that a receiver does not take are in the log once a minute, while the server runs', async () => {
    const traced = `
      const { startTracing } = await import('./src/platform/tracing.ts');
      const warn = ({ err }, message) => console.log(message, err.code);
      const { observer } = await startTracing(process.env, { warn });
      const timer = setInterval(() => observer.begin({ kind: 'job', name: 'alone', label: 'alone' }).end(), 10);
      setTimeout(() => process.exit(), 1500);`;
    const env = {
      ...{ PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' },
      ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '100', OTEL_BSP_SCHEDULE_DELAY: '10' },
    };
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', traced], { env });
    expect(stdout).toBe('spans could not be sent ECONNREFUSED\n');
  });

  it('are sent as JSON too, and an empty variable is none', async () => {
    const json = await startOtlpReceiver();
    const traced = `
      const { startTracing } = await import('./src/platform/tracing.ts');
      const { observer, close } = await startTracing(process.env, console);
      observer.begin({ kind: 'job', name: 'alone', label: 'alone' }).end();
      await close();`;
    const { PATH } = process.env;
    const env = {
      ...{ PATH, OTEL_EXPORTER_OTLP_ENDPOINT: json.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      ...{ OTEL_TRACES_SAMPLER: '', OTEL_TRACES_SAMPLER_ARG: '' },
    };
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', traced], { env });
    json.close();
    expect(json.requests[0]?.headers['content-type']).toBe('application/json');
    expect(spansOf(json.requests)).toEqual([
      expect.objectContaining({ name: 'job alone', kind: 5, traceId: expect.stringMatching(/^[0-9a-f]{32}$/) }),
    ]);
  });
});

describe('metrics', () => {
  const scrape = (token: string, scheme = 'Bearer') =>
    fetch(`${server.base}/metrics`, { headers: { authorization: `${scheme} ${token}` } });

  it('are for callers with the token only', async () => {
    expect((await scrape('another-token-of-someone')).status).toBe(401);
    expect((await scrape(TOKEN, 'Basic')).status).toBe(401);
    expect((await fetch(`${server.base}/metrics`)).status).toBe(401);
    expect((await scrape(TOKEN, 'bearer')).status).toBe(200);
  });

  it('are read under the own address of each process too, as health is: the public URL leads to one of several', async () => {
    const { port } = new URL(server.base);
    const headers = { host: `10.0.0.7:${port}`, authorization: `Bearer ${TOKEN}` };
    const read = async (path: string) => {
      const [answer] = await once(request({ port, path, headers }).end(), 'response');
      return [path, answer.resume().statusCode];
    };
    expect(await read('/metrics')).toEqual(['/metrics', 200]);
    expect(await read('/reference')).toEqual(['/reference', 403]);
  });

  it('on a port of their own are read with a query too, as Prometheus sends `params`', async () => {
    const metrics = { contentType: 'text/plain', read: async () => 'up 1\n' };
    const own = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
    const { port } = own.address() as AddressInfo;
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      return [answer.status, await answer.text()];
    };
    expect(await read('/metrics')).toEqual([200, 'up 1\n']);
    expect(await read('/metrics?collect=all')).toEqual([200, 'up 1\n']);
    expect(await read('/metrics/x')).toEqual([404, '']);
    own.close();
  });

  it('are what a parser of Prometheus reads, with the publish in them', async () => {
    const answer = await scrape(TOKEN);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    const text = await answer.text();
    const families = new Map(parsePrometheus(text).map(family => [family.name, family]));
    expect(families.get('docsvc_build_info')?.metrics).toEqual([
      { value: '1', labels: { version: expect.any(String), commit: expect.any(String) } },
    ]);
    for (const name of ['docsvc_http_request_duration_seconds', 'docsvc_work_duration_seconds'])
      expect(families.get(name)?.type).toBe('HISTOGRAM');
    expect(text).toMatch(/_seconds_count\{method="POST",route="[^"]*\/drafts\/:draft_id\/approve",status="200"\} 1\n/);
    for (const [kind, name] of [
      ['graphql', 'mutation'],
      ['sql', 'SELECT'],
      ['worker', '[^"]+'],
      ['job', '[^"]+'],
      ['provider', 'chat_completions'],
    ])
      expect(text).toMatch(
        new RegExp(`work_duration_seconds_count\\{kind="${kind}",name="${name}",outcome="ok"\\} [1-9]`),
      );
    expect(families.get('docsvc_database_up')?.metrics[0]?.value).toBe('1');
    expect([...families.keys()]).toEqual(expect.arrayContaining(['docsvc_jobs', 'nodejs_eventloop_lag_seconds']));
  });
});

describe('the log', () => {
  it('has the warnings of the start, with their level', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docsvc-warned-'));
    await migratedDatabaseIn(folder);
    const open = { DOCSVC_HOST: '0.0.0.0', DOCSVC_SHUTDOWN_DELAY: '0s' };
    const warned = await startServer({ ...open, DOCSVC_DATA_DIR: folder });
    await warned.stop();
    expect(warned.output()).toMatch(/^\{"level":40,.*"msg":"requests for any host name are answered/m);
    await rm(folder, { recursive: true });
  });

  it('has method, route, status, address and bytes of each answer', () => {
    const lines = server
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line));
    expect(lines.find(({ trace_id }) => trace_id === TRACE)).toMatchObject({
      surface: 'rest',
      operation: 'ApproveDraft',
      method: 'POST',
      route: expect.stringMatching(/\/drafts\/:draft_id\/approve$/),
      http_status: 200,
      address: '127.0.0.1',
      bytes: expect.any(Number),
      duration_ms: expect.any(Number),
      code: 'OK',
    });
    expect(lines.find(({ trace_id }) => trace_id === TRACE).bytes).toBeGreaterThan(300);
  });
});
