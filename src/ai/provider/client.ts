import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { startDeadline } from '../../platform/deadline.ts';
import { FairQueue } from '../../platform/fair-queue.ts';
import { beginWork, observe } from '../../platform/observing.ts';
import { createDispatcher, NoLookup, type Outbound, type Resolve } from '../../platform/outbound/connect.ts';
import type { Reach } from '../../platform/outbound/reach.ts';
import { AI_HOSTS_SETTING, checkBaseUrl } from './base-url.ts';
import { readText, tooLarge } from './body.ts';
import { type Breaker, createBreaker, type Outcome } from './breaker.ts';
import { chatCompletions } from './chat-completions.ts';
import { readEvents } from './event-stream.ts';
import { type Exchange, exchange, failureOfError, MAX_ANSWER_BYTES } from './exchange.ts';
import { type FailureKind, ProviderFailure } from './failure.ts';
import { failureOf, otherForm, readProblem, TRANSIENT } from './problem.ts';
import type { Answer, ApiMode, CallOptions, Prompt, ProviderClient, ProviderSettings } from './provider.ts';
import { responses } from './responses.ts';
import { Silence } from './silence.ts';
import { badAnswer, brokeOff, type Form, type Reading, type Wire } from './wire.ts';

/**
 * Calls at a time: in all, to one provider, and of one asker. Neither a provider that does not answer nor somebody who asks
 * many must keep the others from theirs.
 */
const MAX_CALLS = 8;
const MAX_CALLS_TO_ONE = 4;
const MAX_CALLS_OF_ONE = 2;
/** At most half of them wait for one provider, and a quarter for one asker. */
const MAX_WAITING = 128;
const MAX_FAILURES = 5;
const PAUSE_MS = 30_000;
const MAX_FORMS = 500;
const MAX_SILENCES = 500;
const MAX_PROBLEM_BYTES = 64 * 1024;
/** Largest stream of events: 16 MiB, 500 bytes for each of 32,000 tokens. */
const MAX_STREAM_BYTES = 16 * 1024 * 1024;
/** Most retries of one request in another form: both token limit parameters, and each parameter that may be omitted. */
const MAX_REWRITES = 3;

const WIRES: Record<ApiMode, Wire> = { CHAT_COMPLETIONS: chatCompletions, RESPONSES: responses };

/** The failures that count for the circuit breaker, and those that show nothing. All others show that the provider works. */
const COUNTED: FailureKind[] = ['unreachable', 'timeout', 'overloaded', 'provider_error'];
const UNCOUNTED: FailureKind[] = ['cancelled', 'busy'];

/**
 * A timeout counts only if the provider had requests and answered none for this part of the time of the call. The call may
 * have spent the rest waiting for other calls.
 */
const MIN_SILENCE = 0.8;

export type ProviderClientOptions = { reach: Reach; resolve?: Resolve; pauseMs?: number };

type Line = {
  dispatcher: Outbound;
  calls: FairQueue;
  breaker: Breaker;
  silences: LRUCache<string, Silence>;
  forms: LRUCache<string, Form>;
  reach: Reach;
};

const refusedAddress = () =>
  new ProviderFailure(
    'refused_address',
    `The base_url resolves to an address that is not public. A private address must be listed in ${AI_HOSTS_SETTING}`,
  );

const tooManyCalls = (callsOfAsker: number) =>
  new ProviderFailure(
    'busy',
    callsOfAsker < MAX_CALLS_OF_ONE
      ? 'Too many AI requests at once. Try again in a few seconds'
      : 'You have two AI requests in progress. Wait until one ends',
  );

/** Creates the only client that talks to model providers. */
export function createProviderClient({ reach, resolve, pauseMs = PAUSE_MS }: ProviderClientOptions): ProviderClient {
  const line: Line = {
    dispatcher: createDispatcher(reach, refusedAddress, resolve),
    calls: new FairQueue({
      slots: MAX_CALLS,
      slotsPerCaller: MAX_CALLS_OF_ONE,
      slotsPerGroup: MAX_CALLS_TO_ONE,
      maxWaiting: MAX_WAITING,
      tooMany: tooManyCalls,
      tooLate: tooManyCalls,
    }),
    breaker: createBreaker(MAX_FAILURES, pauseMs),
    silences: new LRUCache({ max: MAX_SILENCES, memoMethod: () => new Silence() }),
    forms: new LRUCache({ max: MAX_FORMS }),
    reach,
  };
  return {
    checkPause(settings) {
      const checked = checkBaseUrl(settings.baseUrl, reach);
      if (checked.ok) line.breaker.check(keyOf(checked.url, settings));
    },
    complete: (settings, prompt, options) =>
      observe(workOf(settings), async () => {
        const pieces = converse(line, settings, prompt, false, options);
        for (;;) {
          const { done, value } = await pieces.next();
          if (done) return value;
        }
      }),
    async *stream(settings, prompt, options) {
      const observed = beginWork(workOf(settings));
      try {
        const answer = yield* converse(line, settings, prompt, true, options);
        observed.end();
        return answer;
      } catch (error) {
        observed.end(error);
        throw error;
      }
    },
    close: () => line.dispatcher.destroy(),
  };
}

