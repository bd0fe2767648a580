import { expect, it } from 'vitest';
import { CONTEXT_TOKENS, estimateTokens } from '../../src/ai/context.ts';
import { writeMachineDiff } from '../../src/ai/machine-diff.ts';
import type { JudgedItem } from '../../src/diffs/judge.ts';
import { compareOpenApi } from '../../src/openapi-diff/compare.ts';

const paths = (count: number, prefix: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/${prefix}-${index}`,
      { get: { summary: `Get ${prefix} ${index}`, responses: { 200: { description: 'ok' } } } },
    ]),
  );

const document = (given: object) => ({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: given }) as never;

it('lists every change that must be handled; many other changes are only counted', () => {
  const { summary, items } = compareOpenApi(document(paths(400, 'gone')), document(paths(400, 'new')));
  const text = writeMachineDiff({ ...summary, ignoredChanges: 0 }, items as JudgedItem[]);
  expect(text.match(/- BREAKING \| .*\/gone-\d+/g)).toHaveLength(400);
  expect(text.match(/- INFO \| endpoint-added \| GET \/new-\d+/g)?.length ?? 0).toBeLessThan(400);
  expect(text).toMatch(/The other \d+ changes, counted by rule:\n- INFO \| endpoint-added \| \d+ changes$/);
});

it.each([
  ['English', 'gone'],
  ['Chinese', '删除的订单查询接口'],
])('stays within the size of one request in %s, also if more changes must be handled', (_, gone) => {
  const { summary, items } = compareOpenApi(document(paths(4000, gone)), document({}));
  const text = writeMachineDiff({ ...summary, ignoredChanges: 0 }, items as JudgedItem[]);
  expect(estimateTokens(text)).toBeLessThan(CONTEXT_TOKENS);
  const told = text.match(/^- BREAKING \| .* \| at /gm)?.length ?? 0;
  expect(told).toBeGreaterThan(300);
  expect(text).toContain(`The other ${4000 - told} changes, counted by rule:\n- BREAKING |`);
});

it('counts accepted changes as accepted', () => {
  const { summary, items } = compareOpenApi(document(paths(400, 'gone')), document(paths(400, 'new')));
  const ignored = { exceptionId: 'e', reason: 'No client', acceptedById: 'u', acceptedAt: new Date(), expiresAt: null };
  const judged = items.map(item => (item.rule === 'endpoint-added' ? { ...item, ignored } : item));
  const text = writeMachineDiff({ ...summary, ignoredChanges: 400 }, judged as JudgedItem[]);
  expect(text).toMatch(/counted by rule:\n- ACCEPTED \| endpoint-added \| \d+ changes$/);
});

it('lists a small diff in full', () => {
  const { summary, items } = compareOpenApi(document(paths(1, 'gone')), document(paths(3, 'new')));
  const text = writeMachineDiff({ ...summary, ignoredChanges: 0 }, items as JudgedItem[]);
  expect(text.match(/^- /gm)).toHaveLength(4);
  expect(text).not.toContain('counted by rule');
});
