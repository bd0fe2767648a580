import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { restWatch } from '../../src/platform/collect-at-rest.ts';

/** The loads of a quiet minute, one look every five seconds. */
const minute = Array.from({ length: 12 }, () => 0.01);

it.each([
  ['once when rest follows the start', [0.1, 0.01, 0.01], 1],
  ['once when rest follows work', [0.01, ...minute, 0.5, 0.1, 0.02, 0.01], 2],
  ['after each time of work', [0.9, 0.01, ...minute, 0.3, 0.04], 2],
  ['at most once in a minute', [0.9, 0.01, 0.9, 0.01, 0.9, 0.01], 1],
  ['at the end of that minute, when work came and went within it', [0.01, 0.9, ...minute], 2],
  ['never during work', [0.1, 0.9, 0.9, 0.1], 0],
])('garbage is collected %s', (_, loads, expected) => {
  let [collected, turn] = [0, 0];
  const look = restWatch(
    () => {
      collected += 1;
    },
    () => loads[turn++] as number,
  );
  for (const _load of loads) look();
  expect(collected).toBe(expected);
});

// In a process of its own: other tests of this one leave pages that are used in part.
it('keeps no free pages for later', async () => {
  const file = fileURLToPath(new URL('./collecting-process.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  const { filled, heapTotal, heapUsed } = JSON.parse(stdout);
  expect(filled).toBe(500_000);
  expect(heapTotal).toBeLessThan(1.5 * heapUsed);
});
