import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createWorkers, type Workers, type WorkersOptions } from '../../src/platform/workers.ts';

let workers: Workers;
afterEach(() => workers?.close());

/** Payload of a task that occupies its thread until it is released. */
function holding() {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const release = () => {
    Atomics.store(flag, 0, 1);
    Atomics.notify(flag, 0);
  };
  return { flag, release };
}

function start(options: Partial<WorkersOptions> = {}) {
  workers = createWorkers({
    file: new URL('./workers-tasks.ts', import.meta.url),
    threads: 1,
    deadlineMs: 100_000,
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
  const ended = workers.run('spin', null, { deadlineMs: 200 });
  // On a busy machine it counts as late by the load.
  await expect(ended).rejects.toMatchObject({ failure: expect.stringMatching(/^(DEADLINE|OVERLOADED)$/) });
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

test('a task that worked until its deadline is late by its own', async () => {
  start();
  await workers.run('double', 1);
  const cpu = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 2_000_000, system: 0 });
  onTestFinished(() => cpu.mockRestore());
  await expect(workers.run('spin', null, { deadlineMs: 2_000 })).rejects.toMatchObject({ failure: 'DEADLINE' });
});

test('a task that ran less than it waited is late by the load of the server, not by its own', async () => {
  start({ threads: 1 });
  const { flag, release } = holding();
  const first = workers.run('hold', flag, { caller: 'one' });
  const late = workers.run('spin', null, { deadlineMs: 1_000, caller: 'another' });
  setTimeout(release, 700);
  await expect(late).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await first;
});

// In a process of its own: what this one does beside, such as collecting its garbage, counts as work of the task.
test('a task that gets no time of the CPU is late by the load of the machine, not by its own', async () => {
  expect(await runProcess('starved-pool.ts')).toEqual({ output: 'OVERLOADED\n', signal: null });
});

test('the queue is bounded in length and in time', async () => {
  start({ maxQueue: 2 });
  const { flag, release } = holding();
  const first = workers.run('hold', flag);
  const patient = workers.run('double', 1, { caller: 'one' });
  const impatient = workers.run('double', 2, { deadlineMs: 100, caller: 'another' });
  const oneTooMany = workers.run('double', 3, { caller: 'a third' });
  await expect(oneTooMany).rejects.toMatchObject({ failure: 'OVERLOADED' });
  await expect(impatient).rejects.toMatchObject({ failure: 'OVERLOADED' });
  release();
  await first;
  expect(await patient).toBe(2);
});

test('one caller never occupies all threads, with any requests', async () => {
  start({ threads: 2 });
  const { flag, release } = holding();
  const greedy = [1, 2, 3].map(() => workers.run('hold', flag, { caller: 'greedy' }));
  expect(await workers.run('double', 2, { caller: 'modest' })).toBe(4);
  release();
  await Promise.all(greedy);
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
  const { flag, release } = holding();
  const run = (name: string, task: string, heldBytes: number) =>
    workers.run(task, flag, { heldBytes, caller: name }).then(() => order.push(name));
  const huge = run('huge', 'hold', 1_000);
  const large = run('large', 'same', 60);
  await run('small', 'same', 0);
  expect(order).toEqual(['small']);
  release();
  await Promise.all([huge, large]);
  expect(order).toEqual(['small', 'huge', 'large']);
});

test('a large task that gets no memory in time is refused, and another caller is heard', async () => {
  start({ threads: 3, budgetBytes: 100 });
  const { flag, release } = holding();
  const first = workers.run('hold', flag, { heldBytes: 80, caller: 'a' });
  await expect(workers.run('double', 1, { heldBytes: 80, caller: 'b', deadlineMs: 100 })).rejects.toMatchObject({
    failure: 'OVERLOADED',
  });
  const many = Array.from({ length: 8 }, () => workers.run('double', 1, { heldBytes: 80, caller: 'a' }));
  await expect(workers.run('double', 1, { heldBytes: 80, caller: 'a' })).rejects.toMatchObject({
    failure: 'OVERLOADED',
  });
  const ofAnother = workers.run('double', 4, { heldBytes: 80, caller: 'b' });
  release();
  expect(await ofAnother).toBe(8);
  await Promise.all([first, ...many]);
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

test('a task that cannot be interrupted keeps neither the pool open nor the process alive', async () => {
  expect(await runProcess('stuck-pool.ts')).toEqual({ output: 'closed\n', signal: 'SIGKILL' });
});

/** What a program of this folder writes, and the signal that ends it. */
async function runProcess(file: string) {
  const program = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [program], { timeout: 100_000, stdio: ['ignore', 'pipe', 'inherit'] });
  const output = text(child.stdout);
  const [, signal] = await once(child, 'exit');
  return { output: await output, signal };
}
