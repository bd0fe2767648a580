import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderCatalogue } from '../../scripts/rule-catalogue.ts';
import { severityUnder } from '../../src/diffs/profiles.ts';
import { isRuleId, MARKDOWN_RULES } from '../../src/diffs/rule-ids.ts';
import { severityOf } from '../../src/openapi-diff/law.ts';
import type { Severity } from '../../src/openapi-diff/model.ts';
import { CATALOGUE, ruleIds } from '../../src/openapi-diff/rules/catalogue.ts';
import { checksOf, oasdiffChecks } from '../../src/openapi-diff/rules/coverage.ts';

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
    const missing = [...ruleIds.values()].filter(
      ({ id, rule, inert }) => !inert && !shown.has(id) && !shown.has(rule.id),
    );
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
    expect(new Set(shown.map(([id]) => id?.slice(1, -1)))).toEqual(new Set(oasdiffChecks.keys()));
    expect(shown.filter(([, covered]) => !covered)).toEqual([]);
  });
});

describe('the ids of rules', () => {
  it('have no gap to fill', () => {
    expect(ruleIds.size).toBeGreaterThan(1000);
    expect([...ruleIds.keys()].filter(id => /[{}]/.test(id))).toEqual([]);
    expect(isRuleId('{subject}-max-set')).toBe(false);
    expect(isRuleId('request-body-max-set')).toBe(true);
  });
});

type Check = { id: string; level: 'ERR' | 'WARN' | 'INFO' };

const file = join(import.meta.dirname, '../../../shared/oasdiff-checks.json');
const present = existsSync(file);
const checks: Check[] = present ? JSON.parse(readFileSync(file, 'utf8')) : [];

describe('the checks of the reference', () => {
  it('are each covered by one rule, or it is said why not', () => {
    const covered = Object.values(CATALOGUE)
      .flat()
      .flatMap(rule => checksOf(rule).map(([check]) => check));
    expect(covered.filter((check, index) => covered.indexOf(check) !== index)).toEqual([]);
    const silent = [...oasdiffChecks].filter(([, coverage]) =>
      'rule' in coverage ? !isRuleId(coverage.rule) : coverage.reason === '',
    );
    expect(silent).toEqual([]);
  });

  it('have another id here only where no rule has theirs', () => {
    const renamed = [...oasdiffChecks].filter(([check, coverage]) => !('rule' in coverage && coverage.rule === check));
    expect(renamed.filter(([check]) => isRuleId(check))).toEqual([]);
  });

  it.skipIf(!present)('are those of the list that the service is measured by', () => {
    expect([...oasdiffChecks.keys()]).toEqual(checks.map(({ id }) => id).sort());
  });

  it.skipIf(!present)('have their own levels under the profile of the reference', () => {
    const levels: Record<Check['level'], Severity> = { ERR: 'BREAKING', WARN: 'WARNING', INFO: 'INFO' };
    const expected = new Map(checks.map(({ id, level }) => [id, levels[level]]));
    const shared = [...ruleIds.values()].filter(({ id }) => expected.has(id));
    expect(shared.length).toBeGreaterThan(480);
    const other = shared.filter(({ id, rule, direction, inert }) => {
      const severity = inert ? 'INFO' : severityOf(rule.effect, direction);
      return severityUnder('OASDIFF', { rule: id, severity }) !== expected.get(id);
    });
    expect(other.map(({ id }) => id)).toEqual([]);
  });
});
