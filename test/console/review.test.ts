import { setTimeout as delay } from 'node:timers/promises';
import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { newId } from '../../src/platform/ids.ts';
import { startJobs } from '../../src/start.ts';
import { doJobs, enableProvider } from '../support/ai.ts';
import { testApp } from '../support/app.ts';
import { type ConsoleTab, loseNextAnswer, openConsole, STOP_TIMERS, signIn } from '../support/console.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { answerOf, json, startModelServer } from '../support/model-server.ts';
import type { Draft } from '../support/seed.ts';

const app = await testApp();
await doJobs(app);
const models = await startModelServer();
const { admin, createPerson, tab } = await openConsole(app);
const project = await admin.createProject({ name: 'Shop' });
const author = await project.addMember('writer', await createPerson('Ana'));
const other = await project.addMember('admin', await createPerson('Ben'));
const pets = await project.createDocument({ name: 'Pets', relativePath: 'apis/pets.yaml' });
await pets.publish({ content: petstore31Json, versionName: '1.0.0' });

/** The marked line of the text after, when it is in view. */
const PLACE = "[...document.querySelector('.editor')?.shadowRoot?.querySelectorAll('.cm-place') ?? []].at(-1)";
const MARKED = `(() => {
  const box = ${PLACE}?.getBoundingClientRect();
  return box !== undefined && box.top >= 0 && box.bottom <= innerHeight;
})()`;
const MARKED_TEXT = `(${PLACE}?.textContent ?? '')`;

/** What the editors of the page show. */
const TEXTS = `[...document.querySelectorAll('.editor')]
  .map(({ shadowRoot }) => shadowRoot?.textContent ?? '').join('')`;

const ALL_DISABLED = "[...document.querySelectorAll('.decision-bar button')].every(({ disabled }) => disabled)";

/** Waits until a dialog has taken the focus. It takes it again in a timer, which would undo a Tab that was pressed before. */
async function untilFocused({ until, read }: ConsoleTab): Promise<void> {
  await until(`document.activeElement.closest('[aria-modal="true"]') !== null`);
  await read('new Promise(resolve => setTimeout(resolve, 50))');
}

async function approveByKeyboard(tab: ConsoleTab, button: string): Promise<void> {
  const { page, sees, read } = tab;
  await page.keyboard.press('a');
  await sees(button);
  await untilFocused(tab);
  while ((await read('document.activeElement.textContent')) !== button) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

describe('the queue', () => {
  it('shows a new submission within seconds, with its count in the title', async () => {
    const page = await tab(other);
    await page.sees('Nothing waits for you');
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '2.0.0', by: author });
    await draft.submit(author);
    await page.sees('Pets 2.0.0');
    await page.until("document.title.startsWith('(1) ')");
    await page.sees('breaking');
    await page.auditEverywhere('queue');
    await draft.reject({ by: other, comment: 'Not now' });
    await page.sees('Nothing waits for you');
    await page.press('Recently decided');
    await page.sees('Rejected');
    await page.auditEverywhere('decided');
    const mine = await tab(author, '/mine');
    await mine.sees('No draft of yours is open.');
    await mine.sees('My drafts (0)');
    await mine.page.click('text/All');
    await mine.sees('Pets 2.0.0');
    await mine.auditEverywhere('mine');
    expect(page.noise).toEqual([]);
  });

  it('of more than a hundred drafts has pages', async () => {
    const person = await createPerson();
    const busy = await person.createProject();
    const draft = await (await busy.createDocument({ name: 'Busy' })).createDraft();
    await draft.submit();
    const row = await app.services.db.draft.findUniqueOrThrow({ where: { id: draft.id } });
    const others = Array.from({ length: 129 }, (_, index) => ({
      ...row,
      id: crypto.randomUUID(),
      versionName: `copy-${index}`,
      revision: crypto.randomUUID(),
    }));
    await app.services.db.draft.createMany({ data: others });
    const page = await tab(person);
    await page.until("document.title.startsWith('(130) ')");
    await page.until("document.querySelectorAll('.draft-row').length === 25");
    await page.press('Page 6');
    await page.until("document.querySelectorAll('.draft-row').length === 5");
    expect(new URL(page.page.url()).search).toBe('?page=6');
    expect(page.noise).toEqual([]);
  });
});

