import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { testApp } from '../support/app.ts';
import { PATIENCE_MS } from '../support/browser.ts';
import { type ConsoleTab, openConsole } from '../support/console.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';

const app = await testApp({ DOCSVC_SMTP_URL: 'smtp://localhost', DOCSVC_MAIL_FROM: 'docs@example.com' });
const { admin, superAdmin, createPerson, tab } = await openConsole(app);
const project = await admin.createProject({ name: 'Shop' });
const author = await project.addMember('writer', await createPerson('Ana'));
const pets = await project.createDocument({ name: 'Pets', relativePath: 'apis/pets.yaml' });
await pets.publish({ content: petstore31Json, versionName: '1.0.0' });

type Answer = 'hold' | 'refuse' | 'pass';

type Input = Record<string, unknown>;

/** Records the requests of an operation. `answer` decides about each; it gets the number of earlier requests. */
async function meet({ page }: ConsoleTab, operation: string, answer: (earlier: number, input: Input) => Answer) {
  const held: HTTPRequest[] = [];
  const sent: Input[] = [];
  await page.setRequestInterception(true);
  page.on('request', request => {
    const body = request.postData() ?? '';
    if (!new RegExp(`(mutation|query) ${operation}\\b`).test(body)) return void request.continue();
    const { variables = {} } = JSON.parse(body);
    const input = variables.input ?? variables;
    const does = answer(sent.length, input);
    sent.push(input);
    if (does === 'hold') held.push(request);
    else if (does === 'refuse')
      void request.respond({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' });
    else void request.continue();
  });
  return { held, sent };
}

const refuse = (request: HTTPRequest | undefined) =>
  request?.respond({ status: 503, contentType: 'text/html', body: '<h1>Unavailable</h1>' });

const noDialog = "document.querySelector('[role=dialog]') === null";

describe('an error that arrives after the user left the page or dialog', () => {
  it('is shown on the page that the user went to, with a link back', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '2.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    const { held } = await meet(page, 'Reject', () => 'hold');
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Not now');
    await page.press('Reject', '[role="dialog"]');
    await expect.poll(() => held.length).toBe(1);
    await page.page.keyboard.press('Escape');
    await page.press('Shop');
    await page.sees('1 document');
    await refuse(held[0]);
    await page.sees('It does not answer at the moment');
    await page.auditEverywhere('late-problem');
    await page.press('Pets 2.0.0');
    await page.sees('Approving publishes');
    await page.misses('It does not answer at the moment');
    await page.press('Reject');
    await page.until("document.querySelector('[role=dialog] textarea')?.value === 'Not now'");
  });

  it('says that the draft was saved if only its submission failed', async () => {
    const page = await tab(author, `/documents/${pets.id}/new-draft`);
    await page.sees('It changes nothing');
    const { held } = await meet(page, 'SubmitNewDraft', () => 'hold');
    await page.fill('Version', '2.5.0');
    await page.press('Submit for review');
    await expect.poll(() => held.length).toBe(1);
    await page.press('Shop');
    await page.sees('1 document');
    await refuse(held[0]);
    await page.sees('The draft is saved, but not submitted: The service is not available');
    expect(await page.text()).not.toContain('was not done');
    await page.auditEverywhere('late-submission');
    await page.press('Open the draft');
    await page.sees('In progress.');
    await page.misses('not submitted');
  });

  it('is shown on the page itself if only the dialog was closed', async () => {
    const page = await tab(admin, `/documents/${pets.id}/branches`);
    const { held } = await meet(page, 'CreateBranch', () => 'hold');
    await page.press('New branch');
    await page.fill('Name', 'feature/late');
    await page.press('Create branch');
    await expect.poll(() => held.length).toBe(1);
    await page.page.keyboard.press('Escape');
    await page.until(noDialog);
    await refuse(held[0]);
    await page.sees('It does not answer at the moment');
    await page.press('Close the message');
    await page.misses('It does not answer at the moment');
  });
});

describe('an error of a dialog that was closed meanwhile', () => {
  it('is shown on the page, also for the menu that archives', async () => {
    const guide = await project.createDocument();
    const page = await tab(admin, `/documents/${guide.id}`);
    const { held } = await meet(page, 'ArchiveDocument', () => 'hold');
    await page.press('Manage the document');
    await page.press('Archive');
    await page.sees('its share links do not work');
    await page.press('Archive', '[role="dialog"]');
    await expect.poll(() => held.length).toBe(1);
    await page.page.keyboard.press('Escape');
    await page.until(noDialog);
    await refuse(held[0]);
    await page.sees('It does not answer at the moment');
    await page.press('Close the message');
    await page.until("document.activeElement.id === 'main'");
  });
});

const NOTED_KEEPALIVE = `window.fetch = new Proxy(window.fetch, {
  apply(send, self, [input, options]) {
    window.isKept ||= options?.keepalive;
    return send.call(self, input, options);
  },
})`;

describe('the sign-out', () => {
  it('ends the session of the tab at once, even if the service does not answer', async () => {
    const person = await createPerson('Cleo');
    const page = await tab(person, '/about');
    await page.sees('About and APIs');
    const { held } = await meet(page, 'Logout', () => 'hold');
    await page.press('Cleo');
    await page.press('Sign out');
    await page.sees('Sign in');
    expect(await page.read('Object.keys(sessionStorage)')).toEqual(['docsvc.last-user']);
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await page.until(`performance.getEntriesByType('resource').length > 0`);
    expect(page.noise).toEqual([]);
  });

  it('is sent even if the tab is closed at once', async () => {
    const page = await tab(await createPerson('Dan'), '/about');
    await page.page.evaluateOnNewDocument(NOTED_KEEPALIVE);
    await page.page.reload();
    await page.press('Dan');
    await page.press('Sign out');
    await page.sees('Sign in');
    expect(await page.read('window.isKept')).toBe(true);
    expect(page.noise).toEqual([]);
  });
});

describe('a change that is marked as seen', () => {
  const SEEN = "[...document.querySelectorAll('.change input')].map(({ checked }) => checked).join()";

  it('is stored as it was marked last, and stays marked when an older state arrives late', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '3.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelectorAll('.change').length === 2");
    const { held, sent } = await meet(page, 'MarkChangesSeen', earlier => (earlier === 0 ? 'hold' : 'pass'));
    const mark = (index: number) => page.read(`document.querySelectorAll('.change input')[${index}].click()`);
    await mark(0);
    await mark(0);
    await mark(1);
    await page.until(`${SEEN} === 'false,true'`);
    await draft.requestChanges({ comment: 'Again' });
    await page.press('Load the new state');
    await page.sees('Changes were requested');
    await page.until(`${SEEN} === 'false,true'`);
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await expect.poll(() => sent.length).toBe(3);
    await page.until(`${SEEN} === 'false,true'`);
    const stored = () =>
      admin.ask<{ diffPreview: { seenKeys: string[] } }>(
        'query($id: ID!) { draft(id: $id) { diffPreview { seenKeys } } }',
        {
          id: draft.id,
        },
      );
    await expect.poll(async () => (await stored()).diffPreview.seenKeys.length).toBe(1);
    await page.page.reload();
    await page.until(`${SEEN} === 'false,true'`);
  });
});

