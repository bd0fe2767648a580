import type { HTTPRequest } from 'puppeteer-core';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { type ConsoleTab, openConsole } from '../support/console.ts';

const app = await testApp();
const { admin, tab } = await openConsole(app);
const project = await admin.createProject({ name: 'Shop' });

const ENLARGED = { width: 640, height: 400 };
const PHONE = { width: 360, height: 740 };
const DESKTOP = { width: 1280, height: 800 };

/** Waits until an element is in view, below sticky headers, in several consecutive polls. */
async function stays(page: ConsoleTab, element: string) {
  await page.read('window.looks = 0');
  await page.until(`(window.looks = (one => {
    if (!one) return false;
    const { left, top } = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + 8, Math.max(0, top) + 4);
    return top > -2 && there !== null && (one.contains(there) || there.contains(one));
  })(${element}) ? (window.looks ?? 0) + 1 : 0) > 12`);
}

const guideOf = (word: string) => {
  const parts = Array.from({ length: 40 }, (_, index) => index);
  const list = parts.map(part => `- [To part ${part}](#part-${part})`);
  return `# Guide\n\n${list.join('\n')}\n\n${parts.map(part => `## Part ${part}\n\n${`${word} `.repeat(120)}\n`).join('\n')}`;
};

const guide = await project.createDocument({ type: 'MARKDOWN', name: 'Guide' });
await guide.publish({ content: guideOf('Old'), versionName: '1.0' });

