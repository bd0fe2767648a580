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

test('transfers a buffer and gets one back', async () => {
  start();
  const bytes = new Uint8Array([1, 2, 3]);
  const back = await workers.run<Uint8Array>('reverse', bytes, { transfer: [bytes.buffer] });
  expect([...back]).toEqual([3, 2, 1]);
  expect(bytes.byteLength).toBe(0);
});

test('an error of a task reaches the caller, and the thread stays', async () => {
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
  const patient = workers.run('double', 1, { caller: 'one' });
  const impatient = workers.run('double', 2, { deadlineMs: 100, caller: 'another' });
  const oneTooMany = workers.run('double', 3, { caller: 'a third' });
  await expect(oneTooMany).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await expect(impatient).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await expect(stuck).rejects.toMatchObject({ failure: 'DEADLINE' });
  expect(await patient).toBe(2);
});

test('one caller never occupies all threads, with any requests', async () => {
  start({ threads: 2 });
  const greedy = [1, 2, 3].map(() => workers.run('spin', null, { deadlineMs: 1_500, caller: 'greedy' }));
  const settled = Promise.allSettled(greedy);
  expect(await workers.run('double', 2, { deadlineMs: 1_400, caller: 'modest' })).toBe(4);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
});

test('callers who wait take turns, and one of them never fills the queue', async () => {
  start({ maxQueue: 8 });
  const order: string[] = [];
  const ask = (caller: string) => workers.run('double', 1, { caller }).then(() => order.push(caller));
  const asked = ['greedy', 'greedy', 'greedy', 'greedy', 'greedy'].map(ask);
  await expect(workers.run('double', 1, { caller: 'greedy' })).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await Promise.all([...asked, ask('modest'), ask('modest')]);
  expect(order).toEqual(['greedy', 'modest', 'greedy', 'modest', 'greedy', 'greedy', 'greedy']);
});

test('large tasks wait for each other while small ones pass, and one that is larger than all may be runs alone', async () => {
  start({ threads: 3, budgetBytes: 100 });
  const order: string[] = [];
  const run = (name: string, heldBytes: number, caller: string) =>
    workers.run('wait', 150, { heldBytes, caller }).then(() => order.push(name));
  // Starts the threads: one that starts late would be last.
  await Promise.all(['a', 'b', 'c'].map(caller => workers.run('wait', 150, { caller })));
  await Promise.all([run('huge', 1_000, 'a'), run('large', 60, 'b'), run('small', 0, 'c')]);
  expect(order.indexOf('small')).toBeLessThan(2);
  expect(order.at(-1)).toBe('large');
});

test('a large task that gets no memory in time is refused, and another caller is heard', async () => {
  start({ threads: 3, budgetBytes: 100 });
  const holding = workers.run('wait', 600, { heldBytes: 80, caller: 'a' });
  await expect(workers.run('double', 1, { heldBytes: 80, caller: 'b', deadlineMs: 100 })).rejects.toMatchObject({
    failure: 'OVERLOADED',
  });
  const many = Array.from({ length: 8 }, () => workers.run('double', 1, { heldBytes: 80, caller: 'a' }));
  await expect(workers.run('double', 1, { heldBytes: 80, caller: 'a' })).rejects.toMatchObject({
    failure: 'OVERLOADED',
  });
  expect(await workers.run('double', 4, { heldBytes: 80, caller: 'b' })).toBe(8);
  await Promise.all([holding, ...many]);
});

test('closing ends running tasks and refuses new ones', async () => {
  start();
  const running = workers.run('spin', null);
  const waiting = workers.run('double', 1);
  const settled = Promise.allSettled([running, waiting]);
  await workers.close();
  expect(await settled).toMatchObject([{ reason: { failure: 'CLOSED' } }, { reason: { failure: 'CLOSED' } }]);
  await expect(workers.run('double', 1)).rejects.toMatchObject({ failure: 'CLOSED' });
});