describe('the form of the AI provider', () => {
  it('keeps what was typed over a reload, but no key', async () => {
    const page = await tab(superAdmin, '/system/ai');
    const VALUES =
      "['model', 'timeoutMs', 'apiKey'].map(name => document.querySelector('[name=' + name + ']')?.value).join()";
    await page.sees('Base URL');
    await page.fill('Model', 'large');
    await page.fill('Timeout in milliseconds', '45000');
    await page.fill('API key', 'sk-secret');
    await page.page.reload();
    await page.until(`${VALUES} === 'large,45000,'`);
    expect(await page.read('JSON.stringify(sessionStorage)')).not.toContain('sk-secret');
    await page.fill('Name', 'Models');
    await page.fill('Base URL', 'https://models.example.com/v1');
    await page.until(`${VALUES} === 'large,45000,'`);
    await page.press('Save');
    await page.sees('Saved');
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept')).length")).toBe(0);
    expect(page.noise).toEqual([]);
  });
});

describe('the form of a prompt', () => {
  const NAME = 'Explanation of a comparison';
  const stored = async () => {
    const query = '{ aiPrompts { promptKey enabled systemPrompt userPromptTemplate source } }';
    const prompts = await superAdmin.ask<{ promptKey: string; systemPrompt: string }[]>(query);
    return prompts.find(({ promptKey }) => promptKey === 'DIFF_CHANGE_SUMMARY');
  };
  const save = (input: object) =>
    superAdmin.ask('mutation($input: UpdateAiPromptInput!) { updateAiPrompt(input: $input) { promptKey } }', {
      input: { promptKey: 'DIFF_CHANGE_SUMMARY', ...input },
    });

  it('saves what was changed in it, and nothing that others have changed meanwhile', async () => {
    const page = await tab(superAdmin, '/system/ai');
    await page.sees(NAME);
    await page.read(
      `[...document.querySelectorAll('details')].find(one => one.innerText.includes('${NAME}')).open = true`,
    );
    const form = `form[aria-label="${NAME}"]`;
    await page.press(`Save the prompt: ${NAME}`);
    await page.until(`document.querySelector('${form} [role=status]').textContent === 'Saved'`);
    expect(await stored()).toMatchObject({ source: 'DEFAULT' });
    await save({ systemPrompt: 'Written by somebody else.' });
    await page.page.click(`${form} [name="enabled"]`);
    await page.press(`Save the prompt: ${NAME}`);
    await expect.poll(stored).toMatchObject({ enabled: false, systemPrompt: 'Written by somebody else.' });
    await page.until(`document.querySelector('${form} [name="systemPrompt"]').value === 'Written by somebody else.'`);
    expect(page.noise).toEqual([]);
  });
});

describe('the form of a stored AI provider', () => {
  it('does not say that an empty field is saved: it would keep its value', async () => {
    const [name, baseUrl, model] = ['Models', 'https://models.example.com/v1', 'small'];
    await superAdmin.ask('mutation($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }', {
      input: { name, baseUrl, model, enabled: false, timeoutMs: 40_000 },
    });
    const page = await tab(superAdmin, '/system/ai');
    await page.until("document.querySelector('[name=model]')?.value === 'small'");
    const fields = { Name: name, 'Base URL': baseUrl, Model: model, 'Timeout in milliseconds': '40000' };
    for (const [field, value] of Object.entries(fields)) {
      await page.fill(field, '');
      await page.press('Save');
      await page.until("document.querySelector('form:has([name=model])').matches(':invalid')");
      await page.misses('Saved');
      await page.fill(field, value);
    }
    await page.press('Save');
    await page.sees('Saved');
  });

  it('removes the stored key on request', async () => {
    await superAdmin.ask('mutation($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }', {
      input: { name: 'Models', baseUrl: 'https://models.example.com/v1', model: 'small', apiKey: 'sk-to-be-removed' },
    });
    const page = await tab(superAdmin, '/system/ai');
    await page.sees('One is stored');
    await page.page.click('[name="removeApiKey"]');
    await page.press('Save');
    await page.sees('None is stored.');
    await page.misses('Remove the stored key');
    expect(page.noise).toEqual([]);
  });

  it('no longer says that it is saved once something else is typed', async () => {
    const page = await tab(superAdmin, '/system/ai');
    await page.until("document.querySelector('[name=model]')?.value === 'small'");
    await page.press('Save');
    await page.sees('Saved');
    await page.fill('Model', 'large');
    await page.until("document.querySelector('form:has([name=model]) [role=status]').textContent === ''");
  });
});

