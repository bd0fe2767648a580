import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed, seedPassword } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const open = await testApp({ DOCSVC_AUTH_ALLOW_REGISTRATION: 'true' });
const raced = await testApp({ DOCSVC_AUTH_ALLOW_REGISTRATION: 'true' });
const closed = await testApp();

type Session = {
  user: { id: string; email: string; name: string; is_super_admin: boolean };
  token: string;
  expires_at: string;
};

const register = (body: object, app = open, address = '127.0.0.1') =>
  app.rest<Session>('POST', '/open/auth/register', { body, address });

describe('registration', () => {
  it('makes only the first user of a deployment SuperAdmin', async () => {
    const first = await register({ email: ' First@Example.com ', name: 'First', password: seedPassword });
    expect(first).toMatchObject({
      code: 200,
      detail: { user: { email: 'first@example.com', name: 'First', is_super_admin: true } },
    });
    const second = await register({ email: 'second@example.com', password: seedPassword });
    expect(second.detail.user).toMatchObject({ name: 'second@example.com', is_super_admin: false });
    for (const { detail } of [first, second])
      expect(await open.rest('GET', '/private/identity/me', { token: detail.token })).toMatchObject({
        detail: { id: detail.user.id },
      });
  });

  it('uses the start of the email address for a user without a name', async () => {
    const email = `${'a'.repeat(60)}@${'b'.repeat(180)}.example`;
    const { detail } = await register({ email, password: seedPassword });
    expect(detail.user).toMatchObject({ email, name: email.slice(0, 200) });
  });

  it.each(['', ' \t'])('uses the email address for a user whose name is blank: %j', async name => {
    const email = `blank-${name.length}@example.com`;
    expect((await register({ email, name, password: seedPassword })).detail.user).toMatchObject({ name: email });
  });

  it('makes one SuperAdmin of several concurrent first users', async () => {
    const emails = Array.from({ length: 8 }, (_, index) => `racer-${index}@example.com`);
    const answers = await Promise.all(emails.map(email => register({ email, password: seedPassword }, raced)));
    expect(answers.map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect(answers.filter(({ detail }) => detail.user.is_super_admin)).toHaveLength(1);
  });

  it('creates one user for several requests with different spellings of one email', async () => {
    const emails = ['twin@example.com', 'TWIN@example.com', ' twin@Example.com'];
    const answers = await Promise.all(emails.map(email => register({ email, password: seedPassword })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['ALREADY_EXISTS', 'ALREADY_EXISTS', 'OK']);
    const refused = answers.find(({ status }) => status !== 'OK');
    expect(refused).toMatchObject({ code: 409, detail: { errors: [{ field: 'email' }] } });
    expect(await open.database.prisma.user.count({ where: { email: 'twin@example.com' } })).toBe(1);
  });

  it.each([
    ['email', { email: 'no-at', password: seedPassword }],
    ['email', { email: 'two@@example.com', password: seedPassword }],
    ['email', { email: 'Ada<ada@example.com>', password: seedPassword }],
    ['email', { email: 'one@example.com,two', password: seedPassword }],
    ['email', { email: 'one;two@example.com', password: seedPassword }],
    ['email', { email: '@example.com', password: seedPassword }],
    ['email', { email: `${'x'.repeat(250)}@e.de`, password: seedPassword }],
    ['email', { email: 'nul\0@example.com', password: seedPassword }],
    ['email', { password: seedPassword }],
    ['password', { email: 'short@example.com', password: '1234567' }],
    ['password', { email: 'long@example.com', password: 'x'.repeat(1025) }],
    ['password', { email: 'none@example.com' }],
    ['name', { email: 'named@example.com', password: seedPassword, name: 'x'.repeat(201) }],
  ])('refuses a bad %s: %j', async (field, body) => {
    const before = await databaseDigest(open.database);
    const answer = await register(body);
    expect(answer).toMatchObject({ code: 400, status: 'INVALID_ARGUMENT', detail: { errors: [{ field }] } });
    expect(await databaseDigest(open.database)).toBe(before);
  });

  it('accepts passwords of 8 and 1024 bytes', async () => {
    for (const [index, password] of ['12345678', 'ü'.repeat(512)].entries())
      expect(await register({ email: `bounds-${index}@example.com`, password })).toMatchObject({ code: 200 });
  });

  it.each([{ is_super_admin: true }, { isSuperAdmin: true }, { status: 1 }])(
    'refuses a caller who requests a role for themselves: %j',
    async right => {
      const email = 'sly@example.com';
      const answer = await register({ email, password: seedPassword, ...right });
      expect([answer.status, answer.message]).toEqual([
        'INVALID_ARGUMENT',
        expect.stringContaining('is not known here'),
      ]);
      expect(await open.services.db.user.findUnique({ where: { email } })).toBeNull();
    },
  );

  it('is 60 a minute for one address', async () => {
    const limited = await open.with({ DOCSVC_RATE_LIMITS: 'on' });
    const answers = await Promise.all(
      Array.from({ length: 65 }, () => register({ email: 'no-address', password: 'x' }, limited, '10.9.9.9')),
    );
    expect(answers.filter(({ code }) => code === 400)).toHaveLength(60);
    expect(answers.filter(({ http, code }) => http === 429 && code === 429)).toHaveLength(5);
  });

  it('is shown in the configuration of sign-in', async () => {
    expect((await open.rest('GET', '/open/auth/config')).detail).toEqual({ registration_enabled: true });
    expect((await closed.rest('GET', '/open/auth/config')).detail).toEqual({ registration_enabled: false });
  });
});

describe('without registration', () => {
  it('it is PERMISSION_DENIED for everybody and creates no user', async () => {
    for (const email of ['a@example.com', 'no address'])
      expect(await register({ email, password: seedPassword }, closed)).toMatchObject({
        code: 403,
        status: 'PERMISSION_DENIED',
      });
    expect(await closed.database.prisma.user.count()).toBe(0);
  });

  it('a SuperAdmin creates users, and their emails are unique too', async () => {
    const { superAdmin } = await seed(closed);
    const body = { email: 'made@example.com', name: 'Made', password: seedPassword };
    const made = await superAdmin.rest('POST', '/private/system/users', { body });
    expect(made.detail).toMatchObject({ email: 'made@example.com', name: 'Made', is_super_admin: false, status: 1 });
    const blank = await superAdmin.rest('POST', '/private/system/users', {
      body: { ...body, email: 'blank@example.com', name: '' },
    });
    expect(blank.detail).toMatchObject({ name: 'blank@example.com' });
    const again = await superAdmin.rest('POST', '/private/system/users', {
      body: { ...body, email: 'MADE@example.com' },
    });
    expect(again).toMatchObject({ code: 409, status: 'ALREADY_EXISTS' });
    const users = await superAdmin.rest<{ email: string }[]>('GET', '/private/system/users', {
      query: { search: 'MADE@' },
    });
    expect(users).toMatchObject({ total: 1, detail: [{ email: 'made@example.com' }] });
  });
});
