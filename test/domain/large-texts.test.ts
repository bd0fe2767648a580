import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { insertText, insertTexts, loadPacked } from '../../src/contents/texts.ts';
import { testApp } from '../support/app.ts';

const { services } = await testApp();

const newText = () => ({
  hash: randomBytes(32).toString('hex'),
  sizeBytes: 16_000_000,
  body: new Uint8Array(randomBytes(12_000_000)),
});

/** The CPU time of this thread, in milliseconds. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

it('a text that cannot be compressed is inserted in a fraction of the CPU time that Prisma takes', async () => {
  const texts = Array.from({ length: 3 }, () => [newText(), newText()] as const);
  const taken: number[] = [];
  const takenByPrisma: number[] = [];
  for (const [whole, other] of texts) {
    taken.push(await cpuTime(() => insertText(services, whole)));
    takenByPrisma.push(await cpuTime(() => services.db.$executeRaw(insertTexts([other]))));
  }
  // The shortest of each: a garbage collection of earlier work may fall into one of them.
  expect(Math.min(...taken)).toBeLessThan(0.7 * Math.min(...takenByPrisma));
  for (const text of texts.flat().slice(0, 2)) {
    const { body, ...rest } = await loadPacked(services.db, text.hash);
    expect(rest).toEqual({ hash: text.hash, sizeBytes: text.sizeBytes });
    expect(Buffer.compare(body, text.body)).toBe(0);
  }
});
