import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDeliveries, type Sender } from '../../src/events/deliveries.ts';
import { inTransaction } from '../../src/platform/database.ts';
import { newId } from '../../src/platform/ids.ts';
import { createSender, type SenderOptions } from '../../src/webhooks/sender.ts';
import { testApp } from '../support/app.ts';
import {
  createHook,
  type DeliveryEntry,
  type Hook,
  isQuiet,
  logOf,
  passTime,
  startReceiver,
  verified,
} from '../support/receiver.ts';
import { type Project, seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { admin } = people;
const { services } = app;
const { db, deliveries } = services;
const EVENTS = ['comment.created'];
const HOOK_URL = 'https://hooks.example.com/';
const log = { error: () => {}, warn: () => {} };

const begin = (options: SenderOptions = {}) => deliveries.start(createSender(services, options));
await begin();
afterAll(() => deliveries.stop());
// Each test has the queue for itself. A delivery of the last one that ends meanwhile locks the same rows in another order.
beforeEach(() => inTransaction(db, tx => tx.webhook.deleteMany()));

const quiet = () => expect.poll(() => isQuiet(app)).toBe(true);

/** A project, and an act in it that is an event. */
async function projectWithActs(): Promise<{ project: Project; act(): Promise<void> }> {
  const project = await admin.createProject();
  const draft = await (await project.createDocument()).createDraft();
  const act = async () => {
    const answer = await admin.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
    expect(answer.status).toBe('OK');
  };
  return { project, act };
}

const disabledBy = (hookId: string) =>
  db.auditEntry.findMany({ where: { resourceId: hookId, action: 'webhook.disable', actorType: 'SYSTEM' } });

describe('a delivery', () => {
  it('is signed as Standard Webhooks describes, also with the previous secret for a day', async () => {
    const receiver = await startReceiver();
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, `${receiver.url}?from=docsvc`, EVENTS);
    await act();
    await expect.poll(() => receiver.messages.length).toBe(1);
    const [first] = receiver.messages as [(typeof receiver.messages)[0]];
    expect(verified(hook.secret, first)).toMatchObject({
      type: 'comment.created',
      data: { project: { id: project.id } },
    });
    expect([first.path, first.headers['content-type']]).toEqual(['/hook?from=docsvc', 'application/json']);
    const { detail: rotated } = await admin.rest<typeof hook>('POST', `${hook.path}/rotate-secret`, { body: {} });
    await act();
    await expect.poll(() => receiver.messages.length).toBe(2);
    for (const secret of [hook.secret, rotated.secret]) verified(secret, receiver.messages[1] ?? first);
    await db.webhook.update({ where: { id: hook.id }, data: { previousUntil: new Date() } });
    await act();
    await expect.poll(() => receiver.messages.length).toBe(3);
    verified(rotated.secret, receiver.messages[2] ?? first);
    expect(() => verified(hook.secret, receiver.messages[2] ?? first)).toThrow();
    await quiet();
    expect((await logOf(admin, hook)).map(({ state, response_status }) => [state, response_status])).toEqual(
      Array.from({ length: 3 }, () => ['delivered', 204]),
    );
  });

  it('is signed with the secrets of both of two rotations at the same time', async () => {
    const receiver = await startReceiver();
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, receiver.url, EVENTS);
    const rotate = () => admin.rest<Hook>('POST', `${hook.path}/rotate-secret`, { body: {} });
    const rotated = await Promise.all([rotate(), rotate()]);
    await act();
    await expect.poll(() => receiver.messages.length).toBe(1);
    for (const { detail } of rotated) verified(detail.secret, receiver.messages[0] as never);
  });

  it('to a receiver that is down for an hour is not lost, and keeps its id at every attempt', async () => {
    const receiver = await startReceiver(response => response.writeHead(503).end('down'));
    const other = await startReceiver();
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, receiver.url, EVENTS);
    await createHook(project, other.url, EVENTS);
    for (let passed = 0; passed < 3600; passed += 300) {
      if (passed <= 900) await act();
      await quiet();
      await passTime(app, 300);
      await quiet();
    }
    expect((await logOf(admin, hook)).map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'pending'));
    receiver.answer = response => response.writeHead(200).end();
    // The wait after the sixth attempt is an hour and up to a tenth more.
    await passTime(app, 2 * 3600);
    await quiet();
    const entries = await logOf(admin, hook);
    expect(entries.map(({ state }) => state)).toEqual(Array.from({ length: 4 }, () => 'delivered'));
    expect(new Set(receiver.messages.map(({ id }) => id))).toEqual(new Set(entries.map(({ id }) => id)));
    expect(receiver.messages.length).toBe(entries.reduce((sum, { attempts }) => sum + attempts, 0));
    for (const { id } of entries)
      expect(new Set(receiver.messages.filter(one => one.id === id).map(({ body }) => body)).size).toBe(1);
    expect(other.messages).toHaveLength(4);
  });

  it('fails after a day and disables its webhook with an audit row, but no other one', async () => {
    const [down, up] = [await startReceiver(response => response.writeHead(500).end()), await startReceiver()];
    const { project, act } = await projectWithActs();
    const [hook, other] = [await createHook(project, down.url, EVENTS), await createHook(project, up.url, EVENTS)];
    await act();
    for (let attempts = 1; attempts <= 11; attempts++) {
      await expect.poll(() => down.messages.length).toBe(attempts);
      await quiet();
      if (attempts < 11) await passTime(app, 12 * 3600);
    }
    const [entry] = await logOf(admin, hook);
    expect(entry).toMatchObject({ state: 'failed', attempts: 11, response_status: 500 });
    const { detail } = await admin.rest(`GET`, hook.path);
    expect(detail).toMatchObject({ enabled: false, disabled_reason: 'No delivery succeeded for a day' });
    expect(await disabledBy(hook.id)).toHaveLength(1);
    expect((await admin.rest('GET', other.path)).detail).toMatchObject({ enabled: true });
    await act();
    await quiet();
    expect([down.messages.length, up.messages.length]).toEqual([11, 2]);
    const again = await admin.rest('POST', `${hook.path}/deliveries/${entry?.id}/redeliver`, { body: {} });
    expect(again.status).toBe('FAILED_PRECONDITION');
    await admin.rest('PATCH', hook.path, { body: { enabled: true } });
    down.answer = response => response.writeHead(200).end();
    await admin.rest('POST', `${hook.path}/deliveries/${entry?.id}/redeliver`, { body: {} });
    await expect.poll(() => down.messages.length).toBe(12);
    expect(new Set(down.messages.map(({ id }) => id))).toEqual(new Set([entry?.id]));
  });

  it('to a slow receiver delays neither the act nor other receivers', async () => {
    await deliveries.stop();
    await begin({ limitMs: 1_000 });
    onTestFinished(async () => {
      await deliveries.stop();
      await begin();
    });
    const open = { now: 0, most: 0 };
    const [slow, dripping, quick] = [
      await startReceiver(response => {
        open.now += 1;
        open.most = Math.max(open.most, open.now);
        response.on('close', () => (open.now -= 1));
      }),
      await startReceiver(response => response.writeHead(500).write('.')),
      await startReceiver(),
    ];
    const { project, act } = await projectWithActs();
    const [hook] = [await createHook(project, slow.url, EVENTS), await createHook(project, dripping.url, EVENTS)];
    await createHook(project, quick.url, EVENTS);
    for (let count = 1; count <= 3; count++) await act();
    await expect.poll(() => quick.messages.length).toBe(3);
    // One at a time: a slow receiver has one connection, and not all of them.
    expect(open.most).toBe(1);
    const first = async () => (await logOf(admin, hook)).at(-1)?.error;
    await expect.poll(first).toBe('No answer within 1 seconds');
  });

  it('of one person with slow receivers in many projects leaves turns for those of others', async () => {
    const { createPerson } = people;
    const open = { now: 0, most: 0 };
    const slow = await startReceiver(response => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      response.on('close', () => (open.now -= 1));
    });
    const quick = await startReceiver();
    const other = await createPerson();
    const otherProject = await other.createProject();
    const draft = await (await otherProject.createDocument()).createDraft();
    await createHook(otherProject, quick.url, EVENTS);
    for (let count = 0; count < 4; count += 1) {
      const { project, act } = await projectWithActs();
      for (let hooks = 0; hooks < 3; hooks += 1) await createHook(project, slow.url, EVENTS);
      await act();
    }
    await expect.poll(() => open.now).toBe(5);
    expect((await other.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } })).status).toBe('OK');
    await expect.poll(() => quick.messages.length).toBe(1);
    expect(open.most).toBe(5);
  });

  it('is not sent on to where a receiver redirects, and does not read what it answers', async () => {
    const target = await startReceiver();
    const answers: Record<string, Parameters<typeof startReceiver>[0]> = {
      'redirects are not followed': response => response.writeHead(307, { location: target.url }).end(),
      'HTTP 404': response => response.writeHead(404).end('x'.repeat(100)),
      'HTTP 500': response => response.writeHead(500).end(Buffer.alloc(50_000_000)),
      unreadable: response => response.socket?.end('HTTP/1.1 nonsense\r\n\r\n'),
      'connection was closed': response => response.destroy(),
    };
    const { project, act } = await projectWithActs();
    const hooks: { error: string; hook: Hook }[] = [];
    for (const [error, answer] of Object.entries(answers))
      hooks.push({ error, hook: await createHook(project, (await startReceiver(answer)).url, EVENTS) });
    const closed = await startReceiver();
    await closed.close();
    hooks.push({ error: 'the connection was refused', hook: await createHook(project, closed.url, EVENTS) });
    await act();
    await quiet();
    for (const { error, hook } of hooks) {
      const [entry] = await logOf(admin, hook);
      expect(entry).toMatchObject({ state: 'pending', attempts: 1, error: expect.stringContaining(error) });
    }
    expect(target.connections).toBe(0);
  });

  it('to a name that has become private is refused, without a connection', async () => {
    await deliveries.stop();
    await begin({ resolve: async () => [{ address: '10.0.0.1', family: 4 }] });
    onTestFinished(async () => {
      await deliveries.stop();
      await begin();
    });
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, HOOK_URL, EVENTS);
    await act();
    await quiet();
    expect((await logOf(admin, hook))[0]).toMatchObject({
      state: 'pending',
      error: expect.stringContaining('resolves to an address that is not public'),
    });
  });

  it('that gets no look-up of its host name is sent half a minute later, and that was no attempt', async () => {
    await deliveries.stop();
    const { promise: silence, reject } = Promise.withResolvers<never>();
    await begin({ resolve: () => silence });
    onTestFinished(async () => {
      reject(new Error('The test has ended'));
      await deliveries.stop();
      await begin();
    });
    const { project, act } = await projectWithActs();
    const hooks: Awaited<ReturnType<typeof createHook>>[] = [];
    for (const host of ['a', 'b', 'c']) hooks.push(await createHook(project, `https://${host}.example/`, EVENTS));
    await act();
    const entries = async () => (await Promise.all(hooks.map(hook => logOf(admin, hook)))).flat();
    const postponed = async () =>
      (await entries()).filter(({ error }) => error === 'Other host names are being looked up');
    // All are webhooks of one person.
    await expect.poll(async () => (await postponed()).length).toBe(2);
    const [entry] = await postponed();
    expect(entry).toMatchObject({ state: 'pending', attempts: 0 });
    const waitMs = Date.parse(entry?.next_attempt_at ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(15_000);
    expect(waitMs).toBeLessThan(60_000);
  });

  it('waits while its webhook is disabled, and arrives when it is enabled again', async () => {
    const receiver = await startReceiver(response => response.writeHead(503).end());
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, receiver.url, EVENTS);
    await act();
    await expect.poll(() => receiver.messages.length).toBe(1);
    await quiet();
    await admin.rest('PATCH', hook.path, { body: { enabled: false } });
    const [sent] = await logOf(admin, hook);
    await passTime(app, 3600);
    await quiet();
    const [waiting] = await logOf(admin, hook);
    expect(waiting).toMatchObject({ state: 'pending', attempts: 1, error: 'The webhook is disabled' });
    const waitMs = Date.parse(waiting?.next_attempt_at ?? '') - Date.now();
    expect(waitMs).toBeGreaterThan(5 * 3_600_000);
    expect(waitMs).toBeLessThan(9 * 3_600_000);
    const lastAttempt = ({ response_status, duration_ms, attempted_at, updated_at }: DeliveryEntry) => [
      ...[response_status, duration_ms, attempted_at, updated_at],
    ];
    expect(lastAttempt(waiting as DeliveryEntry)).toEqual(lastAttempt(sent as DeliveryEntry));
    receiver.answer = response => response.writeHead(204).end();
    await admin.rest('PATCH', hook.path, { body: { enabled: true } });
    await quiet();
    expect((await logOf(admin, hook))[0]).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(receiver.messages).toHaveLength(2);
  });

  it('that waits for a disabled webhook is looked at a few times, and given up when it is a day old', async () => {
    const { project, act } = await projectWithActs();
    await deliveries.stop();
    onTestFinished(() => begin());
    const hook = await createHook(project, HOOK_URL, EVENTS);
    await act();
    await admin.rest('PATCH', hook.path, { body: { enabled: false } });
    await passTime(app, 23 * 3600);
    await begin();
    await quiet();
    const [waiting] = await logOf(admin, hook);
    const waitMs = Date.parse(waiting?.next_attempt_at ?? '') - Date.now();
    expect(Math.round(waitMs / 60_000)).toBe(60);
    await passTime(app, 3600);
    await quiet();
    expect((await logOf(admin, hook))[0]).toMatchObject({ state: 'failed', error: 'The webhook is disabled' });
  });

  it('that fails after a day does not disable a webhook that an admin has changed meanwhile', async () => {
    const [down, next] = [
      await startReceiver(response => response.writeHead(500).end()),
      await startReceiver(response => response.writeHead(500).end()),
    ];
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, down.url, EVENTS);
    await act();
    for (let attempts = 1; attempts <= 11; attempts++) {
      await expect.poll(() => down.messages.length + next.messages.length).toBe(attempts);
      await quiet();
      if (attempts === 10) await admin.rest('PATCH', hook.path, { body: { url: next.url } });
      if (attempts < 11) await passTime(app, 12 * 3600);
    }
    expect((await logOf(admin, hook))[0]).toMatchObject({ state: 'failed', attempts: 11 });
    expect(next.messages).toHaveLength(1);
    expect((await admin.rest('GET', hook.path)).detail).toMatchObject({ enabled: true });
  });

  it('that is answered with 410 disables its webhook at once', async () => {
    const gone = await startReceiver(response => response.writeHead(410).end());
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, gone.url, EVENTS);
    await act();
    await quiet();
    expect((await logOf(admin, hook))[0]).toMatchObject({ state: 'failed', attempts: 1 });
    expect(await disabledBy(hook.id)).toHaveLength(1);
    const test = await admin.rest('POST', `${hook.path}/test`, { body: {} });
    expect(test.detail).toMatchObject({ event: 'webhook.test', state: 'pending' });
    await quiet();
    expect(gone.messages.map(({ type }) => type)).toEqual(['comment.created', 'webhook.test']);
    expect(await disabledBy(hook.id)).toHaveLength(1);
  });

  it('that the receiver before a change of the URL answers with 410 leaves the webhook enabled', async () => {
    let answer = () => {};
    const gone = await startReceiver(response => {
      answer = () => response.writeHead(410).end();
    });
    const next = await startReceiver();
    const { project, act } = await projectWithActs();
    const hook = await createHook(project, gone.url, EVENTS);
    await act();
    await expect.poll(() => gone.messages.length).toBe(1);
    expect((await admin.rest('PATCH', hook.path, { body: { url: next.url } })).status).toBe('OK');
    answer();
    await quiet();
    expect((await admin.rest('GET', hook.path)).detail).toMatchObject({ enabled: true, url: next.url });
    expect(await disabledBy(hook.id)).toHaveLength(0);
  });
});

