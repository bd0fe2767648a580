import { describe, expect, it } from 'vitest';
import { filterItems } from '../../src/diffs/filters.ts';
import { groupItems, itemsOf } from '../../src/diffs/groups.ts';
import { type Accepted, judge, judgeComparison, STRICT, summarizeStored } from '../../src/diffs/judge.ts';
import { severityUnder } from '../../src/diffs/profiles.ts';
import { semverHint } from '../../src/diffs/semver.ts';
import { windowOf } from '../../src/lists/window.ts';
import type { AffectedOperation, DiffItem, DiffSummary, Severity } from '../../src/openapi-diff/model.ts';

const list: AffectedOperation[] = [{ method: 'GET', path: '/pets', operationId: 'listPets' }];
const both: AffectedOperation[] = [...list, { method: 'POST', path: '/pets' }];

let made = 0;
const found = (rule: string, severity: Severity, rest: Partial<DiffItem> = {}): DiffItem => {
  const affectedOperations = rest.affectedOperations ?? list;
  const facts = { isBreaking: severity === 'BREAKING', mustHandle: severity !== 'INFO', sortOrder: made++ };
  const place = { location: '/components/schemas/Pet/properties/name', message: rule, ...affectedOperations[0] };
  return {
    rule,
    key: `key-${rule}`,
    changeType: 'RESPONSE_CHANGED',
    severity,
    ...facts,
    affectedOperations,
    ...place,
    ...rest,
  };
};

const accepted = (key: string, expiresAt: Date | null = null): Accepted => ({
  ...{ id: 'e', key, reason: 'Agreed', createdById: 'u', createdAt: new Date(0), expiresAt },
});

const now = new Date('2026-06-01T00:00:00Z');
const items = [
  found('api-removed-without-deprecation', 'BREAKING'),
  found('response-property-pattern-changed', 'WARNING', { affectedOperations: both }),
  found('endpoint-summary-changed', 'INFO'),
];
const summary: DiffSummary = { unchanged: false, addedEndpoints: 0, removedEndpoints: 1, modifiedEndpoints: 2 };
const counted = { ...summary, breakingChanges: 1, warnings: 1, infos: 1 };

describe('a judgement', () => {
  it('is the stored severity by default', () => {
    expect(judge(items, STRICT)).toEqual(items.map((item, sortOrder) => ({ ...item, sortOrder })));
  });

  it('prefers an override to the profile, sorts by severity and renumbers', () => {
    const overrides = new Map<string, Severity>([
      ['api-removed-without-deprecation', 'INFO'],
      ['endpoint-summary-changed', 'BREAKING'],
    ]);
    const judged = judge(items, { ...STRICT, profile: 'OASDIFF', overrides });
    expect(
      judged.map(({ rule, severity, isBreaking, mustHandle, sortOrder }) => [
        rule,
        severity,
        isBreaking,
        mustHandle,
        sortOrder,
      ]),
    ).toEqual([
      ['endpoint-summary-changed', 'BREAKING', true, true, 0],
      ['api-removed-without-deprecation', 'INFO', false, false, 1],
      ['response-property-pattern-changed', 'INFO', false, false, 2],
    ]);
    expect(items[0]?.severity).toBe('BREAKING');
  });

  it('shows an accepted change, after all that count, but does not count it', () => {
    const exception = accepted('key-api-removed-without-deprecation');
    const judged = judgeComparison({ summary: counted, items }, { ...STRICT, exceptions: [exception], now });
    expect(judged.items.at(-1)).toMatchObject({
      severity: 'BREAKING',
      isBreaking: false,
      mustHandle: false,
      ignored: exception,
      sortOrder: 2,
    });
    expect(judged.summary).toEqual({ ...counted, breakingChanges: 0, affectedOperations: 2, ignoredChanges: 1 });
  });

  it.each([
    ['before its end', new Date('2026-06-01T00:00:01Z'), 1],
    ['at its end', now, 0],
    ['after its end', new Date('2026-05-31T00:00:00Z'), 0],
  ])('applies an exception %s: %s', (_, expiresAt, ignored) => {
    const exceptions = [accepted('key-api-removed-without-deprecation', expiresAt)];
    expect(judgeComparison({ summary: counted, items }, { ...STRICT, exceptions, now }).summary.ignoredChanges).toBe(
      ignored,
    );
  });

  it('counts ignored changes of Markdown, and keeps the counts of lines and blocks', () => {
    const text: DiffSummary = { unchanged: false, addedLines: 2, removedLines: 1, modifiedBlocks: 1 };
    const block = found('markdown-block-added', 'INFO', { affectedOperations: [] });
    const judged = judgeComparison({ summary: text, items: [block] }, { ...STRICT, exceptions: [accepted(block.key)] });
    expect(judged.summary).toEqual({ ...text, ignoredChanges: 1 });
    expect(summarizeStored(text)).toEqual({ ...text, ignoredChanges: 0 });
  });
});

