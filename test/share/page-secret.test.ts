import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openStage, type Tab } from '../support/browser.ts';
import { guideMarkdown } from '../support/documents.ts';
import { seed } from '../support/seed.ts';
import { PASSWORD, revoke, share } from '../support/share.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN', name: 'The guide' });
await guide.publish({ content: guideMarkdown });
const stage = await openStage(app);

const linkTo = ({ id, secret }: { id: string; secret: string }) => `${stage.base}/share/${id}#${secret}`;
const name = (tab: Tab) => tab.read(`document.getElementById('name').textContent`);
const notice = (tab: Tab) => tab.read(`document.getElementById('notice').hidden ? '' : document.title`);
const address = (tab: Tab) => tab.read('location.href');

/** Everything that outlives the page, or that other code in the browser could read. */
const kept = (tab: Tab) =>
  tab.read(`(async () => JSON.stringify({
    local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie, state: history.state,
    databases: await indexedDB.databases(), caches: await caches.keys(), name: window.name, title: document.title,
    workers: (await navigator.serviceWorker.getRegistrations()).length, referrer: document.referrer,
    entries: navigation.entries().map(({ url }) => url), url: document.URL, html: document.documentElement.outerHTML,
    resources: performance.getEntriesByType('resource').map(({ name }) => name),
    values: Object.values(window).filter(value => typeof value === 'string'),
  }))()`);

describe('the secret of a link', () => {
  it('is removed from address and history before the first request, and stored nowhere', async () => {
    const link = await share(guide);
    const seen: unknown[] = [];
    const tab = await stage.tab(async (request, { read, history }) => {
      if (!request.isNavigationRequest())
        seen.push([await read('location.href + JSON.stringify(history.state)'), await history()]);
      return false;
    });
    await tab.open(linkTo(link));
    const clean = `${stage.base}/share/${link.id}`;
    expect(await name(tab)).toBe('The guide');
    expect(seen).toHaveLength(3);
    for (const [url, entries] of seen as [string, string[]][]) {
      expect(url).toBe(`${clean}null`);
      expect(entries.filter(entry => entry.includes('share'))).toEqual([clean]);
      expect(String(entries)).not.toContain(link.secret);
    }
    expect(await kept(tab)).not.toContain(link.secret);
    expect(tab.noise).toEqual([]);
  });

  it('reaches the service in one header only, without cookies, tokens, Referer', async () => {
    const link = await share(guide);
    const tab = await stage.tab();
    await tab.page.setCookie({ name: 'account', value: 'COOKIE', url: stage.base });
    await tab.page.evaluateOnNewDocument(`localStorage.token = 'JWT'; sessionStorage.token = 'JWT'`);
    stage.received.length = 0;
    await tab.open(linkTo(link));
    const [page, ...requests] = stage.received;
    expect(page?.url).toBe(`/share/${link.id}`);
    expect(requests.map(({ method, url }) => `${method} ${url.split(link.id)[1]}`).sort()).toEqual([
      'GET ',
      expect.stringMatching(/^GET \/versions\/[0-9a-f-]{36}\/content$/),
      'GET /versions?page_size=200&offset=0',
    ]);
    for (const { url, headers } of requests) {
      const { authorization, ...others } = headers;
      expect(authorization).toBe(`DocShare ${link.secret}`);
      expect(url).not.toContain(link.secret);
      expect(Object.keys(others)).not.toContain('cookie');
      expect(JSON.stringify(others)).not.toMatch(/COOKIE|JWT/);
    }
    for (const { headers } of stage.received) expect(headers).not.toHaveProperty('referer');
    expect(JSON.stringify(page)).not.toContain(link.secret);
    expect(await tab.read('localStorage.length + sessionStorage.length')).toBe(2);
    expect(await tab.page.cookies(stage.base)).toHaveLength(1);
    expect(tab.noise).toEqual([]);
  });

  it('of a second link that is pasted into the tab is removed the same way', async () => {
    const [link, other] = [await share(guide), await share(guide, { password: PASSWORD })];
    const wrong = 'x'.repeat(43);
    const tab = await stage.tab();
    await tab.open(linkTo({ id: link.id, secret: wrong }));
    expect(await notice(tab)).toBe('This shared document is unavailable');
    // The same page, so the browser does not load it again.
    await tab.page.goto(linkTo(link));
    await tab.until(`document.title === 'The guide'`);
    expect(await address(tab)).toBe(`${stage.base}/share/${link.id}`);
    await tab.open(linkTo(other));
    expect(await tab.read('document.title')).toBe('Password needed');
    await tab.page.goBack();
    expect((await tab.history()).join()).not.toMatch(new RegExp(`#|${wrong}|${link.secret}|${other.secret}`));
    expect(tab.noise).toEqual([]);
  });

  it('of the last pasted link is used, in any order of the answers', async () => {
    const link = await share(guide);
    const wrong = 'x'.repeat(43);
    const late: Promise<unknown>[] = [];
    const tab = await stage.tab(async request => {
      if (!request.headers().authorization?.endsWith(wrong)) return false;
      const answer = new Promise(resolve => setTimeout(resolve, 400)).then(() => request.abort('failed'));
      late.push(answer.catch(String));
      return true;
    });
    await tab.page.goto(linkTo({ id: link.id, secret: wrong }));
    await tab.page.goto(linkTo(link));
    await tab.settle();
    await Promise.all(late);
    expect(late).toHaveLength(1);
    expect([await tab.read('document.title'), await notice(tab)]).toEqual(['The guide', '']);
  });

  it('of the last pasted link is used also while a password is checked, which is no problem to tell', async () => {
    const link = await share(guide, { password: PASSWORD });
    const checks: string[] = [];
    // The service does not answer in time.
    const tab = await stage.tab(async request => request.url().endsWith('/unlock') && checks.push(request.url()) > 0);
    await tab.open(linkTo(link));
    await tab.read(`document.getElementById('password').value = 'a password'`);
    await tab.read(`document.getElementById('unlock').click()`);
    await expect.poll(() => checks).toHaveLength(1);
    await tab.page.goto(linkTo(link));
    await tab.until(`!document.getElementById('unlock').disabled && document.title === 'Password needed'`);
    expect(await tab.read(`document.getElementById('password-problem').textContent`)).toBe('');
  });

  it('is gone after the page is loaded again, which the page explains', async () => {
    const link = await share(guide);
    const tab = await stage.tab();
    await tab.open(linkTo(link));
    stage.received.length = 0;
    await tab.page.reload();
    await tab.until(`document.title === 'Open the link again'`);
    expect(stage.received.map(({ url }) => url)).toEqual([`/share/${link.id}`]);
  });

  it('is sent to the service below the path prefix of a proxy', async () => {
    const link = await share(guide);
    const { body, headers } = await app.inject({ url: `/share/${link.id}` });
    const asked: string[] = [];
    const tab = await stage.tab(async request => {
      const { pathname } = new URL(request.url());
      if (!request.isNavigationRequest()) asked.push(pathname);
      await request.respond(
        request.isNavigationRequest() ? { body, headers: headers as Record<string, string> } : { status: 503 },
      );
      return true;
    });
    await tab.open(linkTo(link).replace('/share/', '/docs/portal/share/'));
    expect(asked).toEqual([`/docs/portal/api/v1/open/document-shares/${link.id}`]);
    expect(await notice(tab)).toBe('The service is busy');
  });

  it('is not asked for with an address that no link has', async () => {
    const tab = await stage.tab();
    stage.received.length = 0;
    for (const path of ['x#secret', '%2e%2e%2f#secret', `${'0'.repeat(36)}#a b`, `${'0'.repeat(36)}#%0d%0aX:y`]) {
      await tab.open(`${stage.base}/share/${path}`);
      expect(await notice(tab)).toBe('This shared document is unavailable');
      expect(await address(tab)).not.toContain('#');
    }
    expect(stage.received.filter(({ url }) => url.startsWith('/api'))).toEqual([]);
    expect(tab.noise).toEqual([]);
  });
});

