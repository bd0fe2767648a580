import { expect, it } from 'vitest';
import { decoded } from '../../facades/cli/texts.ts';

it('says of a file that is too large for one text that it is, not that it is not UTF-8', () => {
  expect(() => decoded('large.md', Buffer.alloc(600 * 1024 * 1024))).toThrow('large.md: is too large');
  expect(() => decoded('latin.md', Buffer.from([0xff]))).toThrow('latin.md: is not UTF-8');
});
