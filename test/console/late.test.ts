import { setTimeout as delay } from 'node:timers/promises';
import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, it, vi } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { PATIENCE_MS, POLL_MS } from '../support/browser.ts';
import { type ConsoleTab, EDITOR, openConsole, STOP_TIMERS, signIn } from '../support/console.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { share } from '../support/share.ts';

const app = await testApp();
const { admin, createPerson, tab } = await openConsole(app);
const project = await admin.createProject({ name: 'Shop' });
const author = await project.addMember('writer', await createPerson('Ana'));
const pets = await project.createDocument({ name: 'Pets', relativePath: 'apis/pets.yaml' });
await pets.publish({ content: petstore31Json, versionName: '1.0.0' });

const pathOf = ({ page }: ConsoleTab) => new URL(page.url()).pathname;

/** Holds the first request of an operation. `release` sends it, and resolves when the page has its answer. */
async function hold({ page }: ConsoleTab, operation: string) {
  const held = Promise.withResolvers<HTTPRequest>();
  let isHeld = false;
  await page.setRequestInterception(true);
  page.on('request', request => {
    if (isHeld || !new RegExp(`(mutation|query) ${operation}\\b`).test(request.postData() ?? ''))
      return void request.continue();
    isHeld = true;
    held.resolve(request);
  });
  return {
    async sent() {
      await vi.waitUntil(() => isHeld, { timeout: PATIENCE_MS, interval: POLL_MS });
    },
    async release() {
      const request = await held.promise;
      const answered = page.waitForResponse(response => response.request() === request);
      await request.continue();
      await (await answered).text();
      // The page may send more requests before it navigates.
      await page.waitForNetworkIdle();
    },
  };
}

/** Sends the first request of an operation at once, but holds its answer until `release`: it is outdated then. */
async function holdAnswer({ page }: ConsoleTab, operation: string) {
  const held = Promise.withResolvers<void>();
  const sent = Promise.withResolvers<void>();
  const meet = async (request: HTTPRequest) => {
    const body = request.postData() ?? '';
    if (!new RegExp(`query ${operation}\\b`).test(body)) return void request.continue();
    page.off('request', meet);
    page.on('request', other => void other.continue());
    const answer = await fetch(request.url(), { method: 'POST', headers: request.headers(), body });
    const text = await answer.text();
    sent.resolve();
    await held.promise;
    await request.respond({ status: answer.status, contentType: 'application/json', body: text });
  };
  await page.setRequestInterception(true);
  page.on('request', meet);
  return {
    sent: () => sent.promise,
    async release() {
      held.resolve();
      await page.waitForNetworkIdle();
    },
  };
}

