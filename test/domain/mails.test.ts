import { describe, expect, it, onTestFinished } from 'vitest';
import { createMails, deleteOldMails, type Mailer } from '../../src/events/mails.ts';
import { createMailer, type MailerOptions } from '../../src/mail/mailer.ts';
import { messageOf } from '../../src/mail/message.ts';
import { firstIdAt, newId } from '../../src/platform/ids.ts';
import type { MailSettings } from '../../src/platform/mail-settings.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { testApp } from '../support/app.ts';
import { passMailTime, startMailServer } from '../support/mail-server.ts';
import { createHook, startReceiver } from '../support/receiver.ts';
import { type Draft, type Person, seed } from '../support/seed.ts';

const PASSWORD = 'a password of the mail server';
const app = await testApp({
  DOCSVC_SMTP_URL: 'smtp://127.0.0.1:1',
  DOCSVC_MAIL_FROM: 'Documents <docs@example.com>',
  DOCSVC_PUBLIC_URL: 'https://docs.example.com',
  DOCSVC_WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
});
const { admin } = await seed(app);
const { services } = app;
const { db } = services;
services.site.publicUrl = 'https://docs.example.com';
const settings = services.config.mail as MailSettings;

/** Sends what is staged to this server until the test ends. Returns what is logged. */
async function sendTo(port: number, changes: Partial<MailSettings> = {}, options: MailerOptions = {}) {
  const lines: { error?: string; attempts?: number; message: string }[] = [];
  const note = (facts: object, message: string) => void lines.push({ ...facts, message });
  const mails = createMails({ db, log: { warn: note, error: note } as never, isAlone: false });
  const mailer: Mailer = createMailer(services, { ...settings, port, ...changes }, options);
  services.mails = mails;
  await mails.start(mailer);
  onTestFinished(async () => {
    await mails.stop();
    await db.mail.deleteMany();
  });
  return lines;
}

/** A project with two reviewers, its admin and another one, and a draft of a writer. */
async function draftOfWriter(): Promise<{ draft: Draft; writer: Person; reviewer: Person }> {
  const project = await admin.createProject({ name: 'Billing' });
  const [writer, reviewer] = [await project.addMember('writer'), await project.addMember('admin')];
  await project.addMember('reader');
  const document = await project.createDocument({ relativePath: 'api/billing.yaml' });
  return { draft: await document.createDraft({ by: writer, versionName: '1.2.0' }), writer, reviewer };
}

const left = () => expect.poll(() => db.mail.count());
const isWaiting = () => db.mail.count({ where: { claim: null, dueAt: { gt: new Date() } } });
const recipients = (mails: { to: string[] }[]) => mails.flatMap(({ to }) => to).sort();

