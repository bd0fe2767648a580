import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { cyclicJson, guideMarkdown, petstore31Json, petstoreNext } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const LIMIT = 1_000_000;

const app = await testApp({ DOCSVC_MAX_CONTENT_BYTES: String(LIMIT) });
const { admin } = await seed(app);
const project = await admin.createProject();
const pets = await project.createDocument();
const guide = await project.createDocument({ type: 'MARKDOWN' });

type Check = {
  problems: { message: string; line: number | null }[];
  documentFormat: string | null;
  versionName: string | null;
  title: string | null;
  summary: { breakingChanges: number | null } | null;
  items: { key: string; severity: string; rule: string }[];
  itemCount: number;
};

const check = (branchId: string, content: string, first = 20) =>
  admin.ask<Check>(
    `query($branchId: ID!, $content: String!, $first: Int) { contentCheck(branchId: $branchId, content: $content) {
      problems { message line } documentFormat versionName title summary { breakingChanges }
      items(first: $first) { key severity rule } itemCount
    } }`,
    { branchId, content, first },
  );

describe('a content that is still being written', () => {
  it('is told its problems at their lines', async () => {
    const { problems, summary } = await check(pets.branches.dev, 'openapi: 3.1.0\ninfo: { title: Pets }\npaths: {}\n');
    expect(problems[0]).toMatchObject({ message: expect.stringContaining('version'), line: 2 });
    expect(summary).toBeNull();
  });

  it('is compared with the latest version, as its draft would be, and stored nowhere', async () => {
    await pets.publish({ content: petstore31Json });
    const count = () => app.database.prisma.text.count();
    const before = await count();
    const checked = await check(pets.branches.dev, petstoreNext, 100);
    expect(await count()).toBe(before);
    expect(checked).toMatchObject({ problems: [], documentFormat: 'OPENAPI_3_1', versionName: expect.any(String) });
    const draft = await pets.createDraft({ content: petstoreNext });
    const { diffPreview } = await admin.ask<{ diffPreview: Pick<Check, 'items' | 'itemCount' | 'summary'> }>(
      'query($id: ID!) { draft(id: $id) { diffPreview { items(first: 100) { key severity rule } itemCount summary { breakingChanges } } } }',
      { id: draft.id },
    );
    expect(checked).toMatchObject(diffPreview);
    expect(await check(pets.branches.dev, petstoreNext, 1)).toMatchObject({
      items: diffPreview.items.slice(0, 1),
      itemCount: diffPreview.itemCount,
    });
  });

  it.each([-1, 0, 101])('is not told %i of its changes', async first => {
    const { branches } = await project.createDocument();
    await expect(check(branches.dev, petstoreNext, first)).rejects.toThrow('first must be');
  });

  it.each([-1, 0])('has no values of at most %i characters', async most => {
    const { branches, publish } = await project.createDocument();
    await publish({ content: petstore31Json });
    const values = admin.ask(
      `query($branchId: ID!, $content: String!, $most: Int) { contentCheck(branchId: $branchId, content: $content) {
        items { newValue(maxCharacters: $most) }
      } }`,
      { branchId: branches.dev, content: petstoreNext, most },
    );
    await expect(values).rejects.toThrow('maxCharacters must be at least 1');
  });

  it.each([
    ['is larger than drafts may be', `# ${'a'.repeat(LIMIT)}`, `must have at most ${LIMIT} bytes`],
    ['is not Unicode', 'a\ud800', 'lone surrogate'],
  ])('is refused as its draft would be when it %s', async (_, content, message) => {
    const query =
      'query($branchId: ID!, $content: String!) { contentCheck(branchId: $branchId, content: $content) { title } }';
    const { errors } = await admin.graphql(query, { branchId: guide.branches.dev, content });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_ARGUMENT',
      errors: [{ field: 'content', message: expect.stringContaining(message) }],
    });
  });

  it('that differs too much from the latest version to be compared has one breaking change, which says so', async () => {
    const document = await project.createDocument();
    await document.publish({ content: cyclicJson(400, 'string') });
    const { problems, summary, items } = await check(document.branches.dev, cyclicJson(399, 'integer'));
    expect([problems, summary?.breakingChanges]).toEqual([[], 1]);
    expect(items).toMatchObject([{ rule: 'comparison-too-large', severity: 'BREAKING' }]);
  });

  it('may be Markdown, whose title is its first heading', async () => {
    const { title, versionName, problems } = await check(guide.branches.dev, guideMarkdown);
    expect([/^# (.*)$/m.exec(guideMarkdown)?.[1], null, []]).toEqual([title, versionName, problems]);
    const long = await check(guide.branches.dev, `# A long guide\n\n${'Some words. '.repeat(10_000)}`);
    expect(long.title).toBe('A long guide');
    const afterCode = await check(guide.branches.dev, '```sh\n# Install it\n```\n\n# Setup #\n');
    expect(afterCode.title).toBe('Setup');
  });
});