describe('an answer that is not from the service', () => {
  it('but from a proxy is not shown as a lost connection, for texts too', async () => {
    const draft = await pets.createDraft({ versionName: '4.0.0' });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('In progress');
    await meet(page, 'EditedDraft', () => 'refuse');
    await page.press('Edit');
    await page.sees('It does not answer at the moment');
    await page.misses('could not be reached');
  });
});

describe('the last step of the first start', () => {
  it('finds the person with exactly this address, and recognizes members', async () => {
    const shop = await admin.createProject();
    const [first, second] = ['xzoe@example.com', 'zoe@example.com'];
    for (const email of [first, second]) {
      const { id } = await createPerson();
      await app.services.db.user.update({ where: { id }, data: { email } });
    }
    const page = await tab(superAdmin, `/welcome?step=4&project=${shop.id}`);
    await page.fill('Email', 'nobody@example.com');
    await page.press('Add to the project');
    await page.sees('There is no account with this email');
    await page.fill('Email', second);
    await page.misses('There is no account with this email');
    const { sent } = await meet(page, 'WelcomeMember', () => 'pass');
    await page.read(`(() => {
      const button = [...document.querySelectorAll('button')].find(one => one.textContent === 'Add to the project');
      button.click();
      button.click();
    })()`);
    await page.sees(`Added: ${second}`);
    await page.misses('There is no account with this email');
    expect(sent).toHaveLength(1);
    await page.fill('Email', second);
    await page.press('Add to the project');
    await page.sees('is a member already');
    expect(page.noise).toEqual([]);
  });
});

describe('the rules of a project', () => {
  it('keep all overrides after quick changes, and after changes of another admin', async () => {
    const shop = await admin.createProject();
    const rules = ['response-property-removed', 'server-removed', 'server-added'];
    const save = (names: string[]) =>
      admin.ask('mutation($input: UpdateDiffPolicyInput!) { updateDiffPolicy(input: $input) { profile } }', {
        input: { projectId: shop.id, overrides: names.map(rule => ({ rule, severity: 'INFO' })) },
      });
    await save(rules.slice(0, 2));
    const page = await tab(admin, `/projects/${shop.id}/rules`);
    await page.sees(rules[1] as string);
    await save(rules);
    const { sent } = await meet(page, 'UpdateDiffPolicy', () => 'pass');
    await page.read(
      `document.querySelectorAll('[aria-label^="Remove the override of"]').forEach(button => button.click())`,
    );
    await expect.poll(() => sent.length).toBe(2);
    await page.sees(rules[2] as string);
    await page.misses(rules[0] as string);
    await page.misses(rules[1] as string);
    expect(page.noise).toEqual([]);
  });
});

describe('what others have saved while a form was open', () => {
  it('of the AI provider stays: another temperature enables no provider that was disabled', async () => {
    const shop = await admin.createProject();
    const save = (input: object) =>
      admin.ask('mutation($input: AiProviderInput!) { updateAiProvider(input: $input) { name } }', {
        input: { projectId: shop.id, ...input },
      });
    await save({ name: 'Models', baseUrl: 'https://models.example.com/v1', model: 'small', enabled: true });
    const page = await tab(admin, `/projects/${shop.id}/ai`);
    await page.until("document.querySelector('[name=enabled]')?.checked");
    await save({ enabled: false, model: 'large' });
    await page.fill('Temperature', '0.7');
    await page.press('Save');
    await page.sees('Saved');
    const stored = 'query($id: ID) { aiProvider(projectId: $id) { enabled model temperature } }';
    expect(await admin.ask(stored, { id: shop.id })).toEqual({ enabled: false, model: 'large', temperature: 0.7 });
    await page.until("!document.querySelector('[name=enabled]').checked");
    expect(page.noise).toEqual([]);
  });

  it('of the review rules stays, and what could not be saved stays ticked', async () => {
    const shop = await admin.createProject();
    const page = await tab(admin, `/projects/${shop.id}/rules`);
    await page.sees('Another reviewer');
    await admin.ask(
      'mutation($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { requireComment } }',
      { input: { projectId: shop.id, requireOtherReviewer: true } },
    );
    await page.press('A comment');
    await page.page.setOfflineMode(true);
    await page.press('Save the rules');
    await page.sees('The service could not be reached');
    await page.page.setOfflineMode(false);
    expect(await page.read("document.querySelector('[name=requireComment]')?.checked")).toBe(true);
    await page.press('Save the rules');
    await page.sees('Saved');
    const rules = 'query($id: ID!) { project(id: $id) { reviewPolicy { requireOtherReviewer requireComment } } }';
    expect(await admin.ask(rules, { id: shop.id })).toEqual({
      reviewPolicy: { requireOtherReviewer: true, requireComment: true },
    });
    await page.until(`document.querySelector('[name=requireOtherReviewer]').checked`);
  });

  it('of a user stays: a new name enables no account that was disabled', async () => {
    const { id } = await createPerson('Zed');
    const { email } = await app.services.db.user.findUniqueOrThrow({ where: { id } });
    const page = await tab(superAdmin, `/system?q=${encodeURIComponent(email)}`);
    await page.press(`Change ${email}`);
    await superAdmin.ask('mutation($input: UpdateUserInput!) { updateUser(input: $input) { id } }', {
      input: { id, status: 'DISABLED' },
    });
    await page.fill('Name', 'Zoe');
    await page.press('Save');
    await page.sees('was changed');
    expect(await app.services.db.user.findUniqueOrThrow({ where: { id } })).toMatchObject({
      name: 'Zoe',
      status: 'DISABLED',
    });
  });

  it('of a webhook, a project and a branch stays', async () => {
    const shop = await admin.createProject({ name: 'Stall' });
    const document = await shop.createDocument();
    const url = 'https://example.com/hook';
    const create = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }';
    await admin.ask(create, { input: { projectId: shop.id, url, events: ['VERSION_PUBLISHED', 'DRAFT_SUBMITTED'] } });
    const page = await tab(admin, `/projects/${shop.id}/webhooks`);
    await page.press(`Change: ${url}`);
    await app.services.db.webhook.updateMany({ where: { url }, data: { enabled: false } });
    await page.press('A draft is rejected');
    await page.press('Save', '[role="dialog"]');
    await page.sees('draft.rejected');
    expect(await app.services.db.webhook.findFirstOrThrow({ where: { url } })).toMatchObject({ enabled: false });
    await page.press('Manage the project');
    await page.press('Rename or describe');
    await app.services.db.project.update({ where: { id: shop.id }, data: { description: 'For fruit' } });
    await page.fill('Name', 'Market');
    await page.press('Save');
    await page.until("document.querySelector('h1').textContent.includes('Market')");
    expect(await app.services.db.project.findUniqueOrThrow({ where: { id: shop.id } })).toMatchObject({
      description: 'For fruit',
    });
    await page.go(`/documents/${document.id}/branches`);
    await page.press('Change test');
    await page.press('Rename or describe');
    await app.services.db.branch.updateMany({
      where: { documentId: document.id, name: 'test' },
      data: { description: 'For trials' },
    });
    await page.press('Protect it');
    await page.press('Save');
    await page.sees('was changed');
    const where = { documentId: document.id, name: 'test' };
    expect(await app.services.db.branch.findFirstOrThrow({ where })).toMatchObject({
      description: 'For trials',
      isProtected: true,
    });
  });
});

