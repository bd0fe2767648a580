import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { lowerPoolPriority, NICE_INCREMENT } from '../../src/platform/pool-priority.ts';

const poolThreads = () =>
  readdirSync('/proc/self/task').filter(
    id => readFileSync(`/proc/self/task/${id}/comm`, 'utf8').trim() === 'libuv-worker',
  );

test.runIf(process.platform === 'linux')('pool threads have a lower priority than the event loop', async () => {
  const own = getPriority();
  await lowerPoolPriority();
  const priorities = poolThreads().map(id => getPriority(Number(id)));
  expect(priorities).toEqual(Array.from({ length: 4 }, () => own + NICE_INCREMENT));
  expect(getPriority()).toBe(own);
});

test.runIf(process.platform === 'linux')('they keep the lowest priority in a process that already has it', async () => {
  const script = `
    import { lowerPoolPriority } from '${import.meta.resolve('../../src/platform/pool-priority.ts')}';
    await lowerPoolPriority();`;
  const run = promisify(execFile)('nice', ['-n', '19', process.execPath, '--input-type=module', '--eval', script]);
  await expect(run).resolves.toMatchObject({ stderr: '' });
});
