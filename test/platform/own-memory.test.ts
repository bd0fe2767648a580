import { expect, it } from 'vitest';
import { freeMemory, inOwnMemory } from '../../src/platform/own-memory.ts';

it('gives a small part of a memory its own, and keeps bytes that have most of theirs', () => {
  const memory = new Uint8Array(100).fill(7);
  const [part, most] = [memory.subarray(10, 20), memory.subarray(0, 60)];
  expect(inOwnMemory(part)).toEqual(part);
  expect(inOwnMemory(part).buffer.byteLength).toBe(10);
  expect(inOwnMemory(most)).toBe(most);
});

it('copies a small buffer of Node out of the memory that it shares', () => {
  const text = Buffer.from('small');
  expect(text.buffer.byteLength).toBeGreaterThan(1_000);
  expect(inOwnMemory(text).buffer.byteLength).toBe(5);
});

it('gives the memory of large bytes back at once, but not that of a small part', () => {
  const [own, shared] = [new Uint8Array(20_000), new Uint8Array(100_000)];
  freeMemory(own);
  freeMemory(own);
  freeMemory(shared.subarray(0, 20_000));
  expect([own.length, shared.length]).toEqual([0, 100_000]);
});