describe('a profile', () => {
  it.each<[string, Severity, Severity, Severity]>([
    ['api-removed-without-deprecation', 'BREAKING', 'BREAKING', 'BREAKING'],
    ['api-security-scope-added', 'BREAKING', 'INFO', 'BREAKING'],
    ['request-body-max-length-set', 'BREAKING', 'WARNING', 'BREAKING'],
    ['request-body-min-length-increased', 'BREAKING', 'BREAKING', 'BREAKING'],
    ['request-body-max-set', 'INFO', 'INFO', 'INFO'],
    ['response-body-prefix-items-added', 'INFO', 'BREAKING', 'INFO'],
    ['request-read-only-property-max-set', 'INFO', 'INFO', 'INFO'],
    ['response-property-enum-value-added', 'BREAKING', 'WARNING', 'WARNING'],
    ['response-property-became-nullable', 'BREAKING', 'BREAKING', 'BREAKING'],
    ['response-property-content-media-type-changed', 'BREAKING', 'BREAKING', 'WARNING'],
    ['request-parameter-style-changed', 'BREAKING', 'INFO', 'BREAKING'],
    ['request-body-unevaluated-items-added', 'BREAKING', 'BREAKING', 'BREAKING'],
    ['request-body-items-added', 'BREAKING', 'INFO', 'BREAKING'],
    ['api-invalid-stability-level', 'WARNING', 'BREAKING', 'WARNING'],
    ['response-property-pattern-changed', 'WARNING', 'INFO', 'WARNING'],
  ])('decides %s: strict %s, oasdiff %s, lenient %s', (rule, strict, oasdiff, lenient) => {
    const judged = (['STRICT', 'OASDIFF', 'LENIENT'] as const).map(profile =>
      severityUnder(profile, { rule, severity: strict }),
    );
    expect(judged).toEqual([strict, oasdiff, lenient]);
  });
});

describe('filters', () => {
  const judged = judge(items, { ...STRICT, exceptions: [accepted('key-api-removed-without-deprecation')], now });
  it.each([
    [{}, 3],
    [{ severity: ['BREAKING', 'INFO'] as const }, 2],
    [{ severity: [] }, 3],
    [{ method: 'post' }, 1],
    [{ path: 'pet' }, 3],
    [{ path: 'PET' }, 0],
    [{ method: 'POST', path: '/pets' }, 1],
    [{ rule: 'api-removed-without-deprecation' }, 1],
    [{ ignored: true }, 1],
    [{ ignored: false }, 2],
    [{ ignored: false, severity: ['BREAKING'] as const }, 0],
  ])('%j leave %i', (filters, count) => {
    expect(filterItems(judged, filters)).toHaveLength(count);
  });

  it('page the remaining changes', () => {
    expect(windowOf([1, 2, 3], { first: 1, offset: 1 })).toEqual([2]);
    expect(windowOf([1, 2, 3], { offset: 5 })).toEqual([]);
    expect(() => windowOf([], { first: 0 })).toThrow('first must be at least 1');
  });
});

