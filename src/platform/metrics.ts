import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { COMMIT } from './commit.ts';
import type { OpenedDatabase } from './database.ts';
import type { Facts, Observer, Work } from './observing.ts';
import { VERSION } from './version.ts';

export type Metrics = {
  observer: Observer;
  /** Adds metrics of the database, which are read at each scrape. */
  watchDatabase(database: OpenedDatabase): void;
  contentType: string;
  /** The text that Prometheus scrapes. */
  read(): Promise<string>;
};

const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

/** Counts the work of this process. Callers must not be able to choose a label, so that labels have few values. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'docsvc_build_info', help: 'The running release.', labelNames: ['version', 'commit'], registers })
    .labels(VERSION, COMMIT)
    .set(1);
  const requests = new Histogram({
    name: 'docsvc_http_request_duration_seconds',
    help: 'HTTP requests by route, until the response has ended.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const sent = new Counter({ name: 'docsvc_http_response_bytes_total', help: 'Bytes sent to callers.', registers });
  const open = new Gauge({ name: 'docsvc_http_open_requests', help: 'Requests in progress.', registers });
  const work = new Histogram({
    name: 'docsvc_work_duration_seconds',
    help: 'GraphQL operations, SQL statements, worker tasks, calls of AI providers and jobs.',
    labelNames: ['kind', 'name', 'outcome'],
    buckets: SECONDS,
    registers,
  });
  return {
    observer: {
      begin: ({ kind, label }: Work) => {
        const startedAt = performance.now();
        if (kind === 'http') open.inc();
        return {
          run: inner => inner(),
          end(error, facts: Facts = {}) {
            const seconds = (performance.now() - startedAt) / 1000;
            if (kind !== 'http') return work.labels(kind, label, error === undefined ? 'ok' : 'error').observe(seconds);
            open.dec();
            sent.inc(Number(facts['http.response.size'] ?? 0));
            const { 'http.route': route = 'none', 'http.response.status_code': status = 0 } = facts;
            requests.labels(label, String(route), String(status)).observe(seconds);
          },
        };
      },
    },
    watchDatabase: database => watchDatabase(registry, database),
    contentType: registry.contentType,
    read: () => registry.metrics(),
  };
}

const JOBS = `SELECT kind, count(*)::int AS count,
    greatest(0, extract(epoch FROM max(now() - due_at)))::float8 AS "lateSeconds"
  FROM (
    SELECT kind, due_at FROM jobs UNION ALL SELECT 'mail', due_at FROM mails
    UNION ALL SELECT 'delivery', due_at FROM deliveries WHERE status = 'PENDING'
  ) AS work GROUP BY kind`;

type Waiting = { kind: string; count: number; lateSeconds: number };

/** Reads once for all that ask while the read is underway, as the gauges of one scrape do. */
function sharedRead<T>(read: () => Promise<T>): () => Promise<T> {
  let underway: Promise<T> | undefined;
  return () => {
    underway ??= read().finally(() => {
      underway = undefined;
    });
    return underway;
  };
}

/** Reads the values at each scrape. They are absent while the database does not answer. */
function watchDatabase(registry: Registry, { pool, waiting, isAnswering }: OpenedDatabase): void {
  const registers = [registry];
  new Gauge({
    name: 'docsvc_database_connections',
    help: 'Connections of the pool: open, idle, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.labels('open').set(pool.totalCount);
      this.labels('idle').set(pool.idleCount);
      this.labels('waiting').set(waiting());
    },
  });
  new Gauge({
    name: 'docsvc_database_up',
    help: 'Whether the database answers.',
    registers,
    async collect() {
      this.set((await isAnswering()) ? 1 : 0);
    },
  });
  const readJobs = sharedRead(async (): Promise<Waiting[]> => {
    if (!(await isAnswering())) return [];
    return pool.query<Waiting>(JOBS).then(
      ({ rows }) => rows,
      () => [],
    );
  });
  const jobGauge = (name: string, help: string, of: (one: Waiting) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers,
      async collect() {
        this.reset();
        for (const one of await readJobs()) this.labels(one.kind).set(of(one));
      },
    });
  jobGauge('docsvc_jobs', 'Background jobs that wait or run, in all processes.', ({ count }) => count);
  jobGauge('docsvc_jobs_late_seconds', 'For how long the oldest job has been due.', ({ lateSeconds }) => lateSeconds);
}
