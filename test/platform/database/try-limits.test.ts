import { describe, expect, it } from 'vitest';
import { createTryLimit, forgetTries } from '../../../src/platform/try-limits.ts';
import { testDatabase } from '../../support/database.ts';

const { prisma: db } = await testDatabase();
const limit = createTryLimit(db, 'test', 3);

const granted = async (name: string, times: number) =>
  (await Promise.all(Array.from({ length: times }, () => limit.take(name)))).filter(one => one !== undefined);

/** As if so much time had passed. */
const age = (minutes: number) => db.$executeRaw`
  UPDATE try_logs SET tries = ARRAY(SELECT t - make_interval(mins => ${minutes}::int) FROM unnest(tries) AS t),
    expire = expire - make_interval(mins => ${minutes}::int)`;

describe('a limit of tries', () => {
  it('grants so many at once and one after the other, to each name its own', async () => {
    expect(await granted('one', 20)).toHaveLength(3);
    expect(await limit.take('one')).toBeUndefined();
    expect(await granted('two', 2)).toHaveLength(2);
    expect(await createTryLimit(db, 'other', 3).take('one')).toBeDefined();
  });

  it('takes one back for each that is given back, also of those that were made at once', async () => {
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
    expect(await limit.take('ends')).toBeUndefined();
    await age(1);
    expect(await granted('ends', 5)).toHaveLength(3);
  });

  it('lets names whose time is over be tried again at once: nobody waits for who waits for him', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `crowd ${index}`);
    for (let round = 0; round < 15; round += 1) {
      const tries = names.toSorted(() => Math.random() - 0.5).flatMap(name => [name, name]);
      const taken = await Promise.all(tries.map(name => forgetTries(db).then(() => limit.take(name))));
      expect(taken).not.toContain(undefined);
      await age(16);
    }
  });

  it('forgets who does not come back', async () => {
    await db.tryLog.deleteMany();
    for (let index = 0; index < 25; index += 1) await limit.take(`gone ${index}`);
    await age(16);
    await limit.take('here');
    expect([await forgetTries(db), await forgetTries(db), await forgetTries(db)]).toEqual([20, 5, 0]);
    expect(await db.tryLog.findMany({ select: { key: true } })).toEqual([{ key: 'test:here' }]);
  });
});