describe('a late answer', () => {
  it('to a closed dialog does not navigate, and the new row is in the list', async () => {
    const page = await tab(admin, '/projects');
    const creation = await hold(page, 'CreateProject');
    await page.press('New project');
    await page.fill('Name', 'Slowly made');
    await page.press('Create project');
    await creation.sent();
    await page.page.keyboard.press('Escape');
    await page.until("document.querySelector('[role=dialog]') === null");
    await creation.release();
    await page.sees('Slowly made');
    expect(pathOf(page)).toBe('/projects');
    expect(page.noise).toEqual([]);
  });

  it('to a decision does not navigate away from the page that the user went to', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '2.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    const decision = await hold(page, 'Reject');
    await page.press('Reject');
    await page.press('Reject', '[role="dialog"]');
    await decision.sent();
    await page.page.keyboard.press('Escape');
    await page.press('Shop');
    await page.sees('1 document');
    await decision.release();
    expect(pathOf(page)).toBe(`/projects/${project.id}`);
    expect((await draft.read()).status).toBe('REJECTED');
    expect(page.noise).toEqual([]);
  });

  it('with the count of what waits does not replace the count after a decision', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '2.1.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.title.startsWith('(1) ')");
    const count = await holdAnswer(page, 'Waiting');
    await count.sent();
    await page.press('Reject');
    await page.press('Reject', '[role="dialog"]');
    await page.sees('Waiting for me (0)');
    await page.read(STOP_TIMERS);
    await count.release();
    await page.sees('Waiting for me (0)');
    expect(page.noise).toEqual([]);
  });

  it('to a sent draft does not navigate away from the page that the user went to', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '3.0.0', by: author });
    const page = await tab(author, `/drafts/${draft.id}/edit`);
    await page.sees('✓ Valid');
    await page.fill('What changes, and why', 'It is slow');
    const update = await hold(page, 'UpdateDraft');
    await page.press('Save as draft');
    await update.sent();
    await page.press('Shop');
    await page.sees('1 document');
    await update.release();
    expect(pathOf(page)).toBe(`/projects/${project.id}`);
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept')).length")).toBe(0);
    expect(page.noise).toEqual([]);
  });

  it('never replaces newer text: a form cannot be edited while it is being sent', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '4.0.0', by: author });
    const page = await tab(author, `/drafts/${draft.id}/edit`);
    await page.sees('✓ Valid');
    const update = await hold(page, 'UpdateDraft');
    await page.press('Save as draft');
    await update.sent();
    await page.read(`${EDITOR}.focus()`);
    await page.page.keyboard.type('typed late');
    await page.fill('What changes, and why', 'typed late');
    await page.fill('Version', '4.0.0-late');
    expect(await page.read('document.querySelector(".edit-side").textContent')).not.toContain('typed late');
    expect(await page.read(`${EDITOR}.textContent`)).not.toContain('typed late');
    expect(await page.read(`document.querySelector('.edit-side input').value`)).toBe('4.0.0');
    await update.release();
    await page.sees('In progress.');
    expect(page.noise).toEqual([]);
  });

  it('to a saved form does not say that later text is saved, and a reload keeps that text', async () => {
    const input = { projectId: project.id, name: 'Models', baseUrl: 'https://models.example.com/v1', model: 'small' };
    await admin.ask('mutation($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }', { input });
    const page = await tab(admin, `/projects/${project.id}/ai`);
    await page.until("document.querySelector('[name=model]')?.value === 'small'");
    await page.fill('Model', 'large');
    const save = await hold(page, 'SaveProvider');
    await page.press('Save');
    await save.sent();
    await page.fill('Model', 'larger');
    await save.release();
    await page.misses('Saved');
    await page.page.reload();
    await page.until("document.querySelector('[name=model]')?.value === 'larger'");
    await page.press('Save');
    await page.sees('Saved');
    expect(page.noise).toEqual([]);
  });

  it('to a saved name does not say that a later name is saved', async () => {
    const page = await tab(await createPerson('Mo'), '/me');
    await page.fill('Name', 'Moritz');
    const save = await hold(page, 'UpdateMe');
    await page.press('Save the name');
    await save.sent();
    await page.fill('Name', 'Moritz Later');
    await save.release();
    await page.misses('Saved');
    expect(page.noise).toEqual([]);
  });

  it('to a saved profile leaves no time to choose another one, which would be lost', async () => {
    const page = await tab(admin, `/projects/${project.id}/rules`);
    await page.until("document.querySelector('[name=profile]') !== null");
    await page.page.select('[name=profile]', 'OASDIFF');
    const save = await hold(page, 'UpdateDiffPolicy');
    await page.press('Save the profile');
    await save.sent();
    expect(await page.read("document.querySelector('[name=profile]').disabled")).toBe(true);
    await save.release();
    await page.until("!document.querySelector('[name=profile]').disabled");
    expect(await page.read("document.querySelector('[name=profile]').value")).toBe('OASDIFF');
    await page.sees('Saved');
    expect(page.noise).toEqual([]);
  });

  it('to a comment does not close the next one', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '5.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelector('.change') !== null");
    const creation = await hold(page, 'CreateComment');
    await page.page.keyboard.press('j');
    await page.page.keyboard.press('c');
    await page.fill('Comment on this change', 'First thought');
    await page.press('Comment', '.review-main');
    await creation.sent();
    await page.read('document.activeElement.blur()');
    await page.page.keyboard.press('j');
    await page.page.keyboard.press('c');
    await page.until("document.querySelector('.change textarea')?.value === ''");
    await page.fill('Comment on this change', 'Second thought');
    await creation.release();
    await page.sees('First thought');
    expect(await page.read("document.querySelector('.change textarea')?.value")).toBe('Second thought');
    expect(page.noise).toEqual([]);
  });

  it('to an older query of a list does not hide a newer row', async () => {
    await admin.createProject({ name: 'Kennel' });
    const page = await tab(admin, '/projects');
    await page.sees('Kennel');
    const reading = await holdAnswer(page, 'ProjectDocuments');
    await page.press('Kennel');
    await reading.sent();
    await page.press('New document');
    await page.fill('Name', 'Made meanwhile');
    await page.fill('Path', 'apis/meanwhile.yaml');
    await page.press('Create document');
    await page.sees('Nothing is published on this branch');
    await page.press('Kennel');
    await page.sees('New document');
    await reading.release();
    await page.sees('Made meanwhile');
    expect(page.noise).toEqual([]);
  });

  it('with the link of a share does not replace the link that was requested later', async () => {
    await pets.publish({ branch: 'test', versionName: '1.0.0' });
    const [first, second] = [await share(pets), await share(pets, { branch_id: pets.branches.test })];
    const page = await tab(admin, `/documents/${pets.id}/shares`);
    const reveal = await hold(page, 'Reveal\\w*');
    await page.press('Show the link: dev,');
    await reveal.sent();
    await page.press('Show the link: test,');
    await page.sees(second.share_id);
    await reveal.release();
    await page.sees(second.share_id);
    await page.misses(first.share_id);
    expect(page.noise).toEqual([]);
  });

  it('with the link of a share does not replace the link of one that was created later', async () => {
    const document = await (await admin.createProject()).createDocument();
    await document.publish({ versionName: '1.0.0' });
    const older = await share(document);
    const page = await tab(admin, `/documents/${document.id}/shares`);
    const reveal = await hold(page, 'Reveal\\w*');
    await page.press('Show the link: dev,');
    await reveal.sent();
    await page.press('New share');
    await page.press('Create share');
    await page.sees('The link, with its secret.');
    await reveal.release();
    await page.sees('The link, with its secret.');
    await page.misses(older.share_id);
  });

  it('with the secret of a token does not replace the one that was requested later', async () => {
    const person = await createPerson();
    const create = 'mutation($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { token } }';
    const [first, second] = await Promise.all(
      ['First', 'Second'].map(name => person.ask<{ token: string }>(create, { input: { name, scopes: ['API_READ'] } })),
    );
    const page = await tab(person, '/me/tokens');
    const reveal = await hold(page, 'RevealToken');
    await page.press('Show First,');
    await reveal.sent();
    await page.press('Show Second,');
    await page.sees(second?.token ?? '');
    await reveal.release();
    await page.misses(first?.token ?? '');
    await page.sees(second?.token ?? '');
    expect(page.noise).toEqual([]);
  });

  it('to a search puts no other hit under the choice of the reader', async () => {
    const page = await tab(author, '/search?q=pet');
    await page.sees('results');
    const searching = await hold(page, 'Search');
    await page.fill('Search documents, endpoints, texts, drafts and pages', 'pets');
    await searching.sent();
    await page.page.keyboard.press('ArrowDown');
    await searching.release();
    await page.until("document.querySelector('.progress') === null");
    expect(await page.read("document.querySelector('.chosen')?.textContent ?? ''")).toBe('');
    expect(pathOf(page)).toBe('/search');
    expect(page.noise).toEqual([]);
  });

  it('with the text of another revision is not shown beside the changes of this one', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.1.0', by: author });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('In progress');
    const texts = await hold(page, 'ReviewTexts');
    await page.press('Text');
    await texts.sent();
    const update = 'mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }';
    const { revision } = await draft.read();
    await author.ask(update, { input: { id: draft.id, expectedRevision: revision, schemaContent: petstore31Json } });
    await texts.release();
    await page.sees('This is no longer its text');
    await page.press('Load the new state');
    await page.misses('This is no longer its text');
    await page.until("document.querySelector('.editor') !== null");
    expect(page.noise).toEqual([]);
  });

  it('with the places of a change in another revision is not shown', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.2.0', by: author });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.page.waitForSelector('.change-open');
    const places = await hold(page, 'ChangePlaces');
    await page.page.click('.change-open');
    await places.sent();
    await draft.update({ content: petstoreNext.replace('"title"', '"x-other":true,"title"') });
    await places.release();
    await page.sees('This is no longer its text');
  });

  it('with a new state of a draft permits no decision before that state is shown', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Approving publishes 8.0.0');
    await pets.publish({ content: petstore31Json.replace('"Swagger', '"Other Swagger'), versionName: '1.5.0' });
    await page.sees('Version 1.5.0 was published on dev meanwhile');
    const items = await hold(page, 'ReviewItems');
    await page.press('Load the new state');
    await items.sent();
    // Longer than the interval of the looks at the draft, which would find another state than the one that is shown.
    await delay(5_000);
    await page.sees('Version 1.5.0 was published on dev meanwhile');
    const enabled = "[...document.querySelectorAll('.decision-bar button:enabled')].length";
    expect(await page.read(enabled)).toBe(0);
    await items.release();
    await page.misses('This page is out of date');
    await page.sees('after 1.5.0');
    expect(await page.read(enabled)).toBe(3);
    expect(page.noise).toEqual([]);
  });
});