function workOf({ apiMode }: ProviderSettings) {
  const mode = apiMode.toLowerCase();
  return { kind: 'provider', name: mode, label: mode } as const;
}

type Attempt = {
  line: Line;
  settings: ProviderSettings;
  prompt: Prompt;
  wire: Wire;
  url: URL;
  isStream: boolean;
  signal: AbortSignal;
  deadlineMs: number;
  /** Names the provider to the circuit breaker and the queue. */
  key: string;
  asker: string;
  /** That of the provider. */
  silence: Silence;
  /** Whether a request was sent. Failures before that are not the provider's. */
  isSent: boolean;
  /** Ends the part of the call in the silence of the provider. */
  end(): void;
};

async function* converse(
  line: Line,
  settings: ProviderSettings,
  prompt: Prompt,
  isStream: boolean,
  { asker, signal: caller }: CallOptions,
): AsyncGenerator<string, Answer> {
  const startedAt = performance.now();
  const checked = checkBaseUrl(settings.baseUrl, line.reach);
  if (!checked.ok) throw new ProviderFailure('refused_address', `base_url ${checked.problem}`);
  const wire = WIRES[settings.apiMode];
  const url = new URL(checked.url + wire.path);
  const key = keyOf(checked.url, settings);
  const deadlineMs = startedAt + settings.timeoutMs;
  const report = line.breaker.enter(key);
  const deadline = startDeadline(settings.timeoutMs);
  const signal = caller ? AbortSignal.any([deadline.signal, caller]) : deadline.signal;
  const attempt: Attempt = {
    ...{ line, settings, prompt, wire, url, isStream, signal, deadlineMs, key, asker },
    silence: line.silences.memo(key),
    isSent: false,
    end() {},
  };
  let outcome: Outcome;
  try {
    const { content, model, isCut } = yield* sendUntilAnswered(attempt);
    outcome = 'alive';
    return { content, model: model ?? settings.model, latencyMs: Math.round(performance.now() - startedAt), isCut };
  } catch (error) {
    const failure = abortedBy(deadline.signal, caller, attempt, error) ?? failureOfError(error);
    if (failure instanceof ProviderFailure) outcome = outcomeOf(failure, attempt);
    throw failure;
  } finally {
    deadline.end();
    attempt.end();
    if (outcome === 'alive') attempt.silence.break();
    report(outcome);
  }
}

function outcomeOf({ kind }: ProviderFailure, { isSent, silence, deadlineMs, settings }: Attempt): Outcome {
  if (!isSent || UNCOUNTED.includes(kind)) return undefined;
  if (kind === 'timeout' && silence.msUntil(deadlineMs) < MIN_SILENCE * settings.timeoutMs) return undefined;
  return COUNTED.includes(kind) ? 'failed' : 'alive';
}

/**
 * One URL with one key is one provider, so that one caller's wrong key does not block it for others. Without a key, one for
 * each place where it is configured: the failures of one project's short timeout are not those of the others.
 */
const keyOf = (baseUrl: string, { apiKey, holder = '' }: ProviderSettings): string =>
  `${baseUrl}\n${apiKey ? createHash('sha256').update(apiKey).digest('base64url') : ` ${holder}`}`;

function abortedBy(
  deadline: AbortSignal,
  caller: AbortSignal | undefined,
  { isSent, settings }: Attempt,
  error: unknown,
): ProviderFailure | undefined {
  if (caller?.aborted) return new ProviderFailure('cancelled', 'The request was cancelled');
  // The queues for calls and look-ups have their own errors for a call that was not sent.
  if (!deadline.aborted || !isSent || error instanceof NoLookup) return undefined;
  const seconds = Math.round(settings.timeoutMs / 100) / 10;
  return new ProviderFailure('timeout', `The provider did not answer within ${seconds} seconds`);
}

