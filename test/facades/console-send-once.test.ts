import type { CombinedError } from 'urql';
import { beforeEach, expect, it } from 'vitest';
import { forgetLost, sendOnce } from '../../facades/console/client/app/send-once.ts';

const CREATE = 'mutation CreateDraft($input: CreateDraftInput!) { createDraft(input: $input) { id } }';
const LOST = { error: { networkError: new Error('Failed to fetch') } as CombinedError };

/** Sends a creation, and gives the key that it was sent with. */
async function keyOf(content: string, answer: { error?: CombinedError } = LOST): Promise<string | undefined> {
  let key: string | undefined;
  await sendOnce(CREATE, { input: { branchId: '1', content } }, async headers => {
    key = headers['idempotency-key'];
    return answer;
  });
  return key;
}

beforeEach(forgetLost);

it('has the same key when its answer was lost, until one comes', async () => {
  const key = await keyOf('one');
  expect(await keyOf('other')).not.toBe(key);
  expect(await keyOf('one', {})).toBe(key);
  expect(await keyOf('one')).not.toBe(key);
});

it('is forgotten when newer ones are large, but never the last one', async () => {
  const text = (letter: string) => letter.repeat(12_000_000);
  const [first, small, second] = [await keyOf(text('a')), await keyOf('small'), await keyOf(text('b'))];
  expect([await keyOf(text('b')), await keyOf('small')]).toEqual([second, small]);
  expect(await keyOf(text('a'))).not.toBe(first);
  const huge = 'c'.repeat(30_000_000);
  expect(await keyOf(huge)).toBe(await keyOf(huge));
  expect(await keyOf('small')).not.toBe(small);
});

it('is forgotten when the user signs out', async () => {
  const key = await keyOf('one');
  forgetLost();
  expect(await keyOf('one')).not.toBe(key);
});
