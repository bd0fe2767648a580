import { setImmediate } from 'node:timers/promises';
import { LLMock } from '@copilotkit/aimock';
import OpenAI from 'openai';
import { afterAll, describe, expect, test } from 'vitest';
import {
  answerOf,
  eventStream,
  eventsOf,
  failureOf,
  gather,
  json,
  MODES,
  prompt,
  settingsFor,
  startModelServer,
  testClient,
} from '../support/model-server.ts';

const mock = new LLMock({ port: 0, chunkSize: 7 });
await mock.start();
afterAll(() => mock.stop());

const WORDS = 'Removed GET /pets (breaking): clients that list pets fail. 🐈 Keep it, deprecated, for one release.';
mock.onMessage('Hello?', { content: WORDS });
const client = testClient();
const mocked = (mode: (typeof MODES)[number]) => settingsFor(`${mock.url}/v1`, mode, { model: 'gpt-4o' });

const PATHS = { CHAT_COMPLETIONS: '/v1/chat/completions', RESPONSES: '/v1/responses' };

describe.each(MODES)('an OpenAI-compatible server, %s', mode => {
  test('answers whole', async () => {
    const answer = await client.complete(mocked(mode), prompt);
    expect(answer).toMatchObject({ content: WORDS, isCut: false, model: expect.stringContaining('gpt-4o') });
    expect(answer.latencyMs).toBeGreaterThanOrEqual(0);
    expect(mock.getLastRequest()?.path).toBe(PATHS[mode]);
  });

  test('answers in pieces that form the whole answer', async () => {
    const { pieces, answer } = await gather(client.stream(mocked(mode), prompt));
    expect(pieces.length).toBeGreaterThan(5);
    expect(pieces.join('')).toBe(WORDS);
    expect(answer).toMatchObject({ content: WORDS, isCut: false });
  });

  test.each([429, 503])('that answers %i once is asked again', async status => {
    mock.nextRequestError(status, { message: 'later' });
    mock.clearRequests();
    expect((await client.complete(mocked(mode), prompt)).content).toBe(WORDS);
    expect(mock.getRequests()).toHaveLength(2);
  });

  test.each([
    [401, 'unauthorized'],
    [404, 'rejected'],
    [500, 'provider_error'],
  ])('that answers %i once is not asked again: %s', async (status, kind) => {
    mock.nextRequestError(status, { message: 'the key sk-secret-key-0001 is wrong' });
    mock.clearRequests();
    const failure = await failureOf(client.complete(mocked(mode), prompt));
    expect(failure.kind).toBe(kind);
    expect(failure.message).not.toContain('sk-');
    expect(mock.getRequests()).toHaveLength(1);
  });

  test('with broken JSON is reported as such', async () => {
    mock.setChaos({ malformedRate: 1 });
    const failure = await failureOf(client.complete(mocked(mode), prompt)).finally(() => mock.clearChaos());
    expect(failure.kind).toBe('bad_answer');
  });

  test('that hangs up is asked once more and then reported as unreachable', async () => {
    mock.setChaos({ disconnectRate: 1 });
    const failure = await failureOf(client.complete(mocked(mode), prompt)).finally(() => mock.clearChaos());
    expect(failure.kind).toBe('unreachable');
  });

  test('that cuts its answer is seen to', async () => {
    mock.prependFixture({ match: { userMessage: 'Hello?' }, response: { content: 'Half of', finishReason: 'length' } });
    const whole = await client.complete(mocked(mode), prompt);
    const streamed = await gather(client.stream(mocked(mode), prompt));
    mock.clearFixtures().onMessage('Hello?', { content: WORDS });
    expect(whole).toMatchObject({ content: 'Half of', isCut: true });
    expect(streamed.answer).toMatchObject({ content: 'Half of', isCut: true });
  });
});

