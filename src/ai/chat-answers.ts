import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { authorizeNow } from '../access/as-of-now.ts';
import { type Call, signedIn } from '../access/call.ts';
import { keepKey } from '../audit/once.ts';
import { recordAct } from '../audit/service.ts';
import type { ChatMessage, ChatSession } from '../generated/prisma/client.ts';
import { type Db, inTransaction, isDatabaseUnavailable } from '../platform/database.ts';
import { DomainError, failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newIdAfter } from '../platform/ids.ts';
import { plainText } from '../platform/plain-text.ts';
import { requireActiveDocument } from '../projects/archived.ts';
import { loadContext, loadSession } from './chat-sessions.ts';
import { CONTEXT_TOKENS, estimateTokens } from './context.ts';
import { noProvider, presentFailure } from './failures.ts';
import { effectivePrompt } from './prompts.ts';
import type { Answer, Prompt, ProviderSettings } from './provider/provider.ts';
import { effectiveProvider } from './providers.ts';
import { renderPrompt } from './render.ts';
import { describeSubject, findSubject } from './subjects.ts';

export const MESSAGE_CHARACTERS = 4000;

/**
 * Lease time in seconds. The writer of an answer renews its lease every `RENEW_MS`; without that, others may take it.
 */
const LEASE_SECONDS = 20;
const RENEW_MS = 5_000;
const RELEASE_AGAIN_MS = 500;
/** Longest time for an answer that is not streamed. It must end before the deadline of its request. */
const LONGEST_WHOLE_MS = 55_000;

export type MessageInput = { sessionId: string; projectId?: string | null; content: string };

/** The lease of a session: the right to write its next answer. */
type AnswerLease = {
  session: ChatSession;
  question: string;
  settings: ProviderSettings;
  token: string;
  startedAt: Date;
  /** From `performance.now()`, which clock changes do not affect. */
  startedMs: number;
};

/** Checks the message and takes the lease. Every refusal happens here, before anything is sent to the provider. */
async function takeLease(call: Call, input: MessageInput): Promise<AnswerLease> {
  const session = await loadSession(call, input.sessionId, input);
  await requireActiveDocument(call.db, session.documentId);
  const question = fields.label('content', input.content, MESSAGE_CHARACTERS);
  await loadContext(call, session.contextType, session.contextId, session);
  const settings = await effectiveProvider(call, session.projectId);
  if (settings === undefined) throw noProvider();
  await call.limits.countAiRequest(`chat ${signedIn(call).id}`);
  const token = randomUUID();
  // A lease that ends too far in the future was taken before the database clock was set back: it may be replaced.
  const taken = await call.db.$executeRaw`
    UPDATE chat_sessions SET answering = ${token}::uuid, answering_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${session.id}::uuid AND (answering IS NULL OR answering_until < now()
      OR answering_until > now() + make_interval(secs => ${2 * LEASE_SECONDS}))`;
  if (taken === 0) throw failedPrecondition('Another answer in this session is in progress. Wait until it ends');
  return { session, question, settings, token, startedAt: new Date(), startedMs: performance.now() };
}

/**
 * Renews the lease until `end` is called. `signal` aborts when the lease or the right to the answer is lost, or when the
 * caller disconnects.
 */
function renewLease(call: Call, lease: AnswerLease): { signal: AbortSignal; end(): Promise<void> } {
  const { session, token } = lease;
  const lost = new AbortController();
  const onFailure = (error: unknown) => error instanceof DomainError && lost.abort(error);
  const timer = setInterval(() => void renew(call, lease).catch(onFailure), RENEW_MS);
  return {
    signal: call.signal ? AbortSignal.any([lost.signal, call.signal]) : lost.signal,
    async end() {
      clearInterval(timer);
      if (!(await releaseLease(call, session, token))) void keepReleasing(call, session, token);
    },
  };
}

async function renew(call: Call, { session, token }: AnswerLease): Promise<void> {
  const kept = await call.db.$executeRaw`
    UPDATE chat_sessions SET answering_until = now() + make_interval(secs => ${LEASE_SECONDS})
    WHERE id = ${session.id}::uuid AND answering = ${token}::uuid`;
  if (kept === 0) throw interrupted();
  await authorizeNow(call.db, call, 'ai.chat', session.projectId);
}

