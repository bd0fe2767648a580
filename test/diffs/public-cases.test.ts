import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { compareOpenApi } from '../../src/diffs/compare/openapi.ts';
import type { JsonObject } from '../../src/platform/json.ts';

type Case = {
  name: string;
  base: string;
  revision: string;
  schema_valid: boolean[];
  expected: { id: string }[];
  severity: string;
};

/** Ids of the reference that our rules cover under another name. */
const COVERED: [RegExp, string[]][] = [
  [/^api-path-removed-/, ['endpoint-removed']],
  [/^response-mediatype-enum-value-removed$/, ['response-body-enum-value-removed']],
  [/^response-required-property-(added|removed)$/, ['response-property-added', 'response-property-removed']],
  [
    /^response-required-write-only-property-/,
    ['response-write-only-property-added', 'response-write-only-property-removed'],
  ],
  [
    /^request-parameter-type-(changed|generalized)$/,
    ['added', 'removed', 'changed', 'generalized', 'specialized'].map(end => `request-parameter-format-${end}`),
  ],
  [/^request-parameter-type-changed$/, ['request-parameter-type-specialized']],
  [/^request-parameter-property-type-specialized$/, ['request-parameter-property-type-changed']],
  [/^request-body-type-compatible$/, ['request-body-type-changed']],
  [/-deprecated-sunset-missing$/, ['request-property-deprecated', 'response-property-deprecated']],
];

/** What is expected there and is not reported here, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'case-005': 'an unknown stability level of the old document is no change of the new one',
  'case-255': 'inside `not` everything is turned round: one change of the `not` is told, and judged',
  'case-256': 'the same',
  'case-261': 'an enum that is replaced by any text and any integer refuses nothing that it accepted',
};

const folder = join(import.meta.dirname, '../../../shared/diff-cases');
const present = existsSync(folder);
if (!present) console.warn(`The public diff cases are not at ../shared/diff-cases: their test is skipped.`);

it.skipIf(!present)('every change that the public cases expect is found, and most are judged alike', () => {
  const read = (file: string) => load(readFileSync(join(folder, file), 'utf8')) as JsonObject;
  const cases: Case[] = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
  const valid = cases.filter(({ schema_valid }) => schema_valid.every(Boolean));
  const missed: string[] = [];
  let agreed = 0;
  for (const { name, base, revision, expected, severity } of valid) {
    const { items, summary } = compareOpenApi(read(base), read(revision));
    const rules = new Set(items.map(({ rule }) => rule));
    const covered = (id: string): boolean =>
      rules.has(id) || COVERED.some(([ids, ours]) => ids.test(id) && ours.some(rule => rules.has(rule)));
    if (!expected.every(({ id }) => covered(id))) missed.push(name);
    if ((severity === 'breaking') === (summary.breakingChanges ?? 0) > 0) agreed += 1;
  }
  expect(missed).toEqual(Object.keys(EXCEPTIONS));
  expect(agreed / valid.length).toBeGreaterThan(0.9);
});
