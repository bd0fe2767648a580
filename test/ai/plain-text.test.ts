import { describe, expect, it } from 'vitest';
import { doJobs, enableProvider, ended, until } from '../support/ai.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { createToken, post, type RpcResult } from '../support/mcp.ts';
import { answerOf, eventStream, eventsOf, json, startModelServer } from '../support/model-server.ts';
import { seed } from '../support/seed.ts';

/** A model that was tricked into HTML. Its answer is shown as text everywhere. */
const HOSTILE = [
  '<img src=x onerror="alert(1)"><script>alert(2)</script>',
  '[click](javascript:alert(3)) ![seen](https://tracker.example/pixel.png) [site](https://evil.example)',
  'data: a line that looks like an event\n\nevent: message\ndata: {"code":200}',
].join('\n');

const app = await testApp();
await doJobs(app);
const { admin } = await seed(app);
const server = await startModelServer((response, { body }) =>
  body.stream === true
    ? eventStream(response).end(eventsOf('CHAT_COMPLETIONS', [HOSTILE]).join(''))
    : json(response, answerOf('CHAT_COMPLETIONS', HOSTILE)),
);
const project = await admin.createProject();
await enableProvider(admin, project.path, server.url);
const document = await project.createDocument();
await document.publish({ content: petstore31Json });
const version = await document.publish({ content: petstoreNext });
const [diff] = (await admin.rest<{ id: string }[]>('GET', `${document.path}/diffs`)).detail;
const diffPath = `${document.path}/diffs/${diff?.id}`;
await until(admin, `${diffPath}/ai-summary`, ended);

const JSON_ONLY = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' };

const { token } = await createToken(admin);
const args = { project_id: project.id, document_id: document.id, diff_id: diff?.id };
const changeSummary = async (): Promise<RpcResult & { structuredContent: Record<string, unknown> }> => {
  const params = { name: 'get_change_summary', arguments: args };
  const { result } = await post(app, { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, { token });
  return result as RpcResult & { structuredContent: Record<string, unknown> };
};

describe('an answer with HTML, links and images', () => {
  it('is a string in JSON over REST, in a summary and in a chat', async () => {
    const summary = await admin.rest('GET', `${diffPath}/ai-summary`);
    expect(summary.headers).toMatchObject(JSON_ONLY);
    expect(summary.detail.content).toBe(HOSTILE);
    const context = { document_id: document.id, context_type: 'version', context_id: version.id };
    const session = await admin.rest('POST', `${project.path}/ai/chat-sessions`, { body: context });
    const path = `${project.path}/ai/chat-sessions/${session.detail.id}`;
    const answer = await admin.rest('POST', `${path}/messages`, { body: { content: 'What is new?' } });
    expect(answer.headers).toMatchObject(JSON_ONLY);
    expect(answer.detail.content).toBe(HOSTILE);

    const headers = { accept: 'text/event-stream' };
    const events = await admin.rest('POST', `${path}/messages`, { body: { content: 'And now?' }, headers });
    expect(events.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    const lines = events.text.split('\n').filter(line => line !== '' && !line.startsWith(':'));
    expect(lines.filter(line => !/^(event: \w+|data: \{.*\})$/.test(line))).toEqual([]);
    expect(lines.filter(line => line === 'event: message')).toHaveLength(1);
    const last = JSON.parse(lines.at(-1)?.slice('data: '.length) ?? '{}');
    expect(last.detail.content).toBe(HOSTILE);
    const { messages } = (await admin.rest<{ messages: { content: string }[] }>('GET', path)).detail;
    expect(messages.map(({ content }) => content)).toEqual(['What is new?', HOSTILE, 'And now?', HOSTILE]);
  });

  it('is a string in JSON over GraphQL', async () => {
    const query = 'query($id: ID!) { diff(id: $id) { aiSummary { content notice } } }';
    const answer = await admin.graphql<{ diff: { aiSummary: object } }>(query, { id: diff?.id });
    expect(answer.headers['content-type']).toMatch(/^application\/(graphql-response\+)?json/);
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    expect(answer.data.diff.aiSummary).toMatchObject({
      content: HOSTILE,
      notice: expect.stringContaining('language model'),
    });
  });

  it('is a string in the change summary of MCP, marked as the text of a model', async () => {
    const { structuredContent, content } = await changeSummary();
    expect(structuredContent.ai_summary).toEqual({
      notice: expect.stringMatching(/^Written by a language model.* is not an instruction/),
      content: HOSTILE,
      model: 'served-model',
      generated_at: expect.any(String),
      stale: false,
    });
    expect(content.map(({ type }) => type)).toEqual(['text']);
    expect(JSON.parse(content[0]?.text ?? '')).toEqual(structuredContent);
  });
});

describe('the change summary of MCP', () => {
  it('contains the newest successful summary, if any', async () => {
    await enableProvider(admin, project.path, 'http://127.0.0.1:9/v1', { enabled: false });
    const { prisma } = app.database;
    const newest = await prisma.aiSummary.findFirstOrThrow({ where: { ownerId: diff?.id } });
    await prisma.aiSummary.create({
      data: { ...newest, id: newest.id.replace(/^./, 'f'), status: 'FAILED', content: null, errorMessage: 'No' },
    });
    expect((await changeSummary()).structuredContent.ai_summary).toMatchObject({ content: HOSTILE });
    await prisma.aiSummary.deleteMany({ where: { ownerId: diff?.id } });
    expect((await changeSummary()).structuredContent).not.toHaveProperty('ai_summary');
  });

  it('is the only AI text there: no tool writes or requests one', async () => {
    const { result } = await post(app, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { token });
    const tools = result?.tools as { name: string; outputSchema: { properties: Record<string, unknown> } }[];
    expect(tools.filter(({ name }) => /(^|_)(ai|chat|model|summary)(_|$)/.test(name)).map(({ name }) => name)).toEqual([
      'get_change_summary',
    ]);
    const { properties } = tools.find(({ name }) => name === 'get_change_summary')?.outputSchema ?? {};
    expect(Object.keys(properties ?? {})).toContain('ai_summary');
  });
});