describe('a new row of a long list', () => {
  it('is named, and shown on request if it is on another page', async () => {
    const shop = await admin.createProject();
    const busy = await shop.createDocument();
    const fields = { documentId: busy.id, kind: 'FEATURE', createdById: admin.id } as const;
    const data = Array.from({ length: 60 }, (_, index) => ({ ...fields, id: newId(), name: `feature/${index}` }));
    await app.services.db.branch.createMany({ data });
    const page = await tab(admin, `/documents/${busy.id}/branches?q=feature`);
    await page.sees('feature/1');
    await page.press('New branch');
    await page.fill('Name', 'feature/latest');
    await page.press('Create branch');
    await page.sees('feature/latest was created.');
    await page.auditEverywhere('made-elsewhere');
    await page.press('Show it');
    await page.until("document.querySelector('.rows strong')?.textContent === 'feature/latest'");
    await page.misses('Show it');
    await page.until("document.activeElement.innerText === 'feature/latest was created.'");
    expect(page.noise).toEqual([]);
  });

  it('of tokens is on the first page, which is shown', async () => {
    const person = await createPerson();
    const create = 'mutation($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { id } }';
    for (let number = 0; number < 51; number += 1)
      await person.ask(create, { input: { name: `Agent ${number}`, scopes: ['API_READ'] } });
    const page = await tab(person, '/me/tokens?page=2');
    await page.sees('Agent 0');
    await page.press('New MCP token');
    await page.fill('Name', 'The newest');
    await page.press('Create MCP token');
    await page.until("document.querySelector('.rows strong')?.textContent === 'The newest'");
    expect(page.noise).toEqual([]);
  });
});

describe('a choice that is stored at once', () => {
  const isTicked = "document.querySelector('main input[type=checkbox]')?.checked";
  const mailNotices = async ({ id }: { id: string }) =>
    (await app.services.db.user.findUniqueOrThrow({ where: { id } })).mailNotices;

  it('stays chosen while it is stored, and the last one is stored last', async () => {
    const person = await createPerson();
    const page = await tab(person, '/me');
    await page.until(isTicked);
    const { held, sent } = await meet(page, 'ChangeNotices', earlier => (earlier === 1 ? 'hold' : 'pass'));
    for (const shown of [false, true, false]) {
      await page.page.click('main input[type=checkbox]');
      expect(await page.read(isTicked)).toBe(shown);
    }
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await expect.poll(() => sent.length).toBe(3);
    await page.page.waitForNetworkIdle();
    expect(await mailNotices(person)).toBe(false);
    expect(await page.read(isTicked)).toBe(false);
    expect(page.noise).toEqual([]);
  });

  it('shows the stored value again when it is refused', async () => {
    const person = await createPerson();
    const page = await tab(person, '/me');
    await page.until(isTicked);
    await meet(page, 'ChangeNotices', () => 'refuse');
    await page.page.click('main input[type=checkbox]');
    await page.sees('It does not answer at the moment');
    await page.until(isTicked);
  });
});

describe('a second click', () => {
  it('sends nothing while the first is underway', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '6.0.0', by: author });
    const input = { draftId: draft.id, body: 'When?' };
    await admin.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    const page = await tab(admin, `/drafts/${draft.id}`);
    const { held, sent } = await meet(page, 'ResolveComment', () => 'hold');
    await page.press('Resolve:');
    await page.press('Resolve:');
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await page.sees('Resolved by');
    expect(sent).toHaveLength(1);
    expect(page.noise).toEqual([]);
  });
});

