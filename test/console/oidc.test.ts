import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openConsole, signIn } from '../support/console.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';

let redirectUri = '';
const provider = await startIdentityProvider(() => redirectUri);
const plain = await testApp();
const settings = { DOCSVC_OIDC_NAME: 'Example SSO', DOCSVC_OIDC_CREATE_USERS: 'on' };
const { superAdmin, app, base, stage, stranger } = await openConsole(
  await plain.with({ ...provider.settings, ...settings }),
);
app.services.site.publicUrl = base;
redirectUri = `${base}/sign-in/oidc`;

it('people sign in with the provider, and come back to the page that they asked for', async () => {
  provider.person = { sub: 'ana', email: 'ana@example.com', email_verified: true, name: 'Ana' };
  const page = await stranger('/about?from=a-link');
  await page.sees('Sign in with Example SSO');
  await page.auditEverywhere('sign-in-with-provider');
  await page.press('Sign in with Example SSO');
  await page.press('Continue');
  await page.sees('About and APIs');
  await page.sees('Ana');
  expect(page.noise).toEqual([]);
  expect(page.page.url()).toBe(`${base}/about?from=a-link`);
  // No address contains the answer of the provider, and no cookie or address the session.
  const visited = (await page.history()).join(' ');
  expect(visited).not.toMatch(/code=|state=|sign-in\/oidc/);
  expect(await page.read('document.cookie')).toBe('');
  expect(await page.read('Object.keys(sessionStorage).sort().join()')).toBe('docsvc.last-user,docsvc.session');
  const token = await page.read('JSON.parse(sessionStorage["docsvc.session"]).token');
  expect(stage.received.map(({ url }) => url).join(' ')).not.toContain(token);
});

it('the sign-in page says why the provider, or the service, refused', async () => {
  const page = await stranger('/projects');
  provider.person = undefined;
  await page.press('Sign in with Example SSO');
  await page.press('Continue');
  await page.sees('The person said no');
  expect(page.page.url()).toBe(`${base}/projects`);
  provider.person = { sub: 'ben', email: 'ben@example.com', email_verified: false };
  await page.press('Sign in with Example SSO');
  await page.press('Continue');
  await page.sees('Example SSO does not confirm your email address');
  // The redirect belongs to a sign-in that another tab, or an attacker, started.
  await page.go('/sign-in/oidc?code=stolen&state=of-another');
  await page.sees('did not begin in this tab');
  expect(await page.history()).not.toContain(`${base}/sign-in/oidc?code=stolen&state=of-another`);
});

it('a person who signed in to the tab meanwhile stays signed in, until the provider has confirmed another sign-in', async () => {
  provider.person = { sub: 'ana', email: 'ana@example.com', email_verified: true, name: 'Ana' };
  const page = await stranger('/about');
  const visitProvider = async (): Promise<string> => {
    await page.press('Sign in with Example SSO');
    await page.sees('Continue');
    return page.page.url();
  };
  await visitProvider();
  await page.go('/about');
  await signIn(page, superAdmin.email);
  await page.go('/sign-in/oidc?error=access_denied');
  await page.sees('Root');
  await page.press('Root');
  await page.press('Sign out');
  await page.misses('You are not signed in');
  const atProvider = await visitProvider();
  await page.go('/about');
  await signIn(page, superAdmin.email);
  await page.page.goto(atProvider);
  await page.press('Continue');
  await page.sees('Ana');
  expect(await page.read('JSON.parse(sessionStorage["docsvc.session"]).user.name')).toBe('Ana');
});
