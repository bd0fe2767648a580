import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { petstore31Yaml } from '../support/documents.ts';
import { makeDocument, publishVersion, signIn } from '../support/http-client.ts';
import { startOtlpReceiver } from '../support/otlp-receiver.ts';
import { startServer } from '../support/process.ts';
import { type Bound, report, secrets } from './failing-database.ts';

// Metrics and traces of one publish, read by their consumers: the code with which the OpenTelemetry Collector reads OTLP,
// as protobuf and as JSON, and the parser and the linter of Prometheus. Needs Go, whose module proxy has them.
const MODULES = [
  'github.com/prometheus/client_golang@v1.25.0',
  'github.com/prometheus/prometheus@v0.316.0',
  'go.opentelemetry.io/collector/pdata@v1.70.0',
];
const TOKEN = 'a-token-for-the-scraper';

const folder = await mkdtemp(join(tmpdir(), 'docsvc-consumers-'));
const program = join(folder, 'consumers');
const bounds: Bound[] = [];

async function build(): Promise<void> {
  const go = (...args: string[]) => promisify(execFile)('go', args, { cwd: folder });
  await cp(join(import.meta.dirname, 'consumers/main.go.txt'), join(folder, 'main.go'));
  await go('mod', 'init', 'example.com/consumers');
  for (const name of MODULES) await go('get', name);
  await go('mod', 'tidy');
  await go('build', '-o', program, '.');
}

/** What the consumer of this content type makes of a text. */
async function read<Value>(contentType: string, text: Buffer): Promise<Value> {
  const reading = promisify(execFile)(program, [contentType], { maxBuffer: 2 ** 26 });
  reading.child.stdin?.end(text);
  return JSON.parse((await reading).stdout) as Value;
}

type Span = { trace: string; id: string; parent: string; name: string; kind: string; service: string };
type Metrics = { series: Record<string, number>; problems: { Metric: string; Text: string }[] | null };

async function publishWith(protocol: 'http/protobuf' | 'http/json'): Promise<void> {
  const receiver = await startOtlpReceiver();
  const server = await startServer({
    ...secrets,
    DOCSVC_DATA_DIR: join(folder, protocol),
    DOCSVC_METRICS: 'token',
    DOCSVC_METRICS_TOKEN: TOKEN,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
  const { rest } = await signIn(server.base);
  const { document, branches } = await makeDocument(rest);
  const draft = { branch_id: branches.dev, version_name: '1', schema_content: petstore31Yaml };
  await publishVersion(rest, document, draft);
  const scraped = await fetch(`${server.base}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}`, accept: 'text/plain;version=0.0.4' },
  });
  const contentType = scraped.headers.get('content-type') ?? '';
  const metrics = await read<Metrics>(contentType, Buffer.from(await scraped.arrayBuffer()));
  await delay(500);
  await server.stop();
  receiver.close();

  const type = protocol === 'http/json' ? 'application/json' : 'application/x-protobuf';
  const sent = await Promise.all(receiver.requests.map(request => read<Span[]>(type, request.body)));
  const spans = sent.flat();
  const root = spans.find(({ name, kind }) => kind === 'Server' && name.endsWith('/drafts/:draft_id/approve'));
  const trace = spans.filter(span => span.trace === root?.trace);
  const operation = trace.find(({ name, parent }) => name === 'graphql ApproveDraft' && parent === root?.id);
  const statements = trace.filter(({ kind, parent }) => kind === 'Client' && parent === operation?.id);
  const [sender] = new Set(spans.map(({ service }) => service));
  bounds.push({
    name: `the Collector reads the publish as ${type}`,
    holds: statements.length > 0 && sender === 'docsvc',
    figure: `${trace.length} spans of ${spans.length} in ${sent.length} requests: ${root?.name}, ${operation?.name}, ${statements.length} statements`,
  });
  const approvals = Object.entries(metrics.series).filter(([name]) =>
    /_http_request_duration_seconds_count.*approve.*status="200"/.test(name),
  );
  // The names of `nodejs_…` are those of prom-client, which dashboards know.
  const problems = (metrics.problems ?? []).filter(({ Metric }) => !Metric.startsWith('nodejs_'));
  bounds.push({
    name: 'Prometheus reads the publish, and its linter finds nothing',
    holds: approvals.length === 1 && approvals[0]?.[1] === 1 && problems.length === 0,
    figure: `${Object.keys(metrics.series).length} series as ${contentType}; ${JSON.stringify(problems).slice(0, 500)}`,
  });
}

try {
  await build();
  for (const protocol of ['http/protobuf', 'http/json'] as const) await publishWith(protocol);
} finally {
  await rm(folder, { recursive: true, force: true });
}
report(bounds);
