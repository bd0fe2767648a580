import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openConsole, signIn } from '../support/console.ts';
import { seedPassword } from '../support/seed.ts';

const app = await testApp({ DOCSVC_AUTH_ALLOW_REGISTRATION: 'true' });
const quiet = await app.with({ DOCSVC_GRAPHIQL: 'off' });
const { superAdmin, createPerson, tab, stranger, stage, base } = await openConsole(app);

const get = (url: string, headers = {}) => app.inject({ url, headers });

describe('the console is served', () => {
  it('as one page for all its addresses, with headers that keep everything else out', async () => {
    const page = await get('/');
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const url of [
      '/projects',
      '/drafts/01a20000-0000-7000-8000-000000000000/edit',
      '/about?x=1',
      '/projects/%E0%A4%A',
    ])
      expect([url, (await get(url)).body === page.body]).toEqual([url, true]);
    const policy = String(page.headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy.split('; ')).toContain(part);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer' });
    expect(page.body).not.toMatch(/<script>|<style|style=|https?:(?!\/\/www\.w3\.org)/);
  });

  it('with immutable, compressed files', async () => {
    const names = [...(await get('/')).body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, url]) => url as string,
    );
    expect(names.length).toBeGreaterThanOrEqual(2);
    for (const name of names) {
      const { statusCode, headers, rawPayload } = await get(name, { 'accept-encoding': 'gzip, br' });
      expect([statusCode, headers['content-encoding']]).toEqual([200, 'br']);
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(rawPayload.length).toBeLessThan(200_000);
      expect((await get(name)).headers['content-encoding']).toBeUndefined();
    }
  });

  it('but not for paths that are not a page, nor for other methods', async () => {
    for (const url of ['/nothing', '/assets/nothing.js', '/api/nothing', '/projectsx', '/index.html'])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    expect((await get('/graphql', { accept: 'text/html' })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(405);
  });
});

describe('the session', () => {
  it('begins at the requested address, and a wrong password is reported', async () => {
    const page = await stranger('/about');
    await page.sees('Sign in');
    await page.fill('Email', superAdmin.email);
    await page.fill('Password', 'not the right one');
    await page.press('Sign in');
    await page.sees('Email or password is wrong');
    await page.until("document.activeElement.textContent === 'Sign in'");
    await page.auditEverywhere('sign-in');
    await signIn(page, superAdmin.email);
    await page.sees('About and APIs');
    await page.sees('REST reference');
    expect(page.noise).toEqual([]);
    await page.auditEverywhere('about');
    expect(await quiet.inject({ url: '/' })).toMatchObject({ body: expect.stringContaining('data-graphiql="off"') });
  });

  it('begins with a registration where it is allowed, and ends with the sign-out', async () => {
    const page = await stranger();
    await page.press('I have no account: register');
    await page.fill('Name', 'Ana');
    await page.fill('Email', 'ana@example.com');
    await page.fill('Password', 'short');
    await page.press('Register');
    await page.sees('must have 8 to');
    await page.fill('Password', seedPassword);
    await page.press('Register');
    await page.sees('Review queue');
    await page.press('Ana');
    await page.press('Sign out');
    await page.sees('I have no account: register');
    expect(await page.read('Object.keys(sessionStorage)')).toEqual(['docsvc.last-user']);
  });

  it('is in no cookie, no address and no lasting storage, and survives a reload', async () => {
    const page = await stranger('/about');
    await signIn(page, superAdmin.email);
    await page.sees('About and APIs');
    await page.page.reload();
    await page.sees('About and APIs');
    expect(await page.read('document.cookie')).toBe('');
    expect(await page.read('JSON.stringify(localStorage)')).not.toContain('eyJ');
    expect((await page.history()).join(' ')).not.toContain('eyJ');
    expect(stage.received.map(({ url }) => url).join(' ')).not.toContain('eyJ');
  });

  it('ends when its time is over, also if that is later than a timer can wait', async () => {
    const page = await tab(superAdmin, '/about');
    const reloadWithEndIn = async (ms: number) => {
      await page.read(`{
        const session = JSON.parse(sessionStorage['docsvc.session']);
        session.expiresAt = new Date(Date.now() + ${ms}).toISOString();
        sessionStorage['docsvc.session'] = JSON.stringify(session);
      }`);
      await page.page.reload();
    };
    // Three of the longest timers (2^31 - 1 ms, 24.8 days) end at once.
    await page.page.evaluateOnNewDocument(`{
      const { setTimeout } = window;
      window.longTimers = 0;
      window.setTimeout = (work, ms, ...values) =>
        setTimeout(work, ms === 2 ** 31 - 1 && ++window.longTimers <= 3 ? 0 : ms, ...values);
    }`);
    await reloadWithEndIn(366 * 86_400_000);
    await page.until('window.longTimers === 4');
    await page.sees('About and APIs');
    await reloadWithEndIn(3_000);
    await page.sees('Your session has expired.');
  });

  it('of a person whose clock is far ahead begins, and goes on after a reload', async () => {
    const page = await stranger('/about');
    await page.page.evaluateOnNewDocument('{ const { now } = Date; Date.now = () => now() + 10 * 86_400_000; }');
    await page.page.reload();
    await signIn(page, superAdmin.email);
    await page.page.reload();
    await page.sees('About and APIs');
    expect(page.noise).toEqual([]);
  });

  it('that was ended elsewhere leads to the sign-in and back to the same page', async () => {
    const person = await createPerson();
    const page = await tab(person, '/about');
    await app.services.db.user.update({ where: { id: person.id }, data: { sessionEpoch: { increment: 1 } } });
    await page.sees('Your session has ended');
    expect(new URL(page.page.url()).pathname).toBe('/about');
    await signIn(page, person.email);
    await page.sees('About and APIs');
  });
});

