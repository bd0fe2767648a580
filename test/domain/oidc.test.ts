import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { testApp } from '../support/app.ts';
import { cleanUp } from '../support/clean-up.ts';
import { type ProviderPerson, startIdentityProvider } from '../support/identity-provider.ts';
import { seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const plain = await testApp();
const provider = await startIdentityProvider(() => `${plain.services.site.publicUrl}/sign-in/oidc`);
const { superAdmin, createPerson } = await seed(plain);
const withProvider = (settings: Record<string, string> = {}) => plain.with({ ...provider.settings, ...settings });
const open = await withProvider({ DOCSVC_OIDC_CREATE_USERS: 'on', DOCSVC_OIDC_LINK_BY_EMAIL: 'on' });
const closed = await withProvider();

type Start = { url: string; flow: string };
type Session = { token: string; user: { id: string; email: string; name: string; is_super_admin: boolean } };

let count = 0;
let person: ProviderPerson;
beforeEach(() => {
  count += 1;
  person = {
    sub: `subject-${count}`,
    email: `person-${count}@example.com`,
    email_verified: true,
    name: 'Ana Provider',
  };
  provider.person = person;
});

const start = async (app: TestApp) => (await app.rest<Start>('POST', '/open/auth/oidc/start', { body: {} })).detail;
const finish = (app: TestApp, body: object) => app.rest<Session>('POST', '/open/auth/oidc/finish', { body });

async function signIn(app: TestApp) {
  const { url, flow } = await start(app);
  return finish(app, { flow, ...(await provider.signIn(url)) });
}

const auditOf = async (userId: string) =>
  (
    await open.rest<{ action: string; actor_type: number; metadata: object }[]>('GET', '/private/audit-logs', {
      token: superAdmin.token,
      query: { resource_id: userId },
    })
  ).detail;

describe('a sign-in by the provider', () => {
  it('makes an account, and opens the same session as a password', async () => {
    expect((await open.rest('GET', '/open/auth/config')).detail).toMatchObject({ oidc_name: '127.0.0.1' });
    const { status, detail } = await signIn(open);
    expect(status).toBe('OK');
    expect(detail.user).toMatchObject({ email: person.email, name: 'Ana Provider', is_super_admin: false });
    expect((await plain.rest('GET', '/private/identity/me', { token: detail.token })).detail.id).toBe(detail.user.id);
    const again = await signIn(open);
    expect(again.detail.user.id).toBe(detail.user.id);
    const acts = (await auditOf(detail.user.id)).map(({ action, metadata }) => [action, metadata]);
    expect(acts).toContainEqual(['user.login', expect.objectContaining({ method: 'oidc', address: '127.0.0.1' })]);
    const identity = { issuer: provider.issuer, subject: person.sub };
    expect(acts).toContainEqual(['user.link_identity', identity]);
  });

  it('finds the account by issuer and subject, whatever its email is now', async () => {
    const { detail } = await signIn(open);
    provider.person = { ...person, email: 'other@example.com' };
    expect((await signIn(closed)).detail.user).toMatchObject({ id: detail.user.id, email: person.email });
  });

  it.each(['x'.repeat(201), 'A\u0000na', '\u202e'])(
    'names an account by its email when the provider says %j',
    async name => {
      provider.person = { ...person, name };
      const { status, detail } = await signIn(open);
      expect([status, detail?.user.name]).toEqual(['OK', person.email]);
    },
  );

  it('that two processes finish at once makes one account', async () => {
    const flows = await Promise.all([start(open), start(open), start(open)]);
    const answers = await Promise.all(flows.map(({ url }) => provider.signIn(url)));
    const sessions = await Promise.all(flows.map(({ flow }, index) => finish(open, { flow, ...answers[index] })));
    expect(new Set(sessions.map(({ detail }) => detail.user.id)).size).toBe(1);
  });

  it('is checked with the present keys of the provider, whatever asymmetric algorithm they are for', async () => {
    const renewed = await startIdentityProvider(() => `${plain.services.site.publicUrl}/sign-in/oidc`);
    renewed.person = person;
    const app = await plain.with({ ...renewed.settings, DOCSVC_OIDC_CREATE_USERS: 'on' });
    const statuses: string[] = [];
    for (const algorithm of ['RS256', 'ES256', 'PS256', 'EdDSA', 'RS256', 'HS256'] as const) {
      renewed.renewKeys(algorithm);
      const { url, flow } = await start(app);
      const { status } = await finish(app, { flow, ...(await renewed.signIn(url)) });
      statuses.push(`${algorithm} ${status}`);
    }
    // A signature by the shared secret proves nothing: everyone who knows the secret could make it.
    expect(statuses).toEqual([
      ...['RS256 OK', 'ES256 OK', 'PS256 OK', 'EdDSA OK', 'RS256 OK'],
      'HS256 FAILED_PRECONDITION',
    ]);
  });

  it('makes the first user of a deployment SuperAdmin, as a registration does', async () => {
    const empty = await testApp({
      ...provider.settings,
      DOCSVC_OIDC_CREATE_USERS: 'on',
      DOCSVC_AUTH_ALLOW_REGISTRATION: 'true',
    });
    expect((await signIn(empty)).detail.user.is_super_admin).toBe(true);
    const body = { email: 'second@example.com', password: 'correct horse battery staple' };
    const { detail } = await empty.rest<Session>('POST', '/open/auth/register', { body });
    expect(detail.user.is_super_admin).toBe(false);
  });

  it('is not there without the setting', async () => {
    expect((await plain.rest('GET', '/open/auth/config')).detail).not.toHaveProperty('oidc_name');
    const answer = await plain.rest('POST', '/open/auth/oidc/start', { body: {} });
    expect([answer.status, answer.message]).toEqual([
      'PERMISSION_DENIED',
      'This deployment has no provider to sign in with',
    ]);
  });
});

describe('an existing account', () => {
  it('is linked by its confirmed email where the settings permit it', async () => {
    const known = await createPerson();
    provider.person = { ...person, email: known.email.toUpperCase() };
    expect((await signIn(closed)).message).toContain('is not linked');
    expect((await signIn(open)).detail.user.id).toBe(known.id);
    expect((await signIn(closed)).detail.user.id).toBe(known.id);
  });

  it('is linked also where it is stored in another Unicode form than the provider sends', async () => {
    const known = await createPerson();
    const email = `jose\u0301-${count}@example.com`;
    await plain.services.db.user.update({ where: { id: known.id }, data: { email } });
    provider.person = { ...person, email };
    expect((await signIn(open)).detail?.user.id).toBe(known.id);
  });

  it('is linked to one identity only: the next owner of an email gets no account of another person', async () => {
    const { detail } = await signIn(open);
    provider.person = { ...person, sub: `${person.sub}-next` };
    const answer = await signIn(open);
    expect([answer.status, answer.message]).toEqual([
      'PERMISSION_DENIED',
      'Your account is linked to another identity of 127.0.0.1. Ask an administrator',
    ]);
    expect(detail.user.email).toBe(person.email);
  });

  it('is found by a confirmed email only', async () => {
    const known = await createPerson();
    const trusting = await withProvider({ DOCSVC_OIDC_LINK_BY_EMAIL: 'on', DOCSVC_OIDC_TRUST_EMAILS: 'on' });
    for (const email_verified of [false, undefined]) {
      provider.person = { ...person, email: known.email, email_verified };
      expect((await signIn(open)).message).toBe('127.0.0.1 does not confirm your email address. Ask an administrator');
    }
    provider.person = { ...person, email: known.email, email_verified: false };
    expect((await signIn(trusting)).status).toBe('PERMISSION_DENIED');
    provider.person = { ...person, email: known.email };
    expect((await signIn(trusting)).detail.user.id).toBe(known.id);
  });

  it.each(['', 'ana', 'a\0na@example.com', 'ana@ex\u0430mple.com'])(
    'is not made for the email %j, and the person learns why',
    async email => {
      provider.person = { ...person, email };
      const { status, message } = await signIn(open);
      expect([status, message]).toEqual(['PERMISSION_DENIED', expect.stringContaining('email address')]);
    },
  );

  it('is found by an email that is confirmed in words, as some providers do', async () => {
    const known = await createPerson();
    for (const email_verified of ['false', 'yes', '', '1']) {
      provider.person = { ...person, email: known.email, email_verified };
      expect((await signIn(open)).message).toBe('127.0.0.1 does not confirm your email address. Ask an administrator');
    }
    provider.person = { ...person, email: known.email, email_verified: 'true' };
    expect((await signIn(open)).detail.user.id).toBe(known.id);
  });

  it('is not found by an email of the ID token when the userinfo answer confirms another one', async () => {
    const known = await createPerson();
    provider.person = { ...person, idToken: { email: known.email } };
    expect((await signIn(open)).message).toBe('127.0.0.1 does not confirm your email address. Ask an administrator');
    provider.person = { ...person, email: known.email, email_verified: false, idToken: { email_verified: true } };
    expect((await signIn(open)).message).toBe('127.0.0.1 does not confirm your email address. Ask an administrator');
    provider.person = { ...person, email: known.email, idToken: { email: known.email } };
    expect((await signIn(open)).detail.user.id).toBe(known.id);
  });

  it('that is disabled is refused, and so is a person without one', async () => {
    const { detail } = await signIn(open);
    await superAdmin.rest('PATCH', `/private/system/users/${detail.user.id}`, { body: { status: 2 } });
    const refused = await signIn(open);
    expect([refused.status, refused.message]).toEqual([
      'UNAUTHENTICATED',
      'Your account is disabled. Ask an administrator',
    ]);
    const failed = (await auditOf(detail.user.id)).find(({ action }) => action === 'user.login_failed');
    expect(failed?.metadata).toMatchObject({ reason: 'disabled', method: 'oidc' });
    provider.person = { ...person, sub: 'stranger', email: 'stranger@example.com' };
    expect(await signIn(closed)).toMatchObject({
      status: 'PERMISSION_DENIED',
      message: 'You have no account here. Ask an administrator',
    });
  });

  it.each([
    ['sub\0ject', 'must not contain a NUL character'],
    ['sub\ud800ject', 'must be valid Unicode, without lone surrogates'],
    // OpenID Connect Core, section 2.
    ['x'.repeat(256), 'must have at most 255 characters'],
  ])('is not made or found for the identifier %j of a provider', async (sub, problem) => {
    provider.person = { ...person, sub };
    for (const app of [open, closed])
      expect(await signIn(app)).toMatchObject({
        status: 'PERMISSION_DENIED',
        message: `Your identifier from 127.0.0.1 ${problem}. Ask an administrator`,
      });
  });
});

describe('an answer is refused', () => {
  const NOT_CONFIRMED = {
    status: 'UNAUTHENTICATED',
    message: '127.0.0.1 did not confirm this sign-in. Start it again',
  };

  it('with another state, issuer, code or flow', async () => {
    const [first, second] = [await start(open), await start(open)];
    const answer = await provider.signIn(first.url);
    expect(answer.iss).toBe(provider.issuer);
    for (const wrong of [
      { state: 'another' },
      { iss: 'https://another.example.com' },
      { iss: undefined },
      { code: 'another' },
      { flow: second.flow },
    ])
      expect(await finish(open, { flow: first.flow, ...answer, ...wrong })).toMatchObject(NOT_CONFIRMED);
    const forged = await finish(open, { ...answer, flow: `${first.flow.slice(0, -4)}AAAA` });
    expect(forged).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'flow is not of this service: start the sign-in again',
    });
  });

  it('a second time', async () => {
    const { url, flow } = await start(open);
    const answer = await provider.signIn(url);
    expect((await finish(open, { flow, ...answer })).status).toBe('OK');
    expect(await finish(open, { flow, ...answer })).toMatchObject(NOT_CONFIRMED);
  });

  it('a second time at once, without blame for the settings', async () => {
    const { url, flow } = await start(open);
    const answer = await provider.signIn(url);
    const both = await Promise.all([finish(open, { flow, ...answer }), finish(open, { flow, ...answer })]);
    const refused = both.filter(({ status }) => status !== 'OK');
    expect(refused.length).toBeGreaterThan(0);
    for (const one of refused) expect(one).toMatchObject(NOT_CONFIRMED);
  });

  it('when it began more than a quarter of an hour ago', async () => {
    const { url, flow } = await start(open);
    const { keyRing } = open.services;
    const begun = JSON.parse(keyRing.decrypt(flow, 'oidc flow'));
    expect(begun.endsAt - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    const ended = keyRing.encrypt(JSON.stringify({ ...begun, endsAt: Date.now() - 1 }), 'oidc flow');
    expect(await finish(open, { flow: ended, ...(await provider.signIn(url)) })).toMatchObject({
      status: 'INVALID_ARGUMENT',
      message: 'flow has expired: start the sign-in again',
    });
  });

  it('after 60 steps in a minute from one address, of either kind: each may ask the provider', async () => {
    const limited = await withProvider({ DOCSVC_RATE_LIMITS: 'on' });
    const step = async () => (await finish(limited, { flow: 'another', code: 'c', state: 's' })).status;
    for (let steps = 0; steps < 60; steps += 1) expect(await step()).toBe('INVALID_ARGUMENT');
    expect(await step()).toBe('RESOURCE_EXHAUSTED');
    const { status } = await limited.rest('POST', '/open/auth/oidc/start', { body: {} });
    expect(status).toBe('RESOURCE_EXHAUSTED');
  });

  it('with the nonce of another sign-in', async () => {
    const { url, flow } = await start(open);
    const address = new URL(url);
    address.searchParams.set('nonce', 'of another sign-in');
    expect(await finish(open, { flow, ...(await provider.signIn(address.href)) })).toMatchObject(NOT_CONFIRMED);
  });

  it('when the provider does not accept this service', async () => {
    const other = await withProvider({ DOCSVC_OIDC_CLIENT_SECRET: 'another secret' });
    expect(await signIn(other)).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: '127.0.0.1 and this service are not set up for each other. Ask an administrator',
    });
  });

  it('when the issuer is not the address of a provider', async () => {
    const other = await withProvider({ DOCSVC_OIDC_ISSUER: `${provider.issuer}/elsewhere` });
    expect(await other.rest('POST', '/open/auth/oidc/start', { body: {} })).toMatchObject({
      status: 'FAILED_PRECONDITION',
      message: expect.stringContaining('are not set up for each other'),
    });
  });

  it('when the provider refuses this service with a challenge (RFC 6749, 5.2)', async () => {
    const server = createServer((request, response) => {
      const issuer = `http://${request.headers.host}`;
      const [authorization_endpoint, token_endpoint, jwks_uri] = ['authorize', 'token', 'keys'].map(
        path => `${issuer}/${path}`,
      );
      response.setHeader('content-type', 'application/json');
      if (request.url !== '/token')
        return response.end(JSON.stringify({ issuer, authorization_endpoint, token_endpoint, jwks_uri }));
      response.writeHead(401, { 'www-authenticate': 'Basic realm="provider"' });
      return response.end('{"error":"invalid_client"}');
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    cleanUp(() => void server.close());
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const other = await withProvider({ DOCSVC_OIDC_ISSUER: issuer });
    const { url, flow } = await start(other);
    const state = new URL(url).searchParams.get('state');
    expect(await finish(other, { flow, code: 'code', state })).toMatchObject({ status: 'FAILED_PRECONDITION' });
  });

  it('when the provider is away', async () => {
    const away = await startIdentityProvider(() => `${plain.services.site.publicUrl}/sign-in/oidc`);
    const app = await plain.with({ ...away.settings, DOCSVC_OIDC_NAME: 'Example SSO' });
    await away.stop();
    expect(await app.rest('POST', '/open/auth/oidc/start', { body: {} })).toMatchObject({
      status: 'UNAVAILABLE',
      message: 'Example SSO does not answer. Try again in a moment',
      headers: { 'retry-after': '10' },
    });
  });
});