describe('a link that opens nothing', () => {
  it.each(['wrong secret', 'unknown share', 'revoked share'])('has the same message: %s', async kind => {
    const link = await share(guide);
    if (kind === 'revoked share') await revoke(guide, link.id);
    const id = kind === 'unknown share' ? '01a20000-0000-7000-8000-000000000000' : link.id;
    const tab = await stage.tab();
    await tab.open(linkTo({ id, secret: kind === 'wrong secret' ? 'x'.repeat(43) : link.secret }));
    expect(await tab.read('document.body.innerText.trim()')).toBe(
      'This shared document is unavailable\n\nThe link may be incomplete, or the document is no longer shared. Ask the person who sent it for a new one.',
    );
    expect(await tab.audit()).toEqual([]);
  });
});

describe('a password', () => {
  it('is asked for, refused with a text, and opens the document', async () => {
    const link = await share(guide, { password: PASSWORD });
    const tab = await stage.tab();
    await tab.open(linkTo(link));
    expect(await tab.read('document.activeElement.id')).toBe('password');
    expect(await tab.audit()).toEqual([]);
    const problem = `document.getElementById('password-problem').textContent`;
    await tab.page.keyboard.press('Enter');
    expect(await tab.read(problem)).toBe('Enter the password.');
    await tab.page.keyboard.type('a wrong password');
    await tab.page.keyboard.press('Enter');
    await tab.until(`${problem}.startsWith('Wrong password')`);
    expect(await tab.audit()).toEqual([]);
    await tab.page.keyboard.type(PASSWORD);
    await tab.page.keyboard.press('Enter');
    await tab.until(`document.title === 'The guide'`);
    await tab.settle();
    expect(await tab.read(`document.getElementById('content').textContent.trim() !== ''`)).toBe(true);
    expect(await kept(tab)).not.toContain(PASSWORD);
    expect(await tab.read(`document.getElementById('password').value`)).toBe('');
    expect(tab.noise).toEqual([]);
  });

  it('is asked for again when its proof has expired', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN', name: 'The guide', relativePath: 'two.md' });
    for (const content of ['# One', '# Two']) await document.publish({ content });
    const link = await share(document, { password: PASSWORD });
    let isExpired = false;
    const tab = await stage.tab(async request => {
      const headers = request.headers();
      if (!isExpired || !headers['x-doc-share-unlock']) return false;
      await request.continue({ headers: { ...headers, 'x-doc-share-unlock': 'no proof' } });
      return true;
    });
    await tab.open(linkTo(link));
    await tab.page.keyboard.type(PASSWORD);
    await tab.page.keyboard.press('Enter');
    await tab.until(`document.title === 'The guide'`);
    await tab.settle();
    isExpired = true;
    await tab.page.click('#download');
    await tab.until(`document.title === 'Password needed'`);
    isExpired = false;
    await tab.page.keyboard.type(PASSWORD);
    await tab.page.keyboard.press('Enter');
    await tab.until(`document.title === 'The guide'`);
    await tab.settle();
    isExpired = true;
    await tab.page.click('#changes > summary');
    await tab.until(`document.title === 'Password needed'`);
    expect(tab.noise).toEqual([]);
  });
});