const interrupted = () => failedPrecondition('The answer was interrupted. Send the message again');

/** Releases the lease, unless the database is unavailable: then it returns false. */
async function releaseLease({ db, log, traceId }: Call, { id }: ChatSession, token: string): Promise<boolean> {
  const where = { id, answering: token };
  try {
    await db.chatSession.updateMany({ where, data: { answering: null, answeringUntil: null } });
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    log.error({ trace_id: traceId, err: error }, 'unexpected failure');
  }
  return true;
}

/** Releases the lease as soon as an unavailable database is back, unless the lease ends before. */
async function keepReleasing(call: Call, session: ChatSession, token: string): Promise<void> {
  const endsAt = performance.now() + LEASE_SECONDS * 1000;
  do await delay(RELEASE_AGAIN_MS, undefined, { ref: false });
  while (!(await releaseLease(call, session, token)) && performance.now() < endsAt);
}

type Ask = (settings: ProviderSettings, prompt: Prompt, signal: AbortSignal) => AsyncGenerator<string, Answer>;

/** Yields the answer in chunks. Stores it together with its question when it is complete; on failure stores neither. */
async function* writeAnswer(call: Call, lease: AnswerLease, ask: Ask): AsyncGenerator<string, ChatMessage> {
  const renewal = renewLease(call, lease);
  try {
    const prompt = await buildPrompt(call, lease);
    const answer = yield* ask(lease.settings, prompt, renewal.signal);
    return await storeAnswer(call, lease, answer);
  } catch (error) {
    throw presentFailure(error, renewal.signal);
  } finally {
    await renewal.end();
  }
}

async function buildPrompt(call: Call, { session, question }: AnswerLease): Promise<Prompt> {
  const { projectId, contextType, contextId } = session;
  const [subject, texts, history] = await Promise.all([
    findSubject(call, contextType, contextId),
    effectivePrompt(call, projectId, 'PAGE_CHAT'),
    readHistory(call.db, session.id),
  ]);
  if (subject === undefined) throw notFound('Context');
  const conversation = [question, ...history.map(({ content }) => content)].join('');
  const context = await describeSubject(call, subject, CONTEXT_TOKENS - estimateTokens(conversation));
  return renderPrompt(texts, context, { message: question, history });
}

/** Stores question and answer. Checks rights again: the caller may have lost them meanwhile. */
async function storeAnswer(call: Call, lease: AnswerLease, { content, model, isCut }: Answer): Promise<ChatMessage> {
  const { session, question, token, startedAt } = lease;
  const { id: sessionId, projectId, documentId } = session;
  return inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, documentId);
    await authorizeNow(tx, call, 'ai.chat', projectId);
    const ended = await tx.chatSession.updateMany({
      where: { id: sessionId, answering: token },
      data: { answering: null, answeringUntil: null },
    });
    if (ended.count === 0) throw interrupted();
    const last = await tx.chatMessage.findFirst({
      where: { sessionId },
      orderBy: { id: 'desc' },
      select: { id: true },
    });
    const id = newIdAfter(last?.id);
    await tx.chatMessage.create({ data: { id, sessionId, role: 'USER', content: question, createdAt: startedAt } });
    const answer = { role: 'ASSISTANT', content: plainText(content), model: plainText(model), isCut } as const;
    const message = await tx.chatMessage.create({ data: { id: newIdAfter(id), sessionId, ...answer } });
    await keepKey(tx, call, message.id);
    const act = { action: 'chat_message.send', resourceType: 'chat_session', resourceId: sessionId, projectId };
    await recordAct(tx, call, { ...act, metadata: { message_id: message.id, model: message.model } });
    return message;
  });
}

