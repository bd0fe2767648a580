import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import { rulesOf } from './documents.ts';
import { pair, type Use } from './http-documents.ts';
import { judge } from './http-judge.ts';

// Compares what is told about documents that differ outside schemas with what callers and receivers meet: addresses,
// parameters, bodies, answers, headers, security, webhooks and callbacks.

// More pairs: RUNS=20000 SEED=7 npx vitest run --project unit test/openapi-diff/http-soundness.test.ts
const RUNS = Number(process.env.RUNS ?? 600);

/** The share of harmless pairs that may be called breaking. */
const FALSE_BREAKS = 1 / 500;

/** What has no operations is about the whole document. */
const concerns = ({ affectedOperations }: DiffItem, { isAt }: Use): boolean =>
  affectedOperations.length === 0 || affectedOperations.some(({ path }) => isAt(path));

it('every request and answer that is no longer understood is told, and hardly any other is called breaking', () => {
  const unfounded: string[] = [];
  let harmless = 0;
  fc.assert(
    fc.property(pair, ({ uses, before, after }) => {
      const { items } = compareOpenApi(before, after);
      const verdicts = uses.map(use => judge(use, before, after));
      for (const [index, { breaks }] of verdicts.entries()) {
        const told = items.filter(item => concerns(item, uses[index] as Use));
        if (breaks.length > 0 && told.every(({ severity }) => severity === 'INFO'))
          expect.fail(`${uses[index]?.kind}: ${breaks[0]}, but told: ${rulesOf(told).join(', ') || 'nothing'}`);
      }
      if (verdicts.some(({ breaks, unclear }) => breaks.length + unclear.length > 0)) return;
      harmless++;
      if (items.some(({ isBreaking }) => isBreaking)) unfounded.push(rulesOf(items).join(', '));
    }),
    { numRuns: RUNS },
  );
  expect(harmless).toBeGreaterThan(RUNS / 3);
  expect(unfounded.length, unfounded.join('\n')).toBeLessThanOrEqual(Math.max(2, harmless * FALSE_BREAKS));
});
