import { randomBytes } from 'node:crypto';
import { expect, it, onTestFinished, vi } from 'vitest';
import { insertText, loadPacked } from '../../src/contents/texts.ts';
import { testApp } from '../support/app.ts';

const { services } = await testApp();

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