describe('the operations that a change reaches', () => {
  it('are listed on demand, and a failure says so', async () => {
    const many = await project.createDocument({ relativePath: 'many.json' });
    await many.publish({ content: sharing('string') });
    const draft = await many.createDraft({ content: sharing('integer') });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('3 operations');
    await meet(page, 'AffectedOperations', earlier => (earlier === 0 ? 'refuse' : 'pass'));
    await page.press('3 operations:');
    await page.sees('They could not be loaded. Try again.');
    await page.press('3 operations:');
    await page.until("document.querySelectorAll('.affected li').length === 3");
    await page.misses('They could not be loaded');
    await page.sees('GET /things-2');
    await page.auditEverywhere('affected');
  });
});

describe('a long review', () => {
  it('keeps its place and its dialog, however far it is scrolled, and while it is read again', async () => {
    const long = await project.createDocument({ relativePath: 'long.json' });
    await long.publish({ content: manyOperations(false) });
    const draft = await long.createDraft({ content: manyOperations(true) });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Changes (1100)');
    const end = 'window.scrollTo(0, document.documentElement.scrollHeight)';
    await page.until(`${end}, document.querySelector('.change[aria-label*="things-1099"], .cause') !== null`);
    await page.read('[...document.querySelectorAll(".change-open")].at(-1).click()');
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Nobody calls it');
    await page.read('window.scrollTo(0, 0)');
    await page.until('window.scrollY === 0');
    await page.read('new Promise(done => setTimeout(done, 300))');
    expect(await page.read("document.querySelector('[role=dialog] textarea')?.value")).toBe('Nobody calls it');
    await page.read(end);
    const items = await meet(page, 'ReviewItems', () => 'pass');
    await page.read(`{
      window.lowest = Infinity;
      const look = () => {
        window.lowest = Math.min(window.lowest, document.documentElement.scrollHeight);
        requestAnimationFrame(look);
      };
      look();
    }`);
    const height = await page.read<number>('document.documentElement.scrollHeight');
    await page.press('Accept', '[role="dialog"]');
    await page.sees('1 accepted');
    await expect.poll(() => items.sent.length).toBe(2);
    expect(await page.read<number>('window.lowest')).toBeGreaterThan(height * 0.98);
    expect(page.noise).toEqual([]);
  });
});

describe('a breaking change that is accepted', () => {
  it('leaves the reviewer at the next one that is not', async () => {
    const some = await project.createDocument({ relativePath: 'some.json' });
    await some.publish({ content: manyOperations(false, 40) });
    const draft = await some.createDraft({ content: manyOperations(true, 40) });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Changes (40)');
    const current = "document.querySelector('.change[data-current]')";
    const next = `${current}?.closest('.change-slot').nextElementSibling?.nextElementSibling?.querySelector('.change-place').textContent`;
    const place = `${current}?.querySelector('.change-place').textContent`;
    for (let pressed = 0; pressed < 9; pressed += 1) {
      const former = await page.read(place);
      await page.page.keyboard.press('j');
      await page.until(`${place} !== ${JSON.stringify(former)}`);
    }
    const following = await page.read(next);
    await page.page.keyboard.press('o');
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Nobody calls it');
    await page.press('Accept', '[role="dialog"]');
    await page.sees('1 accepted');
    await page.until(`${place} === ${JSON.stringify(following)}`);
    await page.until(`document.activeElement === ${current}`);
    const isInView = `(({ top, bottom }) => top > 0 && bottom < innerHeight)(${current}.getBoundingClientRect())`;
    await page.until(`(window.looks = ${isInView} ? (window.looks ?? 0) + 1 : 0) > 20`);
    expect(page.noise).toEqual([]);
  });
});

describe('a change that is accepted late', () => {
  it('leaves a reviewer who went on meanwhile where they are', async () => {
    const few = await project.createDocument({ relativePath: 'few.json' });
    await few.publish({ content: manyOperations(false, 8) });
    const draft = await few.createDraft({ content: manyOperations(true, 8) });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Changes (8)');
    const current = "document.querySelector('.change[data-current] .change-place').textContent";
    const { held } = await meet(page, 'AcceptChange', () => 'hold');
    for (const key of 'jo') await page.page.keyboard.press(key as 'j');
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Nobody calls it');
    await page.press('Accept', '[role="dialog"]');
    await expect.poll(() => held.length).toBe(1);
    await page.page.keyboard.press('Escape');
    await page.until(noDialog);
    for (const key of 'ojjjj') await page.page.keyboard.press(key as 'j');
    const chosen = await page.read<string>(current);
    await held[0]?.continue();
    await page.sees('1 accepted');
    expect(await page.read(current)).toBe(chosen);
    expect(await page.read("document.querySelectorAll('.change-open[aria-expanded=true]').length")).toBe(0);
    expect(page.noise).toEqual([]);
  });
});

describe('a long review on a phone', () => {
  it('leads from everywhere to its discussion and its decision', async () => {
    const long = await project.createDocument({ relativePath: 'long-on-phone.json' });
    await long.publish({ content: manyOperations(false) });
    const draft = await long.createDraft({ content: manyOperations(true) });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.look({ width: 390, height: 800 });
    await page.sees('Changes (1100)');
    const isInView = (selector: string) => `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(
      document.querySelector('${selector}').getBoundingClientRect())`;
    const isHereFor = (looks: number, selector: string) =>
      `(window.looks = ${isInView(selector)} ? (window.looks ?? 0) + 1 : 0) > ${looks}`;
    // Rows that were never shown get their heights only now, and move what is below them.
    await page.press('Discussion (0 open)');
    await page.until(isHereFor(20, '.discussion textarea'));
    await page.until('window.scrollTo(0, 9000) ?? window.scrollY < 9001');
    await page.auditEverywhere('review-long');
    await page.look({ width: 390, height: 800 });
    await page.press('Discussion (0 open)');
    await page.until(`document.activeElement.id === 'discussion' && ${isInView('.discussion textarea')}`);
    await page.page.keyboard.press('Tab');
    await page.until("document.activeElement.matches('.discussion textarea')");
    await page.press('Decision');
    await page.until(`document.activeElement.id === 'decision' && ${isInView('.decision-bar')}`);
    expect(page.noise).toEqual([]);
  });
});

