import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { judgeComparison, STRICT } from '../../src/diffs/judge.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';
import type { DiffItem } from '../../src/openapi-diff/model.ts';
import type { JsonObject } from '../../src/platform/json.ts';

type Case = {
  name: string;
  base: string;
  revision: string;
  schema_valid: boolean[];
  expected: { id: string }[];
  severity: string;
  scope: 'all' | string[];
  min_level: string;
  match: 'exact' | 'contains';
  isolated?: boolean;
};

/** Expected changes that are not reported here, with the reason. */
const EXCEPTIONS: Record<string, string> = {
  'case-261': 'an enum that is replaced by any text and any integer refuses nothing that it accepted',
};

/** Changes with another severity here, with the reason. */
const JUDGED_OTHERWISE: Record<string, string> = {
  'case-110': 'a body that might hold anything became an object or null, which breaks; the case looks at null alone',
};

/** Additional reported changes, although the case says that nothing else differs, with the reason. */
const BEYOND: Record<string, string> = {
  'case-261': 'the enum is gone, which is told as such',
};

const folder = join(import.meta.dirname, '../../../shared/diff-cases');
const present = existsSync(folder);
if (!present) console.warn(`The public diff cases are not at ../shared/diff-cases: their test is skipped.`);

const LEVELS = ['INFO', 'WARN', 'ERR'];
const SEVERITIES = ['INFO', 'WARNING', 'BREAKING'];

it.skipIf(!present)('every change that the public cases expect is found, most with the same severity', () => {
  const read = (file: string) => load(readFileSync(join(folder, file), 'utf8')) as JsonObject;
  const cases: Case[] = JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8'));
  const valid = cases.filter(({ schema_valid }) => schema_valid.every(Boolean));
  const missed: string[] = [];
  const beyond: string[] = [];
  const otherwise: string[] = [];
  for (const given of valid) {
    const compared = compareOpenApi(read(given.base), read(given.revision), { today: '2026-11-21' });
    const { items, summary } = judgeComparison(compared, { ...STRICT, profile: 'OASDIFF' });
    const rules = new Set(items.map(({ rule }) => rule));
    if (!given.expected.every(({ id }) => rules.has(id))) missed.push(given.name);
    if ((given.severity === 'breaking') !== (summary.breakingChanges ?? 0) > 0) otherwise.push(given.name);
    const expected = new Set(given.expected.map(({ id }) => id));
    const counts = (item: DiffItem): boolean =>
      (given.scope === 'all' || given.scope.includes(item.rule)) &&
      SEVERITIES.indexOf(item.severity) >= LEVELS.indexOf(given.min_level) &&
      !expected.has(item.rule);
    if (given.isolated && given.match === 'exact' && items.some(counts)) beyond.push(given.name);
  }
  expect(missed).toEqual(Object.keys(EXCEPTIONS));
  expect(otherwise).toEqual(Object.keys(JUDGED_OTHERWISE));
  expect(beyond).toEqual(Object.keys(BEYOND));
  expect(valid.length).toBeGreaterThan(200);
});
