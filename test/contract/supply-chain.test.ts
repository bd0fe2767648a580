import { describe, expect, it } from 'vitest';
import {
  type AuditOutput,
  decisions,
  judgeAudit,
  judgeLicences,
  productionPackages,
} from '../../scripts/supply-chain.ts';

const packages = productionPackages();

describe('the production packages', () => {
  it('have a licence that supply-chain.json allows', () => {
    expect(judgeLicences(packages, decisions.licences)).toEqual([]);
  });

  it('are checked against a digest when they are installed', () => {
    expect(packages.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ name }) => name)).toEqual([]);
  });

  it('leave out those of the development', () => {
    const names = packages.map(({ name }) => name);
    expect(names).toContain('fastify');
    expect(names.filter(name => ['prisma', 'typescript', 'vitest'].includes(name))).toEqual([]);
  });
});

describe('licences', () => {
  const rules = { allowed: ['MIT'], exceptions: [{ package: 'css', licence: 'MPL-2.0', reason: '' }] };
  const judge = (name: string, license?: string) =>
    judgeLicences(
      [
        { name, version: '1.0.0', license },
        { name: 'css-linux', version: '1', license: 'MPL-2.0' },
      ],
      rules,
    );

  it('pass when allowed, as one of a choice, or by an exception', () => {
    for (const [name = '', license] of [
      ['a', 'MIT'],
      ['b', '(GPL-3.0 OR MIT)'],
      ['css', 'MPL-2.0'],
    ])
      expect(judge(name, license)).toEqual([]);
  });

  it('fail when unknown, absent or of another package', () => {
    expect(judge('a', 'GPL-3.0')).toEqual(['a@1.0.0: GPL-3.0 is not allowed']);
    expect(judge('a')).toEqual(['a@1.0.0: no licence is not allowed']);
    expect(judge('cssx', 'MPL-2.0')).toEqual(['cssx@1.0.0: MPL-2.0 is not allowed']);
  });

  it('fail with an exception that nothing needs', () => {
    expect(judgeLicences([], rules)).toEqual(['css: its exception is not needed: remove it']);
  });
});

describe('an audit', () => {
  const url = 'https://github.com/advisories/GHSA-1';
  const report: AuditOutput = {
    auditReportVersion: 2,
    vulnerabilities: {
      deep: { via: [{ name: 'deep', title: 'Reads too much', url, severity: 'high' }] },
      wide: { via: ['deep'] },
    },
  };
  const exception = { id: 'GHSA-1', package: 'deep', reason: '', until: '2026-12-31' };

  it('names a vulnerability once, unless an exception is in force', () => {
    expect(judgeAudit(report, [], '2026-11-22').problems).toEqual(['GHSA-1: deep, high: Reads too much']);
    expect(judgeAudit(report, [exception], '2026-12-31').problems).toEqual([]);
    expect(judgeAudit(report, [exception], '2027-01-01').problems).toHaveLength(1);
  });

  it('names an exception that nothing needs', () => {
    const clean = { auditReportVersion: 2, vulnerabilities: {} };
    expect(judgeAudit(clean, [exception], '2026-11-22').problems).toEqual([
      'GHSA-1: deep: its exception is not needed: remove it',
    ]);
  });

  it('tells a registry that does not answer from a clean report and from a failed command', () => {
    const judge = (output: AuditOutput) => judgeAudit(output, [], '2026-11-22');
    const message = '405 Method Not Allowed';
    expect(judge({ message, error: { summary: '' } })).toEqual({ isAnswered: false, problems: [message] });
    expect(judge({ error: { summary: 'No lockfile' } })).toEqual({ isAnswered: true, problems: ['No lockfile'] });
    expect(judge({})).toEqual({ isAnswered: true, problems: ['npm audit printed no report'] });
  });
});
