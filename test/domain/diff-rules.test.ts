import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCatalogue } from '../../scripts/rule-catalogue.ts';
import { severityOf } from '../../src/diffs/compare/law.ts';
import type { Severity } from '../../src/diffs/model.ts';
import { severityUnder } from '../../src/diffs/profiles.ts';
import { coverageOf, differentIds } from '../../src/diffs/reference-rules.ts';
import { isRuleId, ruleIds } from '../../src/diffs/rule-ids.ts';

describe('the catalogue of rules', () => {
  it('is the one that docs/diff-rules.md shows (else: npm run generate)', () => {
    expect(readFileSync(join(import.meta.dirname, '../../docs/diff-rules.md'), 'utf8')).toBe(renderCatalogue());
  });

  it('names every id without a gap to fill', () => {
    expect(ruleIds.length).toBeGreaterThan(1000);
    expect(ruleIds.filter(({ id }) => /[{}]/.test(id)).map(({ id }) => id)).toEqual([]);
    expect(isRuleId('{subject}-max-set')).toBe(false);
    expect(isRuleId('request-body-max-set')).toBe(true);
  });
});

type Check = { id: string; level: 'ERR' | 'WARN' | 'INFO' };

const file = join(import.meta.dirname, '../../../shared/oasdiff-checks.json');
const present = existsSync(file);
const checks: Check[] = present ? JSON.parse(readFileSync(file, 'utf8')) : [];

describe.skipIf(!present)('the checks of the reference', () => {
  it('are each covered by a rule, or it is said why not', () => {
    const silent = checks.filter(({ id }) => {
      const coverage = coverageOf(id);
      if (coverage === undefined) return true;
      return 'rule' in coverage ? !isRuleId(coverage.rule) : coverage.reason === '';
    });
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  it('are named otherwise only where they are', () => {
    const known = new Set(checks.map(({ id }) => id));
    expect(differentIds.filter(id => isRuleId(id) || !known.has(id))).toEqual([]);
  });

  it('have their own levels under the profile of the reference', () => {
    const levels: Record<Check['level'], Severity> = { ERR: 'BREAKING', WARN: 'WARNING', INFO: 'INFO' };
    const expected = new Map(checks.map(({ id, level }) => [id, levels[level]]));
    const shared = ruleIds.filter(({ id }) => expected.has(id));
    expect(shared.length).toBeGreaterThan(480);
    const other = shared.filter(({ id, effect, direction, inert }) => {
      const severity = inert ? 'INFO' : severityOf(effect, direction);
      return severityUnder('OASDIFF', { rule: id, severity }) !== expected.get(id);
    });
    expect(other.map(({ id }) => id)).toEqual([]);
  });
});
