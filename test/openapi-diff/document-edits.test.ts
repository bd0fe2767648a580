import { describe, expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { documentEdits, type Told } from '../support/openapi-edits.ts';

const told = (before: JsonObject, after: JsonObject, expected: Told): string => {
  const { items, summary } = compareOpenApi(before, after);
  const rules = items.map(({ rule }) => rule).join(', ');
  if (items.length > (expected.startsWith('1') ? 1 : 3)) return `${items.length} items: ${rules}`;
  const worst = summary.breakingChanges ? 'BREAKING' : summary.warnings ? 'WARNING' : items.length ? 'INFO' : 'nothing';
  if (expected === 'something') return worst === 'nothing' ? worst : expected;
  return expected.endsWith(worst) ? expected : `${worst}: ${rules}`;
};

describe('an edit outside schemas is reported, or is none', () => {
  it.each(documentEdits)('%s', (_, before, after, forth, back) => {
    expect(told(before, after, forth)).toBe(forth);
    expect(told(after, before, back)).toBe(back);
  });
});
