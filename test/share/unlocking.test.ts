import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';
import { type Link, PASSWORD, revoke, share, UNAVAILABLE, visitor } from '../support/share.ts';

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });
const { admin } = await seed(app);
const { db } = app.services;
const project = await admin.createProject();
const document = await project.createDocument();
const version = await document.publish();
const visits = visitor(app);

/** An address that no other test uses. */
const newAddress = (): string => `10.${[...randomBytes(3)].join('.')}`;
const lock = (body = {}) => share(document, { password: PASSWORD, ...body });
const tryAt = async ({ id, secret }: Link, password: string, address = newAddress()) =>
  (await visits.unlock(id, password, { secret, address })).status;
const wrongly = (link: Link, times: number, address?: string) =>
  Promise.all(Array.from({ length: times }, (_, index) => tryAt(link, `wrong password ${index}`, address)));
const triesOf = async (key: string) => (await db.tryLog.findUnique({ where: { key } }))?.tries.length ?? 0;
const count = (statuses: string[], status: string) => statuses.filter(one => one === status).length;

/** Simulates that the time has passed for all attempts. */
const age = (minutes: number) => db.$executeRaw`
  UPDATE try_logs SET tries = ARRAY(SELECT t - make_interval(mins => ${minutes}::int) FROM unnest(tries) AS t),
    expire = expire - make_interval(mins => ${minutes}::int)`;

describe('wrong passwords', () => {
  it('are checked ten times for each share, from all addresses together; then the right one is refused too', async () => {
    const link = await lock();
    expect(count(await wrongly(link, 10), 'NOT_FOUND')).toBe(10);
    // A right password among the hashed ones would return a proof.
    const right = await Promise.all(Array.from({ length: 30 }, () => tryAt(link, PASSWORD)));
    expect(count(right, 'NOT_FOUND')).toBe(30);
    expect(await triesOf(`unlock_share:${link.id}`)).toBe(10);
  });

  it('cannot bypass the limit concurrently: of 200 at once, ten are checked', async () => {
    const link = await lock();
    expect(count(await wrongly(link, 200), 'NOT_FOUND')).toBe(200);
    expect(await triesOf(`unlock_share:${link.id}`)).toBe(10);
    expect(await tryAt(link, PASSWORD)).toBe('NOT_FOUND');
  });

  it('are checked thirty times per address, for all shares together, and do not affect other addresses', async () => {
    const address = newAddress();
    const links = await Promise.all(Array.from({ length: 4 }, () => lock()));
    for (const link of links) await wrongly(link, 8, address);
    expect(await triesOf(`unlock_address:${address}`)).toBe(30);
    const fresh = await lock();
    expect(await tryAt(fresh, PASSWORD, address)).toBe('NOT_FOUND');
    expect(await triesOf(`unlock_share:${fresh.id}`)).toBe(0);
    expect(await tryAt(fresh, PASSWORD)).toBe('OK');
  });

  it('without the link count for the address and not for the share', async () => {
    const { id, secret } = await lock();
    const without = { id, secret: 'A'.repeat(43) };
    await wrongly(without, 25);
    expect(await triesOf(`unlock_share:${id}`)).toBe(0);
    expect(await tryAt({ id, secret }, PASSWORD)).toBe('OK');
  });

  it('are forgotten after 15 minutes', async () => {
    const link = await lock();
    await wrongly(link, 9);
    await age(14);
    expect(await tryAt(link, 'wrong password')).toBe('NOT_FOUND');
    expect(await tryAt(link, PASSWORD)).toBe('NOT_FOUND');
    await age(14);
    expect(await tryAt(link, PASSWORD)).toBe('NOT_FOUND');
    await age(1);
    expect(await tryAt(link, PASSWORD)).toBe('OK');
  });

  it('spread over the time are never more than ten in any quarter of an hour', async () => {
    const link = await lock();
    await wrongly(link, 1);
    await age(14);
    await wrongly(link, 8);
    await age(2);
    // The first attempt no longer counts, the other eight do.
    await wrongly(link, 5);
    expect(await triesOf(`unlock_share:${link.id}`)).toBe(10);
  });

  it('leave no rows permanently', async () => {
    const link = await lock();
    await wrongly(link, 3);
    await age(16);
    const old = await db.tryLog.count();
    for (let round = 0; round < 4; round += 1) await tryAt(await lock(), 'wrong password');
    expect(old).toBeGreaterThan(0);
    expect(await db.tryLog.count({ where: { expire: { lte: new Date() } } })).toBeLessThan(old);
    expect(await triesOf(`unlock_share:${link.id}`)).toBe(0);
  });
});

