import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { type ConsoleTab, openConsole } from '../support/console.ts';
import { petstore31Json } from '../support/documents.ts';

const app = await testApp();
const { admin, superAdmin, tab } = await openConsole(app);
const project = await admin.createProject();
const api = await project.createDocument({ name: 'Pets', relativePath: 'apis/pets.yaml' });
const version = await api.publish({ content: petstore31Json, versionName: '1.0.0' });
const draft = await api.createDraft({ versionName: '2.0.0' });

const MANY = 230;
const { db } = app.services;
const many = <Row>(make: (number: number, id: string) => Row): Row[] =>
  Array.from({ length: MANY }, (_, index) => make(index + 1, newId()));

const optionsOf = (page: ConsoleTab, label: string) =>
  page.read<string[]>(`(() => {
    const label = [...document.querySelectorAll('label')].find(one => one.textContent.startsWith(${JSON.stringify(label)}));
    return [...document.getElementById(label.htmlFor).options].map(({ text }) => text);
  })()`);

describe('more rows than the service gives at once', () => {
  it('of branches are all listed, found and offered', async () => {
    const createdById = admin.id;
    const fields = { documentId: api.id, kind: 'FEATURE', createdById } as const;
    await db.branch.createMany({ data: many((number, id) => ({ ...fields, id, name: `feature/${number}` })) });
    const last = `feature/${MANY}`;
    const page = await tab(admin, `/documents/${api.id}/branches`);
    await page.press('Page 5');
    await page.sees(last);
    await page.auditEverywhere('branches-many');
    await page.fill('Search branches', last);
    await page.until(`document.querySelectorAll('.rows > li').length === 1`);
    await page.press(`Change ${last}`);
    await page.press('Rename or describe');
    await page.fill('Description', 'The last one');
    await page.press('Save');
    await page.sees('The last one');
    const { id } = await db.branch.findFirstOrThrow({ where: { documentId: api.id, name: last } });
    await page.go(`/documents/${api.id}?branch=${id}`);
    await page.sees('Nothing is published on this branch');
    expect(await optionsOf(page, 'Branch')).toHaveLength(MANY + 3);
    await page.press('Write the first draft');
    await page.sees('What changes, and why');
    expect(await page.read('document.querySelector("select").value')).toBe(id);
    await page.go(`/documents/${api.id}/promote?to=${last}`);
    await page.sees('Submit the promotion');
    expect(await page.read('document.querySelectorAll("select")[1].value')).toBe(id);
    await api.publish({ content: petstore31Json, branch: id });
    await page.go(`/documents/${api.id}/shares`);
    await page.press('New share');
    await page.sees('Ends after');
    expect(await optionsOf(page, 'Branch')).toContain(last);
    expect(page.noise).toEqual([]);
  });

  it('of teams and projects are all offered', async () => {
    const createdById = admin.id;
    await db.team.createMany({ data: many((number, id) => ({ id, name: `Team ${number}`, createdById })) });
    const data = many((number, id) => ({ id, name: `Project ${number}`, teamId: project.teamId, createdById }));
    await db.project.createMany({ data });
    const page = await tab(superAdmin, '/projects');
    await page.press('Change a team');
    await expect.poll(() => optionsOf(page, 'Team')).toContain(`Team ${MANY}`);
    const { id = '' } = (await db.team.findFirst({ where: { name: `Team ${MANY}` } })) ?? {};
    await page.page.select('[role=dialog] select', id);
    await page.fill('Name', 'The last team');
    await page.press('Save');
    await page.press('New project');
    await expect.poll(() => optionsOf(page, 'Team')).toContain('The last team');
    await page.go('/me/api-tokens');
    await page.press('New API token');
    await expect.poll(() => optionsOf(page, 'In')).toContain(`Project ${MANY}`);
    expect(page.noise).toEqual([]);
  });
});

describe('an address that is not right', () => {
  it('leads behind the end of a list, and back', async () => {
    const page = await tab(superAdmin);
    const lists = [`/documents/${api.id}`, `/documents/${api.id}/drafts`, `/projects/${project.id}/members`, '/system'];
    for (const list of lists)
      for (const wrong of ['7', '99999999', '1e400']) {
        await page.go(`${list}?page=${wrong}`);
        await page.sees('This page of the list is empty');
      }
    await page.press('To the list');
    await page.misses('This page of the list is empty');
    await page.sees(superAdmin.email);
    for (const wrong of ['-1', '1.5', 'x']) {
      await page.go(`/system?page=${wrong}`);
      await page.sees(superAdmin.email);
    }
    expect(page.noise).toEqual([]);
  });

  it('shows everything where it names a kind, a status or a part that there is not', async () => {
    const page = await tab(superAdmin, '/search?q=pets&kind=NONE');
    await page.sees('/pets');
    await page.go(`/documents/${api.id}/drafts?status=NONE`);
    await page.sees('2.0.0');
    await page.go('/system/audit?kind=none');
    await page.sees('user.login');
    for (const part of ['none', 'rendered', 'toString']) {
      await page.go(`/drafts/${draft.id}?tab=${part}`);
      await page.sees('No changes that clients notice');
    }
    expect(page.noise).toEqual([]);
  });

  it('says so under a title of its own', async () => {
    const page = await tab(superAdmin, `/versions/${version.id}`);
    for (const [path, title] of [
      ['/drafts/none', 'Draft'],
      ['/drafts/none/edit', 'Edit a draft'],
      ['/documents/none/new-draft', 'New draft'],
      ['/documents/none/promote', 'Promote'],
    ] as const) {
      await page.go(path);
      await page.sees('for you');
      expect(await page.read('document.querySelector("h1").textContent')).toBe(title);
      expect(await page.read('document.title')).toBe(`${title} · docsvc`);
    }
    expect(page.noise).toEqual([]);
  });
});

describe('the audit', () => {
  it('keeps the search when another kind is chosen', async () => {
    const page = await tab(superAdmin, '/system/audit?q=login');
    await page.sees('user.login');
    await page.page.select('select', 'user');
    await page.until(`location.search === '?q=login&kind=user'`);
    await page.sees('user.login');
    expect(await page.read(`document.querySelector('input[type=search]').value`)).toBe('login');
  });
});
