import { expect, it } from 'vitest';
import { CATALOGUE } from '../../src/diffs/compare/catalogue.ts';

const ids = Object.values(CATALOGUE)
  .flat()
  .map(({ id }) => id);

it('no two rules have one id', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('ids are words with hyphens, and at most one place that depends on the use', () => {
  for (const id of ids) expect(id).toMatch(/^[a-z-]*(\{(subject|direction|inert)\})?[a-z-]+$/);
});
