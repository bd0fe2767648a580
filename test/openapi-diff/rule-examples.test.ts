import { describe, expect, it } from 'vitest';
import { computeVersions } from '../../scripts/comparison-versions.ts';
import { tryExamples } from '../../scripts/rule-examples.ts';
import { COMPARISON_VERSIONS } from '../../src/contents/comparison-versions.ts';
import { parsePointer } from '../../src/openapi/pointer.ts';
import { CATALOGUE, idsOf, ruleIds } from '../../src/openapi-diff/rules/catalogue.ts';
import type { RuleFacts } from '../../src/openapi-diff/rules/rule.ts';
import type { JsonObject, JsonValue } from '../../src/platform/json.ts';

const rules = Object.values(CATALOGUE).flat();

/** The ids of a rule that a document can cause. */
const possibleIds = (rule: RuleFacts): string[] => {
  const excluded = new Set(rule.never?.at);
  return idsOf(rule)
    .filter(({ use, direction, inert }) => !excluded.has(use) && !(excluded.has(direction) && !inert))
    .filter(({ use, direction }) => !(use.endsWith('-only-property') && excluded.has(direction)))
    .map(({ id }) => id);
};

/** Whether the document has a value at this pointer. */
const isThere = (document: JsonObject, pointer = ''): boolean => {
  let value: JsonValue | undefined = document;
  for (const token of parsePointer(pointer)) {
    const inner: JsonValue | undefined = (value as JsonObject)[token];
    if (inner === undefined) return false;
    value = inner;
  }
  return true;
};

describe('the examples of the rules', () => {
  it('fire every id of their rule', () => {
    const fired = new Map<RuleFacts, Set<string>>(rules.map(rule => [rule, new Set()]));
    for (const { rule, forth } of tryExamples()) for (const item of forth) fired.get(rule)?.add(item.rule);
    const idle = rules.flatMap(rule => possibleIds(rule).filter(id => !fired.get(rule)?.has(id)));
    expect(idle, 'Add an example that fires the id, or name the place in `never` with the reason.').toEqual([]);
  });

  it('fire no id that their rule excludes', () => {
    const excluded = new Set(rules.flatMap(rule => idsOf(rule).map(({ id }) => id)));
    for (const rule of rules) for (const id of possibleIds(rule)) excluded.delete(id);
    const fired = tryExamples().flatMap(({ forth, back }) => [...forth, ...back].map(({ rule }) => rule));
    expect(fired.filter(id => excluded.has(id))).toEqual([]);
  });

  it('each fire their rule', () => {
    const useful = new Set<unknown>();
    for (const { rule, example, forth } of tryExamples()) {
      const ids = new Set(idsOf(rule).map(({ id }) => id));
      if (forth.some(item => ids.has(item.rule))) useful.add(example);
    }
    const idle = rules.flatMap(rule => rule.examples.filter(example => !useful.has(example)).map(() => rule.id));
    expect(idle, 'Change the example so that it fires the rule, or remove it.').toEqual([]);
  });

  it('have an inverse, which is reported too', () => {
    const oneWay = tryExamples().filter(({ forth, back }) => (forth.length === 0) !== (back.length === 0));
    expect(oneWay.map(({ documents }) => JSON.stringify(documents).slice(0, 1000))).toEqual([]);
  });

  it('are reported at places that the documents have', () => {
    const lost = tryExamples().flatMap(({ documents: [before, after], forth, back }) => [
      ...forth.filter(item => !isThere(before, item.pointerBefore) || !isThere(after, item.pointerAfter)),
      ...back.filter(item => !isThere(after, item.pointerBefore) || !isThere(before, item.pointerAfter)),
    ]);
    expect([...new Set(lost.map(item => `${item.rule} ${item.pointerBefore} ${item.pointerAfter}`))]).toEqual([]);
  });

  it('are reported by rules of the catalogue only', () => {
    const ids = new Set(tryExamples().flatMap(({ forth, back }) => [...forth, ...back].map(({ rule }) => rule)));
    const unknown = [...ids].filter(id => !ruleIds.has(id));
    expect(unknown, 'Name the table of the rule in src/openapi-diff/rules/catalogue.ts.').toEqual([]);
  });
});

it('the version of stored comparisons is that of the engine', () => {
  expect(COMPARISON_VERSIONS, 'The comparison finds something else: run npm run generate').toEqual(computeVersions());
});
