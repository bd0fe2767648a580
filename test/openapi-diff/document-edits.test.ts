import { describe, expect, it } from 'vitest';
import { resolvePointer } from '../../src/openapi/references.ts';
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

const isThere = (document: JsonObject, pointer = ''): boolean => resolvePointer(document, pointer) !== undefined;

describe('an edit outside schemas is reported, or is none', () => {
  it.each(documentEdits)('%s', (_, before, after, forth, back) => {
    expect(told(before, after, forth)).toBe(forth);
    expect(told(after, before, back)).toBe(back);
  });

  it('at places that the documents have', () => {
    const lost = documentEdits.flatMap(([what, ...documents]) =>
      [documents.slice(0, 2), documents.slice(0, 2).reverse()].flatMap(pair => {
        const [before, after] = pair as [JsonObject, JsonObject];
        return compareOpenApi(before, after)
          .items.filter(item => !isThere(before, item.pointerBefore) || !isThere(after, item.pointerAfter))
          .map(item => `${what}: ${item.rule} ${item.pointerBefore} ${item.pointerAfter}`);
      }),
    );
    expect(lost).toEqual([]);
  });
});