describe('a discussion', () => {
  const FOCUSED = 'document.activeElement?.className';

  it('keeps the focus when the focused element inside it is removed', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '7.0.0', by: author });
    const input = { draftId: draft.id, body: 'When?' };
    await admin.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.press('Reply:');
    await page.fill('Reply', 'Soon');
    await page.press('Send reply');
    await page.sees('Soon');
    await page.until(`${FOCUSED} === 'thread'`);
    await page.press('Edit:');
    await page.press('Close', '.review-side');
    await page.until(`${FOCUSED} === 'thread'`);
    await page.press('Resolve:');
    await page.sees('Show 2 comments');
    await page.until(`${FOCUSED} === 'thread'`);
    await page.read("document.querySelector('.change-open').click()");
    // The opened texts move what is below them.
    await page.until("document.querySelector('.change .editor')?.shadowRoot?.querySelector('.cm-content') != null");
    await page.press('Comment on this change:');
    await page.press('Close', '.change');
    await page.until(`${FOCUSED}.startsWith('change ')`);
    expect(page.noise).toEqual([]);
  });
});

describe('a key of the review page', () => {
  it('that has no effect now opens nothing later', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.0.0' });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelectorAll('.change').length === 2");
    await page.page.keyboard.press('d');
    await page.press('Submit for review');
    await page.sees('Approving publishes');
    expect(await page.read(noDialog)).toBe(true);
    await page.page.keyboard.press('d');
    await page.sees('This ends the draft');
    await page.press('Reject', '[role="dialog"]');
    await page.sees('Review queue');
    await page.go(`/drafts/${draft.id}`);
    await page.until("document.querySelectorAll('.change').length === 2");
    await page.page.keyboard.press('j');
    await page.page.keyboard.press('c');
    await page.until("document.querySelector('.change-open').ariaExpanded === 'true'");
    expect(await page.read("document.querySelectorAll('main textarea').length")).toBe(0);
    expect(page.noise).toEqual([]);
  });
});

describe('the keys of the review page', () => {
  it('work after a click on a checkbox', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.1.0' });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelectorAll('.change').length === 2");
    await page.page.click('.filters input[type="checkbox"]');
    await page.page.click('.filters input[type="checkbox"]');
    await page.page.keyboard.press('j');
    await page.until("document.activeElement.matches('.change[data-current]')");
    await page.page.click('.change input[type="checkbox"]');
    await page.page.keyboard.press('o');
    await page.until("document.querySelector('.change-open').ariaExpanded === 'true'");
    expect(page.noise).toEqual([]);
  });
});

describe('the address of a review', () => {
  it('follows the chosen change when the reader stays on it, and Back returns to the page before', async () => {
    await pets.createDraft({ content: petstoreNext, versionName: '9.0.0' });
    const page = await tab(admin, '/mine');
    await page.press('Pets 9.0.0');
    await page.until("document.querySelectorAll('.change').length === 2");
    await page.read(`{
      const { replaceState } = history;
      window.replaced = 0;
      history.replaceState = (...state) => {
        window.replaced += 1;
        replaceState.apply(history, state);
      };
    }`);
    await page.read(`for (let turn = 0; turn < 50; turn += 1)
      for (const key of ['j', 'k']) document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))`);
    await page.page.keyboard.press('j');
    await page.until("location.search.startsWith('?change=')");
    expect(await page.read<number>('window.replaced')).toBeLessThan(10);
    const key = new URL(page.page.url()).searchParams.get('change');
    await page.page.reload();
    await page.until("document.querySelector('.change[data-current]') !== null");
    expect(key).not.toBe(null);
    await page.page.goBack();
    await page.until("location.pathname === '/mine'");
    expect(page.noise).toEqual([]);
  });

  it('does not hold back a reader who leaves for a page that still loads', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.2.0' });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelectorAll('.change').length === 2");
    await page.page.setRequestInterception(true);
    page.page.on('request', request => {
      const isScript = request.resourceType() === 'script';
      setTimeout(() => void request.continue(), isScript ? 600 : 0);
    });
    await page.page.keyboard.press('j');
    await page.read(`document.querySelector('.crumbs a[href^="/documents"]').click()`);
    await page.until("location.pathname.startsWith('/documents/')");
    expect(page.noise).toEqual([]);
  });
});