/**
 * Answers requests of these operations with 503, as a proxy does without its service. Returns a function that ends
 * this.
 */
async function refuse({ page }: ConsoleTab, operations: RegExp) {
  const meet = (request: HTTPRequest) =>
    operations.test(request.postData() ?? '')
      ? request.respond({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' })
      : request.continue();
  await page.setRequestInterception(true);
  page.on('request', meet);
  return async () => {
    page.off('request', meet);
    await page.setRequestInterception(false);
  };
}

describe('a decision that fails', () => {
  it('keeps its comment, if the dialog was left meanwhile, and the focus on its button', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.5.0', by: author });
    await draft.submit(author);
    const { page, ...console } = await tab(admin, `/drafts/${draft.id}`);
    await console.sees('Approving publishes');
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest) =>
      /mutation RequestChanges/.test(request.postData() ?? '') ? held.push(request) : request.continue();
    await page.setRequestInterception(true);
    page.on('request', hold);
    const send = async () => {
      await console.press('Request changes', '[role="dialog"]');
      await expect.poll(() => held.length).toBe(1);
    };
    await console.press('Request changes');
    await console.fill('Comment (required)', 'A long reason');
    await send();
    await console.press('Cancel', '[role="dialog"]');
    await held.pop()?.abort();
    await console.sees('What you typed is kept');
    await console.press('Request changes');
    expect(await console.read("document.querySelector('[role=dialog] textarea').value")).toBe('A long reason');
    await send();
    await held.pop()?.abort();
    await console.until("document.querySelector('[role=dialog]')?.innerText.includes('could not be reached')");
    await console.until("document.activeElement?.textContent === 'Request changes'");
    expect(await console.read("document.activeElement.closest('[role=dialog]') !== null")).toBe(true);
    await page.setRequestInterception(false);
  });
});