describe('an e-mail', () => {
  it('tells reviewers that a draft waits, and its author what was decided, but nobody what they did', async () => {
    const server = await startMailServer();
    await sendTo(server.port);
    const { draft, writer, reviewer } = await draftOfWriter();
    await draft.submit(writer);
    await left().toBe(0);
    expect(recipients(server.mails)).toEqual([admin.email, reviewer.email].sort());
    const mail = server.mails.find(({ to }) => to.includes(reviewer.email));
    expect(mail?.subject).toBe('[Billing] api/billing.yaml 1.2.0 waits for a review');
    expect(mail?.id).toMatch(/^<[\da-f-]{36}@example\.com>$/);
    expect(mail?.headers).toContain('From: Documents <docs@example.com>');
    expect(mail?.headers).toContain('List-Unsubscribe: <https://docs.example.com/me>');
    expect(mail?.headers).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail?.text).toContain(`\nhttps://docs.example.com/drafts/${draft.id}\n`);
    expect(mail?.text).toContain('It waits for a review.\n\nProject: Billing\nBranch: dev\n');
    expect(mail?.text).toContain('turn it off in your account');
    await draft.requestChanges();
    await draft.update({ versionName: '1.2.1', by: writer });
    await draft.submit(writer);
    await draft.approve({ by: reviewer });
    await left().toBe(0);
    const told = server.mails.filter(({ to }) => to.includes(writer.email)).map(({ subject }) => subject);
    expect(told.sort()).toEqual([
      '[Billing] Changes requested: api/billing.yaml 1.2.0',
      '[Billing] Published: api/billing.yaml 1.2.1',
    ]);
    const own = await draft.document.createDraft();
    const before = server.mails.length;
    await own.submit();
    await own.reject();
    await left().toBe(0);
    expect(recipients(server.mails.slice(before)).filter(address => address === admin.email)).toEqual([]);
  });

  it('asks nobody to review what they wrote or changed themselves where another reviewer is required', async () => {
    const server = await startMailServer();
    await sendTo(server.port);
    const { draft, writer, reviewer } = await draftOfWriter();
    await draft.document.project.admin.rest('PUT', `${draft.document.project.path}/review-policy`, {
      body: { require_other_reviewer: true },
    });
    await draft.update({ versionName: '1.2.1', by: reviewer });
    await draft.submit(writer);
    await left().toBe(0);
    expect(recipients(server.mails)).toEqual([admin.email]);
  });

  it('that the server refuses for good is not sent again, and the log says why', async () => {
    const server = await startMailServer();
    server.answer = () => ({ code: 550, text: 'No such person' });
    const lines = await sendTo(server.port);
    const { draft, writer } = await draftOfWriter();
    await draft.submit(writer);
    await left().toBe(0);
    expect(server.tried).toHaveLength(2);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({ message: 'a mail was given up', attempts: 1, error: '550 No such person' });
  });

  it('that the server refuses for now, or that finds it down for an hour, is sent later with the same id', async () => {
    const server = await startMailServer();
    server.answer = () => ({ code: 451, text: 'Try again later' });
    const lines = await sendTo(server.port);
    const { draft, writer } = await draftOfWriter();
    await draft.submit(writer);
    await expect.poll(isWaiting).toBe(2);
    await server.close();
    for (let passed = 0; passed < 3600; passed += 600) {
      await passMailTime(app, 600);
      await expect.poll(isWaiting).toBe(2);
    }
    const again = await startMailServer({}, server.port);
    await passMailTime(app, 3600);
    await left().toBe(0);
    expect(again.mails.map(({ id }) => id).sort()).toEqual(server.tried.map(({ id }) => id).sort());
    expect(lines[0]).toMatchObject({ message: 'a mail could not be sent yet', error: '451 Try again later' });
    expect(lines.at(-1)?.error).toContain('ECONNREFUSED');
  });

  it('that is the twenty-first of a project, or the sixty-first, to one person in an hour waits', async () => {
    const drafts: Draft[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { draft, writer } = await draftOfWriter();
      await draft.submit(writer);
      drafts.push(draft);
    }
    const staged = await db.mail.findMany({ where: { userId: admin.id } });
    const copies = staged.flatMap(mail => Array.from({ length: 20 }, () => ({ ...mail, id: newId() })));
    await db.mail.createMany({ data: copies });
    const server = await startMailServer();
    const lines = await sendTo(server.port);
    await expect.poll(isWaiting).toBe(3);
    const last = await draftOfWriter();
    await last.draft.submit(last.writer);
    await expect.poll(isWaiting).toBe(4);
    await left().toBe(4);
    const sentAbout = ({ id }: Draft, { email }: Person) =>
      server.mails.filter(({ to, text }) => to.includes(email) && text.includes(id)).length;
    expect(drafts.map(draft => sentAbout(draft, admin))).toEqual([20, 20, 20]);
    expect([sentAbout(last.draft, admin), sentAbout(last.draft, last.reviewer)]).toEqual([0, 1]);
    expect(lines.map(({ message }) => message)).toEqual(
      Array.from({ length: 4 }, () => 'a mail could not be sent yet'),
    );
    expect(lines[0]?.error).toBe('The person got 20 e-mails of this project in an hour');
    expect(lines[3]?.error).toBe('The person got 60 e-mails in an hour');
    expect(await db.mail.count({ where: { attempts: 0 } })).toBe(4);
    // Another process, an hour later.
    await services.mails.stop();
    await sendTo(server.port);
    await passMailTime(app, 3600);
    await left().toBe(0);
    expect([...drafts, last.draft].map(draft => sentAbout(draft, admin))).toEqual([21, 21, 21, 1]);
  });

  it('is looked at once where many to one person are too many, and leaves others their turn', async () => {
    const { draft, writer, reviewer } = await draftOfWriter();
    await draft.submit(writer);
    const [staged] = await db.mail.findMany({ where: { userId: admin.id } });
    const copies = Array.from({ length: 200 }, () => ({ ...(staged as NonNullable<typeof staged>), id: newId() }));
    await db.mail.createMany({ data: copies });
    const other = await draftOfWriter();
    await other.draft.submit(other.writer);
    const server = await startMailServer();
    const lines = await sendTo(server.port);
    await left().toBe(181);
    await expect.poll(isWaiting).toBe(181);
    const told = (email: string) => recipients(server.mails).filter(to => to === email).length;
    expect([admin, reviewer, other.reviewer].map(({ email }) => told(email))).toEqual([21, 1, 1]);
    // At most one for each connection to the mail server.
    expect(lines.length).toBeLessThanOrEqual(3);
    expect(await db.mail.count({ where: { attempts: 0 } })).toBe(181);
  });

  it('that waits is replaced when the same happens again, and not sent when it is over', async () => {
    const { draft, writer } = await draftOfWriter();
    await draft.submit(writer);
    await draft.requestChanges();
    await db.$executeRaw`
      UPDATE mails SET due_at = now() + interval '1 hour', created_at = created_at - interval '1 hour'`;
    await draft.submit(writer);
    expect(await db.mail.count({ where: { event: 'DRAFT_SUBMITTED' } })).toBe(2);
    const server = await startMailServer();
    await sendTo(server.port);
    await left().toBe(1);
    await passMailTime(app, 3600);
    await left().toBe(0);
    expect(server.mails).toHaveLength(2);
  });

  it('of more than two days ago is not sent, also if the service had no mail server until now', async () => {
    const { draft, writer, reviewer } = await draftOfWriter();
    await draft.submit(writer);
    const now = Date.now();
    await db.mail.updateMany({
      where: { userId: reviewer.id },
      data: { createdAt: new Date(now - 49 * 3_600_000), id: firstIdAt(now - 49 * 3_600_000) },
    });
    await db.mail.updateMany({ where: { userId: admin.id }, data: { createdAt: new Date(now - 47 * 3_600_000) } });
    const staged = await db.mail.findMany();
    const server = await startMailServer();
    await sendTo(server.port);
    await left().toBe(0);
    expect(recipients(server.mails)).toEqual([admin.email]);
    await services.mails.stop();
    await db.mail.createMany({ data: staged });
    await deleteOldMails(db);
    expect(await db.mail.findMany({ select: { userId: true } })).toEqual([{ userId: admin.id }]);
  });

  it('to a slow server delays neither the act nor webhooks', async () => {
    const server = await startMailServer();
    server.answer = () => new Promise<never>(() => {});
    const lines = await sendTo(server.port, {}, { limitMs: 500 });
    const { draft, writer } = await draftOfWriter();
    const receiver = await startReceiver();
    await createHook(draft.document.project, receiver.url, ['draft.submitted']);
    await services.deliveries.start(createSender(services));
    onTestFinished(() => services.deliveries.stop());
    await draft.submit(writer);
    await expect.poll(() => receiver.messages.length).toBe(1);
    await expect.poll(isWaiting).toBe(2);
    expect(lines[0]?.error).toBe('The mail server did not finish within 0.5 seconds');
  });

  it('goes to nobody who has turned it off, lost their right, or has nothing to decide any more', async () => {
    const server = await startMailServer();
    const { draft, writer, reviewer } = await draftOfWriter();
    const off = await admin.rest('PATCH', '/private/identity/me', { body: { mail_notices: false } });
    expect(off.detail).toMatchObject({ mail_notices: false });
    onTestFinished(async () => {
      await admin.ask('mutation { updateMe(input: { mailNotices: true }) { mailNotices } }');
    });
    await draft.submit(writer);
    expect(await db.mail.findMany({ select: { userId: true } })).toEqual([{ userId: reviewer.id }]);
    const { project } = draft.document;
    await admin.rest('PATCH', `${project.path}/members/${reviewer.id}/role`, { body: { role: 1 } });
    await sendTo(server.port);
    await left().toBe(0);
    const second = await draftOfWriter();
    await services.mails.stop();
    await second.draft.submit(second.writer);
    await second.draft.requestChanges();
    await db.user.update({ where: { id: second.writer.id }, data: { status: 'DISABLED' } });
    await sendTo(server.port);
    await left().toBe(0);
    expect(server.tried).toEqual([]);
  });

  it('after an outage tells nobody what is over, or the same twice', async () => {
    const server = await startMailServer();
    server.answer = () => ({ code: 451, text: 'Try again later' });
    await sendTo(server.port);
    const tried = async (act: Promise<unknown>) => {
      await act;
      await expect.poll(async () => (await db.mail.count()) - (await isWaiting())).toBe(0);
    };
    const [decided, waiting] = [await draftOfWriter(), await draftOfWriter()];
    for (const { draft, writer } of [decided, waiting]) {
      await tried(draft.submit(writer));
      await tried(draft.requestChanges());
      await tried(draft.submit(writer));
    }
    await tried(decided.draft.requestChanges());
    await tried(decided.draft.submit(decided.writer));
    await tried(decided.draft.approve());
    server.answer = () => undefined;
    await passMailTime(app, 60);
    await left().toBe(0);
    const told = server.mails.map(({ to: [address], subject }) => [address, subject]).sort();
    const review = '[Billing] api/billing.yaml 1.2.0 waits for a review';
    expect(told).toEqual(
      [
        [admin.email, review],
        [waiting.reviewer.email, review],
        [decided.writer.email, '[Billing] Published: api/billing.yaml 1.2.0'],
      ].sort(),
    );
  });

  it('asks nobody for a review while a parent of the draft is archived', async () => {
    const server = await startMailServer();
    const { draft, writer } = await draftOfWriter();
    await draft.submit(writer);
    expect(await db.mail.count()).toBe(2);
    await admin.rest('POST', `${draft.document.path}/archive`, { body: {} });
    await sendTo(server.port);
    await left().toBe(0);
    expect(server.tried).toEqual([]);
  });

  it('has one header for each name, whatever people call themselves and their projects', async () => {
    const server = await startMailServer();
    await sendTo(server.port);
    const { draft, writer } = await draftOfWriter();
    const hostile = 'x\r\nBcc: thief@example.org\r\n\r\n<script>\u202E';
    await db.project.update({ where: { id: draft.document.project.id }, data: { name: hostile } });
    await db.user.update({ where: { id: writer.id }, data: { name: hostile.repeat(20) } });
    await draft.submit(writer);
    await left().toBe(0);
    expect(server.mails).toHaveLength(2);
    for (const { headers, subject, text, to } of server.mails) {
      expect(headers.filter(line => /^(bcc|cc)/i.test(line))).toEqual([]);
      expect(headers.filter(line => /^(to|subject|message-id):/i.test(line))).toHaveLength(3);
      expect([to.length, subject]).toEqual([1, expect.stringContaining('[x Bcc: thief@example.org <script>]')]);
      expect(text).not.toContain('\u202E');
      expect(text.length).toBeLessThan(2_000);
    }
  });

  it('goes only to the one address of its reader, also if that looks like two', async () => {
    const server = await startMailServer();
    await sendTo(server.port);
    const { draft, writer, reviewer } = await draftOfWriter();
    await db.user.update({ where: { id: reviewer.id }, data: { email: 'one,two@example.org' } });
    await draft.submit(writer);
    await left().toBe(0);
    expect(recipients(server.tried).filter(address => /^(one|two)$|^two@/.test(address))).toEqual([]);
  });
});