describe('groups', () => {
  it('give and take roles at each sign-in, and nothing else', async () => {
    const [one, two, other] = [
      await superAdmin.createProject(),
      await superAdmin.createProject(),
      await superAdmin.createProject(),
    ];
    const rules = [
      'root=superadmin',
      `pets=project:${one.id}:reader`,
      `pets-leads=project:${one.id}:writer`,
      `shop=team:${two.teamId}:admin`,
    ];
    const app = await withProvider({ DOCSVC_OIDC_CREATE_USERS: 'on', DOCSVC_OIDC_ROLES: rules.join(', ') });
    const signInWith = async (groups?: string[]) => {
      provider.person = { ...person, ...(groups && { groups }) };
      const { user } = (await signIn(app)).detail;
      const members = await plain.services.db.member.findMany({ where: { userId: user.id } });
      const roleIn = (id: string) => members.find(({ projectId }) => projectId === id)?.role;
      return [user.is_super_admin, roleIn(one.id), roleIn(two.id), roleIn(other.id)];
    };
    expect(await signInWith([])).toEqual([false, undefined, undefined, undefined]);
    expect(await signInWith(['pets', 'pets-leads', 'unknown'])).toEqual([false, 'WRITER', undefined, undefined]);
    const { detail } = await signIn(app);
    await superAdmin.rest('POST', `${other.path}/members`, { body: { user_id: detail.user.id, role: 3 } });
    expect(await signInWith(['root', 'pets', 'shop'])).toEqual([true, 'READER', 'ADMIN', 'ADMIN']);
    const unchanged = await statementsOf(plain.database, () => signInWith(['root', 'pets', 'shop']));
    expect(unchanged.filter(text => / FOR (SHARE|NO KEY UPDATE) OF|pg_advisory/.test(text))).toEqual([]);
    expect(await signInWith()).toEqual([false, undefined, undefined, 'ADMIN']);
    const actions = (await auditOf(detail.user.id)).filter(({ action }) => action === 'user.update');
    expect(actions.map(({ actor_type }) => actor_type)).toEqual([3, 3]);
  });

  it('are in the claim, and behind the scopes, that the settings name', async () => {
    const project = await superAdmin.createProject();
    const app = await withProvider({
      DOCSVC_OIDC_CREATE_USERS: 'on',
      DOCSVC_OIDC_ROLES: `shop=project:${project.id}:writer`,
      DOCSVC_OIDC_SCOPES: 'openid  email profile roles',
      DOCSVC_OIDC_GROUPS_CLAIM: 'company_roles',
    });
    provider.person = { ...person, groups: ['none'], company_roles: ['shop'] };
    expect(new URL((await start(app)).url).searchParams.get('scope')).toBe('openid email profile roles');
    const { user } = (await signIn(app)).detail;
    const members = await plain.services.db.member.findMany({ where: { userId: user.id } });
    expect(members).toMatchObject([{ projectId: project.id, role: 'WRITER' }]);
  });

  it('stay as they are when there are too many to be in the token', async () => {
    const project = await superAdmin.createProject();
    const rules = `shop=project:${project.id}:writer`;
    const app = await withProvider({ DOCSVC_OIDC_CREATE_USERS: 'on', DOCSVC_OIDC_ROLES: rules });
    provider.person = { ...person, groups: ['shop'] };
    const { user } = (await signIn(app)).detail;
    const _claim_sources = { one: { endpoint: 'https://groups.example.com/' } };
    provider.person = { ...person, _claim_names: { groups: 'one' }, _claim_sources };
    expect((await signIn(app)).status).toBe('FAILED_PRECONDITION');
    const [member] = await plain.services.db.member.findMany({ where: { userId: user.id } });
    expect(member?.role).toBe('WRITER');
  });

  it('leave the last admin of a project, and roles in archived projects and teams', async () => {
    const project = await superAdmin.createProject();
    const gone = await superAdmin.createProject();
    const ofGoneTeam = await superAdmin.createProject();
    const rules = [project, gone, ofGoneTeam].map(({ id }) => `shop=project:${id}:admin`).join(', ');
    const app = await withProvider({ DOCSVC_OIDC_CREATE_USERS: 'on', DOCSVC_OIDC_ROLES: rules });
    provider.person = { ...person, groups: ['shop'] };
    const { user } = (await signIn(app)).detail;
    await superAdmin.rest('DELETE', `${project.path}/members/${superAdmin.id}`);
    await gone.archive();
    await superAdmin.rest('POST', `/private/teams/${ofGoneTeam.teamId}/archive`, { body: {} });
    provider.person = { ...person, groups: [] };
    expect((await signIn(app)).status).toBe('OK');
    const roles = await plain.services.db.member.findMany({ where: { userId: user.id }, select: { role: true } });
    expect(roles).toEqual([{ role: 'ADMIN' }, { role: 'ADMIN' }, { role: 'ADMIN' }]);
  });
});