describe('a button whose request fails', () => {
  it('keeps the focus, so that Enter sends again', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.6.0', by: author });
    const page = await tab(author, `/drafts/${draft.id}`);
    await page.sees('After you submit it');
    await refuse(page, /mutation (CreateComment|SubmitFromReview)\b/);
    await page.fill('Comment on the draft', 'Why?');
    for (const [name, part] of [
      ['Comment', '#discussion'],
      ['Submit for review', '#decision'],
    ] as const) {
      await page.press(name, part);
      await page.until(`document.querySelector('${part}').innerText.includes('It does not answer at the moment')`);
      await page.until(`document.activeElement.textContent === '${name}'`);
    }
  });
});

describe('a refresh that fails', () => {
  it('of a list shows the error in its place, and tries again on request', async () => {
    const page = await tab(admin, '/projects');
    await page.sees('Shop');
    await page.press('Shop');
    await page.sees('1 document');
    const restore = await refuse(page, /query Projects\b/);
    await page.press('Projects');
    await page.sees('It does not answer at the moment');
    await restore();
    await page.press('Try again');
    await page.misses('It does not answer at the moment');
    await page.sees('Shop');
  });

  it('of the rest of a long list says that rows are missing, and tries again on request', async () => {
    const person = await createPerson();
    const data = Array.from({ length: 201 }, (_, index) => ({ name: `Team ${index}`, createdById: person.id }));
    await app.services.db.team.createMany({ data: data.map(team => ({ ...team, id: newId() })) });
    const page = await tab(person, '/me');
    const restore = await refuse(page, /query OtherTeams\b/);
    await page.press('Projects');
    await page.sees('It does not answer at the moment');
    await restore();
    await page.press('Try again');
    await page.misses('It does not answer at the moment');
  });

  it('of a review shows the error, and tries again on request', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '7.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Approving publishes');
    const restore = await refuse(page, /query Review\b/);
    await draft.requestChanges({ comment: 'Again' });
    await page.press('Load the new state');
    await page.sees('It does not answer at the moment');
    await restore();
    await page.press('Try again');
    await page.misses('It does not answer at the moment');
    await page.sees('Changes were requested');
  });
});

