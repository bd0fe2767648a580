import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDeliveries } from '../../src/start.ts';
import { testApp } from '../support/app.ts';
import { openConsole } from '../support/console.ts';
import { petstore31Json } from '../support/documents.ts';
import { type Message, startReceiver, verified } from '../support/receiver.ts';
import { seedPassword } from '../support/seed.ts';

const app = await testApp({ DOCSVC_SMTP_URL: 'smtp://localhost', DOCSVC_MAIL_FROM: 'docs@example.com' });
const { admin, superAdmin, createPerson, tab, stage, base } = await openConsole(app);
const project = await admin.createProject();
const reader = await project.addMember('reader');
const api = await project.createDocument({ name: 'Pets', relativePath: 'apis/pets.yaml' });
await api.publish({ content: petstore31Json, versionName: '1.0.0' });

const HAS_FOCUS = 'document.activeElement !== document.body';

const focusIsOn = (button: string) => `document.activeElement.textContent === '${button}'`;

/** Records whether the page ever shows a new link and, at the same time, that there is none. */
const NOTE_CONTRADICTIONS = `(() => {
  window.contradictions = [];
  new MutationObserver(() => {
    const text = document.body.innerText;
    if (/The link, with its secret/.test(text) && /is not shared/.test(text)) window.contradictions.push(text);
  }).observe(document.body, { childList: true, subtree: true });
})()`;

const noDialog = "document.querySelector('[role=dialog]') === null";

describe('a share', () => {
  it('is made, opened by its link, shown again and revoked', async () => {
    const page = await tab(admin, `/documents/${api.id}/shares`);
    await page.sees('This document is not shared');
    await page.press('New share');
    await page.read(NOTE_CONTRADICTIONS);
    await page.press('Create share');
    await page.sees('The link, with its secret');
    await page.sees('Active');
    expect(await page.read('window.contradictions')).toEqual([]);
    const link = await page.read(`document.querySelector('.card .mono').textContent`);
    await page.auditEverywhere('shares');
    const visitor = await stage.tab();
    // The link has the public address of the tests, not the address of their server.
    await visitor.open(`${base}${new URL(link).pathname}${new URL(link).hash}`);
    expect(await visitor.read('document.title')).toBe('Pets');
    await page.press('Hide it');
    await page.until(HAS_FOCUS);
    await page.press('Show the link:');
    await page.sees(link);
    await page.press('Revoke:');
    await page.sees('This cannot be undone');
    await page.press('Revoke', '[role="dialog"]');
    await page.sees('Revoked');
    await page.misses(link);
    expect((await page.history()).join(' ')).not.toContain(new URL(link).hash);
    expect(page.noise).toEqual([]);
  });

  it('with a password says that the link alone opens nothing', async () => {
    const guide = await project.createDocument();
    await guide.publish();
    const page = await tab(admin, `/documents/${guide.id}/shares`);
    const advice = 'Everybody who has the link and the password can read the document.';
    await page.press('New share');
    await page.fill('Password', 'a long enough password');
    await page.press('Create share');
    await page.sees(advice);
    await page.press('Hide it');
    await page.press('Show the link:');
    await page.sees(advice);
    expect(page.noise).toEqual([]);
  });

  it('is not called active while its branch, document or team is archived', async () => {
    const other = await admin.createProject();
    const pets = await other.createDocument();
    const branchId = await pets.createBranch('feature/gone');
    await pets.publish({ branch: 'feature/gone' });
    await admin.ask('mutation($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id } }', {
      input: { branchId },
    });
    await admin.ask('mutation($id: ID!) { archiveBranch(input: { id: $id }) { id } }', { id: branchId });
    const page = await tab(admin, `/documents/${pets.id}/shares`);
    await page.sees('Nobody can open it while the branch is archived.');
    await page.misses('Active');
    await page.auditEverywhere('shares-archived');
    await pets.archive();
    await page.page.reload();
    await page.sees('Nobody can open it while the document is archived.');
    const { teamId } = await app.services.db.project.findUniqueOrThrow({ where: { id: other.id } });
    await app.services.db.team.update({ where: { id: teamId }, data: { status: 'ARCHIVED' } });
    await page.page.reload();
    await page.sees('Nobody can open it while the team is archived.');
    await page.press('Revoke:');
    await page.press('Revoke', '[role="dialog"]');
    await page.sees('Revoked');
    await page.misses('Nobody can open it');
    expect(page.noise).toEqual([]);
  });

  it('is offered for active branches with a version only', async () => {
    const pets = await (await admin.createProject()).createDocument();
    const branchId = await pets.createBranch('feature/gone');
    await pets.publish({ branch: 'feature/gone' });
    await pets.publish({ branch: 'test' });
    await admin.ask('mutation($id: ID!) { archiveBranch(input: { id: $id }) { id } }', { id: branchId });
    const page = await tab(admin, `/documents/${pets.id}/shares`);
    await page.press('New share');
    await page.sees('Ends after');
    const offered = "[...document.querySelector('[role=dialog] select').options].map(({ text }) => text)";
    expect(await page.read(offered)).toEqual(['test']);
    expect(page.noise).toEqual([]);
  });
});

