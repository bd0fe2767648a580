import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attached } from './platform/attached.ts';
import { type Caller, currentCaller, runForCaller } from './platform/callers.ts';
import { hasBegun } from './platform/http/progress.ts';
import type { Log } from './platform/logging.ts';
import { anonymousName } from './platform/networks.ts';
import { beginWork, isObserved } from './platform/observing.ts';
import { beginRequest } from './platform/precedence.ts';

/** The log fields of one answer, from its facade. */
export type AnswerLine = Readonly<Record<string, unknown>>;

type Followed = { lines: AnswerLine[]; write: ((line: AnswerLine) => void) | undefined };

const requests = attached<Caller['request'], Followed>('followed');

/** Limit of listeners on one response, above which Node warns of a leak. */
const MOST_LISTENERS = 16;

/** Runs every request for its caller, logs its answers when the response has ended, and observes it. */
export function followRequests(app: FastifyInstance, log: Log): void {
  app.addHook('onRequest', (request, reply, done) => {
    // The caller has already disconnected: their address is unknown, and nobody reads an answer.
    if (request.socket.remoteAddress === undefined) return void reply.hijack();
    runForCaller(anonymousName(request.ip), () => {
      // Fastify, Yoga and the service add up to 11 listeners, for a large answer to a large body.
      reply.raw.setMaxListeners(MOST_LISTENERS).once('close', beginRequest());
      const followed: Followed = { lines: [], write: undefined };
      requests.set(currentCaller().request, followed);
      const observed = isObserved() ? beginWork(workOf(request)) : undefined;
      // The trace id of the answer and of the log is that of the trace.
      if (observed?.traceparent !== undefined) request.headers.traceparent = observed.traceparent;
      atEnd(request, reply, facts => {
        observed?.end(reply.raw.statusCode >= 500 ? new Error(String(reply.raw.statusCode)) : undefined, {
          'http.route': facts.route,
          'http.response.status_code': facts.http_status,
          'http.response.size': facts.bytes,
        });
        const isCancelled = facts.http_status === CALLER_LEFT && !hasBegun(request.raw);
        followed.write = line => log.info({ ...line, ...facts, ...(isCancelled && { code: 'CANCELLED' }) });
        followed.lines.forEach(followed.write);
      });
      if (observed === undefined) done();
      else observed.run(done);
    });
  });
}

/** Logs an answer of the current request. */
export function noteAnswer(log: Log, line: AnswerLine): void {
  const followed = requests.get(currentCaller().request);
  if (followed === undefined) log.info(line);
  else if (followed.write === undefined) followed.lines.push(line);
  else followed.write(line);
}

/** The status in the log for callers who disconnected before their answer began. Some proxies log it too. */
const CALLER_LEFT = 499;

const workOf = ({ method, headers }: FastifyRequest) =>
  ({ kind: 'http', name: method, label: method, headers }) as const;

type Facts = { method: string; route: string; http_status: number; address: string; bytes: number };

/** Calls `end` once, when the response is sent or the caller has disconnected. */
function atEnd(request: FastifyRequest, { raw }: FastifyReply, end: (facts: Facts) => void): void {
  const { socket } = request.raw;
  const before = socket?.bytesWritten ?? 0;
  let hasEnded = false;
  const onEnd = () => {
    if (hasEnded) return;
    hasEnded = true;
    end({
      method: request.method,
      // The route pattern, not the path, which contains ids and may contain secrets.
      route: request.routeOptions.url ?? 'none',
      http_status: raw.headersSent ? raw.statusCode : CALLER_LEFT,
      address: request.ip,
      bytes: Math.max(0, (socket?.bytesWritten ?? before) - before),
    });
  };
  raw.once('finish', onEnd).once('close', onEnd);
}