/** Delivers the next request of an operation to the service, but loses its answer. */
async function loseAnswer({ page }: ConsoleTab, operation: string) {
  const meet = async (request: HTTPRequest) => {
    const body = request.postData() ?? '';
    if (!new RegExp(`mutation ${operation}\\b`).test(body)) return void request.continue();
    page.off('request', meet);
    await fetch(request.url(), { method: 'POST', headers: request.headers(), body });
    await request.abort();
    await page.setRequestInterception(false);
  };
  await page.setRequestInterception(true);
  page.on('request', meet);
}

describe('an answer that is lost', () => {
  it('creates nothing twice when the request is repeated', async () => {
    const page = await tab(author, `/documents/${pets.id}/new-draft`);
    await page.sees('It changes nothing');
    await loseAnswer(page, 'CreateDraft');
    await page.fill('Version', '9.0.0');
    await page.press('Save as draft');
    await page.sees('The service could not be reached');
    await page.press('Save as draft');
    await page.sees('In progress.');
    await loseAnswer(page, 'CreateComment');
    await page.fill('Comment on the draft', 'Only once');
    await page.press('Comment', '.review-side');
    await page.sees('The service could not be reached');
    await page.press('Comment', '.review-side');
    await page.sees('1 open of 1');
    const { db } = app.services;
    expect(await db.draft.count({ where: { versionName: '9.0.0' } })).toBe(1);
    expect(await db.comment.count({ where: { body: 'Only once' } })).toBe(1);
  });

  it('is forgotten with its request at the sign-out: a request may hold a password', async () => {
    const person = await project.addMember('writer', await createPerson('Ina'));
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.2.0', by: person });
    const page = await tab(person, `/drafts/${draft.id}`);
    const keys: (string | undefined)[] = [];
    page.page.on('request', request => {
      if (request.postData()?.includes('mutation CreateComment')) keys.push(request.headers()['idempotency-key']);
    });
    await loseAnswer(page, 'CreateComment');
    await page.fill('Comment on the draft', 'Lost');
    await page.press('Comment', '.review-side');
    await page.sees('The service could not be reached');
    await page.press('Ina');
    await page.press('Sign out');
    await signIn(page, person.email);
    await page.press('Comment', '.review-side');
    await expect.poll(() => new Set(keys).size, { timeout: PATIENCE_MS }).toBe(2);
  });

  it('still shows the secret after the request is repeated, or says how to get another one', async () => {
    const shared = await project.createDocument();
    await shared.publish({ content: petstore31Json });
    const page = await tab(admin);
    /** Presses the button twice: the first answer is lost. */
    const createTwice = async (operation: string, button: string) => {
      await loseAnswer(page, operation);
      await page.press(button, '[role="dialog"]');
      await page.sees('The service could not be reached');
      await page.press(button, '[role="dialog"]');
      await page.until("document.querySelector('[role=dialog]') === null");
    };
    await page.go(`/documents/${shared.id}/shares`);
    await page.press('New share');
    await createTwice('CreateShare', 'Create share');
    await page.sees('The link, with its secret.');
    await page.sees('/share/');
    await page.go('/me/tokens');
    await page.press('New MCP token');
    await page.fill('Name', 'Sent twice');
    await createTwice('CreateToken', 'Create MCP token');
    await page.sees('Keep it in the environment of the agent');
    await page.go('/me/api-tokens');
    await page.press('New API token');
    await page.fill('Name', 'Sent twice');
    await createTwice('CreateApiToken', 'Create API token');
    await page.sees('the answer that showed it was lost. Revoke it and create another.');
    await page.auditEverywhere('lost-token');
    await page.go(`/projects/${project.id}/webhooks`);
    await page.press('New webhook');
    await page.fill('URL', 'https://example.com/twice');
    await createTwice('CreateHook', 'Create webhook');
    await page.sees('the answer that showed its secret was lost. Make a new secret for it.');
    await page.press('New secret:');
    await page.press('Make it');
    await page.sees('The secret that signs the messages.');
    await page.misses('was lost');
    const { db } = app.services;
    const made = await Promise.all([
      db.documentShare.count({ where: { documentId: shared.id } }),
      db.mcpToken.count({ where: { name: 'Sent twice' } }),
      db.apiToken.count({ where: { name: 'Sent twice' } }),
      db.webhook.count({ where: { projectId: project.id } }),
    ]);
    expect(made).toEqual([1, 1, 1, 1]);
  });

  it('still shows the new row, even if the request is not repeated', async () => {
    const shared = await project.createDocument();
    await shared.publish({ content: petstore31Json });
    const page = await tab(admin);
    const createOnce = async (operation: string, button: string, leave: () => Promise<void>) => {
      await loseAnswer(page, operation);
      await page.press(button, '[role="dialog"]');
      await page.sees('The service could not be reached');
      await leave();
    };
    const cancel = () => page.press('Cancel');
    await page.go(`/documents/${shared.id}/shares`);
    await page.press('New share');
    await createOnce('CreateShare', 'Create share', cancel);
    await page.sees('Show the link');
    await page.go('/me/tokens');
    await page.press('New MCP token');
    await page.fill('Name', 'Sent once');
    await createOnce('CreateToken', 'Create MCP token', () => page.page.keyboard.press('Escape'));
    await page.sees('Sent once');
    await page.go(`/projects/${project.id}/webhooks`);
    await page.press('New webhook');
    await page.fill('URL', 'https://example.com/once');
    await createOnce('CreateHook', 'Create webhook', cancel);
    await page.sees('https://example.com/once');
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('to a rule of reviews is not taken for the stored one: the opposite is sent too', async () => {
    const ruled = await admin.createProject();
    const page = await tab(admin, `/projects/${ruled.id}/rules`);
    await page.sees('Another reviewer');
    const stored = () => app.services.db.reviewPolicy.findFirst({ where: { projectId: ruled.id } });
    await page.press('Another reviewer');
    await loseAnswer(page, 'UpdateReview\\w*');
    await page.press('Save the rules');
    await page.sees('The service could not be reached');
    expect(await stored()).toMatchObject({ requireOtherReviewer: true });
    await page.press('Another reviewer');
    await page.press('Save the rules');
    await page.sees('Saved');
    expect(await stored()).toMatchObject({ requireOtherReviewer: false });
  });

  it('to a saved draft is not shown to its writer as an edit of somebody else', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.1.0', by: author });
    const page = await tab(author, `/drafts/${draft.id}/edit`);
    await page.sees('✓ Valid');
    await page.fill('What changes, and why', 'Saved at once');
    await loseAnswer(page, 'UpdateDraft');
    await page.press('Submit for review');
    await page.sees('The service could not be reached');
    await loseAnswer(page, 'SubmitDraft');
    await page.press('Submit for review');
    await page.sees('The service could not be reached');
    await page.press('Submit for review');
    await page.sees('It waits for');
    await page.misses('saved elsewhere');
    expect((await draft.read()).status).toBe('SUBMITTED');
  });
});

describe('a text that cannot be loaded', () => {
  it('shows the error in its place, and is loaded again on request', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Approving publishes');
    const shows = (words: string) =>
      page.until(`[...document.querySelectorAll('.editor')]
      .some(({ shadowRoot }) => shadowRoot.textContent.includes(${JSON.stringify(words)}))`);
    const failing = async (operation: RegExp, act: () => Promise<unknown>, within = '.review-main') => {
      const restore = await refuse(page, operation);
      await act();
      await page.sees('It does not answer at the moment');
      await restore();
      await page.press('Try again', within);
      await page.misses('It does not answer at the moment');
    };
    await failing(/query ChangePlaces\b/, () =>
      page.page.keyboard.press('j').then(() => page.page.keyboard.press('o')),
    );
    await page.until("document.querySelector('.change .editor') !== null");
    await failing(/query ReviewTextSize\b/, () => page.press('Text'));
    await shows('openapi');
    await page.press('Changes (2)');
    await failing(/query ReviewTexts\b/, () => page.press('Text'));
    await shows('openapi');
    await page.press('Changes (2)');
    await failing(/query TextPlaces\b/, () => page.press('In the text, as sent:'));
    await page.until("document.querySelector('.review-main .editor') !== null");
    await draft.requestChanges({ comment: 'Again' });
    await failing(/query ContentCheck\b/, () => page.go(`/drafts/${draft.id}/edit`), '.edit-side');
    await page.sees('✓ Valid');
  });
});

