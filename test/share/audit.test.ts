import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed, seedPassword } from '../support/seed.ts';
import { PASSWORD, share, visitor } from '../support/share.ts';

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });
const { admin, superAdmin, createPerson } = await seed(app);

type Entry = {
  action: string;
  actor_id?: string;
  actor_type: number;
  resource_id?: string;
  project_id?: string;
  metadata?: { address?: string; reason?: string; account?: string; count?: number };
};

const entries = async (query: Record<string, string>) =>
  (await superAdmin.rest<Entry[]>('GET', '/private/audit-logs', { query })).detail;
const login = (email: string, password: string, address: string) =>
  app.rest<{ token: string }>('POST', '/open/auth/login', { body: { email, password }, address });
const howMany = (rows: Entry[]) => rows.reduce((sum, { metadata }) => sum + (metadata?.count ?? 1), 0);

describe('the audit', () => {
  it('has sign-ins, failed ones, password changes and sign-outs of a user', async () => {
    const input = `email: "signed@example.com", name: "Ann", password: "${seedPassword}"`;
    const person = {
      email: 'signed@example.com',
      ...(await superAdmin.ask<{ id: string }>(`mutation { createUser(input: { ${input} }) { id } }`)),
    };
    const address = '192.0.2.1';
    await login(person.email, 'not the password', address);
    const { token } = (await login(person.email, seedPassword, address)).detail;
    const body = { current_password: 'not the password', new_password: 'another password' };
    await app.rest('POST', '/private/identity/me/password', { body, token, address });
    await app.rest('POST', '/private/identity/me/password', {
      body: { ...body, current_password: seedPassword },
      token,
      address,
    });
    const again = (await login(person.email, 'another password', address)).detail.token;
    await app.rest('POST', '/private/identity/me/logout', { token: again });
    const rows = await entries({ resource_id: person.id });
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'user.change_password',
      'user.change_password_failed',
      'user.create',
      'user.login',
      'user.login',
      'user.login_failed',
      'user.logout',
    ]);
    const of = (action: string) => rows.find(row => row.action === action);
    expect(of('user.login_failed')).toMatchObject({ actor_type: 4, metadata: { address, reason: 'wrong' } });
    expect(of('user.login')).toMatchObject({ actor_type: 1, actor_id: person.id, metadata: { address } });
    expect(JSON.stringify(rows)).not.toMatch(/not the password|another password|eyJ/);
  });

  it('counts a flood of attempts instead of storing a row for each, and loses none', async () => {
    const person = await createPerson();
    await Promise.all(Array.from({ length: 40 }, () => login(person.email, 'wrong', '192.0.2.2')));
    const rows = await entries({ resource_id: person.id, action: 'user.login_failed' });
    expect(rows.length).toBeLessThanOrEqual(4);
    expect(howMany(rows)).toBe(40);
    const limited = rows.filter(({ metadata }) => metadata?.reason === 'limited');
    expect(howMany(limited)).toBe(30);
  });

  it('stores no address of an unknown account: it may be a password', async () => {
    await login('my secret pass phrase', 'x', '192.0.2.3');
    const rows = await entries({ action: 'user.login_failed' });
    const row = rows.find(({ metadata }) => metadata?.address === '192.0.2.3');
    expect(row?.metadata).toEqual({ address: '192.0.2.3', reason: 'wrong', account: expect.stringMatching(/^.{12}$/) });
    expect(JSON.stringify(await app.services.db.auditEntry.findMany())).not.toContain('my secret');
    expect(JSON.stringify(await app.services.db.tryLog.findMany())).not.toContain('my secret');
  });

  it('has one visit for a request that compares two versions of a share', async () => {
    const document = await (await admin.createProject()).createDocument();
    const [first, second] = [await document.publish(), await document.publish()];
    const { id, secret } = await share(document);
    const path = `/versions/${second.id}/changes?from_version_id=${first.id}`;
    expect((await visitor(app).read(id, path, { secret })).status).toBe('OK');
    expect(howMany(await entries({ resource_id: id, action: 'share.visit' }))).toBe(1);
  });

  it('has visits and unlocks of a share, for the admins of its project', async () => {
    const project = await admin.createProject();
    const document = await project.createDocument();
    await document.publish();
    const { id, secret } = await share(document, { password: PASSWORD });
    const visits = visitor(app);
    const address = '192.0.2.4';
    await visits.unlock(id, 'wrong password', { secret, address });
    const { detail } = await visits.unlock(id, PASSWORD, { secret, address });
    for (let round = 0; round < 5; round += 1)
      await visits.read(id, '', { secret, proof: detail.unlock_proof, address });
    await visits.unlock(id, PASSWORD, { secret: 'A'.repeat(43), address });
    const rows = (
      await admin.rest<Entry[]>('GET', '/private/audit-logs', { query: { project_id: project.id, resource_id: id } })
    ).detail;
    const of = (action: string) => rows.filter(row => row.action === action);
    expect([of('share.unlock'), of('share.unlock_failed'), of('share.visit')].map(howMany)).toEqual([1, 1, 5]);
    expect(of('share.visit')).toHaveLength(2);
    expect(of('share.unlock_failed')[0]).toMatchObject({ actor_type: 4, metadata: { address, reason: 'wrong' } });
    const without = await entries({ action: 'share.unlock_failed' });
    expect(without.find(({ metadata }) => metadata?.reason === 'no link')).not.toHaveProperty('resource_id');
    expect(JSON.stringify([rows, without])).not.toContain(secret);
  });
});
