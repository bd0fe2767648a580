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

describe('a list', () => {
  it('of branches has one default after another branch became it', async () => {
    const pets = await project.createDocument({ relativePath: 'default.yaml' });
    const page = await tab(admin, `/documents/${pets.id}/branches`);
    await page.press('Change test');
    await page.press('Make default');
    const defaults = `[...document.querySelectorAll('.rows > li')].filter(one => /Default/.test(one.textContent)).map(one => one.querySelector('strong').textContent).join()`;
    await page.until(`${defaults} === 'test'`);
    expect(page.noise).toEqual([]);
  });

  it('of review comments is complete, and one of changes says that it is not', async () => {
    const paths = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          `/pets/${n}`,
          { get: { responses: { default: { description: 'All' } } } },
        ]),
      );
    const text = (count: number) =>
      JSON.stringify({ openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: paths(count) });
    const pets = await project.createDocument({ relativePath: 'many.yaml' });
    await pets.publish({ content: text(1) });
    const long = await pets.createDraft({ content: text(41) });
    const comment = 'mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }';
    for (let number = 1; number <= 101; number += 1)
      await admin.ask(comment, { input: { draftId: long.id, body: `Remark ${number}` } });
    const page = await tab(admin, `/drafts/${long.id}/edit`);
    await page.sees('Remark 101');
    await page.sees('The first 30 of 40 are shown.');
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: '# Guide\n' });
    const chapters = Array.from({ length: 50 }, (_, number) => `Chapter ${number}\n`).join('\n');
    const { id } = await guide.createDraft({ content: `# Guide\n\n${chapters}` });
    await page.go(`/drafts/${id}/edit`);
    await page.sees('The first 30 of 50 are shown.');
    expect(page.noise).toEqual([]);
  });
});

