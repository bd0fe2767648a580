import { describe, expect, it } from 'vitest';
import { enableProvider } from '../support/ai.ts';
import { testApp } from '../support/app.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { createHook } from '../support/receiver.ts';
import { type Draft, seed } from '../support/seed.ts';

const app = await testApp({ DOCSVC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
const { admin } = await seed(app);
const { prisma } = app.database;

const newDraft = async (): Promise<Draft> => (await (await admin.createProject()).createDocument()).createDraft();

const hookOf = (draft: Draft) =>
  createHook(draft.document.project, 'http://127.0.0.1:9/hook', [
    'version.published',
    'draft.approved',
    'comment.created',
  ]);

const comment = (draft: Draft) => admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });

describe('an object that is deleted while a request waits', () => {
  it('does not receive the event, and the change succeeds', async () => {
    const draft = await newDraft();
    const { reviewRevision } = await draft.submit();
    const acts = [
      () => comment(draft),
      () => admin.rest('POST', `${draft.path}/approve`, { body: { expected_review_revision: reviewRevision } }),
    ];
    for (const act of acts) {
      const kept = await hookOf(draft);
      const gone = await hookOf(draft);
      const answer = await meanwhile(app, ['DELETE FROM webhooks WHERE id = $1'], gone.id, act);
      expect(answer).toMatchObject({ status: 'OK' });
      expect(await prisma.delivery.count({ where: { webhookId: kept.id } })).toBeGreaterThan(0);
      expect(await prisma.delivery.count({ where: { webhookId: gone.id } })).toBe(0);
    }
  });

  it('cannot be tested, if it is a webhook', async () => {
    const hook = await hookOf(await newDraft());
    const test = () => admin.rest('POST', `${hook.path}/test`);
    expect(await meanwhile(app, ['DELETE FROM webhooks WHERE id = $1'], hook.id, test)).toMatchObject({
      status: 'NOT_FOUND',
      message: 'Webhook not found',
    });
  });

  it.each([
    ['PATCH', '', { enabled: false }],
    ['POST', '/rotate-secret', {}],
    ['DELETE', '', undefined],
  ])('cannot be changed or deleted, if it is a webhook: %s %s', async (method, end, body) => {
    const hook = await hookOf(await newDraft());
    const hold = 'SELECT FROM projects WHERE id = (SELECT project_id FROM webhooks WHERE id = $1) FOR NO KEY UPDATE';
    const request = () => admin.rest(method, `${hook.path}${end}`, body && { body });
    expect(await meanwhile(app, [hold, 'DELETE FROM webhooks WHERE id = $1'], hook.id, request)).toMatchObject({
      status: 'NOT_FOUND',
      message: 'Webhook not found',
    });
  });

  it.each([
    ['PATCH', '/role', { role: 2 }],
    ['DELETE', '', undefined],
  ])('cannot be changed or removed, if it is a member: %s %s', async (method, end, body) => {
    const project = await admin.createProject();
    const { id: userId } = await project.addMember('reader');
    const where = { projectId_userId: { projectId: project.id, userId } };
    const { id } = await prisma.member.findUniqueOrThrow({ where });
    const hold = 'SELECT FROM projects WHERE id = (SELECT project_id FROM members WHERE id = $1) FOR NO KEY UPDATE';
    const request = () => admin.rest(method, `${project.path}/members/${userId}${end}`, body && { body });
    expect(await meanwhile(app, [hold, 'DELETE FROM members WHERE id = $1'], id, request)).toMatchObject({
      status: 'NOT_FOUND',
      message: 'Member not found',
    });
  });

  it.each([
    ['webhook', 'Webhook not found'],
    ['delivery', 'Delivery not found'],
  ])('cannot be sent again, if it is a %s', async (noun, message) => {
    const draft = await newDraft();
    const hook = await hookOf(draft);
    await comment(draft);
    const { id } = await prisma.delivery.findFirstOrThrow({ where: { webhookId: hook.id } });
    const again = () => admin.rest('POST', `${hook.path}/deliveries/${id}/redeliver`);
    const [table, gone] = noun === 'webhook' ? ['webhooks', hook.id] : ['deliveries', id];
    expect(await meanwhile(app, [`DELETE FROM ${table} WHERE id = $1`], gone, again)).toMatchObject({
      status: 'NOT_FOUND',
      message,
    });
  });

  it.each([
    ['disabled', 'FAILED_PRECONDITION', 'FAILED'],
    ['enabled', 'OK', 'PENDING'],
  ] as const)('is sent again as its webhook is then: %s', async (state, answered, stored) => {
    const draft = await newDraft();
    const hook = await hookOf(draft);
    await comment(draft);
    const isEnabled = state === 'enabled';
    await prisma.webhook.update({ where: { id: hook.id }, data: { enabled: !isEnabled } });
    const { id } = await prisma.delivery.findFirstOrThrow({ where: { webhookId: hook.id } });
    await prisma.delivery.update({ where: { id }, data: { status: 'FAILED' } });
    const change = [
      'SELECT FROM projects WHERE id = (SELECT project_id FROM webhooks WHERE id = $1) FOR NO KEY UPDATE',
      `UPDATE webhooks SET enabled = ${isEnabled} WHERE id = $1`,
    ];
    const again = () => admin.rest('POST', `${hook.path}/deliveries/${id}/redeliver`);
    expect((await meanwhile(app, change, hook.id, again)).status).toBe(answered);
    expect((await prisma.delivery.findUniqueOrThrow({ where: { id } })).status).toBe(stored);
  });

  it('cannot have changes marked as seen, if it is a draft', async () => {
    const draft = await newDraft();
    const changes = [{ key: 'a'.repeat(32), digest: 'b'.repeat(32) }];
    const mark = () =>
      admin.graphql('mutation($input: MarkChangesSeenInput!) { markChangesSeen(input: $input) { id } }', {
        input: { id: draft.id, changes },
      });
    const answer = await meanwhile(app, ['DELETE FROM drafts WHERE id = $1'], draft.id, mark);
    expect(answer).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('gets no summary, if it is a draft', async () => {
    const draft = await newDraft();
    await enableProvider(admin, draft.document.project.path, 'https://models.example.com/v1');
    const regenerate = () => admin.rest('POST', `${draft.path}/ai-summary/regenerate`);
    const answer = await meanwhile(app, ['DELETE FROM drafts WHERE id = $1'], draft.id, regenerate);
    expect(answer).toMatchObject({ status: 'NOT_FOUND', message: 'Draft not found' });
    expect(await prisma.aiSummary.count({ where: { ownerId: draft.id } })).toBe(0);
  });

  it('cannot be resolved, reopened or answered, if it is a comment', async () => {
    const draft = await newDraft();
    const hold = 'SELECT FROM drafts WHERE id = (SELECT draft_id FROM comments WHERE id = $1) FOR NO KEY UPDATE';
    const deletion = [hold, 'DELETE FROM comments WHERE id = $1'];
    const acts: ((id: string) => Promise<unknown>)[] = [
      id => admin.rest('POST', `${draft.path}/comments/${id}/resolve`),
      id => admin.rest('POST', `${draft.path}/comments/${id}/reopen`),
      id => admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Because.', reply_to: id } }),
    ];
    const answers = [];
    for (const act of acts) {
      const { detail } = await comment(draft);
      answers.push(await meanwhile(app, deletion, detail.id, () => act(detail.id)));
    }
    const gone = { status: 'NOT_FOUND', message: 'Comment not found' };
    const unknown = { status: 'NOT_FOUND', message: 'Comment not found' };
    expect(answers).toMatchObject([gone, gone, unknown]);
  });
});
