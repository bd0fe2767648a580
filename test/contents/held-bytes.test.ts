import { expect, it } from 'vitest';
import type { Services } from '../../src/access/call.ts';
import { bundleContent } from '../../src/contents/analysis.ts';
import { heldBytes } from '../../src/contents/held-bytes.ts';
import type { TaskOptions } from '../../src/platform/workers.ts';

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

it('counts texts wherever they are in the payload, as strings too', () => {
  const text = '{"a": [1, 2, 3], "é": "ü"}\n'.repeat(20_000);
  const once = heldBytes({ text: bytesOf(text) });
  const halves = [text.slice(0, text.length / 2), text.slice(text.length / 2)];
  for (const payload of [{ text }, { bodies: halves }, { lines: halves.map((text, line) => ({ line, text })) }])
    expect(heldBytes(payload) / once).toBeCloseTo(1, 1);
});

it('takes each short string of a list for one value', () => {
  const pointers = Array.from({ length: 100 }, (_, index) => `/paths/~1a-${index}/get`);
  const bytes = pointers.join('').length;
  expect(heldBytes({ pointers })).toBe(bytes * BYTES_PER_BYTE + 100 * BYTES_PER_VALUE);
});

it('a document of several files takes what one text of their length takes', async () => {
  const files = ['a', 'b', 'c'].map(name => ({ path: `${name}.yaml`, content: `${name}: 1\n`.repeat(100_000) }));
  const weights: (number | undefined)[] = [];
  const run = async (_task: string, _payload: unknown, options: TaskOptions) => {
    weights.push(options.heldBytes);
    return { ok: true, text: '' };
  };
  const services = { config: { maxContentBytes: 16_000_000 }, workers: { run } } as unknown as Services;
  await bundleContent(services, 'schema_content', { path: 'api.yaml', content: 'a: 1' }, files);
  const together = files.map(({ content }) => content).join('');
  expect((weights[0] ?? 0) / heldBytes({ text: bytesOf(together) })).toBeCloseTo(1, 1);
});
