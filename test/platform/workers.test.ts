import { afterEach, expect, test } from 'vitest';
import { createWorkers, type Workers, type WorkersOptions } from '../../src/platform/workers.ts';

let workers: Workers;
afterEach(() => workers.close());

function start(options: Partial<WorkersOptions> = {}) {
  workers = createWorkers({
    file: new URL('./workers-tasks.ts', import.meta.url),
    threads: 1,
    deadlineMs: 10_000,
    memoryMb: 64,
    ...options,
  });
  return workers;
}

test('runs the functions of a TypeScript file, side by side', async () => {
  start({ threads: 2 });
  expect(await Promise.all([1, 2, 3, 4, 5].map(n => workers.run<number>('double', n)))).toEqual([2, 4, 6, 8, 10]);
});

test('gives a transferred buffer away and gets one back', async () => {
  start();
  const bytes = new Uint8Array([1, 2, 3]);
  const back = await workers.run<Uint8Array>('reverse', bytes, { transfer: [bytes.buffer] });
  expect([...back]).toEqual([3, 2, 1]);
  expect(bytes.byteLength).toBe(0);
});

test('what a task throws reaches the caller, and the thread stays', async () => {
  start();
  await expect(workers.run('fail', 'reason')).rejects.toThrow(new RangeError('reason'));
  expect(await workers.run('double', 2)).toBe(4);
});

test('an endless task is ended at its deadline, and the pool stays usable', async () => {
  start();
  const begun = performance.now();
  await expect(workers.run('spin', null, { deadlineMs: 200 })).rejects.toMatchObject({ failure: 'DEADLINE' });
  expect(performance.now() - begun).toBeLessThan(2_000);
  expect(await workers.run('double', 2)).toBe(4);
});

test('a task that fills the memory fails alone', async () => {
  start();
  await expect(workers.run('fill', null)).rejects.toMatchObject({ failure: 'MEMORY' });
  expect(await workers.run('double', 2)).toBe(4);
});

test('a task that ends its thread fails alone', async () => {
  start();
  await expect(workers.run('exit', null)).rejects.toMatchObject({ failure: 'CRASHED' });
  expect(await workers.run('double', 2)).toBe(4);
});

test('a task that recurses too deep fails alone', async () => {
  start();
  await expect(workers.run('recurse', null)).rejects.toThrow(RangeError);
  expect(await workers.run('double', 2)).toBe(4);
});

test('threads that hang one after the other never use up the pool', async () => {
  start({ threads: 2 });
  for (let round = 0; round < 3; round++) {
    const stuck = [1, 2, 3, 4].map(() => workers.run('spin', null, { deadlineMs: 300 }));
    const failures = await Promise.allSettled(stuck);
    expect(failures.every(({ status }) => status === 'rejected')).toBe(true);
  }
  expect(await Promise.all([1, 2, 3].map(n => workers.run('double', n)))).toEqual([2, 4, 6]);
});

test('the queue is bounded in length and in time', async () => {
  start({ maxQueue: 2 });
  const stuck = workers.run('spin', null, { deadlineMs: 500 });
  const patient = workers.run('double', 1);
  const impatient = workers.run('double', 2, { deadlineMs: 100 });
  const oneTooMany = workers.run('double', 3);
  await expect(oneTooMany).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await expect(impatient).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await expect(stuck).rejects.toMatchObject({ failure: 'DEADLINE' });
  expect(await patient).toBe(2);
});

test('closing ends what runs and refuses what comes', async () => {
  start();
  const running = workers.run('spin', null);
  const waiting = workers.run('double', 1);
  const settled = Promise.allSettled([running, waiting]);
  await workers.close();
  expect(await settled).toMatchObject([{ reason: { failure: 'CLOSED' } }, { reason: { failure: 'CLOSED' } }]);
  await expect(workers.run('double', 1)).rejects.toMatchObject({ failure: 'CLOSED' });
});
