import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fewAtOnce } from '../../src/contents/few-at-once.ts';

const numbers = Array.from({ length: 20 }, (_, index) => index);

it('all items are worked on, four at a time', async () => {
  const done: number[] = [];
  let [running, most] = [0, 0];
  await fewAtOnce(numbers, async number => {
    running += 1;
    most = Math.max(most, running);
    await delay(1);
    running -= 1;
    done.push(number);
  });
  expect(most).toBe(4);
  expect(done.toSorted((a, b) => a - b)).toEqual(numbers);
});

it('the first error ends the work: no item is begun after it', async () => {
  const begun: number[] = [];
  const work = fewAtOnce(numbers, async number => {
    begun.push(number);
    await delay(number === 5 ? 1 : 20);
    if (number === 5) throw new Error('the sixth');
  });
  await expect(work).rejects.toThrow('the sixth');
  const atTheError = [...begun];
  await delay(60);
  expect(begun).toEqual(atTheError);
});
