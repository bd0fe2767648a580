import { describe, expect, it } from 'vitest';
import { expiryDate } from '../../src/shares/model.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';
import { PASSWORD, revoke, type ShareBody, type ShareDetail, share, visitor } from '../support/share.ts';

const app = await testApp({ DOCSVC_PUBLIC_URL: 'https://docs.example.com/base' });
const people = await seed(app);
const { admin } = people;
const { db, keyRing } = app.services;
const project = await admin.createProject();
const document = await project.createDocument();
await document.publish();
const shares = `${document.path}/shares`;

const auditOf = (id: string) =>
  db.auditEntry.findMany({ where: { resourceId: id }, orderBy: { id: 'asc' }, omit: { createdAt: true } });

describe('making a share', () => {
  it('returns the link, once with its secret', async () => {
    const made = await share(document);
    expect(made).toMatchObject({
      share_id: made.id,
      document_id: document.id,
      branch_id: document.branches.dev,
      version_scope: 2,
      status: 1,
      state: 'active',
      password_protected: false,
      expiry: '3_months',
      created_by: admin.id,
      secret: expect.stringMatching(/^[\w-]{43}$/),
      url: `https://docs.example.com/base/share/${made.id}#${made.secret}`,
    });
    expect(made).not.toHaveProperty('revoked_at');
    const listed = await admin.rest<ShareDetail[]>('GET', shares);
    expect(listed.detail[0]).toMatchObject({ share_id: made.id, state: 'active' });
    expect(listed.text).not.toContain(made.secret);
  });

  it.each([
    ['1_month', 'ONE_MONTH'],
    ['3_months', 'THREE_MONTHS'],
    ['6_months', 'SIX_MONTHS'],
    ['1_year', 'ONE_YEAR'],
    ['permanent', 'PERMANENT'],
  ] as const)('ends by the calendar: %s', async (expiry, name) => {
    const { id, expires_at } = await share(document, { expiry });
    const row = await db.documentShare.findUniqueOrThrow({ where: { id } });
    expect(expires_at).toBe(expiryDate(name, row.createdAt)?.toISOString());
    expect(row.expiresAt?.toISOString()).toBe(expires_at);
  });

  it('stores only hashes of secret and password, and the secret encrypted for this share', async () => {
    const { id, secret } = await share(document, { password: PASSWORD });
    const row = await db.documentShare.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
    expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(keyRing.decrypt(row.encryptedSecret as string, id)).toBe(secret);
    const other = await share(document);
    expect(() => keyRing.decrypt(row.encryptedSecret as string, other.id)).toThrow();
  });

  it.each<[ShareBody | object, string]>([
    [{ branch_id: undefined }, 'branch_id'],
    [{ expiry: '2_months' }, 'expiry'],
    [{ expiry: 3 }, 'expiry'],
    [{ version_scope: 3 }, 'version_scope'],
    [{ version_scope: 'all' }, 'version_scope'],
    [{ password: 'too short' }, 'password'],
    [{ password: ' blank at its start' }, 'password'],
    [{ password: 123456789012 }, 'password'],
  ])('refuses %j', async (body, field) => {
    const sent = { branch_id: document.branches.dev, ...body };
    const answer = await admin.rest<{ errors: { field: string }[] }>('POST', shares, { body: sent });
    expect([answer.status, answer.detail.errors[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
  });

  it('has no password where a blank one is sent', async () => {
    const body = { branch_id: document.branches.dev, password: '' };
    expect((await admin.rest('POST', shares, { body })).detail.password_protected).toBe(false);
  });

  it('requires a branch of this document with a published version', async () => {
    const post = (path: string, branch_id: string) => admin.rest('POST', `${path}/shares`, { body: { branch_id } });
    expect((await post(document.path, document.branches.test)).status).toBe('FAILED_PRECONDITION');
    const other = await project.createDocument();
    await other.publish();
    expect((await post(document.path, other.branches.dev)).status).toBe('NOT_FOUND');
    expect((await post(document.path, 'no-id')).status).toBe('NOT_FOUND');
    expect((await post(project.path, other.branches.dev)).status).toBe('OK');
  });

  it('requires active parents', async () => {
    const archived = await project.createDocument();
    await archived.publish();
    await archived.archive();
    await expect(share(archived)).rejects.toThrow('FAILED_PRECONDITION: The document is archived');
  });
});

describe('the list of shares', () => {
  it('is newest first, by document, branch and page, with its total', async () => {
    const listed = await project.createDocument();
    await listed.publish();
    await listed.publish({ branch: 'test' });
    const made = [await share(listed), await share(listed, { branch_id: listed.branches.test }), await share(listed)];
    const ids = async (path: string, query = {}) => {
      const { detail, total } = await admin.rest<ShareDetail[]>('GET', path, { query });
      return [total, ...detail.map(({ id }) => made.findIndex(share => share.id === id))];
    };
    expect(await ids(`${listed.path}/shares`)).toEqual([3, 2, 1, 0]);
    expect(await ids(`${listed.path}/shares`, { page_size: 1, offset: 1 })).toEqual([3, 1]);
    expect(await ids(`${listed.path}/shares`, { branch_id: listed.branches.test as string })).toEqual([1, 1]);
    expect((await ids(`${project.path}/shares`, { page_size: 3 })).slice(1)).toEqual([2, 1, 0]);
  });
});

describe('revealing a share', () => {
  it('shows the link again, and is in the audit log', async () => {
    const { id, secret, url } = await share(document);
    const shown = await admin.rest<ShareDetail>('POST', `${shares}/${id}/reveal`, { body: {} });
    expect(shown.detail).toMatchObject({ share_id: id, secret, url });
    const short = await admin.rest<ShareDetail>('POST', `${project.path}/shares/${id}/reveal`, { body: {} });
    expect(short.detail.secret).toBe(secret);
    const act = { actorType: 'USER', actorId: admin.id, resourceType: 'document_share', projectId: project.id };
    const audited = await auditOf(id);
    expect(audited).toMatchObject([
      { ...act, action: 'share.create' },
      { ...act, action: 'share.reveal' },
      { ...act, action: 'share.reveal' },
    ]);
    expect(JSON.stringify(audited)).not.toContain(secret);
  });

  it('ends with the share', async () => {
    const revoked = await share(document);
    await revoke(document, revoked.id);
    const expired = await share(document);
    await db.documentShare.update({ where: { id: expired.id }, data: { expiresAt: new Date(Date.now() - 1) } });
    for (const { id } of [revoked, expired]) {
      const answer = await admin.rest('POST', `${shares}/${id}/reveal`, { body: {} });
      expect(answer.status).toBe('FAILED_PRECONDITION');
    }
    const listed = await admin.rest<ShareDetail[]>('GET', shares, { query: { page_size: 2 } });
    expect(listed.detail).toMatchObject([
      { id: expired.id, status: 3, state: 'expired' },
      { id: revoked.id, status: 2, state: 'revoked' },
    ]);
  });
});

describe('revoking a share', () => {
  it('is permanent, also if repeated, and deletes the secret', async () => {
    const { id } = await share(document);
    const first = await revoke(document, id);
    expect(first.detail).toMatchObject({ status: 2, state: 'revoked', revoked_by: admin.id });
    const root = await people.superAdmin.rest<ShareDetail>('POST', `${project.path}/shares/${id}/revoke`, { body: {} });
    expect(root.detail).toEqual(first.detail);
    expect((await db.documentShare.findUniqueOrThrow({ where: { id } })).encryptedSecret).toBeNull();
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['share.create', 'share.revoke']);
  });

  it('happens once when two do it at once', async () => {
    const { id } = await share(document);
    const answers = await Promise.all(Array.from({ length: 6 }, () => revoke(document, id)));
    expect(new Set(answers.map(({ detail }) => JSON.stringify(detail))).size).toBe(1);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['share.create', 'share.revoke']);
  });

  it('cannot be undone, not even by SQL', async () => {
    const { id } = await share(document);
    await revoke(document, id);
    const revived = db.$executeRaw`
      UPDATE document_shares SET revoked_at = NULL, revoked_by = NULL, encrypted_secret = 'x' WHERE id = ${id}::uuid`;
    await expect(revived).rejects.toThrow('revoked for good');
  });

  it('works below archived parents, and so do list and reveal', async () => {
    const archived = await project.createDocument();
    await archived.publish();
    const { id, secret } = await share(archived);
    await archived.archive();
    expect((await admin.rest<ShareDetail[]>('GET', `${archived.path}/shares`)).total).toBe(1);
    const shown = await admin.rest<ShareDetail>('POST', `${archived.path}/shares/${id}/reveal`, { body: {} });
    expect(shown.detail.secret).toBe(secret);
    expect((await revoke(archived, id)).detail.state).toBe('revoked');
  });
});

describe('shares', () => {
  it('are managed by project admins and SuperAdmins only', async () => {
    const { id } = await share(document);
    const outsider = await people.createPerson();
    const [reader, writer] = [await project.addMember('reader'), await project.addMember('writer')];
    for (const path of [document.path, project.path])
      for (const person of [outsider, reader, writer]) {
        const asked = [
          await person.rest('GET', `${path}/shares`),
          await person.rest('POST', `${path}/shares`, { body: { branch_id: document.branches.dev } }),
          await person.rest('POST', `${path}/shares/${id}/reveal`, { body: {} }),
          await person.rest('POST', `${path}/shares/${id}/revoke`, { body: {} }),
        ];
        expect(asked.map(({ status }) => status)).toEqual(Array(4).fill('PERMISSION_DENIED'));
      }
    expect((await people.superAdmin.rest('GET', `${document.path}/shares`)).status).toBe('OK');
    const nested = await reader.graphql<{ document: { shares: null } }>(
      'query($id: ID!) { document(id: $id) { shares { totalCount } } }',
      { id: document.id },
    );
    expect([nested.code, nested.data.document.shares]).toEqual(['PERMISSION_DENIED', null]);
  });

  it('belong to their document and project', async () => {
    const { id } = await share(document);
    const foreign = await (await admin.createProject()).createDocument();
    for (const act of ['reveal', 'revoke'])
      for (const path of [foreign.path, foreign.project.path, (await project.createDocument()).path])
        expect((await admin.rest('POST', `${path}/shares/${id}/${act}`, { body: {} })).status).toBe('NOT_FOUND');
    expect((await admin.rest('POST', `${shares}/no-id/revoke`, { body: {} })).status).toBe('NOT_FOUND');
    expect((await visitor(app).read(id, '', { secret: 'x' })).status).toBe('NOT_FOUND');
  });
});
