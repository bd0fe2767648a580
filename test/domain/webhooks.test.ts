import { v7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { deleteOldDeliveries } from '../../src/webhooks/deliveries.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { createHook, type Hook, logOf } from '../support/receiver.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const { prisma } = app.database;
const URL_ = 'https://hooks.example.com/in?token=in-the-url';
const ALL = ['draft.submitted', 'draft.changes_requested', 'draft.rejected', 'draft.approved', 'comment.created'];
ALL.push('version.published', 'share.created', 'share.revoked');

const typesOf = async (hook: Hook) => (await logOf(admin, hook)).map(({ event }) => event).toReversed();

describe('a webhook', () => {
  it('shows its secret once, stores it encrypted, and masks it ever after', async () => {
    const project = await admin.createProject();
    const hook = await createHook(project, URL_, ['draft.submitted', 'draft.submitted']);
    expect(hook).toMatchObject({ url: URL_, events: ['draft.submitted'], enabled: true });
    expect(Buffer.from(hook.secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    const rotated = await admin.rest<Hook>('POST', `${hook.path}/rotate-secret`, { body: {} });
    const secrets = [hook.secret, rotated.detail.secret];
    expect(new Set(secrets).size).toBe(2);
    const later = [
      await admin.rest('GET', hook.path),
      await admin.rest('GET', `${project.path}/webhooks`),
      await admin.rest('PATCH', hook.path, { body: { enabled: false } }),
    ];
    const stored = [await prisma.webhook.findMany(), await prisma.auditEntry.findMany()];
    for (const secret of secrets) expect(JSON.stringify([later, stored])).not.toContain(secret.slice(6));
    expect(JSON.stringify(later)).toContain(`whsec_…${secrets[1]?.slice(-4)}`);
    // What the URL has besides the host may be a secret too.
    expect(JSON.stringify(stored[1])).not.toContain('in-the-url');
  });

  it.each([
    ['http://hooks.example.com/', 'must be https'],
    ['https://10.0.0.1/', 'DOCSVC_WEBHOOK_ALLOWED_HOSTS'],
    ['https://[::ffff:169.254.169.254]/', 'the service never connects to'],
    ['http://169.254.10.5/', 'the service never connects to'],
    ['https://user:pass@hooks.example.com/', 'must not name a user'],
    ['https://hooks.example.com/#part', 'fragment'],
    ['hooks.example.com', 'https:// URL'],
    [`https://hooks.example.com/${'é'.repeat(1_000)}`, 'when it is percent-encoded'],
    ['https://u@hooks.example.com?to=a', 'must not name a user'],
    ['', 'https:// URL'],
  ])('is refused with the URL "%s", and keeps its own', async (url, why) => {
    const project = await admin.createProject();
    const hook = await createHook(project, URL_, ALL);
    for (const answer of [
      await admin.rest('POST', `${project.path}/webhooks`, { body: { url, events: ALL } }),
      await admin.rest('PATCH', hook.path, { body: { url, enabled: false } }),
    ])
      expect([answer.status, answer.message]).toEqual(['INVALID_ARGUMENT', expect.stringContaining(why)]);
    expect((await admin.rest('GET', hook.path)).detail).toMatchObject({ url: URL_, enabled: true });
  });

  it('can be turned off, but not on, when the settings no longer permit its address', async () => {
    const permitting = await app.with({ DOCSVC_WEBHOOK_ALLOWED_HOSTS: 'hooks.internal' });
    const { path } = await admin.createProject();
    const { token } = admin;
    const body = { url: 'http://hooks.internal/', events: ['version.published'] };
    const { detail } = await permitting.rest<{ id: string }>('POST', `${path}/webhooks`, { token, body });
    const change = (enabled: boolean) =>
      admin.rest('PATCH', `${path}/webhooks/${detail.id}`, { body: { ...body, enabled } });
    expect(await change(false)).toMatchObject({ status: 'OK', detail: { enabled: false, url: body.url } });
    expect(await change(true)).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field: 'url' }] } });
  });

  it('is refused without events, and keeps its own', async () => {
    const project = await admin.createProject();
    const hook = await createHook(project, URL_, ALL);
    for (const answer of [
      await admin.rest('POST', `${project.path}/webhooks`, { body: { url: URL_, events: [] } }),
      await admin.rest('POST', `${project.path}/webhooks`, { body: { url: URL_, events: ['webhook.test'] } }),
      await admin.rest('PATCH', hook.path, { body: { events: [] } }),
      await admin.rest('PATCH', hook.path, { body: { events: ['webhook.test', 'webhook.test'] } }),
    ])
      expect(answer).toMatchObject({ status: 'INVALID_ARGUMENT', detail: { errors: [{ field: 'events' }] } });
  });

  it('sends no delivery of another one again', async () => {
    const [own, foreign] = [await admin.createProject(), await admin.createProject()];
    const [hook, other] = [await createHook(own, URL_, ALL), await createHook(foreign, URL_, ALL)];
    const ids = { id: newId(), projectId: foreign.id, webhookId: other.id };
    const data = { ...ids, event: 'DRAFT_SUBMITTED', payload: '{}', status: 'FAILED' } as const;
    const before = await prisma.delivery.create({ data });
    for (const id of [ids.id, 'no id']) {
      const answer = await admin.rest('POST', `${hook.path}/deliveries/${id}/redeliver`, { body: {} });
      expect([answer.status, answer.message]).toEqual(['NOT_FOUND', 'Delivery not found']);
    }
    expect(await prisma.delivery.findUnique({ where: { id: ids.id } })).toEqual(before);
  });

  it('is one of at most 20 of its project, however many are created at once', async () => {
    const project = await admin.createProject();
    const body = { url: URL_, events: ALL };
    const made = await Promise.all(
      Array.from({ length: 24 }, () => admin.rest('POST', `${project.path}/webhooks`, { body })),
    );
    expect(made.filter(({ status }) => status === 'OK')).toHaveLength(20);
    expect(made.filter(({ status }) => status === 'FAILED_PRECONDITION')).toHaveLength(4);
  });
});

