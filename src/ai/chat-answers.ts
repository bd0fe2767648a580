import { randomUUID } from 'node:crypto';
import { type Call, signedIn } from '../access/call.ts';
import { authorize } from '../access/policy.ts';
import { recordAct } from '../audit/service.ts';
import type { ChatMessage, ChatSession } from '../generated/prisma/client.ts';
import { inTransaction } from '../platform/database.ts';
import { DomainError, failedPrecondition, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { plainText } from '../platform/plain-text.ts';
import { requireActiveDocument } from '../projects/archived.ts';
import { readHistory } from './chat-history.ts';
import { loadContext, loadSession } from './chat-sessions.ts';
import { CONTEXT_TOKENS, estimateTokens } from './context.ts';
import { noProvider, presentFailure } from './failures.ts';
import { effectivePrompt } from './prompts.ts';
import type { Answer, Prompt, ProviderSettings } from './provider/provider.ts';
import { effectiveProvider } from './providers.ts';
import { renderPrompt } from './render.ts';
import { describeSubject, findSubject } from './subjects.ts';

export const MESSAGE_CHARACTERS = 4000;

/** How long whoever writes an answer may be silent before he counts as dead, and how often he speaks. */
const TURN_SECONDS = 20;
const RENEW_MS = 5_000;
/** An answer in one piece has to come before the deadline of its request. */
const LONGEST_WHOLE_MS = 55_000;

export type MessageInput = { sessionId: string; projectId?: string | null; content: string };

/** The right to write the next answer of a session. */
type Turn = {
  session: ChatSession;
  question: string;
  settings: ProviderSettings;
  token: string;
  startedAt: Date;
  /** Of `performance.now()`, which no clock that is set changes. */
  startedMs: number;
};

/** Everything that refuses a message comes before anything is sent or told. */
async function takeTurn(call: Call, input: MessageInput): Promise<Turn> {
  const session = await loadSession(call, input.sessionId, input);
  await requireActiveDocument(call.db, session.documentId);
  const question = fields.label('content', input.content, MESSAGE_CHARACTERS);
  await loadContext(call, session.contextType, session.contextId, session);
  const settings = await effectiveProvider(call, session.projectId);
  if (settings === undefined) throw noProvider();
  await call.limits.countAiRequest(`chat ${signedIn(call).id}`);
  const token = randomUUID();
  // A turn that ends later than any can was taken before the clock of the database was set back.
  const taken = await call.db.$executeRaw`
    UPDATE chat_sessions SET answering = ${token}::uuid, answering_until = now() + make_interval(secs => ${TURN_SECONDS})
    WHERE id = ${session.id}::uuid AND (answering IS NULL OR answering_until < now()
      OR answering_until > now() + make_interval(secs => ${2 * TURN_SECONDS}))`;
  if (taken === 0) throw failedPrecondition('An answer is being written in this session: wait for its end');
  return { session, question, settings, token, startedAt: new Date(), startedMs: performance.now() };
}

/** Keeps the turn until it ends; `signal` tells that it is lost, or that whoever asked has gone. */
function keepTurn(call: Call, { session, token }: Turn): { signal: AbortSignal; end(): Promise<void> } {
  const lost = new AbortController();
  const timer = setInterval(async () => {
    const kept = await call.db.$executeRaw`
      UPDATE chat_sessions SET answering_until = now() + make_interval(secs => ${TURN_SECONDS})
      WHERE id = ${session.id}::uuid AND answering = ${token}::uuid`.catch(() => 1);
    if (kept === 0) lost.abort();
  }, RENEW_MS);
  return {
    signal: call.signal ? AbortSignal.any([lost.signal, call.signal]) : lost.signal,
    async end() {
      clearInterval(timer);
      const where = { id: session.id, answering: token };
      await call.db.chatSession.updateMany({ where, data: { answering: null, answeringUntil: null } });
    },
  };
}

type Ask = (settings: ProviderSettings, prompt: Prompt, signal: AbortSignal) => AsyncGenerator<string, Answer>;

/** Writes the answer piece by piece. It is stored whole together with its question, or nothing is stored. */
async function* writeAnswer(call: Call, turn: Turn, ask: Ask): AsyncGenerator<string, ChatMessage> {
  const kept = keepTurn(call, turn);
  try {
    const prompt = await promptFor(call, turn);
    const answer = yield* ask(turn.settings, prompt, kept.signal);
    return await storeAnswer(call, turn, answer);
  } catch (error) {
    throw whyEnded(call) ?? presentFailure(error);
  } finally {
    await kept.end();
  }
}

/** A service that stops says so to whoever waits. */
const whyEnded = ({ signal }: Call): DomainError | undefined =>
  signal?.reason instanceof DomainError ? signal.reason : undefined;

async function promptFor(call: Call, { session, question }: Turn): Promise<Prompt> {
  const { projectId, contextType, contextId } = session;
  const [subject, texts, history] = await Promise.all([
    findSubject(call, contextType, contextId),
    effectivePrompt(call, projectId, 'PAGE_CHAT'),
    readHistory(call.db, session.id),
  ]);
  if (subject === undefined) throw notFound('Context');
  const said = [question, ...history.map(({ content }) => content)].join('');
  const context = await describeSubject(call, subject, CONTEXT_TOKENS - estimateTokens(said));
  return renderPrompt(texts, context, { message: question, history });
}

/** Whoever may no longer ask, by now, gets no answer. */
async function storeAnswer(call: Call, turn: Turn, { content, model, isCut }: Answer): Promise<ChatMessage> {
  const { session, question, token, startedAt } = turn;
  const { id: sessionId, projectId, documentId } = session;
  return inTransaction(call.db, async tx => {
    await requireActiveDocument(tx, documentId);
    await authorize({ ...call, db: tx as Call['db'] }, 'ai.chat', projectId);
    const ended = await tx.chatSession.updateMany({
      where: { id: sessionId, answering: token },
      data: { answering: null, answeringUntil: null },
    });
    if (ended.count === 0) throw failedPrecondition('The answer was given up: send the message again');
    await tx.chatMessage.create({
      data: { id: newId(), sessionId, role: 'USER', content: question, createdAt: startedAt },
    });
    const answer = { role: 'ASSISTANT', content: plainText(content), model: plainText(model), isCut } as const;
    const message = await tx.chatMessage.create({ data: { id: newId(), sessionId, ...answer } });
    const act = { action: 'chat_message.send', resourceType: 'chat_session', resourceId: sessionId, projectId };
    await recordAct(tx, call, { ...act, metadata: { message_id: message.id, model: message.model } });
    return message;
  });
}

/** The answer in one piece. */
export async function sendMessage(call: Call, input: MessageInput): Promise<ChatMessage> {
  const turn = await takeTurn(call, input);
  const answer = writeAnswer(call, turn, (settings, prompt, signal) => {
    const leftMs = LONGEST_WHOLE_MS - (performance.now() - turn.startedMs);
    const timeoutMs = Math.max(1, Math.min(settings.timeoutMs, leftMs));
    return inOnePiece(call.aiClient.complete({ ...settings, timeoutMs }, prompt, { signal }));
  });
  for (;;) {
    const { done, value } = await answer.next();
    if (done) return value;
  }
}

async function* inOnePiece(answering: Promise<Answer>): AsyncGenerator<string, Answer> {
  const answer = await answering;
  yield answer.content;
  return answer;
}

/** What comes of an answer as it is written: pieces, then the message as it is stored, or why there is none. */
export type AnswerEvent = { piece: string } | { message: ChatMessage } | { failure: unknown };

/** Refuses before the first event; later failures are events, after which none follows. */
export async function streamAnswer(call: Call, input: MessageInput): Promise<AsyncGenerator<AnswerEvent, void>> {
  return answerEvents(call, await takeTurn(call, input));
}

async function* answerEvents(call: Call, turn: Turn): AsyncGenerator<AnswerEvent, void> {
  try {
    const message = yield* toEvents(
      writeAnswer(call, turn, (settings, prompt, signal) => call.aiClient.stream(settings, prompt, { signal })),
    );
    yield { message };
  } catch (failure) {
    yield { failure };
  }
}

async function* toEvents(pieces: AsyncGenerator<string, ChatMessage>): AsyncGenerator<AnswerEvent, ChatMessage> {
  // Half of a character waits for its other half.
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
    // Whoever leaves before the end ends the call.
    await pieces.return(undefined as never);
  }
}
