import { LLMock } from '@copilotkit/aimock';
import { afterAll, expect, it } from 'vitest';
import { doJobs, enableProvider, ended, until } from '../support/ai.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown, guideMarkdownNext } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

/** A third-party server with the OpenAI API. */
const mock = new LLMock({ port: 0, chunkSize: 5 });
await mock.start();
afterAll(() => mock.stop());
const SUMMARY = 'Pets are fed three times a day now, and walked. 🐕';
const ANSWER = 'Three times a day (heading "Food").';
mock.onMessage(/Question of the reader:\nHow often\?/, { content: ANSWER });
mock.onMessage(/Machine diff/, { content: SUMMARY });

const app = await testApp();
await doJobs(app);
const { admin } = await seed(app);

it.each(['chat_completions', 'responses'])(
  'a summary and a chat in both forms go over %s of aimock',
  async api_mode => {
    const project = await admin.createProject();
    await enableProvider(admin, project.path, mock.url, { api_mode, model: 'gpt-4o' });
    const document = await project.createDocument({ type: 'MARKDOWN' });
    await document.publish({ content: guideMarkdown });
    const version = await document.publish({ content: guideMarkdownNext });
    const summary = await until(admin, `${version.path}/ai-summary`, ended);
    expect(summary).toMatchObject({ status: 'succeeded', content: SUMMARY, model: expect.stringContaining('gpt-4o') });

    const context = { document_id: document.id, context_type: 'version', context_id: version.id };
    const session = await admin.rest('POST', `${project.path}/ai/chat-sessions`, { body: context });
    const path = `${project.path}/ai/chat-sessions/${session.detail.id}/messages`;
    const body = { content: 'How often?' };
    expect((await admin.rest('POST', path, { body })).detail).toMatchObject({ content: ANSWER, is_cut: false });
    const { text } = await admin.rest('POST', path, { body, headers: { accept: 'text/event-stream' } });
    const pieces = [...text.matchAll(/^event: piece\ndata: (.*)$/gm)].map(([, data = '']) => JSON.parse(data).piece);
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.join('')).toBe(ANSWER);
  },
);
