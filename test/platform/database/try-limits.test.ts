import { describe, expect, it } from 'vitest';
import { createTryLimit, forgetNames, forgetTries, isGranted } from '../../../src/platform/try-limits.ts';
import { testDatabase } from '../../support/database.ts';

const { prisma: db } = await testDatabase();
const limit = createTryLimit(db, { prefix: 'test', most: 3 });

const granted = async (name: string, times: number) =>
  (await Promise.all(Array.from({ length: times }, () => limit.take(name)))).filter(isGranted);

/** Simulates that the time has passed. */
const age = (minutes: number) => db.$executeRaw`
  UPDATE try_logs SET tries = ARRAY(SELECT t - make_interval(secs => ${minutes * 60}::float8) FROM unnest(tries) AS t),
    expire = expire - make_interval(secs => ${minutes * 60}::float8)`;

describe('a limit of tries', () => {
  it('grants the same number concurrently and in sequence, separately for each name', async () => {
    expect(await granted('one', 20)).toHaveLength(3);
    expect(isGranted(await limit.take('one'))).toBe(false);
    expect(await granted('two', 2)).toHaveLength(2);
    expect(isGranted(await createTryLimit(db, { prefix: 'other', most: 3 }).take('one'))).toBe(true);
  });

  it('frees one attempt for each that is returned, even of concurrent ones', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const [first, ...others] = await granted('back', 5);
      expect(others).toHaveLength(2);
      await first?.giveBack();
      const again = await granted('back', 2);
      expect(again).toHaveLength(1);
      await Promise.all([...others, ...again].map(one => one.giveBack()));
    }
    expect((await db.tryLog.findUniqueOrThrow({ where: { key: 'test:back' } })).tries).toEqual([]);
  });

  it('ends a quarter of an hour after its last try', async () => {
    await granted('ends', 3);
    await age(14);
    // A busy machine stops this process for seconds.
    expect(await limit.take('ends')).toEqual({
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 30 && seconds <= 60),
    });
    await age(1);
    expect(await granted('ends', 5)).toHaveLength(3);
  });

  it('allows new attempts for expired names at once, without deadlock', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `crowd ${index}`);
    for (let round = 0; round < 15; round += 1) {
      const tries = names.toSorted(() => Math.random() - 0.5).flatMap(name => [name, name]);
      const taken = await Promise.all(tries.map(name => forgetTries(db).then(() => limit.take(name))));
      expect(taken.every(isGranted)).toBe(true);
      await age(16);
    }
  });

  it('says truthfully when it grants the next', async () => {
    await granted('asked', 3);
    const refused = await limit.take('asked');
    expect(refused).toEqual({
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 890 && seconds <= 900),
    });
  });

  it('that only slows down grants one after 15 seconds, then after twice as long, up to 2 minutes', async () => {
    const slow = createTryLimit(db, { prefix: 'slow', most: 2, isSlowedAfter: true });
    const takeMany = async () =>
      (await Promise.all(Array.from({ length: 6 }, () => slow.take('name')))).filter(isGranted).length;
    expect(await takeMany()).toBe(2);
    for (const seconds of [15, 30, 60, 120, 120]) {
      const refused = (await slow.take('name')) as { retryAfterSeconds: number };
      expect(refused.retryAfterSeconds).toBeGreaterThan(seconds - 5);
      expect(refused.retryAfterSeconds).toBeLessThanOrEqual(seconds);
      await age(refused.retryAfterSeconds / 60);
      expect(await takeMany()).toBe(1);
    }
  });

  it('forgets all of a name, and all names that begin alike', async () => {
    const [one] = await granted('a 1', 3);
    await granted('a 2', 3);
    await granted('b 1', 3);
    await one?.forget();
    expect(await granted('a 1', 5)).toHaveLength(3);
    await forgetNames(db, 'test', 'a ');
    expect([await granted('a 1', 5), await granted('a 2', 5), await granted('b 1', 5)]).toMatchObject([
      { length: 3 },
      { length: 3 },
      { length: 0 },
    ]);
  });

  it('extends no lock when the clock of the database is set back', async () => {
    await granted('set back', 3);
    await age(-60);
    expect(await granted('set back', 5)).toHaveLength(3);
    expect(isGranted(await limit.take('set back'))).toBe(false);
    await granted('left', 3);
    await age(-60);
    expect(await forgetTries(db)).toBeGreaterThan(0);
  });

  it('forgets names without further attempts', async () => {
    await db.tryLog.deleteMany();
    for (let index = 0; index < 25; index += 1) await limit.take(`gone ${index}`);
    await age(16);
    await limit.take('here');
    expect([await forgetTries(db), await forgetTries(db), await forgetTries(db)]).toEqual([20, 5, 0]);
    expect(await db.tryLog.findMany({ select: { key: true } })).toEqual([{ key: 'test:here' }]);
  });
});