describe('the connection to a mail server', () => {
  it.each([
    ['that offers no TLS', {}],
    ['with a certificate that nobody vouches for', { disabledCommands: [] }],
  ])('elsewhere, %s, carries neither the mail nor the password', async (_, options) => {
    let seen = '';
    const server = await startMailServer({
      ...options,
      onAuth(auth, _session, done) {
        seen += JSON.stringify(auth);
        done(null, { user: 'docs' });
      },
    });
    const lines = await sendTo(server.port, { isLocal: false, auth: { user: 'docs', pass: PASSWORD } });
    const { draft, writer } = await draftOfWriter();
    await draft.submit(writer);
    await expect.poll(isWaiting).toBe(2);
    expect([server.tried.length, seen]).toEqual([0, '']);
    expect(lines).toHaveLength(2);
  });

  it('signs in, and a refused password is in no log line', async () => {
    let isRight = false;
    const server = await startMailServer({
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ password }, _session, done) =>
        isRight && password === PASSWORD ? done(null, { user: 'docs' }) : done(new Error('Wrong')),
    });
    const lines = await sendTo(server.port, { auth: { user: 'docs', pass: PASSWORD } });
    const { draft, writer } = await draftOfWriter();
    await draft.submit(writer);
    await expect.poll(isWaiting).toBe(2);
    expect(lines[0]?.error).toContain('535');
    for (const secret of [PASSWORD, Buffer.from(PASSWORD).toString('base64')])
      expect(JSON.stringify(lines)).not.toContain(secret);
    isRight = true;
    await passMailTime(app, 3600);
    await left().toBe(0);
    expect(server.mails).toHaveLength(2);
  });
});

it('an e-mail is a few plain sentences', () => {
  const about = JSON.stringify({
    project: { id: '1', name: 'Billing' },
    document: { id: '2', name: 'Invoices', relative_path: 'invoices.yaml' },
    branch: { id: '3', name: 'main' },
    draft: { id: '4', version_name: '2.0.0', state: 'changes_requested' },
    actor: { id: '5', name: 'Ann' },
    url: 'https://docs.example.com/drafts/4',
  });
  const mail = { event: 'DRAFT_CHANGES_REQUESTED' as const, about };
  expect(messageOf(mail, { name: 'Bob' }, 'https://docs.example.com/me')).toEqual({
    subject: '[Billing] Changes requested: invoices.yaml 2.0.0',
    text: `Hello Bob,

Ann requested changes to invoices.yaml 2.0.0. Change the draft, then submit it again.

Project: Billing
Branch: main

https://docs.example.com/drafts/4

-- 
You receive this e-mail because you are the author of the draft.
To receive no more e-mail from this service, turn it off in your account: https://docs.example.com/me
`,
  });
});