describe('the queue', () => {
  const stage = async (count: number): Promise<{ ids: string[]; hookId: string }> => {
    const project = await admin.createProject();
    const hooks: Awaited<ReturnType<typeof createHook>>[] = [];
    for (let made = 0; made < 5; made++) hooks.push(await createHook(project, HOOK_URL, EVENTS));
    const rows = Array.from({ length: count }, (_, index) => ({
      ...{ id: newId(), projectId: project.id, webhookId: hooks[index % 5]?.id ?? '' },
      ...{ event: 'COMMENT_CREATED' as const, payload: '{}' },
    }));
    await deliveries.stop();
    onTestFinished(() => begin());
    await db.delivery.createMany({ data: rows });
    return { ids: rows.map(({ id }) => id).sort(), hookId: hooks[0]?.id ?? '' };
  };

  const counting = (sent: string[]): Sender => ({
    async send({ id }) {
      sent.push(id);
      await delay(2);
      return { isDelivered: true, durationMs: 2 };
    },
    settled: async () => {},
    close: async () => {},
  });

  it('lets 1,000 deliveries of a webhook wait, and notes further ones as failed', async () => {
    const { project, act } = await projectWithActs();
    const [full, other] = [await createHook(project, HOOK_URL, EVENTS), await createHook(project, HOOK_URL, EVENTS)];
    await deliveries.stop();
    onTestFinished(() => begin());
    const row = () => ({ projectId: project.id, webhookId: full.id, event: 'COMMENT_CREATED' as const, payload: '{}' });
    await db.delivery.createMany({ data: Array.from({ length: 999 }, () => ({ id: newId(), ...row() })) });
    for (let count = 0; count < 2; count += 1) await act();
    const [further, last] = await logOf(admin, full);
    const error = '1,000 deliveries of this webhook wait already';
    expect(further).toMatchObject({ state: 'failed', attempts: 0, error });
    expect(last).toMatchObject({ state: 'pending' });
    expect((await logOf(admin, other)).map(({ state }) => state)).toEqual(['pending', 'pending']);
    const refused = { status: 'FAILED_PRECONDITION', message: error };
    expect(await admin.rest('POST', `${full.path}/test`, { body: {} })).toMatchObject(refused);
    const sendAgain = (id = '') => admin.rest('POST', `${full.path}/deliveries/${id}/redeliver`, { body: {} });
    expect(await sendAgain(further?.id)).toMatchObject(refused);
    expect(await sendAgain(last?.id)).toMatchObject({ status: 'OK' });
    const noted = { ...row(), status: 'FAILED' as const, error };
    await db.delivery.createMany({ data: Array.from({ length: 98 }, () => ({ id: newId(), ...noted })) });
    for (let count = 0; count < 2; count += 1) await act();
    expect(await db.delivery.count({ where: { webhookId: full.id, error } })).toBe(100);
    expect(await logOf(admin, other)).toHaveLength(4);
  });

  it('gives each delivery to one of several processes', async () => {
    const { ids } = await stage(100);
    const sent: string[] = [];
    const queues = Array.from({ length: 4 }, () => createDeliveries({ db, log, isAlone: false }));
    onTestFinished(async () => void (await Promise.all(queues.map(queue => queue.stop()))));
    for (const queue of queues) await queue.start(counting(sent));
    await expect.poll(() => sent.length).toBe(100);
    await expect.poll(() => db.delivery.count({ where: { status: 'DELIVERED' } })).toBe(100);
    expect(sent.toSorted()).toEqual(ids);
  });

  it('sends at once what was written before the clock of the database was set back, and nothing else', async () => {
    const { ids } = await stage(2);
    await db.$executeRaw`UPDATE deliveries SET due_at = now() + interval '24 hours' WHERE id = ${ids[0]}::uuid`;
    await db.$executeRaw`UPDATE deliveries SET due_at = now() + interval '10 hours' WHERE id = ${ids[1]}::uuid`;
    const sent: string[] = [];
    const queue = createDeliveries({ db, log, isAlone: false });
    onTestFinished(() => queue.stop());
    await queue.start(counting(sent));
    await expect.poll(() => db.delivery.count({ where: { status: 'DELIVERED' } })).toBe(1);
    expect(sent).toEqual([ids[0]]);
  });

  it('that stops lets what is being sent arrive, and soon releases what does not', async () => {
    const { ids } = await stage(2);
    let begun = 0;
    const queue = createDeliveries({ db, log, isAlone: false });
    await queue.start({
      ...counting([]),
      async send({ id }, signal) {
        begun += 1;
        await delay(id === ids[0] ? 500 : 60_000, undefined, { signal });
        return { isDelivered: true, durationMs: 500 };
      },
    });
    await expect.poll(() => begun).toBe(2);
    await queue.stop();
    const left = await db.delivery.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    expect(left).toMatchObject([
      { status: 'DELIVERED', attempts: 1 },
      { status: 'PENDING', attempts: 0, claim: null },
    ]);
  });

  it('sends at once what was postponed while somebody enabled its webhook', async () => {
    await stage(1);
    const looks: boolean[] = [];
    const queue = createDeliveries({ db, log, isAlone: false });
    onTestFinished(() => queue.stop());
    const postponed = {
      isDelivered: false,
      error: 'The webhook is disabled',
      isPostponed: true,
      durationMs: 0,
    } as const;
    await queue.start({
      ...counting([]),
      send: async () => (looks.push(true) === 1 ? postponed : { isDelivered: true, durationMs: 0 }),
    });
    await expect.poll(() => db.delivery.count({ where: { status: 'DELIVERED' } })).toBe(1);
  });

  it('keeps the last 1,000 finished deliveries of a webhook, of 30 days', async () => {
    const { hookId } = await stage(0);
    const { projectId } = await db.webhook.findFirstOrThrow({ where: { id: hookId } });
    const row = () => ({ id: newId(), projectId, webhookId: hookId, event: 'COMMENT_CREATED' as const, payload: '{}' });
    const [old, many] = [
      { ...row(), createdAt: new Date(Date.now() - 31 * 86_400_000) },
      Array.from({ length: 1005 }, row),
    ];
    await db.delivery.createMany({ data: [old, ...many].map(one => ({ ...one, status: 'FAILED' as const })) });
    const last = row();
    // Of a day ago: what waits for a disabled webhook is given up then.
    await db.delivery.create({ data: { ...last, createdAt: new Date(Date.now() - 86_400_000) } });
    await db.webhook.update({ where: { id: hookId }, data: { enabled: false } });
    await begin();
    await expect.poll(() => db.delivery.count({ where: { webhookId: hookId } })).toBe(1000);
    const kept = await db.delivery.findMany({ where: { webhookId: hookId }, orderBy: { id: 'asc' } });
    expect([kept[0]?.id, kept.at(-1)?.id]).toEqual([many[6]?.id, last.id]);
  });

  it('keeps for a day what failed for good, also beside 1,000 later deliveries', async () => {
    const receiver = await startReceiver(response => response.writeHead(500).end());
    const project = await admin.createProject();
    const { id: webhookId } = await createHook(project, receiver.url, EVENTS);
    const made = { projectId: project.id, webhookId, event: 'COMMENT_CREATED', payload: '{}' } as const;
    const finished = (ageHours: number, more: object = {}) => {
      const attemptedAt = new Date(Date.now() - ageHours * 3_600_000);
      return { ...made, id: newId(), status: 'FAILED' as const, attempts: 11, attemptedAt, ...more };
    };
    const [recent, old, test] = [finished(23), finished(25), finished(1, { event: 'WEBHOOK_TEST' })];
    const last = { ...made, id: newId(), attempts: 10 };
    const later = Array.from({ length: 1001 }, () => finished(0, { status: 'DELIVERED' }));
    await db.delivery.createMany({ data: [recent, old, test, last, ...later] });
    deliveries.wake();
    await expect.poll(() => db.delivery.count({ where: { webhookId, status: 'PENDING' } })).toBe(0);
    const failed = await db.delivery.findMany({ where: { webhookId, status: 'FAILED' }, orderBy: { id: 'asc' } });
    expect(failed.map(({ id }) => id)).toEqual([recent.id, last.id]);
    expect(await db.delivery.count({ where: { webhookId, status: 'DELIVERED' } })).toBe(1000);
  });

  it('sends again by the clock of the database, also if that of the server is late', async () => {
    await deliveries.stop();
    onTestFinished(() => begin());
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: now - 2 * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const owner = await people.createPerson();
    const project = await owner.createProject();
    const hook = await createHook(project, HOOK_URL, EVENTS);
    const made = {
      id: newId(),
      projectId: project.id,
      webhookId: hook.id,
      event: 'COMMENT_CREATED',
      payload: '{}',
    } as const;
    // Of a sender that has died: its lease has ended a minute ago.
    const dueAt = new Date(now - 60_000);
    await db.delivery.create({ data: { ...made, claim: newId(), dueAt, attempts: 1 } });
    const again = await owner.rest<DeliveryEntry>('POST', `${hook.path}/deliveries/${made.id}/redeliver`, { body: {} });
    expect(again).toMatchObject({ status: 'OK', detail: { state: 'pending', attempts: 0 } });
    expect(Date.parse(again.detail.next_attempt_at ?? '')).toBeGreaterThanOrEqual(now);
  });

  it('keeps in its log what is sent again after more than 30 days', async () => {
    const receiver = await startReceiver();
    const project = await admin.createProject();
    const hook = await createHook(project, receiver.url, EVENTS);
    const createdAt = new Date(Date.now() - 31 * 86_400_000);
    const parents = { projectId: project.id, webhookId: hook.id };
    const made = { id: newId(), ...parents, event: 'COMMENT_CREATED', payload: '{}', createdAt } as const;
    await db.delivery.create({ data: { ...made, status: 'FAILED', attempts: 11, attemptedAt: createdAt } });
    await admin.rest('POST', `${hook.path}/deliveries/${made.id}/redeliver`, { body: {} });
    await expect.poll(() => receiver.messages.length).toBe(1);
    await quiet();
    expect(await logOf(admin, hook)).toMatchObject([{ id: made.id, state: 'delivered' }]);
  });
});
