import MarkdownIt from 'markdown-it';
import { describe, expect, it } from 'vitest';
import { writeChangelog } from '../../src/diffs/changelog.ts';
import { judgeComparison, STRICT } from '../../src/diffs/judge.ts';
import { compareMarkdown } from '../../src/markdown/compare.ts';
import type { ChangeType, DiffItem, DiffSummary, Severity } from '../../src/openapi-diff/model.ts';

const operations = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ method: 'GET', path: `/things/${index}` }));

function found(rule: string, severity: Severity, message: string, rest: Partial<DiffItem> = {}): DiffItem {
  const place = { changeType: 'RESPONSE_CHANGED' as ChangeType, affectedOperations: operations(1), location: '' };
  return {
    rule,
    key: rule,
    severity,
    isBreaking: severity === 'BREAKING',
    mustHandle: severity !== 'INFO',
    message,
    sortOrder: 0,
    ...place,
    ...rest,
  };
}

const summary: DiffSummary = {
  unchanged: false,
  addedEndpoints: 1,
  removedEndpoints: 0,
  modifiedEndpoints: 1,
  breakingChanges: 1,
  warnings: 0,
  infos: 4,
};

const write = (items: DiffItem[], exceptions = STRICT.exceptions) =>
  writeChangelog(judgeComparison({ summary, items }, { ...STRICT, exceptions }));

const items = [
  found('request-property-became-required', 'BREAKING', 'Request property `name` in schema `Pet`: became required', {
    affectedOperations: operations(8),
  }),
  found('endpoint-added', 'INFO', 'GET /things/0 was added', { changeType: 'ENDPOINT_ADDED' }),
  found('response-property-added', 'INFO', 'Response property `tag` was added to schema `Pet`'),
  found('endpoint-deprecated', 'INFO', 'GET /things/0: deprecated', { changeType: 'DEPRECATION_CHANGED' }),
  found('optional-response-header-removed', 'WARNING', 'Header `X-Old`: removed', {
    affectedOperations: operations(2),
  }),
];

describe('a changelog', () => {
  it('has a section for each kind of change, breaking ones first, and one line for each cause', () => {
    expect(write(items)).toBe(`# Changelog

1 breaking change, 1 warning, 3 other changes; 8 operations affected.

Version: these changes require a new major version; the version did not change (not enough).

## Breaking changes

- Request property \`name\` in schema \`Pet\`: became required (\`GET /things/0\`, \`GET /things/1\`, \`GET /things/2\`, \`GET /things/3\`, \`GET /things/4\` and 3 more)

## Added endpoints

- \`GET /things/0\` was added

## Changed

- Response property \`tag\` was added to schema \`Pet\` (\`GET /things/0\`)

## Deprecated

- \`GET /things/0\`: deprecated

## Removed

- Header \`X-Old\`: removed (\`GET /things/0\`, \`GET /things/1\`)
`);
  });

  it('of a text lists added, changed and removed blocks by their first words', () => {
    const before = '# Use\n\nRun `npm ci`.\n\n- one *thing*\n';
    const after = '# Use\n\nRun `npm ci` first.\n\n```\ncode\n```\n';
    expect(writeChangelog(judgeComparison(compareMarkdown(before, after), STRICT))).toBe(`# Changelog

4 lines added, 2 lines removed, 1 block changed.

## Added

- Code block in "Use" was added

## Changed

- Paragraph "Run \`npm ci\` first." in "Use" was changed: "first" added

## Removed

- List item "one \\*thing\\*" in "Use" was removed
`);
  });

  it('lists accepted changes with their reasons at the end', () => {
    const until = new Date('2027-03-01T00:00:00Z');
    const [first] = items as [DiffItem];
    const exception = {
      id: 'e',
      key: first.key,
      reason: 'No *client* left',
      createdById: 'u',
      createdAt: until,
      expiresAt: until,
    };
    const text = write([first], [exception]);
    expect(text).not.toContain('Breaking changes');
    expect(text).toContain('## Accepted exceptions\n\n- Request property `name`');
    expect(text).toContain('— accepted: No \\*client\\* left, until 2027-03-01\n');
  });

  it('says so when nothing has changed', () => {
    const unchanged = { summary: { ...summary, unchanged: true, ignoredChanges: 0 }, items: [] };
    expect(writeChangelog(unchanged)).toBe('# Changelog\n\nNothing has changed.\n');
  });

  it.each([
    'Property `a\n# Heading` <script>alert(1)</script> ![x](javascript:alert(1)) [y](http://evil.example)',
    '*bold* _em_ ~~gone~~ | cell | https://evil.example www.evil.example @somebody &lt;b&gt; \\',
    'unpaired ` backtick <img src=x onerror=alert(1)>',
    '\u202egnorw\u0007 \u2028- item',
    '- [ ] task',
    '1. first',
  ])('escapes text of a document in Markdown: %j', message => {
    const text = write([
      found('some-rule', 'INFO', message, { affectedOperations: [{ method: 'GET', path: '/a`b``c' }] }),
    ]);
    const html = new MarkdownIt({ html: true, linkify: true }).render(text);
    expect(html).not.toMatch(/<(script|img|a|b|em|strong|s|table|h3|ol)\b/);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html.match(/<h2>/g)).toHaveLength(1);
    expect(html.match(/<li>/g)).toHaveLength(1);
    expect(html).toContain('<code>GET /a`b``c</code>');
  });

  it('is bounded', () => {
    const text = write(Array.from({ length: 2_000 }, (_, index) => found('some-rule', 'INFO', `Change ${index}`)));
    expect(text.match(/^- /gm)).toHaveLength(501);
    expect(text).toContain('- … and 1500 more\n');
  });
});
