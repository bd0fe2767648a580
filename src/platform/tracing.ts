import { setTimeout as delay } from 'node:timers/promises';
import {
  type Context,
  context,
  DiagLogLevel,
  diag,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { COMMIT } from './commit.ts';
import { OperatorError } from './errors.ts';
import type { Log } from './logging.ts';
import type { Facts, Observer, Work } from './observing.ts';
import type { Environment } from './setting-reader.ts';
import { VERSION } from './version.ts';

export type Tracing = { observer: Observer; close(): Promise<void> };

/** Sends spans to an OTLP receiver, as the standard OTEL_ variables say. This module is loaded only if they name one. */
export async function startTracing(env: Environment, log: Pick<Log, 'warn'>): Promise<Tracing> {
  noteLosses(log);
  const contexts = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const own = resourceFromAttributes({
    'service.name': 'docsvc',
    'service.version': VERSION,
    'vcs.ref.head.revision': COMMIT,
  });
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(own)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(env),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: await exporterOf(env), ...delayOf(env.OTEL_BSP_SCHEDULE_DELAY) }),
    ],
  });
  const tracer = provider.getTracer('docsvc', VERSION);
  return {
    observer: {
      begin(work) {
        const parent = work.kind === 'http' ? propagation.extract(ROOT_CONTEXT, work.headers ?? {}) : context.active();
        const span = tracer.startSpan(nameOf(work), { kind: KINDS[work.kind], attributes: attributesOf(work) }, parent);
        const inside = trace.setSpan(parent, span);
        return {
          run: inner => context.with(inside, inner),
          end: (error, facts) => endSpan(span, work, error, facts),
          traceparent: work.kind === 'http' ? traceparentOf(inside) : undefined,
        };
      },
    },
    close: () => sendLast(provider),
  };
}

const NOTED_EVERY_MS = 60_000;

/** Logs spans that the receiver does not take, and spans that are dropped because it is too slow. */
function noteLosses(log: Pick<Log, 'warn'>): void {
  let notedAt = Number.NEGATIVE_INFINITY;
  const note = (err: unknown): void => {
    if (performance.now() - notedAt < NOTED_EVERY_MS) return;
    notedAt = performance.now();
    log.warn({ err }, 'spans could not be sent');
  };
  const ignore = () => {};
  setGlobalErrorHandler(note);
  const warn = (reason: string) => note(new Error(reason));
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
}

/** Timeout for the last spans. The process stops without them if the receiver does not take them. */
const LAST_SPANS_MS = 1_000;

function sendLast(provider: TracerProvider): Promise<void> {
  const tooLate = delay(LAST_SPANS_MS, undefined, { ref: false }).then(() => {
    throw new Error(`The receiver did not take them within ${LAST_SPANS_MS} ms`);
  });
  return Promise.race([provider.shutdown(), tooLate]);
}

const KINDS = {
  http: SpanKind.SERVER,
  graphql: SpanKind.INTERNAL,
  sql: SpanKind.CLIENT,
  worker: SpanKind.INTERNAL,
  provider: SpanKind.CLIENT,
  job: SpanKind.CONSUMER,
} as const;

const nameOf = ({ kind, name, label }: Work): string =>
  kind === 'sql' ? label : kind === 'http' ? name : `${kind} ${name}`;

/** Names of the semantic conventions of OpenTelemetry. */
function attributesOf({ kind, name, label }: Work): Facts {
  if (kind === 'sql') return { 'db.system.name': 'postgresql', 'db.query.text': name, 'db.operation.name': label };
  if (kind === 'graphql') return { 'graphql.operation.name': name, 'graphql.operation.type': label };
  return kind === 'http' ? { 'http.request.method': label } : {};
}

function endSpan(span: Span, { kind, label }: Work, error: unknown, facts: Facts = {}): void {
  span.setAttributes(facts);
  const route = facts['http.route'];
  if (kind === 'http' && route !== undefined) span.updateName(`${label} ${route}`);
  if (error !== undefined) {
    // The error message may contain text from a caller.
    const type = error instanceof Error ? error.name : 'error';
    span.setStatus({ code: SpanStatusCode.ERROR, message: type });
    span.setAttribute('error.type', type);
  }
  span.end();
}

function traceparentOf(inside: Context): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(inside, carrier);
  return carrier.traceparent;
}

async function exporterOf(env: Environment) {
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) {
    const url = env[name];
    if (url && !(URL.canParse(url) && /^https?:/.test(url)))
      throw new OperatorError(`${name} must be an http:// or https:// URL`);
  }
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf';
  if (protocol === 'http/protobuf')
    return new (await import('@opentelemetry/exporter-trace-otlp-proto')).OTLPTraceExporter();
  if (protocol === 'http/json')
    return new (await import('@opentelemetry/exporter-trace-otlp-http')).OTLPTraceExporter();
  throw new OperatorError('OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json');
}

function samplerOf({ OTEL_TRACES_SAMPLER, OTEL_TRACES_SAMPLER_ARG: arg }: Environment): Sampler {
  const name = OTEL_TRACES_SAMPLER || 'parentbased_always_on';
  const ratio = arg ? Number(arg) : 1;
  if (!(ratio >= 0 && ratio <= 1)) throw new OperatorError('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1');
  const samplers: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  };
  const plain = samplers[name.replace(/^parentbased_/, '')];
  if (plain === undefined)
    throw new OperatorError(
      `OTEL_TRACES_SAMPLER must be one of ${Object.keys(samplers)
        .flatMap(one => [one, `parentbased_${one}`])
        .join(', ')}`,
    );
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: plain() }) : plain();
}

const delayOf = (ms: string | undefined) => (ms && /^\d+$/.test(ms) ? { scheduledDelayMillis: Number(ms) } : {});
