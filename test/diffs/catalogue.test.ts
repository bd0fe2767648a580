import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCatalogue } from '../../scripts/rule-catalogue.ts';
import { CATALOGUE } from '../../src/diffs/compare/catalogue.ts';
import { severityOf } from '../../src/diffs/compare/law.ts';
import type { Severity } from '../../src/diffs/model.ts';
import { severityUnder } from '../../src/diffs/profiles.ts';
import { REFERENCE_CHECKS } from '../../src/diffs/reference-checks.ts';
import { coverageOf, differentIds } from '../../src/diffs/reference-rules.ts';
import { isRuleId, MARKDOWN_RULES, ruleIds } from '../../src/diffs/rule-ids.ts';

const ids = Object.values(CATALOGUE)
  .flat()
  .map(({ id }) => id);

it('no two rules have one id', () => {
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('ids are words with hyphens, and at most one place that depends on the use', () => {
  for (const id of ids) expect(id).toMatch(/^[a-z-]*(\{(subject|direction|inert)\})?[a-z-]+$/);
});

describe('the page about the rules', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/diff-rules.md'), 'utf8');
  const rows = page.split('\n').filter(line => line.startsWith('| `'));
  const cellsOf = (row: string): string[] => row.slice(2, -2).split(/(?<!\\) \| /);

  it('is the one that the engine writes (else: npm run generate)', () => {
    expect(page).toBe(renderCatalogue());
  });

  it('has every rule with its message, change type, effect and levels', () => {
    const shown = new Set(rows.flatMap(row => [...(cellsOf(row)[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, id]) => id)));
    const missing = ruleIds.filter(({ id, rule, inert }) => !inert && !shown.has(id) && !shown.has(rule));
    expect([...missing.map(({ id }) => id), ...MARKDOWN_RULES.filter(id => !shown.has(id))]).toEqual([
      'response-parameter-renamed',
    ]);
    const rules = rows.map(cellsOf).filter(cells => cells.length === 9);
    expect(rules.filter(([, message, type, , effect]) => !message || !type || !effect).map(([id]) => id)).toEqual([]);
    const level = /^(info|warning|breaking)( \(.+\))?$/;
    expect(rules.filter(cells => !cells.slice(5, 8).every(one => level.test(one)))).toEqual([]);
  });

  it('has every check of the reference, with its rule or the reason why there is none', () => {
    const shown = rows.map(cellsOf).filter(cells => cells.length === 2);
    expect(shown.map(([id]) => id?.slice(1, -1)).sort()).toEqual([...REFERENCE_CHECKS].sort());
    expect(shown.filter(([, covered]) => !covered)).toEqual([]);
  });
});

describe('the ids of rules', () => {
  it('have no gap to fill', () => {
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

describe('the checks of the reference', () => {
  it('are each covered by a rule, or it is said why not', () => {
    const silent = REFERENCE_CHECKS.filter(id => {
      const coverage = coverageOf(id);
      if (coverage === undefined) return true;
      return 'rule' in coverage ? !isRuleId(coverage.rule) : coverage.reason === '';
    });
    expect(silent).toEqual([]);
  });

  it('are named otherwise only where they are', () => {
    const known = new Set(REFERENCE_CHECKS);
    expect(differentIds.filter(id => isRuleId(id) || !known.has(id))).toEqual([]);
  });

  it.skipIf(!present)('are those of the list that the service is measured by', () => {
    expect([...REFERENCE_CHECKS].sort()).toEqual(checks.map(({ id }) => id).sort());
  });

  it.skipIf(!present)('have their own levels under the profile of the reference', () => {
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