describe('a heading of a text', () => {
  const heading = "document.getElementById('section.part-30')";

  it('is reached by its link and by its address, and Back returns to the link', async () => {
    const page = await tab(admin, '/projects');
    for (const size of [DESKTOP, ENLARGED, PHONE]) {
      await page.look(size);
      await page.go('/projects');
      await page.press('Shop');
      await page.press('Guide');
      await page.press('1.0');
      await page.until(`${heading} !== null`);
      await page.press('To part 30');
      await stays(page, heading);
      await page.until(`document.activeElement === ${heading}`);
      await page.page.goBack();
      await stays(page, `[...document.querySelectorAll('.prose a')].find(one => one.textContent === 'To part 30')`);
      await page.page.goForward();
      await stays(page, heading);
      const { pathname, search, hash } = new URL(page.page.url());
      await page.go('/projects');
      await page.go(`${pathname}${search}${hash}`);
      await stays(page, heading);
      await page.until(`document.activeElement === ${heading}`);
    }
    expect(page.noise).toEqual([]);
  });

  it('belongs to the text with its link, not to the text beside it', async () => {
    const draft = await guide.createDraft({ content: guideOf('New') });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}?tab=rendered`);
    for (const size of [DESKTOP, ENLARGED, PHONE]) {
      await page.look(size);
      for (const side of ['After', 'Before']) {
        await page.press('To part 30', `[aria-label="${side}"]`);
        await stays(page, `document.querySelector('[aria-label="${side}"] [id$="section.part-30"]')`);
      }
    }
    expect(page.noise).toEqual([]);
  });
});

const operations = (required: boolean): string => {
  const limit = { name: 'limit', in: 'query', required, schema: { type: 'integer' } };
  const get = { parameters: [limit], responses: { 200: { description: 'One' } } };
  const paths = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`/things-${index}`, { get }]));
  return JSON.stringify({ openapi: '3.1.0', info: { title: 'Many', version: '1.0.0' }, paths }, null, 2);
};

const api = await project.createDocument({ name: 'Things', relativePath: 'things.json' });
const version = await api.publish({ content: operations(false) });

describe('a change of a long review', () => {
  const chosen = "document.querySelector('.change[data-current]')";

  it('is in view and has the focus, however it was chosen, and Back returns to the same place', async () => {
    const draft = await api.createDraft({ content: operations(true) });
    await draft.submit();
    const { diffPreview } = await admin.ask<{ diffPreview: { items: { key: string }[] } }>(
      'query($id: ID!) { draft(id: $id) { diffPreview { items(first: 300) { key } } } }',
      { id: draft.id },
    );
    const anchor = { changeKey: diffPreview.items[200]?.key };
    const input = { draftId: draft.id, body: 'Why?', anchor };
    await admin.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    const page = await tab(admin, `/drafts/${draft.id}`);
    const isChosen = async () => {
      await stays(page, chosen);
      await page.until(`${chosen}.contains(document.activeElement)`);
    };
    for (const size of [DESKTOP, ENLARGED, PHONE]) {
      await page.look(size);
      await page.go(`/drafts/${draft.id}`);
      await page.sees('Why?');
      for (const key of 'jjjjjjjjjjjjojkkkkkkkk') await page.page.keyboard.press(key as 'j');
      await isChosen();
      // First a new choice, then the change that is already chosen, then one that the filter hides.
      for (const before of ['', 'again', 'filter']) {
        if (before === 'filter') await page.fill('Filter by path, name or rule', 'nothing like this');
        await page.press('Discussion (1 open)');
        await page.press('On a change');
        await isChosen();
      }
      const key = await page.read("new URLSearchParams(location.search).get('change')");
      expect(key).toBe(anchor.changeKey);
      await page.page.reload();
      await isChosen();
      await page.go(`/drafts/${draft.id}`);
      await page.sees('Why?');
      await page.until('window.scrollTo(0, 9000) ?? window.scrollY === 9000');
      await page.read('new Promise(done => setTimeout(done, 300))');
      const y = await page.read<number>('window.scrollY');
      await page.read(`document.querySelector('.crumbs a[href^="/documents"]').click()`);
      await page.sees('Shares');
      await page.page.goBack();
      await page.until(`Math.abs(window.scrollY - ${y}) < 100`);
    }
    expect(page.noise).toEqual([]);
  });
});

describe('a comparison with an open change', async () => {
  const compared = await project.createDocument();
  const before = await compared.publish({ content: operations(false) });
  const after = await compared.publish({ content: operations(true) });

  it('is at the place where the reader left it, on a reload and on Back', async () => {
    const page = await tab(admin, `/compare/${before.id}/${after.id}`);
    await page.look(DESKTOP);
    await page.until("document.querySelector('.change-open') !== null");
    await page.page.click('.change-open');
    await page.until("location.search.includes('change=')");
    await page.until('window.scrollTo(0, 9000) ?? window.scrollY === 9000');
    await page.read('new Promise(done => setTimeout(done, 300))');
    const isBack = async () => {
      await page.until('Math.abs(window.scrollY - 9000) < 100');
      await page.read('new Promise(done => setTimeout(done, 1500))');
      expect(Math.abs((await page.read<number>('window.scrollY')) - 9000)).toBeLessThan(100);
    };
    await page.page.reload();
    await isBack();
    await page.read(`document.querySelector('.crumbs a[href^="/documents"]').click()`);
    await page.sees('Shares');
    await page.page.goBack();
    await isBack();
    expect(page.noise).toEqual([]);
  });

  it('is at the change of its link after a reload of a page that could not show it', async () => {
    const { items } = await admin.ask<{ items: { key: string }[] }>(
      'query($from: ID!, $to: ID!) { compareVersions(fromVersionId: $from, toVersionId: $to) { items(first: 300) { key } } }',
      { from: before.id, to: after.id },
    );
    const key = encodeURIComponent(items[200]?.key ?? '');
    const page = await tab(admin, '/projects');
    await page.page.setRequestInterception(true);
    const refuse = (request: HTTPRequest) =>
      /query Compare\b/.test(request.postData() ?? '') ? request.respond({ status: 503 }) : request.continue();
    page.page.on('request', refuse);
    await page.go(`/compare/${before.id}/${after.id}?change=${key}`);
    await page.sees('Try again');
    page.page.off('request', refuse);
    await page.page.setRequestInterception(false);
    await page.page.reload();
    await stays(page, "document.querySelector('.change[data-current]')");
    const isAtTop = '(window.looks = scrollY === 0 ? (window.looks ?? 0) + 1 : 0) > 20';
    // Any key ends the scrolling to the change.
    await page.page.keyboard.press('Shift');
    await page.until('window.scrollTo(0, 0) ?? window.scrollY === 0');
    await page.read("[...document.querySelectorAll('#main a')].find(one => one.href.includes('/versions/')).click()");
    await page.until("location.pathname.startsWith('/versions/')");
    await page.page.goBack();
    await page.until("document.querySelector('.change') !== null");
    await page.until(isAtTop);
    await page.page.reload();
    await page.until("document.querySelector('.change') !== null");
    await page.until(isAtTop);
  });
});

/** An element of the text editor. */
const inEditor = (selector: string) => `document.querySelector('.editor')?.shadowRoot?.querySelector('${selector}')`;

/** Waits until the marked line of the text is in view and has this text. */
const marks = (page: ConsoleTab, text: string) =>
  page.until(`(one => one?.textContent.includes(${JSON.stringify(text)})
    && one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < innerHeight)(${inEditor('.cm-place')})`);

describe('the line or the value that a thread is about', () => {
  it('is in view and marked in the new text, and leads back to the thread', async () => {
    const content = operations(true);
    const draft = await api.createDraft({ content });
    const line = content.split('\n').findIndex(text => text.includes('/things-250"')) + 1;
    for (const anchor of [{ line }, { pointer: '/paths/~1things-120/get' }]) {
      const input = { draftId: draft.id, body: `About ${Object.keys(anchor)}`, anchor };
      await admin.ask('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', { input });
    }
    for (const size of [DESKTOP, ENLARGED, PHONE]) {
      const page = await tab(admin, `/drafts/${draft.id}?tab=text&form=canonical`);
      await page.look(size);
      await page.press(`Line ${line}, in the text:`);
      await marks(page, '/things-250"');
      await page.until("document.activeElement?.className === 'review-main'");
      expect(await page.read(`${inEditor('.cm-lineNumbers')}.textContent`)).toContain(String(line));
      const { pathname, search } = new URL(page.page.url());
      await page.press('/paths/~1things-120/get, in the text:');
      await marks(page, '"get"');
      await page.page.goBack();
      await page.until(`location.search === '${search}'`);
      const linked = await tab(admin, '/projects');
      await linked.look(size);
      await linked.go(`${pathname}${search}`);
      await marks(linked, '/things-250"');
      await linked.press('Back to the thread');
      await linked.until("document.activeElement?.closest('.thread')?.textContent.includes('About line')");
      await linked.read(
        "[...document.querySelectorAll('label')].find(one => one.textContent === 'Normalized').click()",
      );
      await linked.until(`${inEditor('.cm-line')} && ${inEditor('.cm-place')} == null`);
      expect([...page.noise, ...linked.noise]).toEqual([]);
    }
  });
});

describe('the place of a removed operation', () => {
  it('is in view and marked in the text before, with its line number and as it was', async () => {
    const last = operations(false).lastIndexOf(',\n    "/things-299"');
    const draft = await api.createDraft({ content: `${operations(false).slice(0, last)}\n  }\n}` });
    await draft.submit();
    const page = await tab(admin, `/drafts/${draft.id}`);
    for (const size of [DESKTOP, ENLARGED, PHONE]) {
      await page.look(size);
      await page.go(`/drafts/${draft.id}`);
      await page.press('In the text, as sent:');
      await page.sees('Back to the change');
      await marks(page, '"get"');
      const [, line = ''] = /line (\d+) before/.exec(await page.text()) ?? [];
      expect(operations(false).split('\n')[Number(line) - 1]).toContain('"get"');
      expect(await page.read(`${inEditor('.cm-lineNumbers')}.textContent`)).toContain(line);
      // The surroundings were not removed, so they are not marked.
      expect(await page.read(`${inEditor('.cm-deletedChunk, .cm-changedLine')} == null`)).toBe(true);
    }
    expect(page.noise).toEqual([]);
  });
});

describe('an operation of a long reference', () => {
  it('is in view in the list, and has the focus where it stands below the list', async () => {
    const { endpoints } = await admin.ask<{ endpoints: { nodes: { id: string }[] } }>(
      'query($id: ID!) { version(id: $id) { endpoints(first: 1, offset: 250) { nodes { id } } } }',
      { id: version.id },
    );
    const page = await tab(admin, `/versions/${version.id}/operations/${endpoints.nodes[0]?.id}`);
    const link = "document.querySelector('.operation-link[aria-current]')";
    await stays(page, link);
    await page.look(ENLARGED);
    await page.read(`${link}.parentElement.nextElementSibling.firstElementChild.focus()`);
    await page.page.keyboard.press('Enter');
    await page.until("document.activeElement?.className === 'operation'");
    await stays(page, 'document.activeElement');
    expect(page.noise).toEqual([]);
  });
});
