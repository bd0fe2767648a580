import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import { rulesOf } from './documents.ts';
import { pair } from './http-documents.ts';
import { judge } from './http-judge.ts';

// Compares what is told about documents that differ outside schemas with what callers and receivers meet: addresses,
// parameters, bodies, answers, headers, security, webhooks and callbacks.

// More pairs: RUNS=20000 SEED=7 npx vitest run --project unit test/openapi-diff/http-soundness.test.ts
const RUNS = Number(process.env.RUNS ?? 1_500);

/** The share of harmless pairs that may be called breaking. */
const FALSE_BREAKS = 1 / 500;

it('every request and answer that is no longer understood is told, and hardly any other is called breaking', () => {
  const unfounded: string[] = [];
  let harmless = 0;
  fc.assert(
    fc.property(pair, ({ kind, before, after }) => {
      const { breaks, unclear } = judge(kind, before, after);
      const { items } = compareOpenApi(before, after);
      const told = rulesOf(items).join(', ') || 'nothing';
      if (breaks.length > 0 && items.every(({ severity }) => severity === 'INFO'))
        expect.fail(`${breaks[0]}, but told: ${told}`);
      if (breaks.length + unclear.length > 0) return;
      harmless++;
      if (items.some(({ isBreaking }) => isBreaking)) unfounded.push(told);
    }),
    { numRuns: RUNS },
  );
  expect(harmless).toBeGreaterThan(RUNS / 3);
  expect(unfounded.length, unfounded.join('\n')).toBeLessThanOrEqual(Math.max(2, harmless * FALSE_BREAKS));
});