describe('the right password', () => {
  it('works until the limit, any number of times, and does not count as an attempt', async () => {
    const link = await lock();
    await wrongly(link, 9);
    const address = newAddress();
    for (let round = 0; round < 15; round += 1) expect(await tryAt(link, PASSWORD, address)).toBe('OK');
    expect(await triesOf(`unlock_share:${link.id}`)).toBe(9);
    expect(await triesOf(`unlock_address:${address}`)).toBe(0);
  });

  it('works for everybody who sends it at once', async () => {
    const link = await lock();
    const all = await Promise.all(Array.from({ length: 25 }, () => tryAt(link, PASSWORD)));
    expect(count(all, 'OK')).toBe(25);
  });

  it('sent at once with wrong ones does not change how many of those are checked', async () => {
    const link = await lock();
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, index) => tryAt(link, index % 2 ? PASSWORD : `wrong password ${index}`)),
    );
    expect(count(all, 'OK') + count(all, 'NOT_FOUND')).toBe(60);
    expect(await triesOf(`unlock_share:${link.id}`)).toBeLessThanOrEqual(10);
  });

  it.each([
    ['é'.repeat(36), 'e\u0301'.repeat(24)],
    ['\u200bpassword\u200b', 'password\u200b'],
    ['ﬁ with a NUL \u0000.', 'ﬁ with a NUL '],
  ])('is meant byte for byte: %j and not %j', async (password, other) => {
    const link = await lock({ password });
    expect(await tryAt(link, other)).toBe('NOT_FOUND');
    expect(await tryAt(link, `${password} `)).toBe('NOT_FOUND');
    expect(await tryAt(link, password)).toBe('OK');
  });
});

describe('a proof', () => {
  const proofOf = async (link: Link) =>
    (await visits.unlock(link.id, PASSWORD, { secret: link.secret })).detail.unlock_proof;

  it('opens its share and no other, not even one with the same password', async () => {
    const [link, other] = [await lock(), await lock()];
    const proof = await proofOf(link);
    expect((await visits.read(link.id, '', { ...link, proof })).status).toBe('OK');
    expect((await visits.read(other.id, '', { ...other, proof })).message).toBe(UNAVAILABLE);
    expect((await visits.read(link.id, '', { proof })).message).toBe(UNAVAILABLE);
  });

  it('ends when the share is revoked', async () => {
    const link = await lock();
    const proof = await proofOf(link);
    await revoke(document, link.id);
    for (const path of ['', '/versions', `/versions/${version.id}/content`])
      expect((await visits.read(link.id, path, { ...link, proof })).message).toBe(UNAVAILABLE);
  });

  it('ends with the share when that is sooner', async () => {
    const link = await lock();
    const expiresAt = new Date(Date.now() + 5 * 60_000);
    await db.documentShare.update({ where: { id: link.id }, data: { expiresAt } });
    const { detail } = await visits.unlock(link.id, PASSWORD, { secret: link.secret });
    expect(detail.expires_at).toBe(expiresAt.toISOString());
  });

  it('is no session, and a session is no proof', async () => {
    const proof = await proofOf(await lock());
    for (const token of [proof, `eyJhbGciOiJIUzI1NiJ9.${proof}`])
      expect((await app.rest('GET', '/private/identity/me', { token })).status).toBe('UNAUTHENTICATED');
  });
});

describe('revoking during reads', () => {
  it('leaves every answer complete, and allows none after it', async () => {
    const { id, secret } = await share(document);
    const path = `/versions/${version.id}/content`;
    let isRevoked = false;
    const read = async () => {
      const startedAfter = isRevoked;
      const { status, detail } = await visits.read<{ content?: string }>(id, path, { secret });
      return { startedAfter, status, content: detail?.content };
    };
    const before = await read();
    expect(before).toMatchObject({ status: 'OK', content: expect.stringContaining('openapi') });
    const reads = Array.from({ length: 20 }, read);
    const revoking = revoke(document, id).then(() => {
      isRevoked = true;
    });
    reads.push(...Array.from({ length: 20 }, read));
    await revoking;
    reads.push(...Array.from({ length: 10 }, read));
    for (const { startedAfter, status, content } of await Promise.all(reads)) {
      if (startedAfter || status !== 'OK') expect([status, content]).toEqual(['NOT_FOUND', undefined]);
      else expect(content).toBe(before.content);
    }
  });
});