describe('a dialog', () => {
  it('does not show the error of another dialog', async () => {
    const page = await tab(admin, `/projects/${project.id}`);
    const restore = await refuse(page, /mutation UpdateProject\b/);
    const open = async (name: string) => {
      await page.press('Manage the project');
      await page.press(name);
    };
    await open('Rename or describe');
    await page.fill('Name', 'Another name');
    await page.press('Save');
    await page.sees('It does not answer at the moment');
    await page.page.keyboard.press('Escape');
    await restore();
    await open('Archive');
    await page.sees('Its members can still read');
    expect(await page.read("document.querySelectorAll('[role=dialog] [role=alert]').length")).toBe(0);
  });
});

/**
 * Holds timers that start while `held` is true. `release` runs them, before the page renders the changes of that task.
 */
const HELD_TIMERS = `{
  const { setTimeout: start, clearTimeout: end } = window;
  const acts = new Map();
  window.setTimeout = (act, ms, ...rest) => {
    const id = start(act, window.held ? 2 ** 30 : ms, ...rest);
    if (window.held) acts.set(id, act);
    return id;
  };
  window.clearTimeout = id => { acts.delete(id); end(id); };
  window.release = async () => {
    window.held = false;
    for (let turn = 0; turn < 100; turn++) await null;
    for (const act of acts.values()) act();
  };
}`;

const CHOOSE = `{
  const select = document.querySelector('main select');
  select.selectedIndex = 2;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  window.release();
}`;

describe('a search that is stored in the address after a delay', () => {
  it.each([
    ['/search?q=pet', 'Search documents, endpoints, texts, drafts and pages'],
    [`/projects/${project.id}/audit`, 'Search actions'],
  ])('keeps a choice that was made meanwhile, at %s', async (path, field) => {
    const page = await tab(admin, path);
    await page.page.evaluateOnNewDocument(HELD_TIMERS);
    await page.page.reload();
    await page.until("document.querySelector('main select') !== null");
    await page.read('window.held = true');
    await page.fill(field, 'cre');
    await page.read(CHOOSE);
    await page.until("location.search.includes('q=cre') && location.search.includes('kind=')");
    expect(page.noise).toEqual([]);
  });
});
