import { describe, expect, it } from 'vitest';
import { entriesOfMarkdown, entriesOfOpenApi } from '../../src/contents/worker/search-entries.ts';
import type { JsonObject } from '../../src/platform/json.ts';
import { cpuMsOf } from '../support/cpu-time.ts';

describe('entries of OpenAPI', () => {
  const shared = (count: number, item: object): JsonObject => {
    const paths = Array.from({ length: count }, (_, index) => [`/p${index}`, { $ref: '#/paths/~1x' }]);
    return { paths: { '/x': item, ...Object.fromEntries(paths) } } as JsonObject;
  };

  it('have the first words of a long description, also where thousands of paths share it', async () => {
    const get = { summary: 'Does it.', description: 'many words '.repeat(60_000), operationId: 'beyond' };
    const document = shared(4_000, { get });
    const cpuMs = await cpuMsOf(() => {
      const entries = entriesOfOpenApi(document);
      expect(entries).toHaveLength(4_001);
      expect(entries[1]).toMatchObject({ title: 'GET /p0', path: '/p0' });
      expect(entries[1]?.body).toBe(`Does it.\n${'many words '.repeat(400)}`.slice(0, 4_000));
      expect(entries.reduce((sum, { body }) => sum + body.length, 0)).toBe(2_000_000);
    });
    expect(cpuMs).toBeLessThan(1_500);
  });

  it('read the parameters of a path item once, however many paths refer to it', async () => {
    const parameters = Array.from({ length: 1_500 }, (_, index) => ({ name: `p${index}`, in: 'query', schema: {} }));
    const document = shared(3_000, { parameters, get: {} });
    const cpuMs = await cpuMsOf(() => {
      const entries = entriesOfOpenApi(document);
      expect(entries[3_000]).toMatchObject({ title: 'GET /p2999', body: '' });
      expect(entries[1]?.body).toMatch(/^p0\np1\np2\n/);
    });
    expect(cpuMs).toBeLessThan(1_500);
  });

  it('have the summary and the parameters that a path adds to a shared path item', () => {
    const { paths } = shared(1, { parameters: [{ name: 'common', in: 'query' }], get: { tags: ['pets'] } });
    const own = { $ref: '#/paths/~1x', summary: 'Own words.', parameters: [{ name: 'own', in: 'query' }] };
    const entries = entriesOfOpenApi({ paths: { ...(paths as JsonObject), '/own': own } });
    expect(entries.map(({ body }) => body)).toEqual(['pets\ncommon', 'pets\ncommon', 'Own words.\npets\nown']);
  });
});

describe('entries of Markdown', () => {
  it('have all words of a long line', () => {
    const words = `${'word '.repeat(1500)}needle`;
    const entries = entriesOfMarkdown(`# T\n\n${words}\nnext`);
    expect(entries.map(({ body }) => body.replaceAll('\n', ' ')).join('')).toBe(`${words} next`);
    expect(entries.map(({ title, line }) => ({ title, line }))).toEqual([
      { title: 'T', line: 1 },
      { title: 'T', line: 3 },
    ]);
    expect(entries[0]?.body).toMatch(/word$/);
  });

  it('have all pieces of a long line without a space', () => {
    const text = `Before\n${'x'.repeat(1_000_000)}`;
    const entries = entriesOfMarkdown(text);
    expect(entries.slice(0, 3)).toMatchObject([{ body: 'Before', line: 1 }, { line: 2 }, { line: 2 }]);
    expect(
      entries
        .map(({ body }) => body)
        .join('\n')
        .replace(/(?<=x)\n/g, ''),
    ).toBe(text);
  });
});