describe('a token', () => {
  it('is made, used once by an agent, and seen in the audit', async () => {
    const page = await tab(admin, '/me/tokens');
    await page.sees('You have no MCP token');
    await page.press('New MCP token');
    await page.fill('Name', 'My agent');
    await page.press('Create MCP token');
    await page.sees('docsvc_mcp_');
    const token = await page.read(`document.querySelector('.card .mono').textContent`);
    const params = { name: 'list_documents', arguments: { project_id: project.id } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await app.rest('POST', '/open/mcp', { body, token });
    expect(JSON.stringify(answer)).toContain('apis/pets.yaml');
    await page.sees('/api/v1/open/mcp');
    await page.auditEverywhere('tokens');
    await page.press('Revoke My agent,');
    await page.press('Revoke', '[role="dialog"]');
    await page.sees('revoked');
    await page.go(`/projects/${project.id}/audit`);
    await expect
      .poll(async () => {
        await page.page.reload();
        await page.sees('share.visit');
        return page.text();
      })
      .toContain('by an MCP token');
    await page.auditEverywhere('audit');
    expect(page.noise).toEqual([]);
  });
});

describe('a token of another person', () => {
  it('is shown again to its owner, overseen and revoked by a SuperAdmin', async () => {
    const owner = await createPerson('Olga');
    const own = await tab(owner, '/me/tokens');
    await own.press('New MCP token');
    await own.fill('Name', 'Agent');
    await own.press('Create MCP token');
    await own.sees('Keep it in the environment');
    const token = await own.read(`document.querySelector('.card .mono').textContent`);
    await own.press('Hide it');
    await own.misses(token);
    await own.press('Show Agent,');
    await own.sees(token);
    const page = await tab(superAdmin, '/system?q=olga');
    await page.press('Tokens of olga@example.com');
    await page.sees('MCP tokens of Olga');
    await page.auditEverywhere('tokens-of-a-user');
    await page.press('Revoke Agent,');
    await page.press('Revoke', '[role="dialog"]');
    await page.sees('revoked');
    await own.page.reload();
    await own.sees('revoked');
    await page.go('/system/users/nope/tokens');
    await page.sees('There is no such user for you');
    await page.misses('member of its project');
    expect(own.noise).toEqual([]);
    expect(page.noise).toEqual([]);
  });

  it('that is an API token is revoked by a SuperAdmin too', async () => {
    const owner = await createPerson('Oleg');
    const create = 'mutation($input: CreateApiTokenInput!) { createApiToken(input: $input) { id } }';
    await owner.ask(create, { input: { name: 'Pipeline', scopes: ['READ'] } });
    const page = await tab(superAdmin, '/system?q=oleg');
    await page.press('Tokens of oleg@example.com');
    await page.sees('They have no MCP token');
    await page.press('API tokens');
    await page.sees('API tokens of Oleg');
    await page.auditEverywhere('api-tokens-of-a-user');
    await page.press('Revoke Pipeline,');
    await page.press('Revoke', '[role="dialog"]');
    await page.sees('revoked');
    expect(page.noise).toEqual([]);
  });
});

describe('a user whose rights are changed', () => {
  it('sees it without signing in again', async () => {
    const person = await createPerson('Rita');
    const page = await tab(person, '/about');
    await page.sees('Rita');
    const input = { id: person.id, isSuperAdmin: true, name: 'Rita Root' };
    await superAdmin.ask('mutation($input: UpdateUserInput!) { updateUser(input: $input) { id } }', { input });
    await page.sees('Rita Root');
    await page.press('Rita Root');
    await page.sees('System');
    expect(page.noise).toEqual([]);
  });
});

describe('an API token', () => {
  it('works until the end of its last day, where its owner is', async () => {
    const person = await createPerson();
    const page = await tab(person, '/me/api-tokens');
    await page.page.emulateTimezone('America/Los_Angeles');
    await page.page.reload();
    await page.press('New API token');
    await page.fill('Name', 'Pipeline');
    await page.page.focus('input[type=date]');
    await page.page.keyboard.type('12312030');
    await page.press('Create API token');
    await page.sees('until Dec 31, 2030, 11:59');
    const { expiresAt } = await app.services.db.apiToken.findFirstOrThrow({ where: { userId: person.id } });
    expect(expiresAt?.toISOString()).toBe('2031-01-01T07:59:59.000Z');
    expect(page.noise).toEqual([]);
  });

  it('is made, shown once, works in its project, and is revoked', async () => {
    const page = await tab(admin, '/me/api-tokens');
    await page.sees('You have no API token');
    await page.press('New API token');
    await page.fill('Name', 'Pipeline');
    await page.press('Create API token');
    await page.sees('It is shown only now');
    const token = await page.read(`document.querySelector('.card .mono').textContent`);
    const answer = () => app.rest('GET', `/private/projects/${project.id}`, { token });
    expect(await answer()).toMatchObject({ status: 'OK' });
    await page.auditEverywhere('api-tokens');
    await page.page.reload();
    await page.press('Revoke Pipeline,');
    await page.press('Revoke', '[role="dialog"]');
    await page.sees('revoked');
    expect(await page.text()).not.toContain(token);
    expect(await answer()).toMatchObject({ status: 'UNAUTHENTICATED' });
    expect(page.noise).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is made, tested, and its delivery seen; its secret is shown once', async () => {
    const receiver = await startReceiver();
    onTestFinished(async () => void (await Promise.all([app.services.deliveries.stop(), app.services.mails.stop()])));
    await startDeliveries(app.services);
    const page = await tab(admin, `/projects/${project.id}/webhooks`);
    await page.sees('This project has no webhook');
    await page.press('New webhook');
    await page.fill('URL', receiver.url);
    await page.press('Create webhook');
    await page.sees('The secret that signs the messages');
    const secret = await page.read(`document.querySelector('.card .mono').textContent`);
    await page.press('Deliveries:');
    await page.press('Send a test');
    await page.sees('webhook.test');
    await expect.poll(() => receiver.messages.length).toBe(1);
    verified(secret, receiver.messages[0] as Message);
    await expect
      .poll(async () => {
        await page.press('Load again');
        return page.text();
      })
      .toContain('Delivered');
    await page.auditEverywhere('webhooks');
    await page.page.reload();
    await page.sees('whsec_…');
    expect(await page.text()).not.toContain(secret);
    expect(page.noise).toEqual([]);
  });
});

describe('search', () => {
  it('is reached by Ctrl+K, and opens an endpoint by keyboard', async () => {
    const page = await tab(reader);
    await page.sees('Search');
    await page.page.keyboard.down('Control');
    await page.page.keyboard.press('k');
    await page.page.keyboard.up('Control');
    await page.until("document.activeElement.type === 'search'");
    await page.page.keyboard.type('createPet');
    await page.sees('Create a pet createPet');
    await page.auditEverywhere('search');
    await page.page.focus('input[type="search"]');
    await page.page.keyboard.press('ArrowDown');
    const devtools = await page.page.createCDPSession();
    await devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    await page.until("getComputedStyle(document.querySelector('li.chosen')).outlineStyle === 'solid'");
    await page.page.keyboard.press('Enter');
    await page.sees('Request body');
    expect(page.noise).toEqual([]);
  });

  it('finds projects, drafts, people and pages too, each as the searcher may see them', async () => {
    const meadow = await admin.createProject({ name: 'Meadow' });
    const document = await meadow.createDocument({ name: 'Meadow guide' });
    const draft = await document.createDraft({ versionName: '3.1.0' });
    await draft.submit();
    const page = await tab(admin, '/search?q=meadow');
    const kinds = "[...document.querySelectorAll('ul.rows .plain-badge')].map(one => one.textContent).join()";
    await page.until(`${kinds} === 'Project,Draft,Document'`);
    await page.auditEverywhere('search-everything');
    await page.page.focus('input[type="search"]');
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('ArrowDown');
    await page.page.keyboard.press('Enter');
    await page.until(`location.pathname === '/drafts/${draft.id}'`);
    await page.go('/search?q=tok%20agents');
    await page.press('Tokens for AI agents (MCP)');
    await page.until("location.pathname === '/me/tokens'");
    await page.go('/search?q=audit');
    await page.sees('Nothing was found');
    const system = await tab(superAdmin, `/search?q=${admin.email}`);
    await system.sees('Person');
    const { name } = await admin.ask<{ name: string }>('{ me { name } }');
    await system.press(name, 'ul.rows');
    await system.until(
      "location.pathname === '/system' && new URLSearchParams(location.search).get('q').includes('@')",
    );
    expect([...page.noise, ...system.noise]).toEqual([]);
  });

  it('finds a project whose name has no letter or digit, and says what needs one', async () => {
    await admin.createProject({ name: '☂☂☂' });
    const page = await tab(admin, '/search?q=☂☂');
    await page.sees('Type a letter or a digit to find documents, endpoints and texts.');
    await page.sees('1 result');
    await page.auditEverywhere('search-without-words');
    await page.page.select('select', 'TEXT');
    await page.sees('Nothing was found');
    await page.sees('Type a letter or a digit to find documents, endpoints and texts.');
    await page.go('/search?q=☂☂');
    await page.press('☂☂☂');
    await page.sees('There is no document yet');
    expect(page.noise).toEqual([]);
  });

  it('shows few of each kind, with a link to all and the same count on each page', async () => {
    const heath = await admin.createProject({ name: 'Heath' });
    const document = await heath.createDocument({ name: 'Heath guide' });
    for (const versionName of ['1', '2', '3', '4', '5', '6'])
      await (await document.createDraft({ versionName })).submit();
    for (const name of ['Heath b', 'Heath c', 'Heath d']) await admin.createProject({ name });
    const page = await tab(admin, '/search?q=heath&page=2');
    await page.sees('At least 7 results');
    await page.go('/search?q=heath');
    await page.sees('At least 7 results');
    await page.sees('Of 6 that match, 3 are shown.');
    await page.auditEverywhere('search-more');
    await page.press('All drafts of yours');
    await page.until("location.pathname + location.search === '/mine?show=all'");
    await page.go('/search?q=heath');
    await page.press('All projects that match');
    await page.until(
      "document.querySelector('input[type=search]')?.value === 'heath' && location.pathname === '/projects'",
    );
    expect(page.noise).toEqual([]);
  });

  it('leaves the arrow keys to the choice of kind, and focuses its field by Ctrl+K', async () => {
    const page = await tab(reader, '/search?q=pet');
    await page.sees('results');
    await page.read("void document.addEventListener('keydown', event => (window.isTaken = event.defaultPrevented))");
    await page.page.focus('select');
    await page.page.keyboard.press('ArrowDown');
    expect(await page.read('window.isTaken')).toBe(false);
    // The key has chosen the next kind: wait for its hits.
    await page.until("location.search.includes('kind=DOCUMENT')");
    await page.sees('1 result');
    await page.look({ width: 1280, height: 400 });
    await page.page.focus('input[type="search"]');
    const length = Number(await page.read("document.querySelectorAll('ul.rows > li').length"));
    for (let row = 0; row < length; row += 1) await page.page.keyboard.press('ArrowDown');
    const LAST = "document.querySelector('ul.rows > li:last-child.chosen')";
    await page.until(`${LAST}?.getBoundingClientRect().bottom <= innerHeight`);
    expect(
      await page.read("[...document.querySelectorAll('[role=status]')].map(one => one.textContent).join()"),
    ).toContain('Enter opens it');
    await page.page.select('select', 'ENDPOINT');
    await page.until("location.search.includes('kind=ENDPOINT')");
    await page.page.keyboard.down('Control');
    await page.page.keyboard.press('k');
    await page.page.keyboard.up('Control');
    await page.until("document.activeElement.type === 'search'");
    await page.page.keyboard.sendCharacter('createPet');
    await page.until("location.search === '?q=createPet&kind=ENDPOINT'");
    expect(page.noise).toEqual([]);
  });
});

describe('a project', () => {
  it('gets members and rules from its admin, and offers neither to readers', async () => {
    const person = await createPerson();
    const page = await tab(admin, `/projects/${project.id}/members`);
    await page.press('Add member');
    await page.fill('Person', person.email);
    await page.until(`document.querySelector('[role="dialog"] input[type="radio"]') !== null`);
    await page.auditEverywhere('add-member');
    await page.page.click('[role="dialog"] input[type="radio"]');
    await page.press('Add');
    await page.sees(person.email);
    await page.auditEverywhere('members');
    await page.press('Rules');
    await page.press('Another reviewer');
    await page.press('Save the rules');
    await page.sees('Saved');
    await page.until(focusIsOn('Save the rules'));
    const policy = () => app.services.db.reviewPolicy.findFirst({ where: { projectId: project.id } });
    await expect.poll(policy).toMatchObject({ requireOtherReviewer: true });
    await page.page.focus('[name=profile]');
    await page.page.keyboard.press('ArrowDown');
    await page.press('Save the profile');
    await page.until(
      "document.querySelectorAll('[role=status]').values().filter(one => one.textContent === 'Saved').toArray().length === 2",
    );
    await page.until(focusIsOn('Save the profile'));
    const profile = () => app.services.db.diffPolicy.findFirst({ where: { projectId: project.id } });
    await expect.poll(profile).toMatchObject({ profile: 'OASDIFF' });
    await page.press('New override');
    await page.fill('Rule', 'response-property-removed');
    await page.press('Save the override');
    await page.sees('response-property-removed');
    await page.auditEverywhere('rules');
    await page.press('New override');
    await page.fill('Rule', 'nonsense-rule');
    await page.press('Save the override');
    await page.sees('there is no rule "nonsense-rule"');
    expect(await page.read("document.querySelector('[name=rule]').getAttribute('aria-invalid')")).toBe('true');
    await page.press('Cancel');
    await page.press('Remove the override of response-property-removed');
    await page.sees('Every rule has the severity of the profile.');
    await page.until(HAS_FOCUS);
    await page.press('AI');
    await page.sees('Base URL');
    await page.auditEverywhere('ai');
    await page.press('Manage the project');
    await page.press('Rename or describe');
    await page.fill('Description', 'All pets');
    await page.press('Save', '[role="dialog"]');
    await page.sees('All pets');
    await page.go(`/documents/${api.id}`);
    await page.press('Manage the document');
    await page.press('Archive');
    await page.press('Archive', '[role="dialog"]');
    await page.sees('Archived');
    expect(await page.text()).not.toContain('New draft');
    await page.auditEverywhere('document-archived');
    await page.press('Manage the document');
    await page.press('Take out of the archive');
    await page.press('Take out of the archive', '[role="dialog"]');
    await page.sees('New draft');
    expect(page.noise).toEqual([]);
    const other = await tab(reader, `/projects/${project.id}/rules`);
    await other.sees('by the admins of the project');
    expect(await other.text()).not.toMatch(/Audit|Save the rules|Add member/);
    await other.go(`/documents/${api.id}/shares`);
    await other.sees('by the admins of the project');
    await other.go(`/documents/${api.id}/accepted`);
    await other.sees('No change is accepted');
    await other.auditEverywhere('accepted');
    await other.press('Drafts');
    await other.sees('Published');
    await other.auditEverywhere('drafts');
    expect(other.noise).toEqual([]);
  });
});

describe('an admin who becomes a reader', () => {
  it('keeps their place on the page, which has no buttons for them now', async () => {
    const shop = await superAdmin.createProject();
    const person = await shop.addMember('admin', await createPerson('Ada'));
    const page = await tab(person, `/projects/${shop.id}/members`);
    await page.press('Change role of Ada,');
    await page.sees('This is you');
    await page.page.select('[role=dialog] select', 'READER');
    await page.press('Change the role');
    await page.misses('Add member');
    await page.until(HAS_FOCUS);
    expect(page.noise).toEqual([]);
  });
});

describe('an archived team', () => {
  it('leaves what is in it readable, and offers no change', async () => {
    const other = await admin.createProject();
    const pets = await other.createDocument();
    await pets.publish();
    const draft = await pets.createDraft();
    await draft.submit();
    const { teamId } = await app.services.db.project.findUniqueOrThrow({ where: { id: other.id } });
    await app.services.db.team.update({ where: { id: teamId }, data: { status: 'ARCHIVED' } });
    const page = await tab(admin, `/projects/${other.id}`);
    await page.sees('(archived)');
    await page.sees('1 document');
    expect(await page.text()).not.toMatch(/New document|Manage/);
    await page.go(`/documents/${pets.id}`);
    await page.sees('on all branches');
    expect(await page.text()).not.toMatch(/New draft|Promote|Manage/);
    await page.go(`/documents/${pets.id}/new-draft`);
    await page.sees('The team is archived:');
    await page.go(`/documents/${pets.id}/promote`);
    await page.sees('Nothing can be promoted now');
    await page.go(`/drafts/${draft.id}`);
    await page.sees('The team is archived');
    expect(page.noise).toEqual([]);
  });
});

describe('a dialog', () => {
  it('returns the focus to the element that opened it, a button or the button of a menu', async () => {
    const other = await admin.createProject({ name: 'Focus' });
    const pets = await other.createDocument();
    const draft = await pets.createDraft();
    await draft.submit();
    const page = await tab(admin, `/projects/${other.id}/members`);
    const closes = async (opener: string) => {
      await page.until("document.querySelector('[role=dialog]') !== null");
      await page.page.keyboard.press('Escape');
      await page.until(
        `document.querySelector('[role=dialog]') === null && document.activeElement.textContent === '${opener}'`,
      );
    };
    await page.press('Add member');
    await closes('Add member');
    await page.press('Manage the project');
    await page.press('Rename or describe');
    await closes('Manage');
    await page.go(`/drafts/${draft.id}`);
    await page.press('Approve');
    await closes('Approve');
    expect(page.noise).toEqual([]);
  });

  it('stays open when the answer to an earlier one comes', async () => {
    const page = await tab(admin, '/projects');
    await page.page.setRequestInterception(true);
    const creation = Promise.withResolvers<HTTPRequest>();
    page.page.on('request', request => {
      if (request.postData()?.includes('mutation CreateTeam')) creation.resolve(request);
      else void request.continue();
    });
    await page.press('New team');
    await page.fill('Name', 'First team');
    await page.press('Create team');
    const held = await creation.promise;
    await page.page.keyboard.press('Escape');
    await page.press('New project');
    await page.fill('Name', 'Second');
    await held.continue();
    // The dialog lists the team once the answer has arrived.
    await page.until("document.querySelector('[role=dialog] select')?.textContent.includes('First team')");
    expect(await page.read("document.querySelector('[role=dialog] input').value")).toBe('Second');
    expect(page.noise).toEqual([]);
  });
});

describe('a form in a dialog', () => {
  const VALUE = (label: string) =>
    `[...document.querySelectorAll('[role=dialog] label')].find(one => one.textContent.startsWith('${label}'))?.control`;

  it('keeps typed values over Escape and a reload, until it is sent or cancelled', async () => {
    const person = await createPerson();
    const other = await person.createProject({ name: 'Kept' });
    const page = await tab(person, `/projects/${other.id}/webhooks`);
    await page.press('New webhook');
    await page.fill('URL', 'https://hooks.example.com/docs');
    await page.press('A draft is rejected');
    await page.page.keyboard.press('Escape');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.page.reload();
    await page.press('New webhook');
    await page.until(`${VALUE('URL')}?.value === 'https://hooks.example.com/docs'`);
    expect(await page.read(`${VALUE('A draft is rejected')}.checked`)).toBe(true);
    await page.press('Cancel');
    await page.press('New webhook');
    await page.until(`${VALUE('URL')}?.value === ''`);
    await page.page.keyboard.press('Escape');

    await page.press('Manage the project');
    await page.press('Rename or describe');
    await page.fill('Name', 'Renamed');
    await page.page.reload();
    await person.ask('mutation($input: UpdateProjectInput!) { updateProject(input: $input) { id } }', {
      input: { id: other.id, description: 'Changed meanwhile' },
    });
    await page.page.reload();
    await page.sees('Changed meanwhile');
    await page.press('Manage the project');
    await page.press('Rename or describe');
    await page.until(`${VALUE('Name')}?.value === 'Renamed'`);
    expect(await page.read(`${VALUE('Description')}.value`)).toBe('Changed meanwhile');
    await page.press('Save', '[role="dialog"]');
    await page.until("document.querySelector('h1').textContent === 'Webhooks of Renamed'");
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept')).length")).toBe(0);
    expect(page.noise).toEqual([]);
  });

  it('keeps no password, and no tick of more rights', async () => {
    const page = await tab(superAdmin, '/system');
    await page.press('New user');
    await page.fill('Email', 'kept@example.com');
    await page.fill('Password', 'not to be kept');
    await page.press('SuperAdmin: may do everything, everywhere');
    await page.page.reload();
    await page.press('New user');
    await page.until(`${VALUE('Email')}?.value === 'kept@example.com'`);
    expect(await page.read('JSON.stringify(sessionStorage)')).not.toContain('not to be kept');
    expect(await page.read("document.querySelector('[name=isSuperAdmin]').checked")).toBe(false);
    await page.press('Cancel');
  });
});

describe('a list', () => {
  it('says whether it is empty, or nothing matches the search', async () => {
    const page = await tab(admin, `/documents/${api.id}?page=9`);
    await page.sees('on all branches');
    await page.misses('Nothing is published');
    await page.go(`/projects/${project.id}/members?page=9`);
    await page.sees('This page of the list is empty');
    await page.misses('Nobody is a member');
    await page.go(`/documents/${api.id}/accepted?q=nothing`);
    await page.sees('No accepted change has this in its words, reason or key');
    await page.go(`/projects/${project.id}/audit?q=nothing`);
    await page.sees('No entry matches');
  });

  it('of members changes a role only when the admin says so', async () => {
    const shop = await admin.createProject();
    const person = await shop.addMember('writer', await createPerson('Wri'));
    const page = await tab(admin, `/projects/${shop.id}/members`);
    const stored = () => app.services.db.member.findFirst({ where: { userId: person.id }, select: { role: true } });
    const { keyboard } = page.page;
    await page.press('Change role of Wri,');
    await page.until("document.activeElement.matches('[role=dialog] select')");
    await keyboard.press('ArrowUp');
    await page.press('Cancel');
    await page.until(noDialog);
    await page.until("document.activeElement.ariaLabel.startsWith('Change role of Wri,')");
    expect(await stored()).toEqual({ role: 'WRITER' });
    await keyboard.press('Enter');
    await page.until("document.activeElement.value === 'WRITER'");
    await keyboard.press('ArrowDown');
    await page.auditEverywhere('role');
    await page.press('Change the role', '[role="dialog"]');
    await page.sees('Wri is an admin now.');
    expect(await stored()).toEqual({ role: 'ADMIN' });
    await page.auditEverywhere('members');
    expect(page.noise).toEqual([]);
  });

  it('of members offers no actions to an admin who has made themselves a reader', async () => {
    const other = await admin.createProject();
    const second = await other.addMember('admin');
    const page = await tab(second, `/projects/${other.id}/members`);
    await page.sees('Add member');
    const { name } = await app.services.db.user.findUniqueOrThrow({ where: { id: second.id } });
    await page.press(`Change role of ${name},`);
    await page.sees('This is you: with another role you can no longer manage this project.');
    await page.page.select('[role=dialog] select', 'READER');
    await page.press('Change the role', '[role="dialog"]');
    await page.sees('is a reader now.');
    await page.misses('Add member');
    await page.misses('Change role');
    expect(page.noise).toEqual([]);
  });

  it('of members navigates away from the project when admins remove themselves', async () => {
    const shop = await admin.createProject({ name: 'Left' });
    const leaver = await shop.addMember('admin', await createPerson('Lea'));
    const page = await tab(leaver, `/projects/${shop.id}/members`);
    await page.press('Remove Lea,');
    await page.sees('This is you: you no longer see this project');
    await page.press('Remove', '[role="dialog"]');
    await page.sees('You are in no project yet');
    expect(page.noise).toEqual([]);
  });
});

describe('the rules of reviews', () => {
  it('may be corrected before the saved ones are read again', async () => {
    const corrected = await admin.createProject();
    const page = await tab(admin, `/projects/${corrected.id}/rules`);
    await page.sees('Another reviewer');
    const held: HTTPRequest[] = [];
    await page.page.setRequestInterception(true);
    page.page.on('request', request => {
      if (/query ReviewPolicy/.test(request.postData() ?? '') && held.length === 0) held.push(request);
      else void request.continue();
    });
    const save = async () => {
      await page.press('Another reviewer');
      await page.press('Save the rules');
      await page.sees('Saved');
    };
    const stored = () => app.services.db.reviewPolicy.findFirst({ where: { projectId: corrected.id } });
    await save();
    await expect.poll(() => held.length).toBe(1);
    expect(await stored()).toMatchObject({ requireOtherReviewer: true });
    await save();
    await expect.poll(stored).toMatchObject({ requireOtherReviewer: false });
    await held[0]?.continue();
    await page.until("document.querySelector('[name=requireOtherReviewer]').checked === false");
    await page.press('Another reviewer');
    await page.page.keyboard.press('Enter');
    await page.sees('Saved');
    expect(await page.read('document.activeElement.name')).toBe('requireOtherReviewer');
    expect(page.noise).toEqual([]);
  });
});

describe('the page of another project', () => {
  it('has a form with the values of that project, also on the way back in the history', async () => {
    const [strict, free] = [await admin.createProject({ name: 'Strict' }), await admin.createProject({ name: 'Free' })];
    const page = await tab(admin, `/projects/${strict.id}/rules`);
    const isTicked = "document.querySelector('[name=requireComment]')?.checked";
    await page.press('A comment');
    await page.press('Save the rules');
    await page.sees('Saved');
    await page.press('Projects', '.shell-nav');
    await page.press('Free');
    await page.press('Rules');
    await page.until(`location.pathname === '/projects/${free.id}/rules' && ${isTicked} === false`);
    // As the list of the Back button does.
    await page.read('history.go(-3)');
    await page.until(`location.pathname === '/projects/${strict.id}/rules' && ${isTicked} === true`);
    expect(page.noise).toEqual([]);
  });
});

describe('the search of a list', () => {
  it('follows the links of the page and the way back', async () => {
    const page = await tab(reader, `/documents/${api.id}/drafts`);
    await page.fill('Search drafts', 'nothing');
    await page.sees('No draft has this');
    await page.press('Drafts');
    await page.misses('No draft has this');
    await page.until("document.querySelector('input[type=search]').value === ''");
    await page.page.goBack();
    await page.sees('No draft has this');
    await page.until("document.querySelector('input[type=search]').value === 'nothing'");
    expect(page.noise).toEqual([]);
  });
});

describe('an account', () => {
  it('has another name and password, which ends its sessions', async () => {
    const person = await createPerson();
    const page = await tab(person, '/me');
    await page.fill('Name', 'Zoé');
    await page.press('Save the name');
    await page.sees('Saved');
    await page.press('Send me e-mail about drafts');
    const isMailed = () => app.services.db.user.findUnique({ where: { id: person.id }, select: { mailNotices: true } });
    await expect.poll(isMailed).toEqual({ mailNotices: false });
    await page.auditEverywhere('me');
    await page.fill('Current password', seedPassword);
    await page.fill('New password', 'quite another password');
    await page.press('Change the password');
    await page.sees('all your sessions have ended');
    expect(page.noise).toEqual([]);
  });
});

describe('the system', () => {
  it('is managed by SuperAdmins: users, AI, audit log', async () => {
    const page = await tab(superAdmin, '/system');
    await page.press('New user');
    await page.fill('Email', 'new@example.com');
    await page.fill('Password', seedPassword);
    await page.press('Create user');
    await page.sees('new@example.com');
    await page.press('Change new@example.com');
    await page.press('Disabled: may not sign in, and their tokens do not work');
    await page.press('Save');
    await page.fill('Search users', 'new@');
    await page.sees('Disabled');
    await page.auditEverywhere('users');
    await page.press('AI');
    await page.sees('Base URL');
    await page.auditEverywhere('system-ai');
    await page.press('Audit');
    await page.sees('user.create');
    await page.auditEverywhere('system-audit');
    expect(page.noise).toEqual([]);
    const other = await tab(admin, '/system');
    await other.sees('by SuperAdmins');
  });

  it('starts the form of the provider with the values that others have saved meanwhile', async () => {
    const save = (timeoutMs: number) =>
      superAdmin.ask('mutation($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }', {
        input: {
          ...{ name: 'Models', baseUrl: 'https://models.example.com/v1', model: 'small', enabled: false, timeoutMs },
          apiMode: timeoutMs === 40_000 ? 'CHAT_COMPLETIONS' : 'RESPONSES',
        },
      });
    const FIELDS =
      "['timeoutMs', 'apiMode'].map(name => document.querySelector('[name=' + name + ']')?.value).join(' ')";
    await save(40_000);
    const page = await tab(superAdmin, '/system/ai');
    await page.until(`${FIELDS} === '40000 CHAT_COMPLETIONS'`);
    await page.press('Users');
    await page.sees('New user');
    await save(50_000);
    await page.press('AI');
    await page.until(`${FIELDS} === '50000 RESPONSES'`);
    expect(page.noise).toEqual([]);
  });
});

describe('a field that is refused', () => {
  it('says it at the field and above the form, in the words of the form', async () => {
    const shop = await admin.createProject();
    await shop.createDocument({ relativePath: 'pets.yaml' });
    const page = await tab(admin, `/projects/${shop.id}`);
    await page.press('New document');
    await page.fill('Name', 'Pets');
    await page.fill('Path', 'pets.yaml');
    await page.press('Create document');
    await page.sees('A document at this path exists already');
    await page.shot('refused-field');
    const dialog = await page.read("document.querySelector('[role=dialog]').innerText");
    expect(dialog.match(/at this path exists already/g)).toHaveLength(2);
    expect(dialog).not.toContain('relativePath');
    await page.page.select('[role=dialog] [name=documentType]', 'MARKDOWN');
    await page.press('Create document');
    await page.sees('The path must end in .md or .markdown');
    expect(page.noise).toEqual([]);
  });

  it('is listed above the form if the form does not show it', async () => {
    const shop = await admin.createProject();
    const page = await tab(admin, `/projects/${shop.id}/webhooks`);
    await page.press('New webhook');
    await page.fill('URL', 'https://hooks.example.com/it');
    await page.press('A version is published', '[role=dialog]');
    await page.press('Create webhook');
    await page.until("document.querySelector('[role=alert] li:not([hidden])')?.textContent.includes('at least one')");
  });
});