describe('an answer that is not from the service', () => {
  it('but from a proxy is not shown as a lost connection', async () => {
    const page = await tab(admin, '/projects');
    await page.sees('changed');
    await page.page.setRequestInterception(true);
    page.page.on('request', request =>
      request.url().endsWith('/graphql')
        ? request.respond({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' })
        : request.continue(),
    );
    await page.go('/projects');
    await page.sees('It does not answer at the moment');
    await page.misses('Check your connection');
  });
});

describe('a writer who was removed from the project', () => {
  it('is told so while they type, and keeps the typed text', async () => {
    const writer = await project.addMember('writer');
    const own = await api.createDraft({ versionName: '9.0.0', by: writer });
    const page = await tab(writer, `/drafts/${own.id}/edit`);
    await page.sees('Valid');
    await db.member.deleteMany({ where: { userId: writer.id } });
    await page.fill('What changes, and why', 'A long explanation');
    await page.read(`document.querySelector('.editor').shadowRoot.querySelector('.cm-content').focus()`);
    await page.page.keyboard.type(' ');
    await page.sees('You can no longer write here');
    expect(await page.read(`document.querySelector('textarea').value`)).toBe('A long explanation');
    await page.page.reload();
    await page.sees('There is no such draft for you');
  });
});

describe('a slow service', () => {
  it('shows a progress bar, and another version does not start with the content of the previous one', async () => {
    const next = await api.publish({ content: petstore31Json, versionName: '1.1.0' });
    const page = await tab(admin, `/versions/${version.id}`);
    await page.sees('To the latest version');
    let slow = Promise.withResolvers<void>();
    await page.page.setRequestInterception(true);
    page.page.on('request', async request => {
      if (/Version|DocumentBranches/.test(request.postData() ?? '')) await slow.promise;
      await request.continue();
    });
    await page.press('To the latest version');
    await page.until(`document.querySelector('h1').textContent === 'Version'`);
    slow.resolve();
    await page.sees('1.1.0');
    expect(new URL(page.page.url()).pathname).toBe(`/versions/${next.id}`);
    await page.go(`/documents/${api.id}/branches`);
    await page.sees('test');
    await page.misses('Loading');
    slow = Promise.withResolvers();
    await page.fill('Search branches', 'prod');
    await page.until(`document.querySelector('main .progress') !== null`);
    slow.resolve();
    await page.until(`document.querySelector('main .progress') === null`);
    await page.until(`document.querySelectorAll('.rows > li').length === 1`);
    expect(page.noise).toEqual([]);
  });
});

describe('a prompt', () => {
  it('keeps typed text over a reload, until it is saved', async () => {
    const page = await tab(superAdmin, '/system/ai');
    const open = async () => {
      await page.sees('Summary of a draft');
      await page.read(`document.querySelector('details').open = true`);
    };
    const typed = `document.querySelector('details textarea').value`;
    await open();
    await page.fill('Role and task', 'You explain changes.');
    await page.page.reload();
    await open();
    await page.until(`${typed} === 'You explain changes.'`);
    await page.press('Save the prompt: Summary of a draft for its reviewer');
    await page.sees('Saved');
    await page.until(`!JSON.stringify(sessionStorage).includes('You explain')`);
    expect(page.noise).toEqual([]);
  });
});

describe('a wrong address', () => {
  it('leads back from a page after the end of a list', async () => {
    const page = await tab(superAdmin);
    const lists = [`/documents/${api.id}`, `/documents/${api.id}/drafts`, `/projects/${project.id}/members`, '/system'];
    for (const list of lists)
      for (const wrong of ['7', '99999999', '1e400']) {
        await page.go(`${list}?page=${wrong}`);
        await page.sees('This page of the list is empty');
      }
    await page.press('To the list');
    await page.misses('This page of the list is empty');
    expect(await page.read('document.activeElement.id')).toBe('main');
    await page.sees(superAdmin.email);
    for (const wrong of ['-1', '1.5', 'x']) {
      await page.go(`/system?page=${wrong}`);
      await page.sees(superAdmin.email);
    }
    expect(page.noise).toEqual([]);
  });

  it('shows everything if it names an unknown kind, status or part', async () => {
    const long = await tab(superAdmin, `/projects?q=1${'ж'.repeat(200)}`);
    await long.sees('No project');
    await long.go(`/search?q=1${'ж'.repeat(200)}`);
    await long.sees('Nothing was found');
    await long.go('/search?q=%22');
    await long.sees('Type a letter or a digit to find');
    expect(long.noise).toEqual([]);
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

  it('shows no other branch instead of an unknown one', async () => {
    const page = await tab(admin, `/documents/${api.id}/new-draft?branch=${newId()}`);
    await page.sees('This document has no such branch');
    await page.auditEverywhere('no-such-branch');
    await page.press('Choose another branch');
    await page.sees('What changes, and why');
    for (const wrong of ['from=none', 'to=none', 'from=dev&to=none', 'from=test']) {
      await page.go(`/documents/${api.id}/promote?${wrong}`);
      await page.sees('This document has no such branch');
    }
    await page.press('Choose another branch');
    await page.sees('Submit the promotion');
    expect(page.noise).toEqual([]);
  });

  it('has a title that says so', async () => {
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

describe('rows that look alike', () => {
  it('have buttons that name them, and dialogs that say what they act on', async () => {
    const twice = async (act: (number: number) => Promise<unknown>) => [await act(1), await act(2)];
    const page = await tab(admin);
    const asks = async (button: string, ...words: string[]) => {
      await page.press(button);
      await page.until(`document.querySelector('[role=dialog]') !== null`);
      for (const word of words) await page.sees(word);
      await page.press('Cancel');
      await page.until(`document.querySelector('[role=dialog]') === null`);
    };

    const share = 'mutation($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id } }';
    const scopes = ['ALL', 'LATEST'];
    await twice(n => admin.ask(share, { input: { branchId: api.branches.dev, versionScope: scopes[n - 1] } }));
    await page.go(`/documents/${api.id}/shares`);
    await page.sees('the latest version');
    await page.auditEverywhere('shares-alike');
    await asks('Revoke: dev, all versions,', 'Revoke the share of dev?', 'dev, all versions, created');

    const token = 'mutation($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id token } }';
    const tokens = await twice(() => admin.ask(token, { input: { name: 'Agent', scopes: ['API_READ'] } }));
    await page.go('/me/tokens');
    await page.sees('never used');
    await page.auditEverywhere('tokens-alike');
    const ending = (tokens[0] as { token: string }).token.slice(-4);
    await asks('Revoke Agent,', 'Revoke Agent?', ending);

    const hook = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }';
    const hooks = (n: number) => ({
      projectId: project.id,
      url: `https://example.com/${n}`,
      events: ['DRAFT_SUBMITTED'],
    });
    await twice(n => admin.ask(hook, { input: hooks(n) }));
    await page.go(`/projects/${project.id}/webhooks`);
    await page.sees('https://example.com/2');
    await page.auditEverywhere('webhooks-alike');
    await asks('Delete: https://example.com/1', 'Delete this webhook?', 'cannot be undone');
    const dialogText = `document.querySelector('[role=dialog]').textContent`;
    await page.press('New secret: https://example.com/2');
    await page.until(`${dialogText}.includes('https://example.com/2')`);
    await page.press('Cancel');

    const members = await twice(() => project.addMember('reader'));
    for (const { id } of members as { id: string }[]) await db.user.update({ where: { id }, data: { name: 'Ana' } });
    await page.go(`/projects/${project.id}/members`);
    await page.sees('Ana');
    await page.auditEverywhere('members-alike');
    await asks('Remove Ana,', 'Remove Ana?');

    const comment = 'mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }';
    await twice(n => admin.ask(comment, { input: { draftId: draft.id, body: `Remark ${n}` } }));
    await page.go(`/drafts/${draft.id}`);
    await page.sees('Remark 2');
    await page.auditEverywhere('comments-alike');
    const { name } = await db.user.findUniqueOrThrow({ where: { id: admin.id } });
    await page.press(`Delete: ${name}, Remark 2`);
    await page.until(`${dialogText}.includes('Remark 2')`);
    expect(page.noise).toEqual([]);
  });
});