describe('the request', () => {
  const RELEVANT = [
    'model',
    'messages',
    'instructions',
    'input',
    'temperature',
    'max_tokens',
    'max_output_tokens',
    'store',
    'stream',
  ];
  const relevant = (body: Record<string, unknown>) =>
    Object.fromEntries(
      RELEVANT.filter(name => body[name] !== undefined && body[name] !== false).map(name => [name, body[name]]),
    );

  test.each(MODES)('is the one that the openai SDK sends, and the SDK reads the same answer: %s', async mode => {
    const stub = await startModelServer((response, { body }) => {
      if (body.stream !== true) return json(response, answerOf(mode, 'Yes.'));
      return eventStream(response).end(eventsOf(mode, ['Y', 'es.']).join(''));
    });
    const sdk = new OpenAI({ baseURL: stub.url, apiKey: 'sk-secret-key-0001', maxRetries: 0 });
    const settings = settingsFor(stub.url, mode);
    const said: string[] = [];
    for (const stream of [false, true]) {
      said.push(
        stream
          ? (await gather(client.stream(settings, prompt))).pieces.join('')
          : (await client.complete(settings, prompt)).content,
      );
      said.push(mode === 'RESPONSES' ? await sdkResponses(sdk, stream) : await sdkChat(sdk, stream));
    }
    expect(said).toEqual(['Yes.', 'Yes.', 'Yes.', 'Yes.']);
    for (const [ours, theirs] of [
      [0, 1],
      [2, 3],
    ].map(([a = 0, b = 0]) => [stub.seen[a], stub.seen[b]])) {
      expect(ours?.path).toBe(theirs?.path);
      expect(relevant(ours?.body ?? {})).toEqual(relevant(theirs?.body ?? {}));
      expect(ours?.headers.authorization).toBe(theirs?.headers.authorization);
      expect(ours?.headers['content-type']).toBe(theirs?.headers['content-type']);
    }
  });

  async function sdkChat(sdk: OpenAI, stream: boolean): Promise<string> {
    const request = {
      model: 'test-model',
      messages: [
        { role: 'system' as const, content: prompt.system },
        { role: 'user' as const, content: 'Hello?' },
      ],
      temperature: 0.2,
      max_tokens: 100,
    };
    if (!stream) return (await sdk.chat.completions.create(request)).choices[0]?.message.content ?? '';
    let text = '';
    for await (const chunk of await sdk.chat.completions.create({ ...request, stream }))
      text += chunk.choices[0]?.delta.content ?? '';
    return text;
  }

  async function sdkResponses(sdk: OpenAI, stream: boolean): Promise<string> {
    const input = [{ role: 'user' as const, content: 'Hello?' }];
    const request = {
      model: 'test-model',
      instructions: prompt.system,
      input,
      temperature: 0.2,
      max_output_tokens: 100,
      store: false,
    };
    if (!stream) return (await sdk.responses.create(request)).output_text;
    let text = '';
    for await (const event of await sdk.responses.create({ ...request, stream }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    return text;
  }

  test('carries the turns of a conversation, and no Authorization without a key', async () => {
    const stub = await startModelServer(response => json(response, answerOf('CHAT_COMPLETIONS', 'Yes.')));
    const messages = [
      { role: 'user' as const, content: 'One?' },
      { role: 'assistant' as const, content: 'One.' },
      { role: 'user' as const, content: 'Two?' },
    ];
    await client.complete(settingsFor(stub.url, 'CHAT_COMPLETIONS', { apiKey: undefined }), { system: 'S', messages });
    expect(stub.seen[0]?.body.messages).toEqual([{ role: 'system', content: 'S' }, ...messages]);
    expect(stub.seen[0]?.headers).not.toHaveProperty('authorization');
  });

  test('is called at /v1 if its base URL has no path', async () => {
    const stub = await startModelServer(response => json(response, answerOf('RESPONSES', 'Yes.')));
    await client.complete(settingsFor(stub.url.replace('/v1', ''), 'RESPONSES'), prompt);
    expect(stub.seen[0]?.path).toBe('/v1/responses');
  });
});

describe('a model that wants its request in another form', () => {
  const refusing = (names: string[], param: boolean) =>
    startModelServer((response, { body }) => {
      const refused = names.find(name => name in body);
      if (refused === undefined) return json(response, answerOf('CHAT_COMPLETIONS', 'Yes.'));
      const message = `Unsupported parameter: '${refused}' is not supported with this model.`;
      return json(
        response,
        { error: { message, type: 'invalid_request_error', ...(param && { param: refused }) } },
        400,
      );
    });

  test.each([true, false])(
    'gets max_completion_tokens and no temperature, and is known from then on (param: %s)',
    async param => {
      const stub = await refusing(['max_tokens', 'temperature'], param);
      const settings = settingsFor(stub.url, 'CHAT_COMPLETIONS');
      expect((await client.complete(settings, prompt)).content).toBe('Yes.');
      expect(stub.seen).toHaveLength(3);
      expect(stub.seen[2]?.body).toMatchObject({ max_completion_tokens: 100 });
      expect((await client.complete(settings, prompt)).content).toBe('Yes.');
      expect(stub.seen).toHaveLength(4);
    },
  );

  test('still gets a temperature that it knows, after another one was refused', async () => {
    const stub = await startModelServer((response, { body }) =>
      body.temperature === 2
        ? json(response, { error: { message: 'temperature must be at most 1', param: 'temperature' } }, 400)
        : json(response, answerOf('CHAT_COMPLETIONS', 'Yes.')),
    );
    await client.complete(settingsFor(stub.url, 'CHAT_COMPLETIONS', { temperature: 2 }), prompt);
    await client.complete(settingsFor(stub.url, 'CHAT_COMPLETIONS', { temperature: 0.5 }), prompt);
    expect(stub.seen.map(({ body }) => body.temperature)).toEqual([2, undefined, 0.5]);
  });

  test('that refuses everything is not retried forever', async () => {
    const stub = await refusing(['max_tokens', 'max_completion_tokens', 'temperature'], true);
    expect((await failureOf(client.complete(settingsFor(stub.url, 'CHAT_COMPLETIONS'), prompt))).kind).toBe('rejected');
    expect(stub.seen.length).toBeLessThanOrEqual(4);
  });
});

test('an answer in parts is their text', async () => {
  const parts = [
    { type: 'thinking', thinking: [] },
    { type: 'text', text: 'Y' },
    { type: 'text', text: 'es.' },
  ];
  const stub = await startModelServer((response, { body }) =>
    body.stream === true
      ? eventStream(response).end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: parts }, finish_reason: 'stop' }] })}\n\n`,
        )
      : json(response, { choices: [{ message: { content: parts }, finish_reason: 'stop' }] }),
  );
  const settings = settingsFor(stub.url, 'CHAT_COMPLETIONS');
  expect((await client.complete(settings, prompt)).content).toBe('Yes.');
  expect((await gather(client.stream(settings, prompt))).pieces).toEqual(['Yes.']);
});

// Ollama, LocalAI, SGLang and KoboldCpp have sent one of these.
test.each(['', 'null'])('a piece with the finish_reason %j is not the last one', async finish_reason => {
  const events = ['Y', 'es.'].map(content => ({ choices: [{ delta: { content }, finish_reason }] }));
  const last = { choices: [{ delta: {}, finish_reason: 'stop' }] };
  const stub = await startModelServer(response =>
    eventStream(response).end([...events, last].map(event => `data: ${JSON.stringify(event)}\n\n`).join('')),
  );
  const { pieces, answer } = await gather(client.stream(settingsFor(stub.url, 'CHAT_COMPLETIONS'), prompt));
  expect([pieces, answer.content]).toEqual([['Y', 'es.'], 'Yes.']);
});

// The three line ends of server-sent events, also where one arrives in two parts.
test.each(['\n', '\r\n', '\r'])('events whose lines end with %j are read', async lineEnd => {
  const lines = ['{"choices": [{"delta":', '{"content": "Yes."}, "finish_reason": "stop"}]}'];
  const event = [':', 'event: message', ...lines.map(line => `data: ${line}`), '', ''].join(lineEnd);
  const stub = await startModelServer(async response => {
    eventStream(response);
    for (const character of event) {
      response.write(character);
      await setImmediate();
    }
    response.end();
  });
  const { pieces } = await gather(client.stream(settingsFor(stub.url, 'CHAT_COMPLETIONS'), prompt));
  expect(pieces).toEqual(['Yes.']);
});

describe.each(MODES)('an answer, %s', mode => {
  const answering = async (body: object, events: string[]) => {
    const stub = await startModelServer((response, seen) =>
      seen.body.stream === true ? eventStream(response).end(events.join('')) : json(response, body),
    );
    const settings = settingsFor(stub.url, mode);
    return [
      () => client.complete(settings, prompt),
      async () => (await gather(client.stream(settings, prompt))).answer,
    ];
  };

  test.each([
    ['declined by the model', '', { refusal: 'I cannot help with that.' }, 'refused'],
    ['withheld by a filter', '', { ending: 'content_filter' }, 'refused'],
    ['out of tokens before its first word', '', { ending: 'length' }, 'rejected'],
    ['empty', '', {}, 'bad_answer'],
    ['blank', ' \n', {}, 'bad_answer'],
    ['of invisible characters', '\u200B\u2060', {}, 'bad_answer'],
  ])('%s', async (_, text, how, kind) => {
    for (const ask of await answering(answerOf(mode, text, how), eventsOf(mode, text ? [text] : [], how)))
      expect((await failureOf(ask())).kind).toBe(kind);
  });

  test.each(['length', 'content_filter'])('cut by %s', async ending => {
    for (const ask of await answering(answerOf(mode, 'Half', { ending }), eventsOf(mode, ['Ha', 'lf'], { ending })))
      expect(await ask()).toMatchObject({ content: 'Half', isCut: true });
  });

  test('is plain text: invisible characters are removed, HTML stays text', async () => {
    const hostile = 'a\u0000b\u202Ec\r\nd \u{1F408}<b>&amp;</b>\u{E0041}';
    // Pieces end inside a pair of surrogates and inside a line end.
    const pieces = ['a\u0000b\u202Ec\r', '\nd \uD83D', '\uDC08<b>&amp;</b>\u{E0041}'];
    for (const ask of await answering(answerOf(mode, hostile), eventsOf(mode, pieces)))
      expect((await ask()).content).toBe('abc\nd 🐈<b>&amp;</b>');
  });

  test('named by the model that served it', async () => {
    for (const ask of await answering(answerOf(mode, 'Yes.'), eventsOf(mode, ['Yes.'])))
      expect((await ask()).model).toBe('served-model');
  });
});