it('of an archived project can be read and deleted, but not changed, tested, or told anything again', async () => {
  const project = await admin.createProject();
  const document = await project.createDocument();
  const hook = await createHook(project, URL_, ALL);
  const draft = await document.createDraft();
  await draft.submit();
  const [{ id } = { id: '' }] = await logOf(admin, hook);
  await project.archive();
  const writes: [string, string, object][] = [
    ['PATCH', hook.path, { enabled: false }],
    ['POST', `${hook.path}/test`, {}],
    ['POST', `${hook.path}/rotate-secret`, {}],
    ['POST', `${hook.path}/deliveries/${id}/redeliver`, {}],
  ];
  for (const [method, path, body] of writes)
    expect(await admin.rest(method, path, { body }), path).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: 'The project is archived: restore it first',
    });
  expect(await logOf(admin, hook)).toMatchObject([{ id }]);
  expect((await admin.rest('DELETE', hook.path)).status).toBe('OK');
});

describe('an event', () => {
  it('is stored for each webhook that wants it, in the order of the acts, with ids, names and a link', async () => {
    const project = await admin.createProject({ name: 'Shop' });
    const document = await project.createDocument({ name: 'Pets' });
    const [all, some, off] = [
      await createHook(project, URL_, ALL),
      await createHook(project, URL_, ['version.published', 'comment.created']),
      await createHook(project, URL_, ALL, { enabled: false }),
    ];
    const elsewhere = await createHook(await admin.createProject(), URL_, ALL);
    const draft = await document.createDraft({ content: petstore31Json, versionName: '1.0.0' });
    await draft.submit();
    await admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Rather private' } });
    await draft.requestChanges({ comment: 'Also private' });
    await draft.submit();
    const version = await draft.approve();
    const rejected = await document.createDraft();
    await rejected.submit();
    await rejected.reject();
    const { detail: share } = await admin.rest('POST', `${document.path}/shares`, {
      body: { branch_id: document.branches.dev },
    });
    await admin.rest('POST', `${document.path}/shares/${share.id}/revoke`, { body: {} });
    expect(await typesOf(all)).toEqual([
      ...['draft.submitted', 'comment.created', 'draft.changes_requested', 'draft.submitted', 'draft.approved'],
      ...['version.published', 'draft.submitted', 'draft.rejected', 'share.created', 'share.revoked'],
    ]);
    expect(await typesOf(some)).toEqual(['comment.created', 'version.published']);
    expect([await typesOf(off), await typesOf(elsewhere)]).toEqual([[], []]);
    const rows = await prisma.delivery.findMany({ where: { webhookId: all.id } });
    const texts = rows.map(({ payload }) => payload).join();
    for (const text of ['private', 'openapi', String(share.secret), all.secret]) expect(texts).not.toContain(text);
    expect(Math.max(...rows.map(({ payload }) => payload.length))).toBeLessThan(2_000);
    const published = rows.find(({ event }) => event === 'VERSION_PUBLISHED')?.payload ?? '{}';
    expect(JSON.parse(published)).toEqual({
      type: 'version.published',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        project: { id: project.id, name: 'Shop' },
        document: { id: document.id, name: 'Pets', relative_path: 'Pets.yaml' },
        branch: { id: document.branches.dev, name: 'dev' },
        draft: { id: draft.id, version_name: '1.0.0', state: 'published' },
        version: { id: version.id, version_name: '1.0.0', sequence: 1 },
        actor: { id: admin.id, name: expect.any(String) },
        url: `${app.services.site.publicUrl}/versions/${version.id}`,
      },
    });
  });

  it('is not stored for an act that is refused, nor for one that an Idempotency-Key repeats', async () => {
    const project = await admin.createProject();
    const document = await project.createDocument();
    const hook = await createHook(project, URL_, ALL);
    const draft = await document.createDraft();
    await draft.submit();
    await expect(draft.approve({ expectedReviewRevision: 'stale' })).rejects.toThrow('FAILED_PRECONDITION');
    const { reviewRevision } = await draft.read();
    const approval = { body: { expected_review_revision: reviewRevision }, headers: { 'idempotency-key': 'once' } };
    const approve = () => admin.rest('POST', `${draft.path}/approve`, approval);
    expect((await Promise.all([approve(), approve(), approve()])).map(({ status }) => status)).toContain('OK');
    expect(await typesOf(hook)).toEqual(['draft.submitted', 'draft.approved', 'version.published']);
  });

  it('deletes deliveries beyond the age of their log, also of a webhook that has no new ones', async () => {
    const project = await admin.createProject();
    const body = { url: 'https://hooks.example.com/', events: ['draft.submitted'], enabled: false };
    const { detail: hook } = await admin.rest('POST', `${project.path}/webhooks`, { body });
    const insert = (days: number, status: 'DELIVERED' | 'PENDING') => {
      const createdAt = new Date(Date.now() - days * 86_400_000);
      const id = v7({ msecs: createdAt.getTime() });
      const row = { id, webhookId: hook.id, projectId: project.id, event: 'DRAFT_SUBMITTED', payload: '{}' } as const;
      return app.database.prisma.delivery.create({ data: { ...row, status, createdAt } });
    };
    const kept = [await insert(29, 'DELIVERED'), await insert(31, 'PENDING')].map(({ id }) => id);
    await insert(31, 'DELIVERED');
    await deleteOldDeliveries(app.database.prisma);
    const left = await app.database.prisma.delivery.findMany({ where: { webhookId: hook.id } });
    expect(left.map(({ id }) => id).sort()).toEqual(kept.sort());
  });
});
