import { expect, it } from 'vitest';
import { heldBytes } from '../../src/contents/held-bytes.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const BYTES_PER_VALUE = 300;
const BYTES_PER_BYTE = 6;

it('estimates what a text takes by its values, also where only parts of it have many', () => {
  const estimate = (text: string) =>
    (heldBytes({ text: bytesOf(text) }) - text.length * BYTES_PER_BYTE) / BYTES_PER_VALUE;
  const [few, many] = ['word '.repeat(2_000), '1234,'.repeat(2_000)];
  expect(estimate(few.repeat(100))).toBe(1);
  expect(estimate(many.repeat(100)) / 200_000).toBeCloseTo(1, 2);
  // A caller who knows which parts are looked at could hide the others: so these are chosen by chance.
  const hidden = estimate(`${few}${many}`.repeat(400)) / 800_000;
  expect(hidden).toBeGreaterThan(0.6);
  expect(hidden).toBeLessThan(1.4);
});

it('looks at all of a short text', () => {
  expect(heldBytes({ text: bytesOf('[1,2,3]') })).toBe(7 * 6 + 4 * 300);
});