describe('the address of a list of changes', () => {
  it('has its filters and, in a comparison, the open change', async () => {
    const filtered = await project.createDocument();
    const versions = [];
    for (const content of [petstore31Json, petstoreNext]) versions.push(await filtered.publish({ content }));
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.1.0' });
    const text = "document.querySelector('.filters input:not([type=checkbox])')?.value";
    const isTicked = "document.querySelector('.filters input[type=checkbox]')?.checked";
    const isOpen = "document.querySelector('.change-open[aria-expanded=true]')?.innerText.includes('DELETE')";
    for (const path of [`/drafts/${draft.id}`, `/compare/${versions[0]?.id}/${versions[1]?.id}`]) {
      const page = await tab(admin, path);
      await page.fill('Filter by path, name or rule', 'delete');
      await page.page.click('.filters input[type=checkbox]');
      await page.until("document.querySelectorAll('.change').length === 1");
      await page.until("location.search.includes('q=delete') && location.search.includes('hide=BREAKING')");
      if (path.startsWith('/compare')) {
        await page.page.click('.change-open');
        await page.until("location.search.includes('change=')");
      }
      await page.page.reload();
      await page.until(`${text} === 'delete' && ${isTicked} === false`);
      await page.until("document.querySelectorAll('.change').length === 1");
      if (path.startsWith('/compare')) await page.until(isOpen);
      expect(page.noise).toEqual([]);
    }
  });

  it('is never too long for the service, whatever is pasted', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.2.0' });
    const field = "document.querySelector('.filters input:not([type=checkbox])')";
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.fill('Filter by path, name or rule', 'x'.repeat(20_000));
    await page.until("location.search.includes('q=x')");
    await page.page.reload();
    await page.until(`/^x{200}$/.test(${field}?.value)`);
    await page.go('/search');
    await page.fill('Search documents, endpoints, texts, drafts and pages', 'x'.repeat(20_000));
    await page.until("location.search.includes('q=x')");
    await page.page.reload();
    await page.sees('Nothing was found');
    expect(page.noise).toEqual([]);
  });

  it('of a Markdown document hides nothing by severity or direction, which it has no controls for', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: '# Guide\n\nOne.\n' });
    const draft = await guide.createDraft({ content: '# Guide\n\nTwo.\n' });
    const page = await tab(admin, `/drafts/${draft.id}?hide=INFO&direction=request`);
    await page.until("document.querySelectorAll('.change').length === 2");
    expect(page.noise).toEqual([]);
  });

  it('has them in every view, and Back returns to those of the earlier address', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.3.0' });
    const page = await tab(admin, `/drafts/${draft.id}`);
    const shown = "document.querySelectorAll('.change').length";
    await page.fill('Filter by path, name or rule', 'delete');
    await page.until(`${shown} === 1 && location.search.includes('q=delete')`);
    await page.press('Text');
    await page.until("location.search.includes('tab=text') && location.search.includes('q=delete')");
    await page.page.reload();
    await page.press('Changes (2)');
    await page.until(`${shown} === 1`);
    await page.fill('Filter by path, name or rule', '');
    await page.until(`${shown} === 2 && !location.search.includes('q=')`);
    await page.page.goBack();
    await page.until("location.search.includes('tab=text')");
    await page.page.goBack();
    await page.until(`${shown} === 1`);
    await page.read('new Promise(done => setTimeout(done, 300))');
    expect(new URL(page.page.url()).search).toBe('?q=delete');
    expect(page.noise).toEqual([]);
  });
});

describe('a review that is loaded again', () => {
  it('is not marked out of date by a check that started before it was loaded', async () => {
    const cats = await project.createDocument();
    await cats.publish({ content: petstore31Json, versionName: '1.0.0' });
    const draft = await cats.createDraft({ content: petstoreNext, versionName: '3.0.0', by: author });
    await draft.submit(author);
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.sees('Approving publishes');
    await cats.publish({ content: petstore31Json.replace('"Swagger', '"Other Swagger'), versionName: '2.0.0' });
    await page.sees('You cannot decide');
    const { held } = await meet(page, 'ReviewProbe', earlier => (earlier === 0 ? 'hold' : 'pass'));
    await expect.poll(() => held.length, { timeout: PATIENCE_MS }).toBe(1);
    await page.press('Load the new state');
    await page.misses('You cannot decide');
    for (const request of held) {
      const answered = page.page.waitForResponse(response => response.request() === request);
      await request.continue();
      await answered;
    }
    await page.read('new Promise(done => setTimeout(done, 300))');
    expect(await page.text()).not.toContain('You cannot decide');
    expect(page.noise).toEqual([]);
  });
});

describe('the search for a new member', () => {
  it('cannot add a person from an earlier search', async () => {
    const shop = await admin.createProject();
    const [first, second] = [await createPerson('Mira'), await createPerson('Nora')];
    const page = await tab(admin, `/projects/${shop.id}/members`);
    const { held } = await meet(page, 'MemberCandidates', (_, { search }) =>
      search === second.email ? 'hold' : 'pass',
    );
    await page.press('Add member');
    await page.fill('Person', first.email);
    await page.until("document.querySelector('[role=dialog] [type=radio]')?.checked === true");
    await page.fill('Person', second.email);
    await page.page.keyboard.press('Enter');
    await expect.poll(() => held.length).toBe(1);
    await page.page.keyboard.press('Enter');
    await held[0]?.continue();
    await page.sees('Nora');
    expect(await app.services.db.member.count({ where: { userId: first.id } })).toBe(0);
    await page.press('Add');
    await page.sees('Nora was added.');
    expect(page.noise).toEqual([]);
  });

  it('says when it fails, and searches again on request', async () => {
    const shop = await admin.createProject();
    const person = await createPerson('Olga');
    const page = await tab(admin, `/projects/${shop.id}/members`);
    await page.press('Add member');
    await page.sees('Part of the name or email.');
    let isAway = true;
    await meet(page, 'MemberCandidates', () => (isAway ? 'refuse' : 'pass'));
    await page.fill('Person', person.email);
    await page.sees('It does not answer at the moment');
    await page.auditEverywhere('add-member-failed');
    expect(await page.read("document.querySelector('[role=dialog] [type=submit]').disabled")).toBe(true);
    isAway = false;
    await page.press('Try again');
    await page.sees('Olga');
    await page.until("document.querySelector('[role=dialog]').contains(document.activeElement)");
    await page.press('Add');
    await page.sees('Olga was added.');
  });
});

describe('a page that loads', () => {
  it('has no motion if the user prefers reduced motion', async () => {
    const page = await tab(admin, '/about');
    await page.page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const { held } = await meet(page, 'Projects', () => 'hold');
    await page.press('Projects');
    await page.until("document.querySelector('.mantine-Skeleton-root') !== null");
    const MOVING = 'document.getAnimations().filter(({ effect }) => effect.getTiming().iterations > 1).length';
    expect(await page.read(MOVING)).toBe(0);
    await expect.poll(() => held.length).toBe(1);
    await held[0]?.continue();
    await page.sees('Shop');
    expect(page.noise).toEqual([]);
  });
});

