import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { namesInOpenApi } from '../../facades/console/client/pages/welcome/names-in.ts';
import { testApp } from '../support/app.ts';
import { cleanUp } from '../support/clean-up.ts';
import { type ConsoleTab, EDITOR, failNext, loseNextAnswer, openConsole, signIn } from '../support/console.ts';
import { petstore31Json } from '../support/documents.ts';
import { seedPassword } from '../support/seed.ts';

const app = await testApp();
const { admin, superAdmin, createPerson, tab } = await openConsole(app);
const writer = await createPerson('Dora');

const SAVE_IS_READY = `[...document.querySelectorAll('button')]
  .some(({ textContent, disabled }) => textContent === 'Save as draft' && !disabled)`;

const HAS_FOCUS = 'document.activeElement !== document.body';

const VERSION = "document.querySelector('.edit-side input').value";

const BRANCH = "document.querySelector('.edit-side select')?.selectedOptions[0].text";

/** Returns a function that writes a file of this name and chooses it on a page. */
async function chooserOf(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'docsvc-console-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  return async ({ page, sees }: ConsoleTab, text: string) => {
    await writeFile(join(folder, name), text);
    await sees('Choose a file');
    await (await page.$('input[type=file]'))?.uploadFile(join(folder, name));
    if (text !== '') await sees(name);
  };
}

/** Drops a real file on the page. */
const drop = (text: string) => dropPart(JSON.stringify(text));

const dropPart = (part: string, target = 'document') => `(() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([${part}], 'pets.yaml', { type: 'application/yaml' }));
  const isTaken = ['dragover', 'drop'].every(type =>
    !${target}.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, composed: true, cancelable: true })));
  if (!isTaken) throw new Error('The page let the browser open the file');
})()`;

const draftsOf = (projectId: string) =>
  app.services.db.draft.findMany({ where: { branch: { document: { projectId } } }, orderBy: { createdAt: 'asc' } });

/** Requests changes of the submitted draft, and makes one. */
async function reviseAfterReview(projectId: string): Promise<string> {
  const [draft] = await draftsOf(projectId);
  const { revision, reviewRevision } = await admin.ask<{ revision: string; reviewRevision: string }>(
    'query($id: ID!) { draft(id: $id) { revision reviewRevision } }',
    { id: draft?.id },
  );
  const review = { id: draft?.id, expectedReviewRevision: reviewRevision, comment: 'Say more' };
  await admin.ask('mutation($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }', {
    input: review,
  });
  await admin.ask('mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }', {
    input: { id: draft?.id, expectedRevision: revision, changelog: 'More' },
  });
  return 'DRAFT';
}

describe('the first start', () => {
  it('leads from the password to a submitted first document and an invited person', async () => {
    const page = await tab(superAdmin);
    await page.sees('Welcome, Root');
    await page.fill('Current password', seedPassword);
    await page.fill('New password', 'another password');
    await page.auditEverywhere('welcome');
    await page.press('Change the password');
    await page.fill('Team', 'Pet shop');
    await page.fill('Project', 'Shop');
    await page.press('Create the project');
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    await page.auditEverywhere('welcome-document');
    await page.page.setRequestInterception(true);
    const refuse = (request: HTTPRequest) =>
      request.postData()?.includes('WelcomeSubmit') ? request.abort() : request.continue();
    page.page.on('request', refuse);
    await page.press('Create and submit for review');
    await page.sees('The service could not be reached');
    page.page.off('request', refuse);
    await page.page.setRequestInterception(false);
    await page.press('Create and submit for review');
    await page.fill('Email', 'cleo@example.com');
    await page.press('Add to the project');
    await page.sees('There is no account with this email');
    await page.fill('First password', seedPassword);
    await page.press('Add to the project');
    await page.sees('Added: cleo@example.com');
    await page.auditEverywhere('welcome-invite');
    await page.press('Go to your first review');
    await page.press('Approve');
    await page.press('Publish');
    await page.sees('Published as 1.0.0 on dev');
    // A poll may use the session that the new password has just ended.
    expect(page.noise.filter(line => !/status of 401|ERR_FAILED/.test(line))).toEqual([]);
    expect(await app.services.db.draft.count({ where: { branch: { document: { project: { name: 'Shop' } } } } })).toBe(
      1,
    );
    await page.press('Root');
    await page.press('Sign out');
    await signIn(page, superAdmin.email, 'another password');
  });
});