/** Sends until there is an answer. Retries with another form of the request, and once after a transient failure. */
async function* sendUntilAnswered(attempt: Attempt): AsyncGenerator<string, Reading> {
  const { line, settings, signal } = attempt;
  // A temperature that is out of the model's range says nothing about another one.
  const formKey = [settings.baseUrl, settings.model, settings.apiMode, settings.temperature].join('\n');
  let form: Form = line.forms.get(formKey) ?? { tokens: 'max_tokens', without: [] };
  let first: ProviderFailure | undefined;
  for (let rewrites = 0; ; ) {
    const asker = { name: attempt.asker, isKnown: true, request: { usedMs: 0 } };
    const release = await line.calls.acquire(asker, { signal }, attempt.key);
    // A consumer may stop reading without ending the stream: release the slot at the deadline at the latest.
    signal.addEventListener('abort', release, { once: true });
    if (!attempt.isSent) beginCall(attempt);
    let pauseMs: number;
    try {
      const sent = await send(attempt, form);
      if ('exchange' in sent) {
        line.forms.set(formKey, form);
        return yield* readAnswer(attempt, sent.exchange);
      }
      const other = sent.problem && rewrites < MAX_REWRITES ? otherForm(sent.problem, form) : undefined;
      if (other) {
        form = other;
        rewrites += 1;
        continue;
      }
      pauseMs = sent.failure.retryAfterMs ?? 200 + Math.random() * 200;
      const fits = performance.now() + pauseMs < attempt.deadlineMs;
      // A name that failed slowly is not looked up again at once: the first failure says more.
      if (first !== undefined && sent.failure.kind === 'busy') throw first;
      if (first !== undefined || !sent.isTransient || !fits) throw sent.failure;
      first = sent.failure;
    } finally {
      signal.removeEventListener('abort', release);
      release();
    }
    await delay(pauseMs, undefined, { signal });
  }
}

/** A call that repeats its request has waited since the first one. */
function beginCall(attempt: Attempt): void {
  attempt.isSent = true;
  attempt.end = attempt.silence.begin();
  attempt.signal.addEventListener('abort', attempt.end, { once: true });
}

type Sent =
  | { exchange: Exchange }
  | { failure: ProviderFailure; isTransient: boolean; problem?: ReturnType<typeof readProblem> };

async function send(
  { line, settings, prompt, wire, url, isStream, signal, asker }: Attempt,
  form: Form,
): Promise<Sent> {
  const fields = Object.entries({ ...wire.body(settings, prompt, form), stream: isStream });
  const body = Object.fromEntries(fields.filter(([name]) => !form.without.includes(name)));
  const accept = isStream ? 'text/event-stream' : 'application/json';
  let answered: Exchange;
  try {
    answered = await exchange(line.dispatcher, { url, apiKey: settings.apiKey, body, accept, signal, asker });
  } catch (error) {
    const failure = failureOfError(error);
    if (signal.aborted || !(failure instanceof ProviderFailure)) throw error;
    return { failure, isTransient: failure.kind === 'unreachable' };
  }
  if (answered.httpStatus >= 200 && answered.httpStatus < 300) return { exchange: answered };
  try {
    // Long error texts are not worth reading: without one, the status alone decides.
    const text = await readText(answered.bytes(MAX_PROBLEM_BYTES)).catch(() => '');
    signal.throwIfAborted();
    const problem = readProblem(answered.httpStatus, text);
    const failure = failureOf(problem, answered.retryAfterMs);
    return { failure, isTransient: failure.mayRetry && TRANSIENT.includes(problem.httpStatus), problem };
  } finally {
    answered.end();
  }
}

async function* readAnswer({ wire, silence }: Attempt, answered: Exchange): AsyncGenerator<string, Reading> {
  try {
    if (answered.contentType === 'text/event-stream') return yield* readStream(wire, answered, silence);
    const reading = wire.readAnswer(parseJson(await readText(answered.bytes()), answered.contentType));
    yield reading.content;
    return reading;
  } finally {
    answered.end();
  }
}

async function* readStream(wire: Wire, answered: Exchange, silence: Silence): AsyncGenerator<string, Reading> {
  const reader = wire.createReader();
  let bytes = 0;
  for await (const data of readEvents(answered.bytes(MAX_STREAM_BYTES))) {
    if (data === '[DONE]') break;
    silence.break();
    const piece = reader.take(parseJson(data, answered.contentType));
    bytes += Buffer.byteLength(piece);
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge(MAX_ANSWER_BYTES);
    if (piece !== '') yield piece;
    if (reader.isComplete()) break;
  }
  return reader.finish();
}

function parseJson(text: string, contentType: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    if (text === '') throw brokeOff();
    throw badAnswer(
      contentType === 'text/html'
        ? 'answered with a web page: check base_url'
        : 'answered with something other than JSON',
    );
  }
}