describe('groups', () => {
  const shape = (by: 'OPERATION' | 'CAUSE', from = judge(items, STRICT)) =>
    groupItems(from, by).map(group => [group.name, group.severity, itemsOf(group).map(({ rule }) => rule)]);

  it('by operation contain a change once for every affected operation', () => {
    expect(shape('OPERATION')).toEqual([
      ['GET /pets', 'BREAKING', items.map(({ rule }) => rule)],
      ['POST /pets', 'WARNING', ['response-property-pattern-changed']],
    ]);
  });

  it('by cause contain each change once', () => {
    const places = [
      ...['/paths/~1pets/get/responses/200', '/info/version', '', '/paths/~1pets', '/line/4'],
      ...['/paths/~1pets/query/responses', '/webhooks/pet/additionalOperations/M-SEARCH!/responses'],
    ];
    const placed = judge(
      places.map((location, at) => found(`rule-${at}`, 'INFO', { location })),
      STRICT,
    );
    expect(shape('CAUSE', placed).map(([name, , rules]) => [name, rules])).toEqual([
      ['#', ['rule-2', 'rule-4']],
      ['#/info', ['rule-1']],
      ['#/paths/~1pets', ['rule-3']],
      ['#/paths/~1pets/get', ['rule-0']],
      ['#/paths/~1pets/query', ['rule-5']],
      ['#/webhooks/pet/additionalOperations/M-SEARCH!', ['rule-6']],
    ]);
  });

  it('have the severity of their most severe change that counts', () => {
    const judged = judge(items, { ...STRICT, exceptions: [accepted('key-api-removed-without-deprecation')], now });
    expect(shape('CAUSE', judged)[0]?.slice(0, 2)).toEqual(['#/components/schemas/Pet', 'WARNING']);
  });
});

describe('the version hint', () => {
  const version = (oldValue: string, newValue: string) => found('api-version-changed', 'INFO', { oldValue, newValue });
  const breaking = found('api-removed-without-deprecation', 'BREAKING');
  const addition = found('endpoint-added', 'INFO');
  const words = found('endpoint-summary-changed', 'INFO');
  it.each<[string, DiffItem[], string, boolean | null]>([
    ['nothing', [], 'NONE', true],
    ['a version alone', [version('1.0.0', '1.0.1')], 'NONE', true],
    ['words', [words, version('1.0.0', '1.0.1')], 'PATCH', true],
    ['words without a version', [words], 'PATCH', false],
    ['an addition', [addition, version('1.0.0', '1.0.1')], 'MINOR', false],
    ['an addition and a minor version', [addition, version('1.0.9', '1.1.0')], 'MINOR', true],
    ['a break', [breaking, version('1.9.0', '1.10.0')], 'MAJOR', false],
    ['a break and a major version', [breaking, version('v1.9', 'v2.0')], 'MAJOR', true],
    ['a break before 1.0.0', [breaking, version('0.4.1', '0.5.0')], 'MAJOR', true],
    ['a break with 1.0.0', [breaking, version('0.4.1', '1.0.0')], 'MAJOR', true],
    ['a lower version', [words, version('2.0.0', '1.9.9')], 'PATCH', false],
    ['a break after a pre-release', [breaking, version('2.0.0-rc.1', '2.0.0')], 'MAJOR', true],
    ['a break between pre-releases', [breaking, version('2.0.0-rc.9', '2.0.0-rc.10')], 'MAJOR', true],
    ['a break and a pre-release', [breaking, version('1.4.0', '2.0.0-rc.1')], 'MAJOR', true],
    ['a break and the same pre-release', [breaking, version('2.0.0-rc.1+a', '2.0.0-rc.1+b')], 'MAJOR', false],
    ['a break and an earlier pre-release', [breaking, version('2.0.0-beta.2', '2.0.0-beta.1')], 'MAJOR', false],
    ['a pre-release of the released version', [version('2.0.0', '2.0.0-rc.1')], 'NONE', false],
    ['an earlier pre-release', [version('2.0.0-rc', '2.0.0-7')], 'NONE', false],
    ['a shorter pre-release', [version('2.0.0-rc.1', '2.0.0-rc')], 'NONE', false],
    ['dates', [addition, version('2026-01-01', '2026-02-01')], 'MINOR', null],
  ])('of %s', (_, changes, needed, sufficient) => {
    expect(semverHint(judge(changes, STRICT))).toMatchObject({ needed, sufficient });
  });

  it('needs no new version for accepted changes', () => {
    expect(semverHint(judge([breaking], { ...STRICT, exceptions: [accepted(breaking.key)] })).needed).toBe('NONE');
  });
});
