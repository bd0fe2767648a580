import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '../../facades/cli/client.ts';
import { CliProjectDocument } from '../../facades/cli/generated.ts';
import { EXIT, NoAnswer } from '../../facades/cli/outcome.ts';
import { processIo } from '../../facades/cli/run.ts';
import type { Session } from '../../facades/cli/session.ts';
import { withRetries } from '../../facades/cli/waiting.ts';
import { cleanUp } from '../support/clean-up.ts';

const answered = { project: { id: 'p', name: 'Shop' } };

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse) => unknown;

/** A service that answers in these ways, one after the other, and then well; and what a client of it gets. */
async function askWith(answers: Answer[], id = 'p') {
  let requests = 0;
  const service = createServer((incoming, outgoing) => {
    const answer = answers[requests++];
    if (answer) answer(incoming, outgoing);
    else outgoing.end(JSON.stringify({ data: answered }));
  });
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done));
  cleanUp(() => {
    service.close();
    service.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const io = { ...processIo('.'), tell: () => undefined };
  const outcome = await createClient(address, undefined, io)
    .ask(CliProjectDocument, { id })
    .catch(({ exitCode, message, afterMs }: NoAnswer) => [
      exitCode,
      message.replace(address, 'SERVER'),
      ...(afterMs === undefined ? [] : [afterMs]),
    ]);
  return { outcome, requests };
}

const withStatus =
  (status: number, body = '<html>'): Answer =>
  (_, outgoing) =>
    outgoing.writeHead(status).end(body);
const failure = (code: string, retryAfterSeconds?: number) =>
  withStatus(200, JSON.stringify({ errors: [{ message: 'Failed', extensions: { code, retryAfterSeconds } }] }));

describe('a failure that may pass', () => {
  it.each([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])(
    'of a gateway, HTTP %i, is tried again',
    async status => {
      expect(await askWith([withStatus(status)])).toEqual({ outcome: answered, requests: 2 });
    },
  );

  it.each(['UNAVAILABLE', 'RESOURCE_EXHAUSTED'])('of the service, %s, is tried again', async code => {
    expect(await askWith([failure(code)])).toEqual({ outcome: answered, requests: 2 });
  });

  it('is tried again after a request that took too long, only if the service says when', async () => {
    expect(await askWith([failure('DEADLINE_EXCEEDED', 0.01)])).toEqual({ outcome: answered, requests: 2 });
    expect(await askWith([failure('DEADLINE_EXCEEDED')])).toEqual({
      ...{ outcome: [EXIT.unreachable, 'Failed'], requests: 1 },
    });
  });

  it('says how long a limit lasts, but not when an outage should end: it may end sooner', async () => {
    const outcomeOf = async (code: string) => (await askWith(Array(5).fill(failure(code, 0.01)))).outcome;
    expect(await outcomeOf('RESOURCE_EXHAUSTED')).toEqual([EXIT.unreachable, 'SERVER: Failed', 10]);
    expect(await outcomeOf('UNAVAILABLE')).toEqual([EXIT.unreachable, 'SERVER cannot be reached: Failed']);
  });

  it('is no refusal', async () => {
    expect(await askWith([failure('INTERNAL')])).toEqual({ outcome: [EXIT.unreachable, 'Failed'], requests: 1 });
    expect(await askWith([failure('NOT_FOUND')])).toEqual({ outcome: [EXIT.refused, 'Failed'], requests: 1 });
  });
});

it('sends a request of a command that waits again when the service says, and tells it once', async () => {
  const answers = [4_000, 3_500];
  const sent: number[] = [];
  const told: string[] = [];
  const ask = async () => {
    sent.push(Date.now());
    const afterMs = answers.shift();
    if (afterMs !== undefined) throw new NoAnswer('Too many requests', afterMs);
    return answered;
  };
  const io = { ...processIo('.'), tell: (line: string) => void told.push(line) };
  const session = { client: { server: '', ask } } as unknown as Session;
  const { client } = withRetries(session, io, Date.now() + 60_000);
  expect(await client.ask(CliProjectDocument, { id: 'p' })).toEqual(answered);
  const [first = 0, second = 0, third = 0] = sent;
  expect([second - first >= 3_990, third - second >= 3_490]).toEqual([true, true]);
  expect(told).toEqual(['Too many requests. Still trying …']);
});

describe('a slow upload', () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  afterEach(() => void vi.restoreAllMocks());
  /** 300 times faster: 90 seconds take 0.3. */
  const hasten = () => vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => timeout(Math.round(ms / 300)));
  const large = 'x'.repeat(4 * 1024 * 1024);
  const afterSecond: Answer = async (_, outgoing) => {
    await wait(1_000);
    outgoing.end(JSON.stringify({ data: answered }));
  };

  it('has as much time as the service gives it', async () => {
    hasten();
    expect(await askWith([afterSecond], large)).toEqual({ outcome: answered, requests: 1 });
  });

  it('has this time although fetch itself waits for an answer for 5 minutes', async () => {
    const place = globalThis as unknown as Record<symbol, { dispatch(options: object, handler: object): boolean }>;
    const key = Symbol.for('undici.globalDispatcher.1');
    const usual = place[key] as (typeof place)[symbol];
    place[key] = { dispatch: (options, handler) => usual.dispatch({ headersTimeout: 500, ...options }, handler) };
    try {
      const late: Answer = async (_, outgoing) => {
        await wait(2_500);
        outgoing.end(JSON.stringify({ data: answered }));
      };
      expect(await askWith([late], large)).toEqual({ outcome: answered, requests: 1 });
    } finally {
      place[key] = usual;
    }
  });

  it('is named when it takes longer, and not sent again', async () => {
    hasten();
    expect(await askWith([() => undefined], large)).toEqual({
      outcome: [
        EXIT.unreachable,
        'SERVER: no answer in 602 s. Either the service hangs, or the upload was slower than 8 KiB a second',
      ],
      requests: 1,
    });
    expect(await askWith([afterSecond])).toEqual({ outcome: answered, requests: 2 });
  });
});