describe('a comment that was just written', () => {
  it('stays when the answer to an older query arrives late', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '8.0.0', by: author });
    const page = await tab(admin, '/about');
    const { held } = await meet(page, 'ReviewComments', earlier => (earlier === 0 ? 'hold' : 'pass'));
    await page.page.evaluate(`history.pushState(null, '', '/drafts/${draft.id}')`);
    await page.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))");
    await expect.poll(() => held.length).toBe(1);
    await page.fill('Comment on the draft', 'Just written');
    await page.press('Comment', '.review-side');
    await page.until("document.querySelector('.comment') !== null");
    const answered = page.page.waitForResponse(response => response.request() === held[0]);
    await held[0]?.respond({
      contentType: 'application/json',
      body: JSON.stringify({
        data: { draft: { id: draft.id, comments: { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } } },
      }),
    });
    await answered;
    await page.read('new Promise(done => setTimeout(done, 200))');
    expect(await page.read("document.querySelector('.comment') !== null")).toBe(true);
    expect(page.noise).toEqual([]);
  });
});

describe('the secret of a new webhook', () => {
  it('stays shown when another webhook is changed', async () => {
    const shop = await admin.createProject();
    const create = 'mutation($input: CreateWebhookInput!) { createWebhook(input: $input) { id } }';
    const url = 'https://example.com/first';
    await admin.ask(create, { input: { projectId: shop.id, url, events: ['DRAFT_SUBMITTED'] } });
    const page = await tab(admin, `/projects/${shop.id}/webhooks`);
    await page.press('New webhook');
    await page.fill('URL', 'https://example.com/second');
    await page.press('Create webhook');
    await page.sees('It is shown only now.');
    await page.press(`Change: ${url}`);
    await page.press('A draft is rejected');
    await page.press('Save', '[role="dialog"]');
    await page.sees('draft.rejected');
    await page.sees('It is shown only now.');
    await page.press('Delete: https://example.com/second');
    await page.press('Delete it');
    await page.misses('It is shown only now.');
    expect(page.noise).toEqual([]);
  });
});

describe('the steps of the first start', () => {
  it('begin at the first step if the address names none', async () => {
    const page = await tab(superAdmin, '/welcome?step=x');
    await page.sees('Current password');
    await page.go('/welcome?step=1.5');
    await page.sees('Current password');
  });

  it('begin with the password for everyone: a SuperAdmin may have given it to them', async () => {
    const page = await tab(await createPerson());
    await page.press('Set up your first project');
    await page.sees('If somebody gave you this password');
    await page.sees('1. Password');
    expect(page.noise).toEqual([]);
  });

  it('lead from a second project to its own first document', async () => {
    const page = await tab(admin, `/welcome?step=2&project=${project.id}&draft=${newId()}`);
    await page.sees('✓ First document');
    await page.fill('Team', 'Second');
    await page.fill('Project', 'Second');
    await page.press('Create the project');
    await page.sees('3. First document');
    await page.press('Skip this step');
    await page.sees('Go to the project');
    expect(page.noise).toEqual([]);
  });

  it('are marked as done if they were done, also after a reload', async () => {
    const steps = "[...document.querySelectorAll('.steps li')].map(({ textContent }) => textContent).slice(0, 3)";
    const page = await tab(superAdmin, '/welcome');
    await page.sees('If somebody gave you this password');
    await page.press('Skip this step');
    await page.fill('Team', 'Marked');
    await page.fill('Project', 'Marked');
    await page.press('Create the project');
    await page.press('Skip this step');
    await page.sees('Add to the project');
    expect(await page.read(steps)).toEqual(['1. Password', '✓ Team and project', '3. First document']);
    await page.page.reload();
    await page.sees('Add to the project');
    expect(await page.read(steps)).toEqual(['1. Password', '✓ Team and project', '3. First document']);
    expect(page.noise).toEqual([]);
  });
});

describe('a long rendered text', () => {
  it('is laid out only where it is in view', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const part = (number: number) => `## Part ${number}\n\nSome **words** about it.\n`;
    const draft = await guide.createDraft({ content: Array.from({ length: 4000 }, (_, n) => part(n)).join('\n') });
    const page = await tab(admin, `/drafts/${draft.id}?tab=rendered`);
    await page.sees('Part 0');
    const LAST = "document.querySelector('.prose > :last-child strong')";
    const isLaidOut = `${LAST}.checkVisibility({ contentVisibilityAuto: true })`;
    await page.until(`!${isLaidOut}`);
    await page.read(`${LAST}.scrollIntoView()`);
    await page.until(isLaidOut);
    expect(page.noise).toEqual([]);
  });
});

const manyOperations = (required: boolean, count = 1100): string => {
  const limit = { name: 'limit', in: 'query', required, schema: { type: 'integer' } };
  const get = { parameters: [limit], responses: { 200: { description: 'One' } } };
  const paths = Object.fromEntries(Array.from({ length: count }, (_, index) => [`/things-${index}`, { get }]));
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1.0.0' }, paths });
};

/** An OpenAPI document with three operations whose responses share one schema. */
function sharing(type: string): string {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const get = { responses: { 200: { description: 'One', content } } };
  const paths = Object.fromEntries([0, 1, 2].map(number => [`/things-${number}`, { get }]));
  const Thing = { type: 'object', properties: { name: { type } } };
  return JSON.stringify({
    ...{ openapi: '3.1.0', info: { title: 'Things', version: '1.0.0' } },
    ...{ paths, components: { schemas: { Thing } } },
  });
}