describe('the review page', () => {
  /** A draft with breaking changes, of a separate document, so that other publications do not affect it. */
  async function draftOfCats(versionName = '2.0.0') {
    const cats = await project.createDocument();
    await cats.publish({ content: petstore31Json });
    return cats.createDraft({ content: petstoreNext, versionName, by: author });
  }

  it('takes a reviewer from the changes to a request, the author to an answer, and both to the publication', async () => {
    const draft = await pets.createDraft({
      content: petstoreNext,
      versionName: '2.0.0',
      by: author,
      changelog: 'Drops the owner',
    });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.sees('Approving publishes 2.0.0 on dev');
    await page.sees('Suggests major');
    await page.until("document.querySelector('.change') !== null");
    await page.page.keyboard.press('j');
    await page.page.keyboard.press('o');
    await page.until(
      "[...document.querySelectorAll('.editor')].some(({ shadowRoot }) => shadowRoot?.querySelector('.cm-content'))",
    );
    await page.page.keyboard.press('x');
    await page.sees('1 of');
    await page.page.keyboard.press('c');
    await page.fill('Comment on this change', 'Clients **read** it <script>alert(1)</script>');
    await page.press('Comment', '.change');
    await page.until(
      "document.querySelector('.comment strong ~ *') !== null && document.querySelector('.prose strong') !== null",
    );
    expect(page.noise).toEqual([]);
    await page.auditEverywhere('review');
    await page.page.keyboard.press('r');
    await page.sees('gets the draft back');
    await page.fill('Comment (required)', 'Keep the owner');
    await page.read(STOP_TIMERS);
    await page.sees('Request changes to 2.0.0');
    await page.press('Request changes', '[role=dialog]');
    await page.sees('Waiting for me (0)');
    await page.until(
      "document.querySelector('#main > [role=status]').innerText === 'Changes were requested for Pets 2.0.0.'",
    );
    await page.auditEverywhere('queue-requested');
    await page.page.reload();
    await page.sees('Waiting for me (0)');
    expect(await page.text()).not.toContain('Changes were requested for');

    const answering = await tab(author, `/drafts/${draft.id}`);
    await answering.sees('Changes were requested');
    await answering.press('Reply:');
    await answering.fill('Reply', 'Nobody reads it');
    await answering.press('Send reply');
    await answering.sees('Nobody reads it');
    await answering.press('Submit for review');
    await answering.sees('It waits for');

    await page.go(`/drafts/${draft.id}`);
    await page.sees('round 2');
    await page.sees('1 of');
    await page.press('Resolve:');
    await page.sees('Resolved by Ben');
    const beside = await tab(admin, `/drafts/${draft.id}`);
    await beside.press('Approve');
    await beside.fill('Comment (optional)', 'I would say yes');
    await approveByKeyboard(page, 'Publish with breaking changes');
    await page.sees('Published as 2.0.0 on dev');
    await page.sees('Published as 2.0.0 (#2)');
    await beside.sees('Ben approved this draft: 2.0.0 is published.');
    await beside.sees('What you typed is kept.');
    await beside.press('Close', '[role=dialog] form');
    await beside.until("document.querySelector('[role=dialog]') === null");
    expect(await beside.read(ALL_DISABLED)).toBe(true);
    await beside.press('Load the new state');
    await beside.sees('Published as 2.0.0 on dev');
    expect((await draft.read()).status).toBe('PUBLISHED');
    expect([page.noise, answering.noise, beside.noise]).toEqual([[], [], []]);
  });

  it('says what was done on the next page only, not on Back and not to the next person who signs in', async () => {
    const zoo = await admin.createProject({ name: 'Zoo' });
    // The sign-out ends all their sessions.
    const leaving = await zoo.addMember('admin', await createPerson('Lea'));
    const draft = await (await zoo.createDocument()).createDraft({ versionName: '2.6.0' });
    await draft.submit();
    const page = await tab(leaving, `/drafts/${draft.id}`);
    await page.press('Reject');
    await page.press('Reject', '[role=dialog]');
    await page.sees('2.6.0 was rejected.');
    await page.press('Projects');
    await page.until("location.pathname === '/projects'");
    await page.page.reload();
    await page.sees('Zoo');
    await page.page.goBack();
    await page.sees('Waiting for me');
    expect(await page.text()).not.toContain('was rejected');
    await page.page.goForward();
    await page.press('Lea');
    await page.press('Sign out');
    await signIn(page, author.email);
    await page.page.goBack();
    await page.sees('Waiting for me');
    expect(await page.text()).not.toContain('was rejected');
    expect(page.noise).toEqual([]);
  });

  it('says in its bar only that the draft is gone while it cannot be read, because it was withdrawn or the reader has no role', async () => {
    const draft = await pets.createDraft({ content: petstore31Json, versionName: '2.7.0', by: author });
    const reader = await project.addMember('reader', await createPerson('Rea'));
    const [page, removed] = [await tab(other, `/drafts/${draft.id}`), await tab(reader, `/drafts/${draft.id}`)];
    for (const { sees } of [page, removed]) await sees('In progress');
    await admin.ask('mutation($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }', {
      input: { projectId: project.id, userId: reader.id },
    });
    const gone = 'This draft was withdrawn, or you can no longer read it.';
    await removed.sees(gone);
    await project.addMember('reader', reader);
    await removed.sees('In progress');
    await page.misses(gone);
    await page.press('Copy the changelog');
    await draft.withdraw(author);
    await page.sees(gone);
    await page.misses('Copy the changelog');
    expect(await page.read("document.activeElement.querySelector('h2')?.innerText")).toBe('History');
    await page.auditEverywhere('draft-gone');
    for (const later of ['Load the new state', 'In progress']) expect(await page.text()).not.toContain(later);
  });

  it('takes nothing more into a discussion that somebody else ended meanwhile, and keeps what was typed for copying', async () => {
    const ends = [
      (draft: Draft) => draft.reject({ by: admin, comment: 'Not now' }),
      async (draft: Draft) => {
        await draft.requestChanges({ by: admin, comment: 'Again' });
        await draft.withdraw(author);
      },
    ];
    for (const end of ends) {
      const draft = await draftOfCats();
      await draft.submit(author);
      const input = { draftId: draft.id, body: 'When?' };
      await other.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
      const page = await tab(other, `/drafts/${draft.id}`);
      await page.press('Request changes');
      await page.fill('Comment (required)', 'Half a decision');
      await page.press('Close');
      await page.press('Reply:');
      await page.fill('Reply', 'Half a reply');
      await page.fill('Comment on the draft', 'Half a comment');
      await page.read("document.querySelector('.change-open').click()");
      await page.press('Comment on this change:');
      await page.fill('Comment on this change', 'Half a thought');
      await end(draft);
      await page.sees('This page is out of date');
      await page.page.keyboard.press('Tab');
      await page.sees('What you typed here and may not have sent');
      const typed = "[...document.querySelectorAll('.review-side .quote')].map(one => one.innerText).sort().join()";
      expect(await page.read(typed)).toBe('Half a comment,Half a decision,Half a reply,Half a thought');
      expect(await page.read("document.querySelectorAll('main textarea').length")).toBe(0);
      const left = String(
        await page.read(
          "[...document.querySelectorAll('main button')].map(one => one.ariaLabel ?? one.innerText).join()",
        ),
      );
      for (const offer of ['Reply', 'Resolve', 'Edit', 'Delete', 'Comment', 'Accept', 'Send'])
        expect(left).not.toContain(offer);
      await page.auditEverywhere('discussion-ended');
      await page.press('Discard');
      await page.misses('may not have sent');
      expect(await page.read('document.activeElement.ariaLabel')).toBe('Discussion');
      expect(await page.read("Object.keys(sessionStorage).filter(key => key.includes('kept'))")).toEqual([]);
    }
  });

  it('leaves the field in which somebody types when another person ends the discussion, until they leave it', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.fill('Comment on the draft', 'Begun, ');
    await draft.reject({ by: admin, comment: 'Not now' });
    let typed = 'Begun, ';
    while (!(await page.text()).includes('This page is out of date')) {
      await page.page.keyboard.type('next ');
      typed += 'next ';
    }
    await page.page.keyboard.type('and exact');
    const field = "document.querySelector('.discussion > form textarea')";
    expect(await page.read(`${field}.value`)).toBe(`${typed}and exact`);
    expect(await page.text()).not.toContain('may not have sent');
    await page.page.keyboard.press('Tab');
    await page.sees('What you typed here and may not have sent');
    expect(await page.read("document.querySelector('.review-side .quote').innerText")).toBe(`${typed}and exact`);
    expect(await page.read(field)).toBe(null);
    expect(page.noise).toEqual([]);
  });

  it('leaves the dialog of a decision in which somebody types when another person decides, until they close it', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Begun, ');
    await draft.approve();
    let typed = 'Begun, ';
    while (!(await page.text()).includes('This is not possible now')) {
      await page.page.keyboard.type('next ');
      typed += 'next ';
    }
    await page.page.keyboard.type('and exact');
    const dialog = "document.querySelector('[role=dialog]')";
    expect(await page.read(`${dialog}.querySelector('textarea').value`)).toBe(`${typed}and exact`);
    expect(await page.read(`${dialog}.innerText`)).toContain('approved this draft: 2.0.0 is published.');
    expect(await page.read(`${dialog}.innerText`)).toContain('What you typed is kept.');
    expect(await page.read(`${dialog}.querySelector('[type=submit]').disabled`)).toBe(true);
    await page.auditEverywhere('decision-over');
    await page.press('Close', '[role=dialog] form');
    await page.until(`${dialog} === null`);
    expect(await page.read('document.activeElement !== document.body')).toBe(true);
    await page.sees('What you typed here and may not have sent');
    expect(await page.read("document.querySelector('.review-side .quote').innerText")).toBe(`${typed}and exact`);
    expect(page.noise).toEqual([]);
  });

  it('alerts a reviewer once when the decision whose dialog is open ends, and leaves the alert while they type', async () => {
    const alerts = "document.querySelectorAll('[role=alert]')";
    const remove = (person: { id: string }) =>
      admin.ask('mutation($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }', {
        input: { projectId: project.id, userId: person.id },
      });
    const leaving = await project.addMember('admin', await createPerson());
    for (const [reviewer, end, reason] of [
      [other, (draft: Draft) => draft.approve(), 'is published'],
      [leaving, () => remove(leaving), 'you can no longer read it'],
    ] as const) {
      const draft = await draftOfCats();
      await draft.submit(author);
      const page = await tab(reviewer, `/drafts/${draft.id}`);
      await page.press('Reject');
      await page.until("document.activeElement.matches('[role=dialog] textarea')");
      await end(draft);
      await page.sees('This is not possible now');
      expect(await page.read(`[...${alerts}].map(one => one.closest('[role=dialog]') !== null)`)).toEqual([true]);
      const said = String(await page.read(`${alerts}[0].innerText`));
      expect(said).toContain(reason);
      await page.page.keyboard.type('A');
      await page.sees('What you typed is kept');
      expect(await page.read(`${alerts}[0].innerText`)).toBe(said);
      await page.press('Close', '[role=dialog] form');
      await page.sees('This page is out of date');
      await page.until("document.querySelector('[role=dialog]') === null");
      expect(await page.read(`${alerts}.length`)).toBe(1);
      expect(page.noise).toEqual([]);
    }
  });

  it('says to a reviewer whose role was changed that it permits no decision, and keeps what they typed', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const reviewer = await project.addMember('admin', await createPerson('Rio'));
    const page = await tab(reviewer, `/drafts/${draft.id}`);
    await page.fill('Comment on the draft', 'Half a comment');
    await page.press('Request changes');
    await page.fill('Comment (required)', 'Half a decision');
    await admin.ask('mutation($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id } }', {
      input: { projectId: project.id, userId: reviewer.id, role: 'READER' },
    });
    await page.press('Request changes', '[role=dialog]');
    await page.sees('Your role does not permit it. It waits for');
    const dialog = "document.querySelector('[role=dialog]')";
    expect(await page.read(`${dialog}.querySelector('textarea') === document.activeElement`)).toBe(true);
    expect(await page.read('document.activeElement.value')).toBe('Half a decision');
    expect(await page.read(`${dialog}.querySelector('[type=submit]').disabled`)).toBe(true);
    expect(await page.read("document.querySelectorAll('[role=alert]').length")).toBe(1);
    await page.auditEverywhere('decision-denied');
    await page.press('Close', '[role=dialog] form');
    await page.until(`${dialog} === null`);
    const bar = String(await page.read("document.querySelector('.decision-bar').innerText"));
    expect(bar).toContain('It waits for');
    expect(bar).not.toContain('Request changes');
    expect(await page.read("document.querySelector('.discussion > form textarea').value")).toBe('Half a comment');
    expect(page.noise).toEqual([]);
  });

  it('shows what was typed for a decision or an acceptance as long as the reviewer can no longer open its dialog', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const reviewer = await project.addMember('admin', await createPerson('Ray'));
    const page = await tab(reviewer, `/drafts/${draft.id}`);
    await page.fill('Comment on the draft', 'Half a comment');
    await page.read("document.querySelector('.change-open').click()");
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Half a reason');
    await page.press('Close');
    await page.press('Request changes');
    await page.fill('Comment (required)', 'Half a decision');
    await page.press('Close');
    await page.until("document.querySelector('[role=dialog]') === null");
    expect(await page.text()).not.toContain('may not have sent');
    const listed = "[...document.querySelectorAll('.review-side .quote')].map(one => one.innerText).sort().join()";

    await draft.requestChanges({ by: admin, comment: 'Again' });
    await page.sees('requested changes to this draft');
    await page.until(`${listed} === 'Half a decision'`);
    await page.press('Load the new state');
    await page.sees('Changes were requested.');
    await page.until(`${listed} === 'Again,Half a decision'`);
    await draft.submit(author);
    await page.sees('This draft was submitted for review');
    await page.misses('may not have sent');

    await admin.ask('mutation($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id } }', {
      input: { projectId: project.id, userId: reviewer.id, role: 'READER' },
    });
    await page.page.reload();
    await page.until(`${listed} === 'Again,Half a decision,Half a reason'`);
    await page.auditEverywhere('decision-unsent');
    await page.press('Discard');
    await page.misses('may not have sent');
    expect(await page.read("document.querySelector('.discussion > form textarea').value")).toBe('Half a comment');
    const kept = "Object.keys(sessionStorage).filter(key => key.includes('kept')).join()";
    expect(await page.read(kept)).toBe(`docsvc.kept.comment:${draft.id}`);
    expect(page.noise).toEqual([]);
  });

  it('lists and discards what was typed only when its reader has left the field, and keeps the focus when the list is removed', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Half a decision');
    await page.press('Close');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.fill('Comment on the draft', 'Half a comment');
    await page.read("document.querySelector('.discussion > form textarea').focus()");
    await draft.requestChanges({ by: admin, comment: 'Again' });
    await page.sees('requested changes to this draft');
    await page.sees('may not have sent');
    await page.read('[...document.querySelectorAll(\'[aria-label="Not sent"] button\')].at(-1).focus()');
    await draft.submit(author);
    await page.sees('This page is out of date');
    await page.misses('may not have sent');
    expect(await page.read('document.activeElement.id')).toBe('discussion');

    await page.read("document.querySelector('.discussion > form textarea').focus()");
    await draft.reject({ by: admin, comment: 'Not now' });
    await page.sees('rejected this draft');
    // Until the next look, a list would have read what was sent.
    await page.page.waitForResponse(answer => answer.request().postData()?.includes('ReviewProbe(') === true);
    expect(await page.text()).not.toContain('may not have sent');
    await page.page.keyboard.press('Tab');
    await page.until("document.activeElement.id === 'discussion'");
    const listed = "[...document.querySelectorAll('.review-side .quote')].map(one => one.innerText).sort().join()";
    await page.until(`${listed} === 'Half a comment,Half a decision'`);
    expect(page.noise).toEqual([]);
  });

  it('lists no reason for an acceptance whose dialog is open, and Discard takes what was typed there last', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.until("document.querySelector('.change-open') !== null");
    await page.read("document.querySelector('.change-open').click()");
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Half');
    await draft.reject({ by: admin, comment: 'Not now' });
    await page.until("document.querySelector('#decision')?.innerText.includes('rejected this draft') === true");
    await page.page.waitForResponse(answer => answer.request().postData()?.includes('ReviewProbe(') === true);
    expect(await page.text()).not.toContain('may not have sent');
    await page.page.keyboard.type(' and the rest');
    await page.press('Close');
    const listed = "[...document.querySelectorAll('.review-side .quote')].map(one => one.innerText).join()";
    await page.until(`${listed} === 'Half and the rest'`);
    await page.press('Discard');
    await page.misses('may not have sent');
    expect(page.noise).toEqual([]);
  });

  it('lists no text as unsent that was sent before the discussion ended, although the page shows an older state', async () => {
    const cats = await project.createDocument();
    await cats.publish({ content: petstore31Json });
    const draft = await cats.createDraft({ content: petstoreNext, versionName: '2.0.0', by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Half a decision');
    await page.press('Close');
    await cats.publish({ content: petstore31Json.replace('"Swagger', '"Other Swagger'), versionName: '1.5.0' });
    await page.sees('Version 1.5.0 was published on dev meanwhile');
    await loseNextAnswer(page, 'CreateComment');
    await page.fill('Comment on the draft', 'Sent once');
    await page.press('Comment', '.discussion');
    await page.sees('could not be reached');
    await draft.reject({ by: admin, comment: 'Not now' });
    await page.sees('rejected this draft');
    await page.misses('Comment on the draft');
    const listed = "[...document.querySelectorAll('.review-side .quote')].map(one => one.innerText).join()";
    await page.until(`${listed} === 'Half a decision'`);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('lists no text as unsent that was sent while its answer was lost', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await loseNextAnswer(page, 'CreateComment');
    await page.fill('Comment on the draft', 'Sent once');
    await page.press('Comment', '.discussion');
    await page.sees('could not be reached');
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Sent by another tab');
    await page.press('Close');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.press('Request changes');
    await page.fill('Comment (required)', 'Half a decision');
    await page.press('Close');
    await draft.reject({ by: other, comment: 'Sent by another tab' });
    await page.sees('This page is out of date');
    const noted = '[...document.querySelectorAll(\'[aria-label="Not sent"] .quote\')].map(one => one.innerText).join()';
    await page.until(`${noted} === 'Half a decision'`);
    expect(await page.read("document.querySelector('.thread').innerText")).toContain('Sent once');
    await page.press('Load the new state');
    await page.sees('This is final');
    await page.until(`${noted} === 'Half a decision'`);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('lists no decision or acceptance as unsent that was saved while its answer was lost', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const reviewer = await project.addMember('admin', await createPerson('Roy'));
    const page = await tab(reviewer, `/drafts/${draft.id}`);
    const noted = '[...document.querySelectorAll(\'[aria-label="Not sent"] .quote\')].map(one => one.innerText).join()';
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Half a decision');
    await page.press('Close');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.read("document.querySelector('.change-open').click()");
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Saved reason');
    await loseNextAnswer(page, 'AcceptChange');
    await page.press('Accept', '[role=dialog]');
    await page.sees('could not be reached');
    await page.press('Close');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.page.reload();
    await page.sees('Accepted: “Saved reason”');
    const again = await tab(reviewer, `/drafts/${draft.id}`);
    await again.press('Reject');
    await again.fill('Comment (optional)', 'Half a decision');
    await again.press('Close');
    await again.until("document.querySelector('[role=dialog]') === null");
    await loseNextAnswer(again, 'RequestChanges');
    await again.press('Request changes');
    await again.fill('Comment (required)', 'Saved decision');
    await again.press('Request changes', '[role=dialog]');
    await again.sees('This is not possible now');
    await again.press('Close', '[role=dialog] form');
    for (const { until } of [again, page]) await until(`${noted} === 'Half a decision'`);

    await admin.ask('mutation($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id } }', {
      input: { projectId: project.id, userId: reviewer.id, role: 'READER' },
    });
    await page.page.reload();
    await page.until(`${noted} === 'Half a decision'`);
    expect([...page.noise, ...again.noise].filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('reads what was sent again when it lists more texts', async () => {
    const cats = await project.createDocument();
    await cats.publish({ content: petstore31Json });
    const draft = await cats.createDraft({ content: petstoreNext, versionName: '2.0.0', by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    const noted = '[...document.querySelectorAll(\'[aria-label="Not sent"] .quote\')].map(one => one.innerText).join()';
    await page.press('Reject');
    await page.fill('Comment (optional)', 'Half a decision');
    await page.press('Close');
    await draft.requestChanges({ by: admin, comment: 'Again' });
    await page.until(`${noted} === 'Half a decision'`);
    await draft.update({ versionName: '2.0.1', by: author });
    await page.sees('edits this draft again');
    await loseNextAnswer(page, 'CreateComment');
    await page.fill('Comment on the draft', 'Sent once');
    await page.press('Comment', '.discussion');
    await page.sees('could not be reached');
    await cats.archive();
    await page.misses('Comment on the draft');
    await page.until(`${noted} === 'Half a decision'`);
    expect(page.noise.filter(line => !line.includes('ERR_FAILED'))).toEqual([]);
  });

  it('lists the reason that was typed for a change which another admin accepted meanwhile', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.until("document.querySelector('.change-open') !== null");
    await page.read("document.querySelector('.change-open').click()");
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Half a reason');
    await page.press('Close');
    await page.until("document.querySelector('[role=dialog]') === null");
    expect(await page.text()).not.toContain('may not have sent');
    const beside = await tab(admin, `/drafts/${draft.id}`);
    await beside.until("document.querySelector('.change-open') !== null");
    await beside.read("document.querySelector('.change-open').click()");
    await beside.press('Accept this breaking change…:');
    await beside.fill('Reason (required)', 'Nobody uses it');
    await beside.press('Accept', '[role=dialog]');
    await beside.sees('Accepted: “Nobody uses it”');
    await page.page.reload();
    await page.sees('may not have sent');
    expect(await page.read("document.querySelector('.review-side .quote').innerText")).toBe('Half a reason');
    await page.auditEverywhere('reason-unsent');
    await page.press('Discard');
    await page.misses('may not have sent');
    expect([page.noise, beside.noise]).toEqual([[], []]);
  });

  it('moves the focus from the button that loads a large text to its view', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: '# Guide\n' });
    const draft = await guide.createDraft({ content: `# Guide\n\n${'Feed them.\n'.repeat(100_000)}`, by: author });
    const page = await tab(other, `/drafts/${draft.id}?tab=text`);
    await page.press('Load the text');
    await page.misses('Load the text');
    await page.until("document.activeElement.ariaLabel === 'Text'");
    expect(page.noise).toEqual([]);
  });

  it('offers to a reviewer who comes back as a reader no decision', async () => {
    const draft = await pets.createDraft({ content: petstore31Json, versionName: '2.7.1', by: author });
    await draft.submit(author);
    const reviewer = await project.addMember('admin', await createPerson('Rob'));
    const page = await tab(reviewer, `/drafts/${draft.id}`);
    await page.sees('Request changes');
    await admin.ask('mutation($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }', {
      input: { projectId: project.id, userId: reviewer.id },
    });
    await page.sees('or you can no longer read it');
    await project.addMember('reader', reviewer);
    await page.misses('or you can no longer read it');
    expect(await page.text()).not.toContain('Request changes');
  });

  it('goes on at the end of a text that was typed before', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '3.0.1', by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.press('Request changes');
    await page.fill('Comment (required)', 'Half a');
    await page.press('Close');
    await page.press('Request changes');
    await untilFocused(page);
    await page.page.keyboard.sendCharacter(' thought');
    expect(await page.read("document.querySelector('[role=dialog] textarea').value")).toBe('Half a thought');
    await page.press('Close');
    await page.fill('Comment on the draft', 'Why');
    await page.press('Comment', '.review-side');
    await page.press('Edit:');
    await page.until("document.activeElement.value === 'Why'");
    await page.page.keyboard.sendCharacter(' so?');
    expect(await page.read('document.activeElement.value')).toBe('Why so?');
    expect(page.noise).toEqual([]);
  });

  it('disables the decision when the branch has moved, keeps what was typed, and loads the new state', async () => {
    const draft = await pets.createDraft({ content: petstore31Json, versionName: '3.0.0', by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.press('Request changes');
    await page.fill('Comment (required)', 'Half a thought');
    await pets.publish({ content: petstore31Json.replace('"Swagger', '"Other Swagger'), versionName: '2.5.0' });
    await page.sees('Version 2.5.0 was published on dev meanwhile');
    await page.press('Close', '[role=dialog] form');
    await page.until("document.querySelector('[role=dialog]') === null");
    expect(await page.read(ALL_DISABLED)).toBe(true);
    await page.auditEverywhere('review-stale');
    await page.press('Load the new state');
    await page.misses('You cannot decide');
    await page.sees('after 2.5.0');
    await page.press('Request changes');
    await page.until("document.querySelector('[role=dialog] textarea')?.value === 'Half a thought'");
    expect(page.noise).toEqual([]);
  });

  it('tells only those who can still decide that they cannot decide now', async () => {
    const cats = await project.createDocument();
    await cats.publish({ content: petstore31Json });
    const [byAuthor, byReviewer] = await Promise.all(
      ['3.1.0', '3.2.0'].map(async versionName => {
        const draft = await cats.createDraft({ content: petstoreNext, versionName, by: author });
        await draft.submit(author);
        return draft;
      }),
    );
    const asAuthor = await tab(author, `/drafts/${byAuthor?.id}`);
    const asReviewer = await tab(other, `/drafts/${byReviewer?.id}`);
    await asAuthor.sees('It waits for');
    await asReviewer.sees('Approving publishes');
    await byReviewer?.approve();
    for (const [page, what] of [
      [asAuthor, 'Version 3.2.0 was published on dev meanwhile'],
      [asReviewer, 'approved this draft'],
    ] as const) {
      await page.sees(what);
      await page.sees('Load the new state to go on. What you typed is kept.');
      expect(await page.text()).not.toContain('You cannot decide');
    }
    expect(await asReviewer.text()).not.toContain('Approving publishes');
    await asReviewer.shot('stale-published');
    await asReviewer.press('Load the new state');
    await asReviewer.sees('Published as 3.2.0');
  });

  it('shows no other state after a breaking change is accepted, nor when a part of its path is archived', async () => {
    const guide = await project.createDocument();
    await guide.publish({ content: petstore31Json });
    const draft = await guide.createDraft({ content: petstoreNext, versionName: '2.0.0', by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.page.waitForSelector('.change-open');
    await page.page.click('.change-open');
    await page.press('Accept this breaking change…:');
    await page.fill('Reason (required)', 'Nobody uses it');
    await guide.publish({ content: petstore31Json.replace('"Swagger', '"Other Swagger'), versionName: '1.5.0' });
    await page.press('Accept', '[role="dialog"]');
    await page.sees('This page is out of date');
    expect(await page.read(ALL_DISABLED)).toBe(true);
    await page.press('Load the new state');
    await page.misses('This page is out of date');
    const accepted = await tab(other, `/documents/${guide.id}/accepted`);
    await accepted.sees('Nobody uses it');
    await accepted.sees('removed');
    await guide.archive();
    await page.sees('The document was archived.');
    expect(await page.read(ALL_DISABLED)).toBe(true);
    await page.press('Load the new state');
    await page.sees('The document is archived');
    await page.until("document.querySelector('.change input[type=checkbox]')?.disabled");
    await page.page.keyboard.press('j');
    await page.page.keyboard.press('x');
    await page.read("[...document.querySelectorAll('.filters button')].at(-1).click()");
    await page.until("document.querySelector('[role=menuitem]')?.disabled");
    await page.misses('Not possible in its current state');
  });

  it('does not offer to publish a name that a protected branch has already', async () => {
    const guide = await project.createDocument();
    await guide.publish({ content: petstore31Json, versionName: '1.0.0', branch: 'prod' });
    const [first, second] = await Promise.all(
      [petstoreNext, `${petstoreNext}\n`].map(content =>
        guide.createDraft({ content, versionName: '2.0.0', branch: 'prod', by: author }),
      ),
    );
    for (const draft of [first, second]) await draft?.submit(author);
    await first?.approve({ by: other });
    const page = await tab(other, `/drafts/${second?.id}`);
    await page.sees('is already published on prod, which is protected');
    const disabled =
      "[...document.querySelectorAll('.decision-bar button:disabled')].map(one => one.textContent).join()";
    expect(await page.read(disabled)).toBe('Approve');
  });

  it('keeps comments that were typed about a change or a line that is gone', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: 'One\n\nTwo\n' });
    const draft = await guide.createDraft({ content: 'One\n\nThree\n', versionName: '2', by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.page.waitForSelector('.change-open');
    await page.page.click('.change-open');
    await page.press('Comment on this change:');
    await page.fill('Comment on this change', 'Why three?');
    const { revision } = await author.ask<{ revision: string }>('query($id: ID!) { draft(id: $id) { revision } }', {
      id: draft.id,
    });
    await draft.requestChanges({ by: admin, comment: 'Please' });
    await author.ask('mutation($input: UpdateDraftInput!) { updateDraft(input: $input) { id } }', {
      input: { id: draft.id, expectedRevision: revision, content: 'One and a half\n\nTwo\n' },
    });
    await draft.submit(author);
    await page.press('Load the new state');
    await page.until("document.querySelector('.discussion textarea')?.value === 'Why three?'");
    await page.sees('What you typed about a change that is gone');
    await page.auditEverywhere('review-lost-comment');
    await page.press('Comment on the draft');
    await page.sees('Ben');
    await page.misses('What you typed about');
    await page.press('Link to the thread:');
    const hash = String(await page.read('location.hash'));
    expect(hash).toMatch(/^#thread-/);
    await page.until(`document.activeElement.closest('${hash}') !== null`);
    expect(page.noise).toEqual([]);
  });

  it('lets no author of the draft decide if another reviewer is required, and names who may', async () => {
    const strict = await admin.createProject({ name: 'Strict' });
    for (const [role, person] of [['writer', author] as const, ['admin', other] as const])
      await strict.addMember(role, person);
    await admin.rest('PUT', `${strict.path}/review-policy`, { body: { require_other_reviewer: true } });
    const draft = await (await strict.createDocument({ name: 'Cats' })).createDraft({ by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.sees('Approving publishes');
    await draft.requestChanges({ comment: 'Again' });
    await draft.update({ versionName: '2.0.0', by: other });
    await page.sees('Somebody edits this draft again');
    await draft.submit(author);
    await page.press('Load the new state');
    await page.sees('You wrote or changed this draft, and the project requires another reviewer. It waits for');
    expect(await page.read(ALL_DISABLED)).toBe(true);
    await page.sees('Ben changed it');
    await page.auditEverywhere('review-own');
    expect(page.noise).toEqual([]);
  });

  it('shows the texts of the new state wherever it showed those of the old one', async () => {
    const [guide, cats] = await Promise.all([project.createDocument({ type: 'MARKDOWN' }), project.createDocument()]);
    await guide.publish({ content: '# Guide\n\nFeed the pets.\n' });
    await cats.publish({ content: petstore31Json });
    const text = await guide.createDraft({ content: '# Guide\n\nFeed them before.\n', by: author });
    const api = await cats.createDraft({ content: describedAs('before'), versionName: '2', by: author });
    await Promise.all([text.submit(author), api.submit(author)]);
    const [rendered, whole, opened] = [
      await tab(other, `/drafts/${text.id}?tab=rendered`),
      await tab(other, `/drafts/${text.id}?tab=text`),
      await tab(other, `/drafts/${api.id}`),
    ];
    await rendered.sees('Feed them before.');
    await whole.until(`${TEXTS}.includes('Feed them before.')`);
    await opened.until("document.querySelector('.change') !== null");
    await opened.page.keyboard.press('j');
    await opened.page.keyboard.press('o');
    await opened.until(`${TEXTS}.includes('The pet before')`);
    for (const [draft, content] of [
      [text, '# Guide\n\nFeed them after.\n'],
      [api, describedAs('after')],
    ] as const) {
      await draft.requestChanges({ by: other, comment: 'Again' });
      await draft.update({ content, by: author });
      await draft.submit(author);
    }
    for (const page of [rendered, whole, opened]) await page.press('Load the new state');
    await rendered.sees('Feed them after.');
    await whole.until(`${TEXTS}.includes('Feed them after.') && !${TEXTS}.includes('before')`);
    await opened.until(`${TEXTS}.includes('The pet after') && !${TEXTS}.includes('before')`);
    expect([rendered.noise, whole.noise, opened.noise]).toEqual([[], [], []]);
  });

  it('restores typed text only for the person who typed it', async () => {
    const typist = await project.addMember('writer');
    const draft = await pets.createDraft({ content: petstoreNext, by: author });
    const page = await tab(typist, `/drafts/${draft.id}`);
    const endSession = () =>
      app.services.db.user.update({ where: { id: typist.id }, data: { sessionEpoch: { increment: 1 } } });
    const typed = "document.querySelector('.review-side textarea')?.value";
    await page.fill('Comment on the draft', 'Half a thought');
    await endSession();
    await page.sees('Your session has ended');
    await signIn(page, typist.email);
    await page.until(`${typed} === 'Half a thought'`);
    await endSession();
    await page.sees('Your session has ended');
    await signIn(page, author.email);
    await page.until(`${typed} === ''`);
  });

  it('shows typed text that was not sent where it was typed, even after a new sign-in', async () => {
    const typist = await project.addMember('writer');
    const draft = await pets.createDraft({ content: petstoreNext, by: author });
    const input = { draftId: draft.id, body: 'When?' };
    await typist.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    const page = await tab(typist, `/drafts/${draft.id}`);
    await page.press('Reply:');
    await page.fill('Reply', 'Half a reply');
    await page.press('Edit:');
    await page.until("document.activeElement.value === 'When?'");
    await page.page.keyboard.type(' Please');
    await page.until("document.querySelectorAll('.change').length === 2");
    await page.read("document.querySelectorAll('.change-open')[1].click()");
    await page.press('Comment on this change:');
    await page.fill('Comment on this change', 'Half a thought');
    await app.services.db.user.update({ where: { id: typist.id }, data: { sessionEpoch: { increment: 1 } } });
    await page.sees('Your session has ended');
    await signIn(page, typist.email);
    const typed =
      "[...document.querySelectorAll('main textarea')].map(({ value }) => value).filter(Boolean).sort().join()";
    await page.until(`${typed} === 'Half a reply,Half a thought,When? Please'`);
  });

  it('offers for one decision what was typed for another', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    const typed = "document.querySelector('[role=dialog] textarea')?.value";
    await page.press('Approve');
    await page.fill('Comment (optional)', 'Owners are dropped on purpose');
    await page.page.keyboard.press('Escape');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.press('Request changes');
    await page.until(`${typed} === ''`);
    await page.auditEverywhere('decision-typed-before');
    await page.press('Use the comment that you typed for “Approve”', '[role=dialog]');
    await page.until(`${typed} === 'Owners are dropped on purpose'`);
    await page.until("document.activeElement.matches('[role=dialog] textarea')");
    await page.page.keyboard.press('Escape');
    await page.until("document.querySelector('[role=dialog]') === null");
    await page.press('Approve');
    await page.until(`${typed} === ''`);
    expect(page.noise).toEqual([]);
  });

  it('shows what could not be loaded or done, and tries again', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    await guide.publish({ content: '# Guide\n' });
    const draft = await guide.createDraft({ content: '# Guide\n\nFeed them.\n', by: author });
    await draft.submit(author);
    const input = { draftId: draft.id, body: 'When?' };
    await other.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    const page = await tab(other);
    let failing = /ReviewComments|ReviewRendered/;
    await page.page.setRequestInterception(true);
    page.page.on('request', request => (failing.test(request.postData() ?? '') ? request.abort() : request.continue()));
    await page.go(`/drafts/${draft.id}?tab=rendered`);
    await page.until("document.querySelectorAll('[role=alert]').length === 2");
    await page.misses('open of');
    await page.misses('With this draft');
    failing = /ResolveComment|DeleteComment|MarkChangesSeen/;
    // The page tries again by itself after the service was unreachable.
    await page.read(
      "[...document.querySelectorAll('button')].filter(one => one.textContent === 'Try again').forEach(one => one.click())",
    );
    await page.sees('When?');
    await page.sees('1 open of 1');
    await page.sees('Feed them.');
    await page.press('Resolve:');
    await page.sees('Check your connection.');
    await page.sees('When?');
    await page.press('Delete:');
    await page.sees('This cannot be undone');
    await page.press('Delete', '[role="dialog"]');
    await page.until("document.querySelector('[role=dialog] [role=alert]') !== null");
    await page.press('Cancel');
    await page.sees('When?');
    await page.press('Changes (1)');
    const isSeen = "document.querySelector('.change input').checked";
    await page.until("document.querySelector('.change input') !== null");
    await page.read("document.querySelector('.change input').click()");
    await page.until(`!${isSeen}`);
    await page.sees('0 of 1 seen');
    failing = /^$/;
    await page.press('Resolve:');
    await page.sees('Resolved by Ben');
    await page.press('Show 1 comment:');
    await page.press('Delete:');
    await page.press('Delete', '[role="dialog"]');
    await page.misses('When?');
    await page.until("document.activeElement.id === 'main'");
  });

  it('closes the dialog of a deleted comment when the comment is gone, also if the page reads the discussion meanwhile', async () => {
    const draft = await draftOfCats();
    await draft.submit(author);
    const input = { draftId: draft.id, body: 'Gone soon' };
    await other.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.press('Delete:');
    const held: HTTPRequest[] = [];
    await page.page.setRequestInterception(true);
    page.page.on('request', async request => {
      if (request.postData()?.includes('query ReviewComments(') !== true) return request.continue();
      held.push(request);
      if (held.length > 2) return request.continue();
      // The answer of the second request comes well after that of the first.
      if (held.length === 2)
        await held[0]
          ?.continue()
          .then(() => delay(1_000))
          .then(() => request.continue());
    });
    await page.press('Delete', '[role="dialog"]');
    await page.misses('Gone soon');
    await page.until("document.activeElement.id === 'main'");
    expect(held.length).toBeGreaterThan(1);
  });

  it('keeps the focus in a view that replaces another one after a key press', async () => {
    const draft = await draftOfCats();
    const page = await tab(other, `/drafts/${draft.id}`);
    const isFocused = (name: string) => page.until(`document.activeElement.ariaLabel?.startsWith('${name}')`);
    await page.until("document.querySelector('.change-open') !== null");
    await page.read("document.querySelector('.change-open').focus()");
    await page.page.keyboard.press('t');
    await isFocused('Text');
    await page.page.keyboard.press('t');
    await isFocused('Changes');
    await page.read("document.querySelector('.change-open').focus()");
    await page.press('In the text, as sent:');
    await isFocused('Text');
    await page.sees('Back to the change');
    await page.page.keyboard.press('Tab');
    expect(await page.read('document.activeElement.textContent')).toBe('Back to the change');
    await page.read("document.querySelector('.tabs a').focus()");
    await page.page.keyboard.press('t');
    await page.until("document.querySelector('.change-open') !== null");
    expect(await page.read("document.activeElement.closest('.tabs') !== null")).toBe(true);
    expect(page.noise).toEqual([]);
  });

  it('keeps the focus in the decision bar, and shows the result, when its buttons are removed', async () => {
    const draft = await draftOfCats('13');
    const writing = await tab(author, `/drafts/${draft.id}`);
    const pressKey = async ({ page, read }: ConsoleTab, name: string) => {
      await read(
        `[...document.querySelectorAll('.decision-bar button')].find(one => one.textContent === '${name}').focus()`,
      );
      await page.keyboard.press('Enter');
    };
    const isBarFocused = "document.activeElement.id === 'decision'";
    await writing.sees('Submit for review');
    await pressKey(writing, 'Submit for review');
    await writing.sees('It waits for');
    await writing.until(isBarFocused);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.look({ width: 360, height: 740 });
    await page.sees('Approving publishes 13');
    await pressKey(page, 'Approve');
    await page.sees('Publish with breaking changes');
    await untilFocused(page);
    await page.page.keyboard.press('Tab');
    await page.read('window.scrollTo(0, 600)');
    await page.page.keyboard.press('Enter');
    await page.sees('Published as 13 on dev');
    await page.until(`${isBarFocused} && document.querySelector('.decision-text').getBoundingClientRect().top >= 0`);
    expect(page.noise).toEqual([]);
  });

  it('tells a reader who decides', async () => {
    const reader = await project.addMember('reader');
    const content = petstoreNext.replace('"maximum": 100', '"maximum": 50');
    const draft = await pets.createDraft({ content, versionName: '9', by: author });
    await draft.submit(author);
    const page = await tab(reader, `/drafts/${draft.id}`);
    await page.sees('or Ben.');
    expect(await page.read("document.querySelectorAll('.decision-bar button').length")).toBe(0);
    await page.auditEverywhere('review-reader');
    expect(await page.read("document.querySelectorAll('.change-message code').length")).toBeGreaterThan(0);
    expect(await page.read('document.querySelectorAll(\'.change[aria-label*="`"]\').length')).toBe(0);
    await page.press('In the text, as sent: DELETE /pets/{petId} was added');
    await page.until(MARKED);
    expect(await page.read(MARKED_TEXT)).toContain('"delete"');
    await page.read("[...document.querySelectorAll('label')].find(one => one.textContent === 'Normalized').click()");
    await page.until(`${MARKED_TEXT}.includes('"delete"')`);
    await page.auditEverywhere('review-text');
    await page.press('Back to the change');
    await page.until("document.querySelector('.change[data-current]') !== null");
    await page.go('/drafts/01a20000-0000-7000-8000-000000000000');
    await page.sees('There is no such draft for you');
  });

  it('offers no decision to an author, even the last of more than a hundred', async () => {
    const strict = await admin.createProject();
    const rules = { requireComment: false, requireResolvedThreads: false, requireReasonForBreaking: false };
    await admin.ask('mutation($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }', {
      input: { projectId: strict.id, requireOtherReviewer: true, ...rules },
    });
    const draft = await (await strict.createDocument()).createDraft();
    await draft.submit();
    const { db } = app.services;
    const ids = Array.from({ length: 120 }, newId);
    const last = await strict.addMember('admin');
    const userOf = (id: string) => ({ id, email: `${id}@example.com`, name: 'Editor', passwordHash: '' });
    await db.user.createMany({ data: ids.map(userOf) });
    // The service returns the first hundred authors by id; ids are ordered by time.
    await db.draftEditor.createMany({ data: [...ids, last.id].map(userId => ({ draftId: draft.id, userId })) });
    const page = await tab(last, `/drafts/${draft.id}`);
    await page.sees('You wrote or changed this draft, and the project requires another reviewer.');
    expect(await page.read(ALL_DISABLED)).toBe(true);
    expect(page.noise).toEqual([]);
  });

  it('explains a draft by a model, and says that a model wrote it', async () => {
    const explained = await admin.createProject();
    await enableProvider(admin, explained.path, models.url);
    const cats = await explained.createDocument();
    await cats.publish({ content: petstore31Json });
    const draft = await cats.createDraft({ content: petstoreNext, versionName: '2.0.0' });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("[...document.querySelectorAll('summary')].some(one => one.textContent === 'AI explanation')");
    await page.read(
      "[...document.querySelectorAll('summary')].find(one => one.textContent === 'AI explanation').click()",
    );
    await page.until("document.querySelector('.ai-text')?.textContent === 'Yes.'");
    await page.sees('Model: ');
    await page.auditEverywhere('review-ai');
    await page.press('Ask again');
    await page.sees('Asked. It shows up here.');
    await cats.archive();
    await page.page.reload();
    await page.sees('AI explanation');
    expect(await page.read("document.querySelector('.review-side').textContent")).not.toContain('Ask again');
    expect(page.noise).toEqual([]);
  });

  it('shows the next explanation of a model that answers fast', async () => {
    const answers = ['First.', 'Second.'];
    const fast = await startModelServer(response =>
      json(response, answerOf('CHAT_COMPLETIONS', answers.shift() ?? 'Third.')),
    );
    const explained = await admin.createProject();
    await enableProvider(admin, explained.path, fast.url);
    const draft = await (await explained.createDocument()).createDraft();
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelector('.ai-text')?.textContent === 'First.'");
    await page.read("document.querySelector('.ai-text').closest('details').open = true");
    await page.press('Ask again');
    await page.until("document.querySelector('.ai-text')?.textContent === 'Second.'");
    await page.misses('It shows up here');
    await page.sees('Ask again');
    await draft.requestChanges({ comment: 'Say more' });
    await draft.withdraw();
    await page.sees('or you can no longer read it');
    await page.misses('Ask again');
    expect(await page.read("document.activeElement.querySelector('h2')?.innerText")).toBe('History');
    await page.sees('Second.');
    expect(page.noise).toEqual([]);
  });

  it('keeps the explanation when the next one fails, and says why', async () => {
    let fails = false;
    const failing = await startModelServer(response =>
      fails ? response.writeHead(401).end() : json(response, answerOf('CHAT_COMPLETIONS', 'First.')),
    );
    const explained = await admin.createProject();
    await enableProvider(admin, explained.path, failing.url);
    const draft = await (await explained.createDocument()).createDraft();
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelector('.ai-text')?.textContent === 'First.'");
    await page.read("document.querySelector('.ai-text').closest('details').open = true");
    fails = true;
    await page.press('Ask again');
    await page.sees('It could not be written. The provider refused the API key (HTTP 401).');
    await page.misses('It shows up here');
    expect(await page.read("document.querySelector('.ai-text').textContent")).toBe('First.');
    expect(page.noise).toEqual([]);
  });

  it('says why a draft was not explained', async () => {
    const unexplained = await admin.createProject();
    await enableProvider(admin, unexplained.path, models.url);
    await app.services.jobs.stop();
    const draft = await (await unexplained.createDocument()).createDraft();
    await draft.submit();
    await enableProvider(admin, unexplained.path, models.url, { enabled: false });
    const page = await tab(admin, `/drafts/${draft.id}`);
    await page.until("document.querySelector('.side-part')?.textContent.includes('The model is writing it…')");
    await page.read("document.querySelector('.side-part').open = true");
    await startJobs(app.services);
    await page.sees('It could not be written. No AI provider is enabled.');
    await page.sees('Ask again');
    expect(page.noise).toEqual([]);
  });

  it('says when the browser has no clipboard', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '11', by: author });
    const page = await tab(author, `/drafts/${draft.id}`);
    await page.read("void Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.press('Copy the changelog');
    await page.sees('The browser refused to copy.');
    expect(page.noise).toEqual([]);
  });

  it('fits names of 200 characters, hundreds of changes and Markdown', async () => {
    const long = await project.createDocument({
      name: 'N'.repeat(200),
      relativePath: `${'folder/'.repeat(30)}many.json`,
    });
    await long.publish({ content: manyOperations(false) });
    const draft = await long.createDraft({ content: manyOperations(true), versionName: 'v'.repeat(100), by: author });
    await draft.submit(author);
    const page = await tab(other, `/drafts/${draft.id}`);
    await page.sees('Changes (300)');
    expect(await page.read("document.querySelectorAll('.change').length")).toBeLessThan(60);
    await page.auditEverywhere('review-long');
    const guide = await project.createDocument({ type: 'MARKDOWN', name: 'Guide' });
    await guide.publish({
      content:
        '---\nstate: old\n---\n\n# Guide\n\nFeed the cats.\n\nFeed the pets daily.\n\n    rm / tmp\n\n- [Food](https://old.example.com)\n- Water\n\nWash  \nthem.\n',
    });
    const next = await guide.createDraft({
      content:
        '---\nstate: new\n---\n\n## Guide\n\nFeed the cats.\n\nFeed the dogs.\n\nFeed the pets **twice** a day.\n\n    rm /tmp\n\n- [Food](https://new.example.com)\n- Water\n  - Milk\n\nWash\nthem.\n\n---\n',
      by: author,
    });
    await next.submit(author);
    await page.go(`/drafts/${next.id}?tab=rendered`);
    await page.sees('9 changes, 11 lines added, 6 removed');
    await page.sees('Feed the pets twice a day.');
    await page.sees('Removed and added words are marked. Some changes of layout are not marked.');
    const marked = (side: string, tag: string) =>
      page.read(`[...document.querySelectorAll('[aria-label="${side}"] ${tag}')].map(one => one.textContent)`);
    expect(await marked('Before', 'del')).toEqual(['old', 'Guide', 'daily', ' ', 'Food']);
    expect(await marked('After', 'ins')).toEqual([
      'new',
      'Guide',
      'Feed the dogs.',
      'twice',
      ' a day',
      'Food',
      'Milk',
      '',
    ]);
    expect(await page.read("document.querySelectorAll('.prose details[open]').length")).toBe(2);
    await page.auditEverywhere('review-rendered');
    await page.page.keyboard.press('d');
    await page.sees('This ends the draft');
    await page.auditEverywhere('review-rendered-dialog');
    expect(page.noise).toEqual([]);
  });
});

it('a draft whose changes are too large to show is reviewed by its texts', async () => {
  const small = await openConsole(await app.with({ DOCSVC_MAX_CONTENT_BYTES: String(1024 * 1024) }));
  const owner = await small.createPerson('Eve');
  const careful = await owner.createProject();
  await owner.rest('PUT', `${careful.path}/review-policy`, { body: { require_reason_for_breaking: true } });
  const many = await careful.createDocument({ name: 'Many' });
  const paths = (name: string) =>
    Object.fromEntries(Array.from({ length: 900 }, (_, nth) => [`/${name}${nth}`, { get: {} }]));
  const text = (name: string) =>
    JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths: paths(name) });
  await many.publish({ content: text('a'), versionName: '1' });
  const draft = await many.createDraft({ content: text('x'.repeat(1000)), versionName: '2' });
  await draft.submit();
  const page = await small.tab(owner, `/drafts/${draft.id}`);
  await page.sees('The changes are too large to show.');
  await page.misses('The first version on dev');
  await page.press('Approve');
  await page.sees('Comment (required if it breaks clients)');
  await page.press('Publish');
  await page.sees('send a comment that says why');
  await page.press('Cancel');
  await page.press('Request changes');
  await page.fill('Comment (required)', 'Not good enough');
  await page.press('Cancel');
  await page.press('Reject');
  expect(await page.read("document.querySelector('[role=dialog] textarea').value")).toBe('');
  await page.press('Reject', '[role=dialog]');
  await page.sees('Many 2 was rejected.');
  expect((await draft.read()).status).toBe('REJECTED');
  expect(page.noise).toEqual([]);
});

/** A text with this description, without a property that the published text has. */
function describedAs(description: string): string {
  const document = JSON.parse(petstore31Json);
  const { properties } = document.components.schemas.Pet;
  delete properties.tag;
  properties.name.description = `The pet ${description}`;
  return JSON.stringify(document, null, 2);
}

const manyOperations = (required: boolean): string => {
  const limit = { name: 'limit', in: 'query', required, schema: { type: 'integer' } };
  const get = { parameters: [limit], responses: { 200: { description: 'One' } } };
  const paths = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`/things-${index}`, { get }]));
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1.0.0' }, paths });
};