describe('a step of the first start that is repeated after an error', () => {
  it('gives the team the name that was corrected, and tells the name of the project at its field', async () => {
    const page = await tab(admin, '/welcome?step=2');
    await page.fill('Team', 'Bakrey');
    await page.fill('Project', '  ');
    await page.press('Create the project');
    await page.until(`document.querySelector('[name=project]').getAttribute('aria-invalid') === 'true'`);
    expect(await page.read(`document.querySelector('[name=team]').getAttribute('aria-invalid')`)).not.toBe('true');
    await page.fill('Team', 'Bakery');
    await page.fill('Project', 'Bread');
    await page.press('Create the project');
    await page.sees('Choose a file');
    const { team } = await app.services.db.project.findFirstOrThrow({
      where: { name: 'Bread' },
      include: { team: true },
    });
    expect(team.name).toBe('Bakery');
    expect(await app.services.db.team.count({ where: { name: 'Bakrey' } })).toBe(0);
  });

  it('keeps the names of the team and the project, and the team, over a reload', async () => {
    const page = await tab(admin, '/welcome?step=2');
    await page.fill('Team', 'Dairy');
    await page.fill('Project', '  ');
    await page.press('Create the project');
    await page.until(`document.querySelector('[name=project]').getAttribute('aria-invalid') === 'true'`);
    await page.fill('Project', 'Milk');
    await page.page.reload();
    await page.sees('Create the project');
    const fields = "[...document.querySelectorAll('main form input')].map(({ value }) => value)";
    expect(await page.read(fields)).toEqual(['Dairy', 'Milk']);
    await page.press('Create the project');
    await page.sees('Choose a file');
    expect(await app.services.db.team.count({ where: { name: 'Dairy' } })).toBe(1);
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept'))")).toEqual([]);
    expect(page.noise).toEqual([]);
  });

  it('leaves a team that was created before a reload as it is, if another name is typed', async () => {
    const page = await tab(admin, '/welcome?step=2');
    await page.fill('Team', 'Mill');
    await page.fill('Project', '  ');
    await page.press('Create the project');
    await page.until(`document.querySelector('[name=project]').getAttribute('aria-invalid') === 'true'`);
    await app.services.db.team.updateMany({ where: { name: 'Mill' }, data: { status: 'ARCHIVED' } });
    await page.page.reload();
    await page.sees('Create the project');
    await page.fill('Team', 'Farm');
    await page.fill('Project', 'Eggs');
    await page.press('Create the project');
    await page.sees('Choose a file');
    const teams = await app.services.db.team.findMany({ where: { name: { in: ['Mill', 'Farm'] } } });
    expect(teams.map(({ name, status }) => `${name} ${status}`).sort()).toEqual(['Farm ACTIVE', 'Mill ARCHIVED']);
    expect(page.noise).toEqual([]);
  });

  it('gives the document the name in the file that was chosen last', async () => {
    const project = await admin.createProject({ name: 'Repeated' });
    const folder = await mkdtemp(join(tmpdir(), 'docsvc-console-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.sees('Choose a file');
    const fieldOf = (label: string) =>
      `[...document.querySelectorAll('label')].find(one => one.textContent.startsWith('${label}')).control.value`;
    const send = async (text: string, names: string[]) => {
      await writeFile(join(folder, 'api.yaml'), text);
      await (await page.page.$('input[type=file]'))?.uploadFile(join(folder, 'api.yaml'));
      await page.until(`${fieldOf('Name')} === '${names[0]}' && ${fieldOf('Version')} === '${names[1]}'`);
      await page.press('Create and submit for review');
    };
    await send('title: A draft of the title\n', ['api', '1.0.0']);
    await page.sees('Something in it is not valid');
    // Sorted, with properties that are called title and version.
    const properties = '\n    title:\n     type: string\n    version:\n     type: integer';
    const components = `components:\n schemas:\n  Book:\n   type: object\n   properties:${properties}\n`;
    const info = `info:\n  # title: Wares\n  version: "1.10" # stable\n  title: 'Orders: all'\n`;
    await send(`${components}${info}openapi: 3.1.0\npaths: {}\n`, ['Orders: all', '1.10']);
    await page.sees('Go to your first review');
    const documents = await app.services.db.document.findMany({ where: { projectId: project.id } });
    expect(documents).toMatchObject([{ name: 'Orders: all', relativePath: 'api.yaml' }]);
    const drafts = await draftsOf(project.id);
    expect(drafts).toMatchObject([{ versionName: '1.10' }]);
    expect(page.noise).toEqual([]);
  });

  it('goes on where it failed, also after a reload, and stores nothing once it is done', async () => {
    const project = await admin.createProject({ name: 'Reloaded' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    await page.fill('Name', 'Our pets');
    await page.fill('Version', '0.9.0');
    await page.page.reload();
    await page.sees('apis/pets.yaml');
    await page.shot('first-document-reloaded');
    await page.page.setRequestInterception(true);
    const failing = ['WelcomeDraft', 'WelcomeSubmit'];
    page.page.on('request', request =>
      failing[0] && request.postData()?.includes(failing[0]) ? request.abort() : request.continue(),
    );
    while (failing.length > 0) {
      await page.press('Create and submit for review');
      await page.sees('What you typed is kept');
      await page.page.reload();
      await page.sees('apis/pets.yaml');
      failing.shift();
    }
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    const documents = await app.services.db.document.findMany({ where: { projectId: project.id } });
    expect(documents).toMatchObject([{ name: 'Our pets', relativePath: 'apis/pets.yaml' }]);
    const drafts = await draftsOf(project.id);
    expect(drafts).toMatchObject([{ versionName: '0.9.0', status: 'SUBMITTED' }]);
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept'))")).toEqual([]);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('stores a text of megabytes only once, and sends it once more if it was changed', async () => {
    const project = await admin.createProject({ name: 'Megabytes' });
    const choose = await chooserOf('long.md');
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    const failing = ['WelcomeSubmit'];
    await page.page.setRequestInterception(true);
    page.page.on('request', request =>
      failing[0] && request.postData()?.includes(failing[0]) ? request.abort() : request.continue(),
    );
    const send = async () => {
      await page.press('Create and submit for review');
      await page.sees('What you typed is kept');
    };
    const textOf = (word: string) => `# Long\n\n${word.repeat(560_000)}\n`;
    await choose(page, textOf('word '));
    await send();
    expect(await page.read('window.onbeforeunload')).toBe(null);
    await page.page.reload();
    await page.sees('long.md');
    await choose(page, textOf('term '));
    await page.until(`!document.querySelector('main [type=submit]').disabled`);
    await send();
    failing.shift();
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    const drafts = await draftsOf(project.id);
    expect(drafts.map(({ status }) => status)).toEqual(['DRAFT', 'SUBMITTED']);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it.each([
    ['whose answer was lost', async () => 'SUBMITTED'],
    ['whose answer was lost, and for which changes were requested and made', reviseAfterReview],
  ])('goes on after a submission %s', async (_, meanwhile) => {
    const project = await admin.createProject({ name: 'Unanswered' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    await loseNextAnswer(page, 'WelcomeSubmit');
    await page.press('Create and submit for review');
    await page.sees('What you typed is kept');
    const status = await meanwhile(project.id);
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    expect(await draftsOf(project.id)).toMatchObject([{ status, submissionRound: 1 }]);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('creates another draft for one that was withdrawn after its submission failed', async () => {
    const project = await admin.createProject({ name: 'Withdrawn' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    await failNext(page, 'WelcomeSubmit');
    await page.press('Create and submit for review');
    await page.sees('What you typed is kept');
    const [draft] = await draftsOf(project.id);
    await admin.ask('mutation($id: ID!) { withdrawDraft(input: { id: $id }) { id } }', { id: draft?.id });
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    expect(await draftsOf(project.id)).toMatchObject([{ status: 'SUBMITTED' }]);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('creates another draft for one that was withdrawn after the answer to its creation was lost', async () => {
    const project = await admin.createProject({ name: 'Withdrawn unseen' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    await loseNextAnswer(page, 'WelcomeDraft');
    await page.press('Create and submit for review');
    await page.sees('What you typed is kept');
    const [draft] = await draftsOf(project.id);
    await admin.ask('mutation($id: ID!) { withdrawDraft(input: { id: $id }) { id } }', { id: draft?.id });
    await page.page.reload();
    await page.sees('apis/pets.yaml');
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    expect(await draftsOf(project.id)).toMatchObject([{ status: 'SUBMITTED' }]);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('goes on with what was created when the step was skipped and is taken again', async () => {
    const project = await admin.createProject({ name: 'Skipped' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    await failNext(page, 'WelcomeDraft');
    await page.press('Create and submit for review');
    await page.sees('What you typed is kept');
    await page.press('Skip this step');
    await page.sees('Add the people');
    await page.page.goBack();
    await page.press('Use an example');
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    expect(await draftsOf(project.id)).toMatchObject([{ status: 'SUBMITTED' }]);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('goes on after a reload with what was created when its answer was lost', async () => {
    const project = await admin.createProject({ name: 'Reloaded' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    const lost = ['WelcomeDocument', 'WelcomeDraft'];
    await page.page.setRequestInterception(true);
    page.page.on('request', async request => {
      if (!lost[0] || !request.postData()?.includes(`${lost[0]}(`)) return request.continue();
      lost.shift();
      await fetch(request.url(), { method: 'POST', headers: request.headers(), body: request.postData() ?? '' });
      return request.abort();
    });
    for (const left of [1, 0]) {
      await page.press('Create and submit for review');
      await page.sees('What you typed is kept');
      expect(lost).toHaveLength(left);
      await page.page.reload();
      await page.sees('apis/pets.yaml');
    }
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    expect(await draftsOf(project.id)).toMatchObject([{ status: 'SUBMITTED' }]);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('asks for a file again that was too large to be kept, and forgets it when the step is skipped', async () => {
    const project = await admin.createProject({ name: 'Too large' });
    const choose = await chooserOf('big.md');
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    const text = `# Big\n\n${'word '.repeat(900_000)}\n`;
    await choose(page, text);
    expect(await page.read('typeof window.onbeforeunload')).toBe('function');
    await page.read('window.onbeforeunload = null');
    await page.page.reload();
    await page.sees('Choose big.md again: it was too large to be kept');
    await page.shot('first-document-too-large');
    await choose(page, text);
    await page.misses('too large to be kept');
    await page.press('Skip this step');
    await page.sees('Add the people');
    expect(await page.read('window.onbeforeunload')).toBe(null);
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept'))")).toEqual([]);
    expect(page.noise).toEqual([]);
  });

  it('says that a file is empty', async () => {
    const project = await admin.createProject({ name: 'Empty' });
    const choose = await chooserOf('empty.md');
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.sees('Choose a file');
    await choose(page, '');
    await page.sees('It is empty.');
    expect(page.noise).toEqual([]);
  });

  it('leaves the fields that were filled in before the file was chosen', async () => {
    const project = await admin.createProject({ name: 'Typed first' });
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.fill('Name', 'Our pets');
    await page.fill('Path', 'pets.yaml');
    await page.press('Use an example');
    await page.sees('apis/pets.yaml');
    const fields = "[...document.querySelectorAll('main form input:not([type=file])')].map(({ value }) => value)";
    expect(await page.read(fields)).toEqual(['Our pets', '1.0.0', 'pets.yaml']);
    expect(page.noise).toEqual([]);
  });

  it('proposes names also from texts with Windows line ends, and with a quoted key', async () => {
    const names = { title: 'Wares', version: '1.10' };
    for (const key of ['info:', '"info":', "'info' :"]) {
      const text = `openapi: 3.1.0\n${key}\n  title: Wares\n\n  version: "1.10"\npaths: {}\n`;
      expect([key, await namesInOpenApi(text)]).toEqual([key, names]);
      expect([key, await namesInOpenApi(text.replaceAll('\n', '\r\n'))]).toEqual([key, names]);
    }
  });

  it('says that a document keeps its type, and takes another path for the other type', async () => {
    const project = await admin.createProject({ name: 'Mistyped' });
    const folder = await mkdtemp(join(tmpdir(), 'docsvc-console-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'guide.md'), '# Guide\n\nRead it.\n');
    const page = await tab(admin, `/welcome?step=3&project=${project.id}`);
    await page.sees('Choose a file');
    await (await page.page.$('input[type=file]'))?.uploadFile(join(folder, 'guide.md'));
    await page.sees('guide.md');
    await page.page.select('main select', 'OPENAPI');
    await page.press('Create and submit for review');
    await page.sees('Something in it is not valid');
    await page.page.select('main select', 'MARKDOWN');
    await page.press('Create and submit for review');
    await page.sees('the document at this path is OpenAPI, and keeps its type');
    await page.fill('Path', 'docs/guide.md');
    await page.press('Create and submit for review');
    await page.sees('Go to your first review');
    expect(page.noise).toEqual([]);
  });
});

describe('writing', () => {
  it('takes the same file again after it was changed', async () => {
    const project = await admin.createProject({ name: 'Files' });
    await project.addMember('writer', writer);
    const pets = await project.createDocument({ name: 'Pets', relativePath: 'pets.yaml' });
    const folder = await mkdtemp(join(tmpdir(), 'docsvc-console-'));
    cleanUp(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'pets.yaml');
    const writeInfo = (info: string) => writeFile(file, `openapi: 3.1.0\ninfo: { ${info} }\npaths: {}\n`);
    await writeInfo('title: Pets');
    const page = await tab(writer, `/documents/${pets.id}/new-draft`);
    await page.until(`${EDITOR} != null`);
    const choose = async () => (await page.page.$('input[type=file]'))?.uploadFile(file);
    await choose();
    await page.sees('Line 2:');
    await page.sees('Fix it to save or submit the draft.');
    await writeInfo('title: Pets, version: 1.0.0');
    await choose();
    await page.until(`${EDITOR}?.textContent.includes('version: 1.0.0')`);
    await page.go(`/documents/${pets.id}/new-draft`);
    await page.sees('This is the file that you chose before and did not send.');
    await page.press('Discard it');
    await page.misses('did not send');
    await page.until(`${EDITOR}?.textContent === ''`);
    expect(page.noise).toEqual([]);
  });

  it('says that a version is the first one on its branch', async () => {
    const pets = await (await admin.createProject()).createDocument();
    const page = await tab(admin, `/documents/${pets.id}/new-draft`);
    await page.until(`${EDITOR} != null`);
    await page.read(drop('openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n'));
    await page.sees('Valid. It is the first version on this branch.');
    expect(page.noise).toEqual([]);
  });

  it('tells the places of changes that are alike, and of warnings', async () => {
    const pets = await (await admin.createProject()).createDocument();
    const textWith = (status: number) => {
      const operation = `{ get: { responses: { '${status}': { description: Done } } } }`;
      return `openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths:\n  /cats: ${operation}\n  /dogs: ${operation}\n`;
    };
    await pets.publish({ content: textWith(200) });
    const page = await tab(admin, `/documents/${pets.id}/new-draft`);
    await page.until(`${EDITOR} != null`);
    await page.read(drop(textWith(201)));
    await page.sees('■ Breaking');
    const check = await page.read("document.querySelector('[aria-label=Check]').innerText");
    for (const path of ['/cats', '/dogs'])
      expect(check).toMatch(new RegExp(`Breaking: Response 200 was removed\\s+paths › ${path} › get`));
    await page.read("document.querySelector('[aria-label=Check] details').open = true");
    await page.sees('/paths/~1cats/get');
    expect(page.noise).toEqual([]);
  });

  it('marks a problem at its line, keeps typed text, shows breaking changes, and submits', async () => {
    const project = await admin.createProject({ name: 'Writers' });
    await project.addMember('writer', writer);
    const pets = await project.createDocument({ name: 'Pets', relativePath: 'pets.json' });
    await pets.publish({ content: petstore31Json, versionName: '1.0.0' });
    const page = await tab(writer, `/documents/${pets.id}/new-draft`);
    await page.until(`${EDITOR} != null`);
    await page.sees('It changes nothing');
    const type = async (text: string) => {
      await page.read(`${EDITOR}.focus()`);
      await page.page.keyboard.down('Control');
      await page.page.keyboard.press('a');
      await page.page.keyboard.up('Control');
      await page.page.keyboard.press('Backspace');
      await page.page.keyboard.sendCharacter(text);
    };
    await type('openapi: 3.1.0\ninfo: { title: Pets }\npaths: {}\n');
    await page.sees('Line 2:');
    await page.until("document.querySelector('.editor').shadowRoot.querySelector('.cm-lint-marker-error') !== null");
    await page.auditEverywhere('edit-problem');
    await page.page.reload();
    await page.until(`${EDITOR}?.textContent.includes('title: Pets')`);
    const longerThanTheBox = '# Later\n'.repeat(200);
    await page.read(drop(`openapi: 3.1.0\ninfo: { title: Pets, version: 2.0.0 }\npaths: {}\n${longerThanTheBox}`));
    await page.until(`${EDITOR}?.textContent.includes('version: 2.0.0')`);
    await page.sees('■');
    await page.until("[...document.querySelectorAll('input')].some(({ value }) => value === '2.0.0')");
    await page.fill('What changes, and why', 'Starts again');
    await page.auditEverywhere('edit');
    await page.press('Submit for review');
    await page.sees('It waits for');
    await page.sees('Starts again');
    await page.press('Text');
    await page.until(`${EDITOR} != null`);
    expect(await page.audit()).toEqual([]);
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept')).length")).toBe(0);
    expect(page.noise).toEqual([]);

    const id = new URL(page.page.url()).pathname.split('/').at(-1) ?? '';
    const { reviewRevision } = await admin.ask<{ reviewRevision: string }>(
      'query($id: ID!) { draft(id: $id) { reviewRevision } }',
      { id },
    );
    await admin.ask('mutation($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }', {
      input: { id, expectedReviewRevision: reviewRevision, comment: 'Keep the paths' },
    });
    await page.go(`/drafts/${id}`);
    await page.press('Make the changes');
    await page.sees('Keep the paths');
    await page.until(`${EDITOR} != null`);
    await type(petstore31Json.replace('"1.0.0"', '"2.0.0"'));
    await page.sees('✓ Valid');
    await page.until("!document.querySelector('.edit-side button[type=submit]').disabled");
    await page.press('Submit for review');
    await page.sees('round 2');
    expect(page.noise).toEqual([]);
  });

  it('shows what reviewers asked for as they wrote it, with links to the places', async () => {
    const guide = await (await admin.createProject()).createDocument({ type: 'MARKDOWN', name: 'Guide' });
    await guide.publish({ content: '# Guide\n\nRead it.\n' });
    const draft = await guide.createDraft({ content: '# Guide\n\nRead it twice.\n' });
    const { diffPreview } = await admin.ask<{ diffPreview: { items: { key: string }[] } }>(
      'query($id: ID!) { draft(id: $id) { diffPreview { items { key } } } }',
      { id: draft.id },
    );
    const changeKey = diffPreview.items[0]?.key;
    const comment = (body: string, anchor: object | null) =>
      admin.ask<{ id: string }>('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', {
        input: { draftId: draft.id, body, anchor },
      });
    await comment('**Why** twice?\n\nSee [the rules](https://example.com/rules).', { changeKey });
    await comment('# Shorter', { line: 3 });
    const { id } = await comment('Thanks', null);
    const page = await tab(admin, `/drafts/${draft.id}/edit`);
    await page.until("document.querySelector('.asked strong ~ * strong')?.textContent === 'Why'");
    expect(await page.read("document.querySelector('.asked .prose a').href")).toBe('https://example.com/rules');
    await page.auditEverywhere('edit-asked');
    expect(await page.read("document.querySelectorAll('.asked .thread').length")).toBe(3);
    const size = (selector: string) =>
      page.read<number>(`parseFloat(getComputedStyle(document.querySelector('${selector}')).fontSize)`);
    expect(await size('.asked .prose h2')).toBeLessThanOrEqual(await size('.asked > strong'));
    const places = "[...document.querySelectorAll('.asked a.place')].map(({ textContent }) => textContent)";
    expect(await page.read(places)).toEqual(['On a change', 'Line 3', 'On the draft']);
    await page.press('On the draft:');
    await page.until(`location.hash === '#thread-${id}'`);
    await page.go(`/drafts/${draft.id}/edit`);
    await page.press('Line 3:');
    await page.until(
      "document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-place')?.textContent === 'Read it twice.'",
    );
    await page.go(`/drafts/${draft.id}/edit`);
    await page.press('On a change:');
    await page.until(`new URLSearchParams(location.search).get('change') === ${JSON.stringify(changeKey)}`);
    await page.until("document.querySelector('.change .prose strong')?.textContent === 'Why'");
    expect(page.noise).toEqual([]);
  });

  it('overwrites a newer revision only when the writer confirms it, even after a reload', async () => {
    const project = await admin.createProject();
    await project.addMember('writer', writer);
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const draft = await guide.createDraft({ content: '# Guide\n\nFeed the pets.\n', by: writer });
    const page = await tab(writer, `/drafts/${draft.id}/edit`);
    await page.until(`${EDITOR}?.textContent.includes('Feed')`);
    await page.read(`${EDITOR}.focus()`);
    await page.page.keyboard.sendCharacter('Mine ');
    await draft.update({ content: '# Guide\n\nTheirs.\n', by: admin });
    await page.until(SAVE_IS_READY);
    await page.press('Save as draft');
    await page.sees('This draft was saved elsewhere meanwhile');
    await page.until(HAS_FOCUS);
    await page.auditEverywhere('edit-stale');
    await page.page.reload();
    await page.sees('This draft was saved elsewhere meanwhile');
    await page.until(`${EDITOR}?.textContent.includes('Mine')`);
    expect(await page.read(SAVE_IS_READY)).toBe(false);
    await page.press('Keep mine, replace the saved text');
    await page.until(HAS_FOCUS);
    await page.until(SAVE_IS_READY);
    await page.page.reload();
    await page.until(SAVE_IS_READY);
    await draft.update({ content: '# Guide\n\nTheirs again.\n', by: admin });
    await page.press('Save as draft');
    await page.press('Discard mine, load the saved text');
    await page.until(`${EDITOR}?.textContent.includes('Theirs again.') && !${EDITOR}.textContent.includes('Mine')`);
    await page.misses('saved elsewhere');
    await page.until(HAS_FOCUS);
    await page.until(SAVE_IS_READY);
    await page.press('Save as draft');
    await page.sees('In progress.');
    expect(page.noise).toEqual([]);
  });

  it('tells on the draft and in its editor what was typed and not sent, also after a sign-out', async () => {
    const project = await admin.createProject();
    await project.addMember('writer', writer);
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const content = '# Guide\r\n';
    const draft = await guide.createDraft({ content, changelog: 'One\r\nTwo', by: writer });
    const page = await tab(writer, `/drafts/${draft.id}/edit`);
    await page.until(`${EDITOR}?.textContent === '# Guide'`);
    await page.misses('did not send');
    await page.read(`${EDITOR}.focus()`);
    await page.page.keyboard.sendCharacter('Half ');
    await page.until("Object.values(sessionStorage).some(text => text.includes('Half '))");
    await page.press('Dora');
    await page.press('Sign out');
    await page.sees('Sign in');
    await signIn(page, writer.email);
    await page.until(`${EDITOR}?.textContent === 'Half # Guide'`);
    await page.go(`/drafts/${draft.id}`);
    await page.sees('You have changes that you have not sent.');
    const isDisabled = `[...document.querySelectorAll('button')].find(one => one.textContent === 'Submit for review').disabled`;
    expect(await page.read(isDisabled)).toBe(true);
    await page.auditEverywhere('review-unsent');
    await page.press('changes that you have not sent');
    await page.sees('This is what you typed before and did not send.');
    await page.auditEverywhere('edit-unsent');
    await page.press('Discard it');
    await page.until(`${EDITOR}?.textContent === '# Guide'`);
    await page.misses('did not send');
    await page.until(HAS_FOCUS);
    await page.read(`${EDITOR}.focus()`);
    await page.page.keyboard.sendCharacter('X');
    await page.until(`${EDITOR}.textContent === 'X# Guide'`);
    await page.page.keyboard.press('Backspace');
    await page.page.focus('textarea');
    await page.page.keyboard.sendCharacter('X');
    await page.page.keyboard.press('Backspace');
    await page.go(`/drafts/${draft.id}`);
    await page.until(`!${isDisabled}`);
    await page.press('Edit');
    await page.fill('Version', 'renamed');
    await page.until(SAVE_IS_READY);
    await page.press('Save as draft');
    await page.sees('In progress.');
    const saved = await admin.ask('query($id: ID!) { draft(id: $id) { versionName content(kind: RAW) { content } } }', {
      id: draft.id,
    });
    expect(saved).toMatchObject({ versionName: 'renamed', content: { content } });
    expect(page.noise).toEqual([]);
  });

  it('keeps a version name that the user typed, and updates one that comes from the text', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument();
    const ofVersion = (version: string) => petstore31Json.replace('"1.0.0"', `"${version}"`);
    const chosen = await pets.createDraft({ content: ofVersion('1.0.0'), versionName: 'spring' });
    const page = await tab(admin, `/drafts/${chosen.id}/edit`);
    await page.sees('The text says 1.0.0');
    expect(await page.read(VERSION)).toBe('spring');
    await page.read(drop(ofVersion('2.0.0')));
    await page.sees('The text says 2.0.0');
    expect(await page.read(VERSION)).toBe('spring');
    const proposed = await pets.createDraft({ content: ofVersion('3.0.0'), versionName: '3.0.0' });
    await page.go(`/drafts/${proposed.id}/edit`);
    await page.sees('The text says 3.0.0');
    await page.read(drop(ofVersion('4.0.0')));
    await page.until(`${VERSION} === '4.0.0'`);
    const moved = await pets.createDraft({ content: ofVersion('5.0.0'), versionName: '5.0.0' });
    await page.go(`/drafts/${moved.id}/edit`);
    await page.sees('The text says 5.0.0');
    await moved.update({ content: ofVersion('6.0.0') });
    await page.go(`/drafts/${moved.id}/edit`);
    await page.sees('The text says 6.0.0');
    await page.go(`/drafts/${moved.id}`);
    await page.sees('Submit for review');
    expect(await page.text()).not.toContain('have not sent');
    expect(page.noise).toEqual([]);
  });

  it('keeps the branch that was chosen and the file that was dropped on the document, also over a reload', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument({ name: 'Dropped' });
    const page = await tab(admin, `/documents/${pets.id}?branch=${pets.branches.prod}`);
    await page.press('Write the first draft');
    await page.until(`${BRANCH} === 'prod'`);
    await page.page.select('select', pets.branches.test);
    await page.page.reload();
    await page.until(`${BRANCH} === 'test'`);
    await page.go(`/documents/${pets.id}`);
    await page.sees('Nothing is published on this branch');
    await page.read(drop(petstore31Json));
    await page.until(`${EDITOR}?.textContent.includes('openapi')`);
    await page.page.reload();
    await page.until(`${EDITOR}?.textContent.includes('openapi')`);
    await page.sees('✓ Valid');
    await page.misses('did not send');
    await page.page.select('select', pets.branches.test);
    await page.until(SAVE_IS_READY);
    await page.press('Save as draft');
    await page.sees('on test, written by');
    expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept')).length")).toBe(0);
    expect(page.noise).toEqual([]);
  });

  it('restores typed text that a file has replaced, by undo in the editor or by a button', async () => {
    const project = await admin.createProject();
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: '# Guide\n', versionName: '1.0.0' });
    const page = await tab(admin, `/documents/${guide.id}/new-draft`);
    const shows = (text: string) => page.until(`${EDITOR}?.textContent === ${JSON.stringify(text)}`);
    const undo = async () => {
      await page.read(`${EDITOR}.focus()`);
      await page.page.keyboard.down('Control');
      await page.page.keyboard.press('z');
      await page.page.keyboard.up('Control');
    };
    await shows('# Guide');
    await page.read(drop('# Taken'));
    await shows('# Taken');
    await page.misses('replaced what you typed');
    await undo();
    await shows('# Guide');
    await page.read(`${EDITOR}.focus()`);
    await page.page.keyboard.sendCharacter('Half ');
    await shows('Half # Guide');
    for (const text of ['# First', '# Second']) {
      await page.read(drop(text));
      await shows(text);
    }
    await page.sees('The file has replaced what you typed');
    await page.auditEverywhere('edit-replaced');
    await undo();
    await shows('# First');
    await undo();
    await shows('Half # Guide');
    await page.misses('replaced what you typed');
    await page.go(`/documents/${guide.id}`);
    await page.sees('New draft');
    await page.read(drop('# Third'));
    await shows('# Third');
    await page.go(`/documents/${guide.id}/new-draft`);
    await shows('# Third');
    await page.sees('The file has replaced what you typed');
    expect(await page.text()).not.toContain('Discard');
    await page.page.click('.editor');
    await page.page.keyboard.sendCharacter('X');
    await page.sees('Discard both texts');
    await page.press('Change to that text');
    await shows('Half # Guide');
    await page.sees('This is what you typed before and did not send.');
    expect(page.noise).toEqual([]);
  });

  it('takes a file that is dropped on the editor once, and in place of the text', async () => {
    const pets = await (await admin.createProject()).createDocument();
    const page = await tab(admin, `/documents/${pets.id}/new-draft`);
    await page.page.waitForSelector('.editor');
    await page.until("document.querySelector('.editor').shadowRoot?.querySelector('.cm-content') != null");
    const content = "document.querySelector('.editor').shadowRoot.querySelector('.cm-content')";
    await page.read(dropPart(JSON.stringify(petstore31Json), content));
    await page.until(SAVE_IS_READY);
    const kept = (await page.read(
      "sessionStorage.getItem(Object.keys(sessionStorage).find(key => key.endsWith(':content')))",
    )) as string;
    expect(kept).toBe(petstore31Json);
    expect(await page.read(`${content}.textContent.match(/openapi/g).length`)).toBe(1);
  });

  it('does not take a proposed version name for typed text, and leaves a field empty that was emptied', async () => {
    const shop = await (await admin.createProject()).createDocument();
    await shop.publish({ content: petstore31Json, versionName: 'first' });
    const draft = await shop.createDraft({ content: petstore31Json, versionName: '2.0.0', changelog: 'Out of date' });
    const page = await tab(admin, `/documents/${shop.id}/new-draft`);
    const isProposed = "[...document.querySelectorAll('input')].some(({ value }) => /^\\d+\\.\\d+/.test(value))";
    await page.until(isProposed);
    await page.go(`/documents/${shop.id}/new-draft`);
    await page.until(isProposed);
    await page.misses('you typed before');
    await page.go(`/drafts/${draft.id}/edit`);
    await page.sees('✓ Valid');
    await page.fill('What changes, and why', '');
    await page.page.reload();
    await page.sees('✓ Valid');
    expect(await page.read("document.querySelector('textarea').value")).toBe('');
    expect(page.noise).toEqual([]);
  });

  it('asks for no version name that the text proposes', async () => {
    const pets = await (await admin.createProject()).createDocument();
    await pets.publish({ content: petstore31Json });
    const page = await tab(admin, '/about');
    await page.page.evaluateOnNewDocument(`
      new MutationObserver(() => { window.wasAsked ||= document.body?.innerText.includes('Name the version'); })
        .observe(document, { childList: true, subtree: true, characterData: true });
      window.wasAsked = false;
    `);
    await page.go(`/documents/${pets.id}/new-draft`);
    await page.until(SAVE_IS_READY);
    expect(await page.read('wasAsked')).toBe(false);
    await page.fill('Version', ' ');
    await page.until('wasAsked');
    expect(page.noise).toEqual([]);
  });

  it('of Markdown needs a version name that its writer chooses, and says so where nothing can be sent without it', async () => {
    const guide = await (await admin.createProject()).createDocument({ type: 'MARKDOWN', name: 'Guide' });
    const page = await tab(admin, `/documents/${guide.id}/new-draft`);
    await page.sees('Such as 1.1.0');
    // A screen reader reads the text of a status aloud only if the empty status was on the page before.
    const status = "document.querySelector('.edit-side > [role=status]')";
    await page.until(`${status}?.textContent === ''`);
    await page.until(`${EDITOR} != null`);
    await page.read(`${EDITOR}.focus()`);
    await page.page.keyboard.sendCharacter('# Guide');
    await page.sees('✓ Valid');
    await page.until(`${status}.textContent === 'Name the version to submit or save the draft.'`);
    await page.auditEverywhere('new-draft-unnamed');
    await page.fill('Version', '1.0.0');
    await page.misses('Name the version');
    await page.press('Save as draft');
    await page.sees('In progress');
    expect(page.noise).toEqual([]);
  });

  it('says that its text was typed before, and from which version it is', async () => {
    const guide = await (await admin.createProject()).createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: 'Old\n', versionName: '1' });
    const page = await tab(admin, `/documents/${guide.id}/new-draft`);
    await page.until("document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content') != null");
    await page.misses('you typed before');
    await page.page.click('.editor');
    await page.page.keyboard.sendCharacter('typed ');
    await page.until("Object.values(sessionStorage).some(text => text.includes('typed '))");
    await guide.publish({ content: 'New\n', versionName: '2' });
    await page.go(`/documents/${guide.id}/new-draft`);
    await page.sees('This is what you typed before and did not send. It began from another version');
    await page.auditEverywhere('new-draft-typed-before');
    await page.press('Discard it, start from 2');
    await page.misses('you typed before');
    await page.until(
      "document.querySelector('.editor')?.shadowRoot?.querySelector('.cm-content')?.textContent === 'New'",
    );
    expect(page.noise).toEqual([]);
  });

  it('begins on the branch that the page shows', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument({ name: 'Shown' });
    await pets.publish();
    await pets.publish({ branch: 'test' });
    const page = await tab(admin, `/documents/${pets.id}?branch=${pets.branches.test}`);
    await page.press('New draft');
    await page.until(`${BRANCH} === 'test'`);
    const rows = Array.from({ length: 150 }, (_, index) => ({
      ...{ id: crypto.randomUUID(), documentId: pets.id, createdById: admin.id, kind: 'FEATURE' as const },
      name: `feature/${index}`,
    }));
    await app.services.db.branch.createMany({ data: rows as never });
    await page.go(`/documents/${pets.id}/new-draft?branch=${rows.at(-1)?.id}`);
    await page.until(`${BRANCH} === 'feature/149'`);
    expect(page.noise).toEqual([]);
  });

  it('refuses a file that is not UTF-8 instead of losing characters', async () => {
    const project = await admin.createProject();
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const latin1 = dropPart('new Uint8Array([0x23, 0x20, 0xfc])');
    const page = await tab(admin, `/documents/${guide.id}`);
    await page.sees('Write the first draft');
    await page.read(latin1);
    await page.sees('It is not text in UTF-8.');
    await page.go(`/documents/${guide.id}/new-draft`);
    await page.until(`${EDITOR} != null`);
    await page.read(latin1);
    await page.sees('It is not text in UTF-8.');
    expect(await page.read(`${EDITOR}.textContent`)).toBe('');
    await page.read(drop('# Grüße'));
    await page.until(`${EDITOR}?.textContent === '# Grüße'`);
    await page.misses('It is not text in UTF-8.');
    expect(page.noise).toEqual([]);
  });

  it('is not offered in what is archived', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument();
    await pets.publish();
    const draft = await pets.createDraft();
    await pets.archive();
    const page = await tab(admin, `/drafts/${draft.id}/edit`);
    await page.sees('The document is archived.');
    await page.auditEverywhere('edit-archived');
    await page.go(`/documents/${pets.id}/promote`);
    await page.sees('Nothing can be promoted now');
    await page.go(`/documents/${pets.id}/new-draft`);
    await page.sees('The document is archived:');
    expect(page.noise).toEqual([]);
  });

  it('says that the typed text is kept if its document is archived meanwhile', async () => {
    const project = await admin.createProject();
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: '# One\n' });
    const draft = await guide.createDraft({ content: 'Two\n' });
    const page = await tab(admin, `/drafts/${draft.id}/edit`);
    await page.sees('2 changes, 1 line added, 1 removed');
    await page.fill('What changes, and why', 'Half a reason');
    await page.until(SAVE_IS_READY);
    await guide.archive();
    await page.press('Save as draft');
    await page.sees('What you typed is kept until it can be edited again.');
    await admin.ask('mutation($input: DocumentInput!) { unarchiveDocument(input: $input) { id } }', {
      input: { id: guide.id },
    });
    await page.page.reload();
    await page.until("document.querySelector('textarea')?.value === 'Half a reason'");
    expect(page.noise).toEqual([]);
  });

  it('keeps the focus on the button that could not send it', async () => {
    const pets = await (await admin.createProject()).createDocument();
    const page = await tab(admin, `/documents/${pets.id}/new-draft`);
    await page.until(`${EDITOR} != null`);
    await page.read(drop(petstore31Json));
    await page.until(SAVE_IS_READY);
    await page.page.setRequestInterception(true);
    page.page.on('request', request =>
      request.postData()?.includes('mutation CreateDraft') ? request.abort() : request.continue(),
    );
    for (const name of ['Submit for review', 'Save as draft']) {
      const failed = page.page.waitForRequest(request => request.postData()?.includes('mutation CreateDraft') ?? false);
      await page.press(name);
      await failed;
      await page.until(SAVE_IS_READY);
      await page.until(`document.activeElement.textContent === '${name}'`);
    }
  });

  it('says on the page of a new draft why it could not be submitted', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument({ name: 'Dogs' });
    await pets.publish({ versionName: '1.0.0' });
    const page = await tab(admin, `/documents/${pets.id}/promote?from=dev&to=test`);
    await page.sees('Submit the promotion');
    await page.page.setRequestInterception(true);
    page.page.on('request', request =>
      request.postData()?.includes('SubmitPromotion') ? request.abort() : request.continue(),
    );
    await page.press('Submit the promotion for review');
    await page.sees('In progress. After you submit it');
    await page.sees('The service could not be reached');
  });

  it('promotes the version that the page names, even if another one is published meanwhile', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument({ name: 'Dogs' });
    const { id: sourceVersionId } = await pets.publish({ versionName: '1.0.0' });
    const page = await tab(admin, `/documents/${pets.id}/promote?from=dev&to=test`);
    await page.sees('Submit the promotion');
    await pets.publish({ versionName: '1.1.0' });
    await page.press('Submit the promotion for review');
    await page.sees('Approving publishes 1.0.0 on test');
    const draft = await app.services.db.draft.findFirstOrThrow({
      where: { documentId: pets.id, versionName: '1.0.0', status: 'SUBMITTED' },
    });
    expect(draft).toMatchObject({ sourceVersionId });
  });

  it('promotes from branch to branch, and withdraws', async () => {
    const project = await admin.createProject();
    const pets = await project.createDocument({ name: 'Cats' });
    await pets.publish({ versionName: '1.0.0' });
    const page = await tab(admin, `/documents/${pets.id}/promote?from=dev&to=test`);
    await page.sees('Submit the promotion');
    await page.auditEverywhere('promote');
    await page.fill('What changes, and why', 'Ready for tests');
    await page.page.reload();
    await page.until("document.querySelector('textarea')?.value === 'Ready for tests'");
    await page.press('Submit the promotion for review');
    await page.sees('Approving publishes 1.0.0 on test');
    await page.sees('Ready for tests');
    const draft = await pets.createDraft({ versionName: '1.1.0' });
    await page.go(`/drafts/${draft.id}/edit`);
    await page.press('Withdraw…');
    await page.press('Withdraw for good');
    await page.sees('The draft Cats 1.1.0 was withdrawn.');
    await page.sees('My drafts');
    expect(page.noise).toEqual([]);
  });
});