describe('the shell', () => {
  it('names a page that does not exist, and asks no other server for anything', async () => {
    const page = await tab(superAdmin, '/projects/x/y/z');
    await page.sees('There is no such page for you');
    await page.auditEverywhere('not-found');
    expect(page.noise).toEqual([]);
    expect(
      await page.read(
        "performance.getEntriesByType('resource').every(({ name }) => name.startsWith(location.origin) || name.startsWith('data:'))",
      ),
    ).toBe(true);
    expect(base).toBe(await page.read('location.origin'));
  });

  it('keeps the chosen colors', async () => {
    const page = await tab(superAdmin);
    await page.press('Colours: As the system');
    await page.press('Dark');
    await page.page.reload();
    await page.until("document.documentElement.dataset.mantineColorScheme === 'dark'");
    expect(page.noise).toEqual([]);
  });

  it('marks only the current page in high contrast, by a line: outlines are for the focus', async () => {
    const page = await tab(await createPerson());
    const cdp = await page.page.createCDPSession();
    await cdp.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
    const isRight = `[...document.querySelectorAll('nav a')].every(link => {
      const { borderBottomWidth, borderBottomColor, outlineStyle } = getComputedStyle(link);
      const isUnderlined = borderBottomWidth !== '0px' && borderBottomColor !== getComputedStyle(document.body).backgroundColor;
      return isUnderlined === (link.ariaCurrent === 'page') && outlineStyle === 'none';
    })`;
    for (const path of ['/mine', '/me']) {
      await page.go(path);
      await page.until(`document.querySelector('main nav a') !== null && ${isRight}`);
    }
  });

  it('shows when the service is unreachable, and when it is reachable again', async () => {
    const page = await tab(await createPerson());
    await page.sees('Review queue');
    await page.page.setOfflineMode(true);
    await page.sees('The service cannot be reached');
    await page.page.setOfflineMode(false);
    await page.misses('The service cannot be reached');
  });
});