describe('the text of a draft', () => {
  it('is shown in one column once the window is narrow, as when a phone is turned', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.0.0', by: author });
    const page = await tab(admin, `/drafts/${draft.id}?tab=text`);
    const columns = "document.querySelector('.editor')?.shadowRoot?.querySelectorAll('.cm-content').length";
    await page.until(`${columns} === 2`);
    await page.look({ width: 375, height: 740 });
    await page.until(`${columns} === 1`);
    await page.look({});
    await page.until(`${columns} === 2`);
    expect(page.noise).toEqual([]);
  });

  it('keeps a comment that was begun on a line while another line is chosen', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.2.0', by: author });
    const page = await tab(admin, `/drafts/${draft.id}?tab=text`);
    const LINES = "document.querySelector('.editor')?.shadowRoot?.querySelectorAll('.cm-content')[1]";
    await page.until(`${LINES}?.querySelectorAll('.cm-line').length > 2`);
    const choose = async (index: number) => {
      const found = await page.read(`(() => {
        const line = ${LINES}.querySelectorAll('.cm-line')[${index}];
        line.scrollIntoView({ block: 'center' });
        const { x, y, height } = line.getBoundingClientRect();
        return [x + 8, y + height / 2].join();
      })()`);
      const [x, y] = String(found).split(',').map(Number);
      await page.page.mouse.click(x ?? 0, y ?? 0);
    };
    const LABELS = "[...document.querySelectorAll('form label')].map(label => label.textContent).join()";
    await choose(0);
    await page.until(`${LABELS}.includes('Comment on line')`);
    const first = String(await page.read(LABELS)).split(',')[0];
    await page.page.type('form textarea', 'Half a comment');
    await choose(1);
    await page.until(`${LABELS}.split(',').length === 3`);
    const second = String(await page.read(LABELS)).split(',')[1];
    await choose(2);
    await page.until(`${LABELS}.split(',').length === 3 && ${LABELS}.split(',')[1] !== '${second}'`);
    expect(String(await page.read(LABELS)).split(',')[0]).toBe(first);
    expect(await page.read("document.querySelector('form textarea').value")).toBe('Half a comment');
    await page.page.focus('::-p-aria([name="Close"][role="button"])');
    await page.page.keyboard.press('Enter');
    await page.until(`${LABELS}.split(',')[0] !== '${first}' && document.activeElement.tagName === 'DIV'`);
    expect(page.noise).toEqual([]);
  });

  it('shows its unchanged lines, and folds them again, by the keyboard', async () => {
    const draft = await pets.createDraft({ content: petstoreNext, versionName: '9.1.0', by: author });
    const page = await tab(admin, `/drafts/${draft.id}?tab=text`);
    const folds = "document.querySelector('.editor')?.shadowRoot?.querySelectorAll('.cm-collapsedLines').length";
    await page.until(`${folds} > 0`);
    for (const [button, isFolded] of [
      ['Show unchanged lines', false],
      ['Fold unchanged lines', true],
    ] as const) {
      while ((await page.read('document.activeElement.textContent')) !== button) await page.page.keyboard.press('Tab');
      await page.page.keyboard.press('Enter');
      await page.until(`(${folds} > 0) === ${isFolded}`);
    }
    expect(page.noise).toEqual([]);
  });
});