describe('Markdown in a text', () => {
  const hostile = '# Guide\n\n**Feed** them <script>alert(1)</script>\n';

  it('is rendered safely while it is being written', async () => {
    const { html } = await admin.ask<{ html: string }>(
      'query($branchId: ID!, $content: String!) { contentCheck(branchId: $branchId, content: $content) { html } }',
      { branchId: guide.branches.dev, content: hostile },
    );
    expect(html).toContain('<strong>Feed</strong>');
    expect(html).not.toContain('<script');
  });

  it('is rendered safely in the introduction of an API and its tags', async () => {
    const text = JSON.parse(petstore31Json);
    text.info.description = hostile;
    text.tags = [{ name: 'pets', description: 'All *pets*' }, { name: 'bare' }];
    const cats = await project.createDocument({ name: 'Cats' });
    const { id } = await cats.publish({ content: JSON.stringify(text) });
    type Introduction = { title: string; descriptionHtml: string; tags: object[] };
    const { introduction } = await admin.ask<{ introduction: Introduction }>(
      'query($id: ID!) { version(id: $id) { introduction { title descriptionHtml tags { name descriptionHtml } } } }',
      { id },
    );
    expect(introduction.title).toBe(text.info.title);
    expect(introduction.descriptionHtml).toContain('<strong>Feed</strong>');
    expect(introduction.descriptionHtml).not.toContain('<script');
    expect(introduction.tags).toEqual([{ name: 'pets', descriptionHtml: expect.stringContaining('<em>pets</em>') }]);
  });
});

describe('a draft and a version', () => {
  it('give the value at a place of an OpenAPI document', async () => {
    const draft = await pets.createDraft({ content: petstore31Json });
    const at = async (pointer: string) =>
      (
        await admin.ask<{ excerpt: string | null }>(
          'query($id: ID!, $at: String!) { draft(id: $id) { excerpt(pointer: $at) } }',
          { id: draft.id, at: pointer },
        )
      ).excerpt;
    expect(JSON.parse((await at('/info/title')) ?? '')).toBe(JSON.parse(petstore31Json).info.title);
    expect(await at('/nothing/here')).toBeNull();
  });

  it('name the line of a place in both forms of their text, with the lines around it', async () => {
    const yaml = 'openapi: 3.1.0\npaths: {}\ninfo:\n  version: 1.0.0\n  title: Pets\n';
    const draft = await pets.createDraft({ content: yaml });
    type Place = { line: number; firstLine: number; text: string };
    const at = async (pointer: string, kind: string, id = draft.id) => {
      const { place } = await admin.ask<{ place: Place }>(
        'query($id: ID!, $pointer: String!, $kind: ContentKind!) { draft(id: $id) { place(pointer: $pointer, kind: $kind) { line firstLine text } } }',
        { id, pointer, kind },
      );
      return { line: place.line, shows: place.text.split('\n')[place.line - place.firstLine] };
    };
    expect(await at('/info/title', 'RAW')).toEqual({ line: 5, shows: '  title: Pets' });
    expect(await at('/info/title', 'NORMALIZED')).toEqual({ line: 3, shows: '    "title": "Pets",' });
    expect(await at('/info/contact/name', 'RAW')).toMatchObject({ shows: 'info:' });
    const many = {
      ...JSON.parse(petstore31Json),
      tags: Array.from({ length: 500 }, (_, index) => ({ name: `t${index}` })),
    };
    const long = await pets.createDraft({ content: JSON.stringify(many, undefined, 1) });
    expect(await at('/tags/400/name', 'RAW', long.id)).toMatchObject({ shows: '   "name": "t400"' });
    const text = await guide.createDraft({ content: guideMarkdown });
    expect(await at('/line/1', 'STABLE', text.id)).toEqual({ line: 1, shows: guideMarkdown.split('\n')[0] });
  });
});
