import type { FastifyInstance } from 'fastify';
import type { Config } from './platform/config.ts';
import { constantTimeEqual } from './platform/crypto.ts';
import type { OpenedDatabase } from './platform/database.ts';
import { createLog } from './platform/logging.ts';
import type { Metrics } from './platform/metrics.ts';
import { addObserver } from './platform/observing.ts';
import type { Environment } from './platform/setting-reader.ts';

export type Observation = {
  /** Serves metrics, if they are configured. */
  serve(app: FastifyInstance, database: OpenedDatabase): Promise<void>;
  /** Sends the remaining spans. Rejects if the receiver does not take them soon. */
  close(): Promise<void>;
};

/** Starts metrics and traces, each loaded only if it is configured. Call it before the database is opened. */
export async function startObservation(config: Config): Promise<Observation> {
  const env = config.openTelemetry;
  const metrics = config.metrics && (await import('./platform/metrics.ts')).createMetrics();
  const tracing = isTraced(env)
    ? await (await import('./platform/tracing.ts')).startTracing(env, createLog(config))
    : undefined;
  for (const observed of [metrics, tracing]) if (observed !== undefined) addObserver(observed.observer);
  return {
    async serve(app, database) {
      if (metrics === undefined || config.metrics === undefined) return;
      metrics.watchDatabase(database);
      if ('token' in config.metrics) return addRoute(app, metrics, config.metrics.token);
      const { serveMetrics } = await import('./platform/metrics-server.ts');
      const server = await serveMetrics(metrics, config.metrics);
      app.addHook('onClose', async () => void server.close());
    },
    close: async () => tracing?.close(),
  };
}

/** The variables of OpenTelemetry that name a receiver. Its specification ignores the case of these values. */
const isTraced = (env: Environment): boolean =>
  Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) &&
  env.OTEL_SDK_DISABLED?.toLowerCase() !== 'true' &&
  env.OTEL_TRACES_EXPORTER?.toLowerCase() !== 'none';

/** For any Host: a scraper reads each process under its own address. Foreign pages do not have the token. */
const config: object = { anyHost: true };

function addRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get('/metrics', { config }, async (request, reply) => {
    if (!constantTimeEqual((request.headers.authorization ?? '').replace(/^bearer /i, 'Bearer '), `Bearer ${token}`))
      return reply.code(401).header('www-authenticate', 'Bearer realm="docsvc metrics"').send();
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read());
  });
}