/** Sends a message and returns the complete answer. */
export async function sendMessage(call: Call, input: MessageInput): Promise<ChatMessage> {
  const lease = await takeLease(call, input);
  const { id: asker } = signedIn(call);
  const answer = writeAnswer(call, lease, (settings, prompt, signal) => {
    const leftMs = LONGEST_WHOLE_MS - (performance.now() - lease.startedMs);
    const timeoutMs = Math.max(1, Math.min(settings.timeoutMs, leftMs));
    return asSingleChunk(call.aiClient.complete({ ...settings, timeoutMs }, prompt, { asker, signal }));
  });
  for (;;) {
    const { done, value } = await answer.next();
    if (done) return value;
  }
}

async function* asSingleChunk(answering: Promise<Answer>): AsyncGenerator<string, Answer> {
  const answer = await answering;
  yield answer.content;
  return answer;
}

/** An event of a streamed answer: a chunk of text; at the end the stored message, or the failure. */
export type AnswerEvent = { piece: string } | { message: ChatMessage } | { failure: unknown };

/** Streams an answer. Throws if the message is refused; a later failure is the last event. */
export async function streamAnswer(call: Call, input: MessageInput): Promise<AsyncGenerator<AnswerEvent, void>> {
  return answerEvents(call, await takeLease(call, input));
}

/** Reads the answer that an earlier request with the same idempotency key stored. */
export async function readAnswer(call: Call, input: MessageInput, id: string): Promise<ChatMessage> {
  const session = await loadSession(call, input.sessionId, input);
  const where = { id, sessionId: session.id };
  const message = isId(id) ? await call.db.chatMessage.findFirst({ where }) : null;
  if (message === null) throw notFound('Message');
  return message;
}

/** The events of an answer that is already stored. */
export async function* storedEvents(message: ChatMessage): AsyncGenerator<AnswerEvent, void> {
  yield { piece: message.content };
  yield { message };
}

async function* answerEvents(call: Call, lease: AnswerLease): AsyncGenerator<AnswerEvent, void> {
  try {
    const message = yield* toEvents(
      writeAnswer(call, lease, (settings, prompt, signal) =>
        call.aiClient.stream(settings, prompt, { asker: signedIn(call).id, signal }),
      ),
    );
    yield { message };
  } catch (failure) {
    yield { failure };
  }
}

async function* toEvents(pieces: AsyncGenerator<string, ChatMessage>): AsyncGenerator<AnswerEvent, ChatMessage> {
  // A high surrogate at the end of a chunk is kept until the rest of its character arrives.
  let half = '';
  try {
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return value;
      const text = half + value;
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      const piece = plainText(text.slice(0, text.length - half.length));
      if (piece !== '') yield { piece };
    }
  } finally {
    // If the consumer stops early, cancel the call to the provider.
    await pieces.return(undefined as never);
  }
}

/** Most bytes of earlier messages in a request. */
const HISTORY_BYTES = 18_000;

/** Characters of the last question and of its answer if they do not fit: the next question may be about them. */
const LAST_TURN_CHARACTERS = 4_000;

/** Reads the last messages that fit, starting with a question; of the last turn at least the beginning. */
async function readHistory(db: Db, sessionId: string): Promise<Prompt['messages']> {
  const rows = await db.$queryRaw<{ role: 'user' | 'assistant'; content: string; isCut: boolean }[]>`
    SELECT lower(role::text) AS role, bytes > ${HISTORY_BYTES} AND char_length(content) > ${LAST_TURN_CHARACTERS} AS "isCut",
      CASE WHEN bytes <= ${HISTORY_BYTES} THEN content ELSE left(content, ${LAST_TURN_CHARACTERS}) END AS content
    FROM (
      SELECT id, role, content, sum(octet_length(content)) OVER newest AS bytes, row_number() OVER newest AS place
      FROM chat_messages WHERE session_id = ${sessionId}::uuid WINDOW newest AS (ORDER BY id DESC)
    ) m WHERE bytes <= ${HISTORY_BYTES} OR place <= 2 ORDER BY id`;
  const told = rows.map(({ role, content, isCut }) => ({
    role,
    content: isCut ? `${content}\n[The rest is left out.]` : content,
  }));
  return told.slice(told[0]?.role === 'assistant' ? 1 : 0);
}
