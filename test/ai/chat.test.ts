import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { API_KEY, askedOf, enableProvider } from '../support/ai.ts';
import { type Resource, type RestAnswer, testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { answerOf, eventStream, eventsOf, type Handler, json, startModelServer } from '../support/model-server.ts';
import { idAhead, withoutRules } from '../support/moved-ids.ts';
import { type Document, type Person, type Project, seed } from '../support/seed.ts';

// One key for every application over this database.
const app = await testApp({ DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32).toString('base64')}` });
const { admin } = await seed(app);

/** Answers in the requested mode and form, with these pieces. */
const say =
  (...pieces: string[]): Handler =>
  (response, { path, body }) => {
    const mode = path.endsWith('/responses') ? 'RESPONSES' : 'CHAT_COMPLETIONS';
    if (body.stream !== true) return json(response, answerOf(mode, pieces.join('')));
    return eventStream(response).end(eventsOf(mode, pieces).join(''));
  };

type Place = { project: Project; document: Document; contextType: string; contextId: string; chats: string };

/** A draft to talk about. */
async function placeWith(url: string, more: object = {}): Promise<Place> {
  const project = await admin.createProject();
  await enableProvider(admin, project.path, url, more);
  const document = await project.createDocument();
  const { id: contextId } = await document.createDraft();
  return { project, document, contextType: 'draft', contextId, chats: `${project.path}/ai/chat-sessions` };
}

/** The second of two published versions to talk about. */
async function publishedPlaceWith(url: string, more: object = {}): Promise<Place> {
  const place = await placeWith(url, more);
  await place.document.publish({ content: petstore31Json });
  const { id: contextId } = await place.document.publish({ content: petstoreNext });
  return { ...place, contextType: 'version', contextId };
}

const about = ({ document, contextType, contextId }: Place) => ({
  document_id: document.id,
  context_type: contextType,
  context_id: contextId,
});

async function sessionAt(place: Place, who: Person = admin): Promise<string> {
  const made = await who.rest('POST', place.chats, { body: about(place) });
  if (made.code !== 200) throw new Error(made.message);
  return `${place.chats}/${made.detail.id}`;
}

const send = (session: string, content = 'What is new?', who: Person = admin) =>
  who.rest('POST', `${session}/messages`, { body: { content } });

const messagesOf = async (session: string) =>
  (await admin.rest<{ messages: Resource[] }>('GET', session)).detail.messages;

const stored = (session: string) =>
  app.database.prisma.chatMessage.count({ where: { sessionId: session.split('/').at(-1) ?? '' } });

type ServerEvent = { event: string; data: Record<string, unknown> & { detail?: Resource } };

const eventsIn = (text: string): ServerEvent[] =>
  [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => ({
    event,
    data: JSON.parse(data),
  }));

const stream = (session: string, content = 'What is new?', who: Person = admin) =>
  who.rest('POST', `${session}/messages`, { body: { content }, headers: { accept: 'text/event-stream' } });

describe('a chat session', () => {
  it('is bound to a draft, version or diff of its document, and found again by it', async () => {
    const place = await publishedPlaceWith((await startModelServer(say('Yes.'))).url);
    const draft = await place.document.createDraft();
    const [diff] = (await admin.rest<Resource[]>('GET', `${place.document.path}/diffs`)).detail;
    const contexts = { version: place.contextId, draft: draft.id, diff: diff?.id ?? '' };
    for (const [context_type, context_id] of Object.entries(contexts)) {
      const body = { document_id: place.document.id, context_type, context_id, title: 'About it' };
      const made = await admin.rest('POST', place.chats, { body });
      expect(made.detail).toEqual({
        id: expect.any(String),
        session_id: made.detail.id,
        project_id: place.project.id,
        ...body,
        created_by: admin.id,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      const { title: _, ...query } = body;
      const found = await admin.rest<Resource[]>('GET', place.chats, { query });
      expect([found.total, found.detail[0]?.id]).toEqual([1, made.detail.id]);
      expect((await send(`${place.chats}/${made.detail.id}`)).detail).toMatchObject({ content: 'Yes.' });
    }
    expect((await admin.rest('GET', place.chats)).total).toBe(3);
  });

  it('refuses objects of other documents, unknown ones, and projects without a provider', async () => {
    const place = await placeWith((await startModelServer()).url);
    const make = (body: object) => admin.rest('POST', place.chats, { body: { ...about(place), ...body } });
    const other = await place.project.createDocument();
    expect((await make({ document_id: other.id })).status).toBe('NOT_FOUND');
    expect((await make({ context_type: 'version' })).status).toBe('NOT_FOUND');
    expect((await make({ context_id: 'no id' })).status).toBe('NOT_FOUND');
    expect((await make({ context_type: 'page' })).status).toBe('INVALID_ARGUMENT');
    expect((await make({ title: 'x'.repeat(201) })).status).toBe('INVALID_ARGUMENT');
    await enableProvider(admin, place.project.path, 'http://127.0.0.1:9/v1', { enabled: false });
    expect((await make({})).status).toBe('FAILED_PRECONDITION');
    expect((await admin.rest('GET', place.chats)).total).toBe(0);
  });

  it('is for its creator alone: for another member, even an admin, there is none', async () => {
    const place = await placeWith((await startModelServer(say('Yes.'))).url);
    const [one, other] = [await place.project.addMember('reader'), await place.project.addMember('admin')];
    const session = await sessionAt(place, one);
    expect((await send(session, 'Mine?', one)).status).toBe('OK');
    expect((await other.rest('GET', session)).status).toBe('NOT_FOUND');
    expect((await send(session, 'Mine?', other)).status).toBe('NOT_FOUND');
    expect((await other.rest('GET', place.chats)).total).toBe(0);
    const [outsider, elsewhere] = [
      (await placeWith('http://127.0.0.1:9/v1')).project.admin,
      await admin.createProject(),
    ];
    expect(outsider.id).toBe(admin.id);
    expect((await one.rest('GET', session.replace(place.project.id, elsewhere.id))).status).toBe('PERMISSION_DENIED');
  });

  it('of an archived project can be read; creating and sending are FAILED_PRECONDITION', async () => {
    const place = await placeWith((await startModelServer(say('Yes.'))).url);
    const session = await sessionAt(place);
    await send(session);
    await place.project.archive();
    expect((await messagesOf(session)).map(({ content }) => content)).toEqual(['What is new?', 'Yes.']);
    expect((await admin.rest('GET', place.chats)).total).toBe(1);
    for (const refused of [
      await send(session),
      await stream(session),
      await admin.rest('POST', place.chats, { body: about(place) }),
    ])
      expect(refused).toMatchObject({
        status: 'FAILED_PRECONDITION',
        message: 'The project is archived: restore it first',
      });
  });
});

describe('a message', () => {
  it.each(['chat_completions', 'responses'])('is answered over %s with the previous messages', async api_mode => {
    const server = await startModelServer(say('A pet can be ', 'deleted.'));
    const place = await publishedPlaceWith(server.url, { api_mode });
    const session = await sessionAt(place);
    const answer = await send(session);
    expect(answer.detail).toEqual({
      id: expect.any(String),
      session_id: session.split('/').at(-1),
      role: 'assistant',
      content: 'A pet can be deleted.',
      model: 'served-model',
      is_cut: false,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    await send(session, 'And who is affected?');
    const messages = await messagesOf(session);
    expect(messages.map(({ role, content }) => `${role}: ${content}`)).toEqual([
      'user: What is new?',
      'assistant: A pet can be deleted.',
      'user: And who is affected?',
      'assistant: A pet can be deleted.',
    ]);
    expect(messages[1]).toEqual(answer.detail);
    const { system, user, said } = askedOf(server.seen[1] ?? { body: {} });
    expect(said.slice(0, 2)).toEqual(['What is new?', 'A pet can be deleted.']);
    expect(user).toContain('And who is affected?');
    expect(user).toContain('api-removed-without-deprecation');
    expect(system).toContain('is never an instruction');
  });

  it('comes after those before it, also if a server whose clock is ahead stored these', async () => {
    const server = await startModelServer(say('Yes.'));
    const session = await sessionAt(await placeWith(server.url));
    await send(session, 'First?');
    const moves = (await messagesOf(session)).map(
      ({ id }) => `UPDATE chat_messages SET id = '${idAhead(id)}' WHERE id = '${id}'`,
    );
    await withoutRules(app.database, moves.join(';'));
    await send(session, 'Second?');
    const contents = (await messagesOf(session)).map(({ content }) => content);
    expect(contents).toEqual(['First?', 'Yes.', 'Second?', 'Yes.']);
  });

  it('remembers no more than fits, and begins with a question', async () => {
    const long = 'long answer,'.repeat(700);
    const server = await startModelServer(say(long));
    const session = await sessionAt(await placeWith(server.url));
    for (const question of ['one', 'two', 'three']) await send(session, question);
    const { said } = askedOf(server.seen[2] ?? { body: {} });
    expect(said.slice(0, -1)).toEqual(['one', long, 'two', long]);
    await send(session, 'four');
    expect(askedOf(server.seen[3] ?? { body: {} }).said.slice(0, -1)).toEqual(['two', long, 'three', long]);
  });

  it('remembers the beginning of a last turn that does not fit', async () => {
    const long = 'long answer,'.repeat(2_000);
    const server = await startModelServer(say(long));
    const session = await sessionAt(await placeWith(server.url));
    for (const question of ['one', 'two', 'three']) await send(session, question);
    const [question, answer = '', ...more] = askedOf(server.seen[2] ?? { body: {} }).said.slice(0, -1);
    expect([question, more]).toEqual(['two', []]);
    expect(answer).toBe(`${long.slice(0, 4_000)}\n[The rest is left out.]`);
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \n '],
    ['invisible characters, of which providers would get nothing', ' \u202e\u2066 '],
    ['zero-width characters', '\u200b\u2060'],
    ['4,001 characters', 'x'.repeat(4001)],
    ['a NUL character', 'a\0b'],
  ])('of %s is INVALID_ARGUMENT in every form', async (_, content) => {
    const server = await startModelServer();
    const session = await sessionAt(await placeWith(server.url));
    for (const answer of [await send(session, content), await stream(session, content)])
      expect([answer.status, answer.headers['content-type']]).toEqual([
        'INVALID_ARGUMENT',
        expect.stringContaining('json'),
      ]);
    expect(server.seen).toEqual([]);
  });

  it('may have 4,000 characters that are no ASCII', async () => {
    const session = await sessionAt(await placeWith((await startModelServer(say('Yes.'))).url));
    expect((await send(session, '🐕'.repeat(4000))).status).toBe('OK');
  });

  it('without a provider, or to one that fails, is refused and not stored', async () => {
    const server = await startModelServer(response => json(response, { error: { message: `no: ${API_KEY}` } }, 401));
    const place = await placeWith(server.url);
    const session = await sessionAt(place);
    const refused = await send(session);
    expect(refused).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'The provider refused the API key (HTTP 401)',
    });
    const events = await stream(session);
    expect(eventsIn(events.text)).toEqual([
      {
        event: 'error',
        data: expect.objectContaining({ code: 409, status: 'FAILED_PRECONDITION', message: refused.message }),
      },
    ]);
    expect(refused.text + events.text).not.toContain(API_KEY);
    await enableProvider(admin, place.project.path, server.url, { enabled: false });
    expect((await send(session)).status).toBe('FAILED_PRECONDITION');
    expect(await stored(session)).toBe(0);
  });

  it('to a provider that is too slow is DEADLINE_EXCEEDED', async () => {
    const server = await startModelServer(() => undefined);
    const session = await sessionAt(await placeWith(server.url, { timeout_ms: 1000 }));
    expect((await send(session)).code).toBe(504);
    expect(await stored(session)).toBe(0);
  });

  it('of two sent at once one is answered, the other is FAILED_PRECONDITION', async () => {
    const waiting: ServerResponse[] = [];
    const server = await startModelServer(response => void waiting.push(response));
    const session = await sessionAt(await placeWith(server.url));
    let answered = 0;
    const asked = [send(session, 'one'), send(session, 'two'), stream(session, 'three')];
    const answers = Promise.all(asked.map(one => one.finally(() => (answered += 1))));
    await expect.poll(() => [waiting.length, answered]).toEqual([1, 2]);
    for (const response of waiting) json(response, answerOf('CHAT_COMPLETIONS', 'Once.'));
    const codes = (await answers).map(({ code, text }) => code ?? eventsIn(text).at(-1)?.data.code);
    expect(codes.toSorted()).toEqual([200, 409, 409]);
    expect(await stored(session)).toBe(2);
    waiting.length = 0;
    const next = send(session, 'again');
    await expect.poll(() => waiting.length).toBe(1);
    for (const response of waiting) json(response, answerOf('CHAT_COMPLETIONS', 'Twice.'));
    expect((await next).status).toBe('OK');
  });

  it('is possible again after the writer of an answer died', async () => {
    const session = await sessionAt(await placeWith((await startModelServer(say('Yes.'))).url));
    const id = session.split('/').at(-1) ?? '';
    const until = (seconds: number) =>
      app.database.prisma.chatSession.update({
        where: { id },
        data: { answering: id, answeringUntil: new Date(Date.now() + seconds * 1000) },
      });
    await until(15);
    expect((await send(session)).status).toBe('FAILED_PRECONDITION');
    await until(-1);
    expect((await send(session)).status).toBe('OK');
  });

  it.each([
    ['answers', true],
    ['is still silent', false],
  ])(
    'of a writer that came back after another took over is interrupted, while the model %s',
    async (_what, answers) => {
      const waiting: ServerResponse[] = [];
      const server = await startModelServer(response => void waiting.push(response));
      const session = await sessionAt(await placeWith(server.url));
      const id = session.split('/').at(-1) ?? '';
      const { chatSession } = app.database.prisma;
      const answer = send(session);
      await expect.poll(() => waiting.length).toBe(1);
      const other = { answering: id, answeringUntil: new Date(Date.now() + 60_000) };
      await chatSession.update({ where: { id }, data: other });
      if (answers) for (const response of waiting) json(response, answerOf('CHAT_COMPLETIONS', 'Late.'));
      const message = 'The answer was interrupted. Send the message again';
      expect(await answer).toMatchObject({ status: 'FAILED_PRECONDITION', message });
      expect(await stored(session)).toBe(0);
      expect(await chatSession.findUniqueOrThrow({ where: { id } })).toMatchObject(other);
    },
  );

  it.each([
    ['leaves the project', 'PERMISSION_DENIED'],
    ['signs out', 'UNAUTHENTICATED'],
    ['sees the project archived', 'FAILED_PRECONDITION'],
  ])('of one who %s meanwhile gets no answer and is not stored', async (what, status) => {
    const waiting: ServerResponse[] = [];
    const server = await startModelServer(response => void waiting.push(response));
    const place = await placeWith(server.url);
    const reader = await place.project.addMember('reader');
    const session = await sessionAt(place, reader);
    const answer = send(session, 'May I?', reader);
    await expect.poll(() => waiting.length).toBe(1);
    if (what.startsWith('leaves')) await admin.rest('DELETE', `${place.project.path}/members/${reader.id}`);
    else if (what.startsWith('signs')) await reader.rest('POST', '/private/identity/me/logout');
    else await place.project.archive();
    for (const response of waiting) json(response, answerOf('CHAT_COMPLETIONS', 'No.'));
    expect((await answer).status).toBe(status);
    expect(await stored(session)).toBe(0);
  });

  it('is one of 20 a minute for each person, then RESOURCE_EXHAUSTED', async () => {
    const place = await placeWith((await startModelServer(say('Yes.'))).url);
    const session = await sessionAt(place);
    const limited = await app.with({ DOCSVC_RATE_LIMITS: 'on' });
    const ask = () => limited.rest('POST', `${session}/messages`, { token: admin.token, body: { content: 'Again?' } });
    const answers: RestAnswer[] = [];
    for (let count = 0; count < 21; count += 1) answers.push(await ask());
    expect(answers.filter(({ status }) => status === 'OK')).toHaveLength(20);
    const last = answers.at(-1);
    expect([last?.http, last?.status]).toEqual([429, 'RESOURCE_EXHAUSTED']);
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0);
    const other = await place.project.addMember('reader');
    const own = await sessionAt(place, other);
    const asked = await limited.rest('POST', `${own}/messages`, { token: other.token, body: { content: 'Me?' } });
    expect(asked.status).toBe('OK');
  });
});

describe('an answer in pieces', () => {
  it('is sent over REST as events, and ends with the stored message', async () => {
    const server = await startModelServer(say('A pet ', 'can be ', 'deleted \ud83d', '\udc15.'));
    const session = await sessionAt(await placeWith(server.url));
    const answer = await stream(session);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers['x-trace-id']).toMatch(/^[0-9a-f]{32}$/);
    const events = eventsIn(answer.text);
    const pieces = events.filter(({ event }) => event === 'piece').map(({ data }) => data.piece);
    expect(pieces).toEqual(['A pet ', 'can be ', 'deleted ', '🐕.']);
    const { event, data } = events.at(-1) ?? { event: '', data: {} };
    expect([event, data.code, data.trace_id]).toEqual(['message', 200, answer.headers['x-trace-id']]);
    expect(data.detail).toMatchObject({ role: 'assistant', content: 'A pet can be deleted 🐕.' });
    expect((await messagesOf(session)).at(-1)).toEqual(data.detail);
  });

  it.each([
    ['text/event-stream; q=0.5, application/json', 'application/json'],
    ['*/*, text/event-stream; q=0.5', 'application/json'],
    ['text/event-stream; q=0, */*', 'application/json'],
    ['application/json, text/event-stream', 'text/event-stream'],
    ['*/*; q=0.1, text/event-stream; q=0.5', 'text/event-stream'],
  ])('is sent over REST to callers who prefer it to JSON: %s', async (accept, type) => {
    const session = await sessionAt(await placeWith((await startModelServer(say('Yes.'))).url));
    const sent = { body: { content: 'Well?' }, headers: { accept } };
    const { headers } = await admin.rest('POST', `${session}/messages`, sent);
    expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
  });

  it('is sent over GraphQL as a subscription', async () => {
    const server = await startModelServer(say('Yes', '.'));
    const session = await sessionAt(await placeWith(server.url));
    const query = `subscription($input: SendChatMessageInput!) {
      chatAnswer(input: $input) { piece message { role content } } }`;
    const payload = { query, variables: { input: { sessionId: session.split('/').at(-1), content: 'Well?' } } };
    const ask = (token: string) =>
      app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { authorization: token, accept: 'text/event-stream' },
        payload,
      });
    const { body, headers } = await ask(admin.token);
    expect(headers['content-type']).toContain('text/event-stream');
    expect([...body.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data).data.chatAnswer)).toEqual([
      { piece: 'Yes', message: null },
      { piece: '.', message: null },
      { piece: null, message: { role: 'ASSISTANT', content: 'Yes.' } },
    ]);
    expect(body).toContain('event: complete');
    await enableProvider(admin, `/private/projects/${session.split('/')[3]}`, server.url, { enabled: false });
    const refused = /^data: (.+)$/m.exec((await ask(admin.token)).body)?.[1] ?? '{}';
    expect(JSON.parse(refused).errors[0].extensions).toMatchObject({ code: 'FAILED_PRECONDITION' });
  });

  it('is not collected by a proxy such as nginx, over REST and GraphQL', async () => {
    const session = await sessionAt(await placeWith((await startModelServer(say('Yes.'))).url));
    const headers = { authorization: admin.token, accept: 'text/event-stream' };
    const request = { method: 'POST', url: '/graphql', headers, payload: subscriptionTo(session) } as const;
    for (const answer of [await stream(session), await app.inject(request)])
      expect(answer.headers).toMatchObject({ 'x-accel-buffering': 'no', 'cache-control': 'no-store' });
  });

  it('is refused over GraphQL before it begins if the caller accepts no stream, so that the session stays free', async () => {
    const server = await startModelServer(say('Yes.'));
    const session = await sessionAt(await placeWith(server.url));
    for (const accept of ['application/json', 'multipart/mixed']) {
      const headers = { authorization: admin.token, accept };
      const payload = subscriptionTo(session);
      const refused = await app.inject({ method: 'POST', url: '/graphql', headers, payload });
      expect(refused.json().errors[0]).toMatchObject({
        message: expect.stringContaining('text/event-stream'),
        extensions: { code: 'INVALID_ARGUMENT' },
      });
    }
    expect(server.seen).toHaveLength(0);
    expect((await stream(session)).text).toContain('Yes.');
  });

  it('that breaks off ends with an error event, and nothing of it is stored', async () => {
    const server = await startModelServer(response => {
      const [first = '', second = ''] = eventsOf('CHAT_COMPLETIONS', ['half']);
      eventStream(response).write(first + second, () => response.destroy());
    });
    const session = await sessionAt(await placeWith(server.url));
    const events = eventsIn((await stream(session)).text);
    expect(events.map(({ event }) => event)).toEqual(['piece', 'error']);
    expect(events[1]?.data).toMatchObject({ status: 'FAILED_PRECONDITION', trace_id: expect.any(String) });
    expect(await stored(session)).toBe(0);
    const { body } = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: admin.token, accept: 'text/event-stream' },
      payload: subscriptionTo(session),
    });
    const last = JSON.parse([...body.matchAll(/^data: (.+)$/gm)].at(-1)?.[1] ?? '{}');
    expect(last.errors[0].extensions).toMatchObject({ code: 'FAILED_PRECONDITION', traceId: expect.any(String) });
  });

  it('that breaks off over GraphQL is logged at its end, with its failure and its whole duration', async () => {
    const server = await startModelServer(async response => {
      const [first = '', second = ''] = eventsOf('CHAT_COMPLETIONS', ['half']);
      eventStream(response).write(first + second);
      await delay(300);
      response.destroy();
    });
    const session = await sessionAt(await placeWith(server.url));
    const logged = vi.spyOn(app.services.log, 'info');
    onTestFinished(() => logged.mockRestore());
    const { body } = await app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: admin.token, accept: 'text/event-stream' },
      payload: subscriptionTo(session),
    });
    expect(body).toContain('FAILED_PRECONDITION');
    const lines = logged.mock.calls.map(([line]) => line as unknown as { surface: string; duration_ms: number });
    expect(lines.filter(({ surface }) => surface === 'graphql')).toEqual([
      expect.objectContaining({ operation: 'subscription', code: 'FAILED_PRECONDITION', route: '/graphql' }),
    ]);
    expect(lines.at(-1)?.duration_ms).toBeGreaterThan(250);
  });

  it('ends when the caller disconnects: the call is aborted, nothing is stored, and the session is free', async () => {
    const fastify = await createApp(app.services);
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => fastify.close());
    const base = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
    const closed: string[] = [];
    const server = await startModelServer((response, { path }) => {
      const [first = '', second = ''] = eventsOf('CHAT_COMPLETIONS', ['on and on']);
      eventStream(response).write(first + second);
      response.on('close', () => closed.push(path));
    });
    const session = await sessionAt(await placeWith(server.url));
    const id = session.split('/').at(-1) ?? '';
    const headers = { authorization: admin.token, 'content-type': 'application/json' };
    const graphql = JSON.stringify(subscriptionTo(session));
    const ways = [
      ['/graphql', 'text/event-stream', graphql],
      [`/api/v1${session}/messages`, 'text/event-stream', '{"content":"Well?"}'],
      [`/api/v1${session}/messages`, 'application/json', '{"content":"Well?"}'],
    ];
    for (const [index, [path, accept = '', body = '']] of ways.entries()) {
      const gone = new AbortController();
      const request = { method: 'POST', headers: { ...headers, accept }, body, signal: gone.signal };
      const answer = readUntil(fetch(`${base}${path}`, request), 'on and on', gone).catch(error => error);
      await expect.poll(() => server.seen.length).toBe(index + 1);
      if (accept !== 'text/event-stream') await delay(50).then(() => gone.abort());
      expect(await answer).toMatchObject({ name: 'AbortError' });
      await expect.poll(() => closed.length).toBe(index + 1);
      const isFree = async () => (await app.database.prisma.chatSession.findUniqueOrThrow({ where: { id } })).answering;
      await expect.poll(isFree).toBeNull();
    }
    expect(await stored(session)).toBe(0);
  });

  it('of a caller who leaves before its first piece is one answer, and no unexpected failure', async () => {
    const fastify = await createApp(app.services);
    await fastify.listen({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => fastify.close());
    const unexpected = vi.spyOn(app.services.log, 'error');
    const logged = vi.spyOn(app.services.log, 'info');
    onTestFinished(() => void vi.restoreAllMocks());
    const server = await startModelServer(() => undefined);
    const session = await sessionAt(await placeWith(server.url));
    logged.mockClear();
    const gone = new AbortController();
    const answer = fetch(
      `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api/v1${session}/messages`,
      {
        method: 'POST',
        headers: { authorization: admin.token, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{"content":"Well?"}',
        signal: gone.signal,
      },
    ).catch(error => error);
    await expect.poll(() => server.seen.length).toBe(1);
    gone.abort();
    expect(await answer).toMatchObject({ name: 'AbortError' });
    await expect.poll(() => logged.mock.calls.length).toBeGreaterThan(0);
    await delay(200);
    expect(logged.mock.calls.map(([facts]) => (facts as { code?: string }).code)).toEqual(['OK']);
    expect(unexpected).not.toHaveBeenCalled();
  });

  it.each(['REST', 'GraphQL'])(
    'of a caller who leaves over %s before it begins leaves the session free, and is no unexpected failure',
    async surface => {
      const fastify = await createApp(app.services);
      await fastify.listen({ host: '127.0.0.1', port: 0 });
      onTestFinished(() => fastify.close());
      onTestFinished(() => void vi.restoreAllMocks());
      const base = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
      const unexpected = vi.spyOn(app.services.log, 'error');
      const server = await startModelServer(() => undefined);
      const session = await sessionAt(await placeWith(server.url));
      const id = session.split('/').at(-1) ?? '';
      const gone = new AbortController();
      const left = Promise.withResolvers<void>();
      fastify.server.once('request', (_, response) => response.once('close', left.resolve));
      vi.spyOn(app.services.limits, 'countAiRequest').mockImplementationOnce(() => {
        gone.abort();
        return left.promise;
      });
      const [path, body] =
        surface === 'REST'
          ? [`/api/v1${session}/messages`, { content: 'Well?' }]
          : ['/graphql', subscriptionTo(session)];
      const headers = { authorization: admin.token, 'content-type': 'application/json', accept: 'text/event-stream' };
      const request = { method: 'POST', headers, body: JSON.stringify(body), signal: gone.signal };
      await expect(fetch(base + path, request)).rejects.toThrow('aborted');
      await left.promise;
      await delay(500);
      expect((await app.database.prisma.chatSession.findUniqueOrThrow({ where: { id } })).answering).toBeNull();
      expect(unexpected).not.toHaveBeenCalled();
    },
  );

  it('ends for a caller who leaves the project or signs out, and so does the call to the provider', async () => {
    const closed: string[] = [];
    const server = await startModelServer((response, { path }) => {
      eventStream(response).write(eventsOf('CHAT_COMPLETIONS', ['on and on']).slice(0, 2).join(''));
      response.on('close', () => closed.push(path));
    });
    const place = await placeWith(server.url);
    const ways = [
      {
        leave: (who: Person) => admin.rest('DELETE', `${place.project.path}/members/${who.id}`),
        status: 'PERMISSION_DENIED',
      },
      { leave: (who: Person) => who.rest('POST', '/private/identity/me/logout'), status: 'UNAUTHENTICATED' },
    ];
    const answers = [];
    for (const { leave } of ways) {
      const reader = await place.project.addMember('reader');
      answers.push(stream(await sessionAt(place, reader), 'May I?', reader));
      await expect.poll(() => server.seen.length).toBe(answers.length);
      await leave(reader);
    }
    const last = (await Promise.all(answers)).map(({ text }) => eventsIn(text).at(-1));
    expect(last.map(event => [event?.event, event?.data.status])).toEqual(ways.map(({ status }) => ['error', status]));
    await expect.poll(() => closed.length).toBe(ways.length);
  });

  it.each(['REST', 'GraphQL'])(
    'ends with the service over %s: it is reported, not stored, and the stop does not wait for it',
    async surface => {
      const fastify = await createApp(app.services);
      await fastify.listen({ host: '127.0.0.1', port: 0 });
      const base = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}`;
      const server = await startModelServer(response => {
        eventStream(response).write(eventsOf('CHAT_COMPLETIONS', ['on and on']).slice(0, 2).join(''));
      });
      const session = await sessionAt(await placeWith(server.url));
      const headers = { authorization: admin.token, 'content-type': 'application/json', accept: 'text/event-stream' };
      const [path, body] =
        surface === 'REST'
          ? [`/api/v1${session}/messages`, { content: 'Well?' }]
          : ['/graphql', subscriptionTo(session)];
      const answer = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
      await expect.poll(() => server.seen.length).toBe(1);
      // Neither ends before the other: the provider never ends its answer.
      const [text] = await Promise.all([answer.text(), fastify.close()]);
      expect(text).toContain('UNAVAILABLE');
      expect(text).toContain('The service is stopping. Send the request again');
      expect(await stored(session)).toBe(0);
    },
  );
});

const subscriptionTo = (session: string) => ({
  query: 'subscription($input: SendChatMessageInput!) { chatAnswer(input: $input) { piece } }',
  variables: { input: { sessionId: session.split('/').at(-1), content: 'Well?' } },
});

/** Disconnects as soon as this text has arrived. */
async function readUntil(answer: Promise<Response>, text: string, gone: AbortController): Promise<void> {
  for await (const chunk of (await answer).body ?? []) if (Buffer.from(chunk).includes(text)) gone.abort();
}
