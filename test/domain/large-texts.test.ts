import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { forEachText } from '../../src/contents/for-each-text.ts';
import { insertText, loadPacked } from '../../src/contents/texts.ts';
import { testApp } from '../support/app.ts';
import { statementsOf } from '../support/statements.ts';

const { database, services } = await testApp();

async function storeText(size: number): Promise<{ hash: string; body: Uint8Array }> {
  const text = { hash: randomBytes(32).toString('hex'), sizeBytes: size, body: new Uint8Array(randomBytes(size)) };
  await insertText(services, text);
  return text;
}

it('a text of 12 MB that cannot be compressed is read back byte for byte, and is sent only once', async () => {
  const text = {
    hash: randomBytes(32).toString('hex'),
    sizeBytes: 16_000_000,
    body: new Uint8Array(randomBytes(12_000_000)),
  };
  await insertText(services, text);
  const { body, ...rest } = await loadPacked(services.db, text.hash);
  expect(rest).toEqual({ hash: text.hash, sizeBytes: text.sizeBytes });
  expect(Buffer.compare(body, text.body)).toBe(0);
  const sent = vi.spyOn(services.pool, 'query');
  onTestFinished(() => sent.mockRestore());
  await insertText(services, text);
  // Only the question whether it is stored.
  expect(sent.mock.calls.map(([, values]) => values)).toEqual([[text.hash]]);
});

it('small texts are loaded with one statement, up to 1 MiB of them, and large ones each with its own', async () => {
  const large = await Promise.all([1, 2, 3, 4].map(() => storeText(2_000_000)));
  const small = await Promise.all(Array.from({ length: 30 }, () => storeText(1_000)));
  const texts = [...large, ...small];
  const loaded = new Map<string, Uint8Array>();
  const load = () =>
    forEachText(
      services.db,
      texts,
      ({ hash }) => hash,
      async ({ hash, body }) => {
        loaded.set(hash, body);
      },
    );
  // None of the large ones fits beside the small ones.
  expect(await statementsOf(database, load)).toHaveLength(5);
  for (const { hash, body } of texts) expect(Buffer.compare(body, loaded.get(hash) as Uint8Array)).toBe(0);
});

it('a text that several rows share is loaded once, for all of them together', async () => {
  const { hash } = await storeText(1_000);
  const rows = ['first', 'second', 'third'];
  const work = vi.fn(async () => {});
  const load = () => forEachText(services.db, rows, () => hash, work);
  expect(await statementsOf(database, load)).toHaveLength(1);
  expect(work.mock.calls).toEqual([[expect.objectContaining({ hash }), rows]]);
});
