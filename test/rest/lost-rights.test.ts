import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { type Person, type Project, seed, seedPassword } from '../support/seed.ts';

/** What a request must not undo: it was admitted with rights that are gone when its turn comes. */

const app = await testApp();
const { superAdmin, createPerson } = await seed(app);
const { prisma } = app.database;

const LOCK_USERS = "SELECT pg_advisory_xact_lock(hashtext('docsvc.users')) WHERE $1::text <> ''";

const userOf = (id: string) => prisma.user.findUniqueOrThrow({ where: { id } });

describe('a project admin who lost the role while their request waits', () => {
  const roleOf = async ({ id: projectId }: Project, { id: userId }: Person) =>
    (await prisma.member.findUnique({ where: { projectId_userId: { projectId, userId } } }))?.role;

  const lock = 'SELECT FROM projects WHERE id = (SELECT project_id FROM members WHERE id = $1) FOR NO KEY UPDATE';

  async function losing(statement: string, request: (project: Project, lost: Person) => Promise<{ status: string }>) {
    const project = await (await createPerson()).createProject();
    const lost = await project.addMember('admin');
    const where = { projectId_userId: { projectId: project.id, userId: lost.id } };
    const { id } = await prisma.member.findUniqueOrThrow({ where });
    const answer = await meanwhile(app, [lock, statement], id, () => request(project, lost));
    return { answer, role: await roleOf(project, lost) };
  }

  it('does not get it back by their own hand', async () => {
    const { answer, role } = await losing("UPDATE members SET role = 'READER' WHERE id = $1", (project, lost) =>
      lost.rest('PATCH', `${project.path}/members/${lost.id}/role`, { body: { role: 3 } }),
    );
    expect([answer.status, role]).toEqual(['PERMISSION_DENIED', 'READER']);
  });

  it('does not become a member again by their own hand', async () => {
    const { answer, role } = await losing('DELETE FROM members WHERE id = $1', (project, lost) =>
      lost.rest('POST', `${project.path}/members`, { body: { user_id: lost.id, role: 3 } }),
    );
    expect([answer.status, role]).toEqual(['PERMISSION_DENIED', undefined]);
  });

  it('removes nobody', async () => {
    const { answer } = await losing("UPDATE members SET role = 'READER' WHERE id = $1", (project, lost) =>
      lost.rest('DELETE', `${project.path}/members/${project.admin.id}`),
    );
    expect(answer.status).toBe('PERMISSION_DENIED');
  });
});

describe('a SuperAdmin who lost the role while their request waits', () => {
  const session = 'session_epoch = session_epoch + 1';

  async function losing(change: string, body: object) {
    const lost = await createPerson();
    await prisma.user.update({ where: { id: lost.id }, data: { isSuperAdmin: true } });
    const statements = [LOCK_USERS, `UPDATE users SET ${change} WHERE id = $1`];
    const answer = await meanwhile(app, statements, lost.id, () =>
      lost.rest('PATCH', `/private/system/users/${lost.id}`, { body }),
    );
    const user = await userOf(lost.id);
    if (user.isSuperAdmin)
      await superAdmin.rest('PATCH', `/private/system/users/${lost.id}`, { body: { is_super_admin: false } });
    return { status: answer.status, user };
  }

  it('does not get it back by their own hand', async () => {
    const { status, user } = await losing('is_super_admin = FALSE', { is_super_admin: true });
    expect([status, user.isSuperAdmin]).toEqual(['PERMISSION_DENIED', false]);
  });

  it('does not enable themselves again', async () => {
    const { status, user } = await losing(`status = 'DISABLED', ${session}`, { status: 1 });
    expect([status, user.status]).toEqual(['UNAUTHENTICATED', 'DISABLED']);
  });

  it('does not replace the password that ended their session', async () => {
    const { status, user } = await losing(`password_hash = 'new', ${session}`, { password: 'the password of a thief' });
    expect([status, user.passwordHash]).toEqual(['UNAUTHENTICATED', 'new']);
  });
});

describe('a password that is changed while the change of another session waits', () => {
  it('stays: the other session has ended', async () => {
    const person = await createPerson();
    const statement = "UPDATE users SET password_hash = 'new', session_epoch = session_epoch + 1 WHERE id = $1";
    const body = { current_password: seedPassword, new_password: 'the password of a thief' };
    const answer = await meanwhile(app, [statement], person.id, () =>
      person.rest('POST', '/private/identity/me/password', { body }),
    );
    expect([answer.status, (await userOf(person.id)).passwordHash]).toEqual(['UNAUTHENTICATED', 'new']);
  });
});

describe('a person who is disabled while they sign in by the provider', () => {
  it('gets no session that begins when they are enabled again', async () => {
    const provider = await startIdentityProvider(() => `${app.services.reach.publicUrl}/sign-in/oidc`);
    const withGroups = await app.with({
      ...provider.settings,
      DOCSVC_OIDC_LINK_BY_EMAIL: 'on',
      DOCSVC_OIDC_ROLES: 'root=superadmin',
    });
    const { id, email } = await createPerson();
    provider.person = { sub: 'subject', email, email_verified: true };
    const signIn = async () => {
      const { detail } = await withGroups.rest<{ url: string; flow: string }>('POST', '/open/auth/oidc/start', {
        body: {},
      });
      const body = { flow: detail.flow, ...(await provider.signIn(detail.url)) };
      return withGroups.rest<{ token: string }>('POST', '/open/auth/oidc/finish', { body });
    };
    expect((await signIn()).status).toBe('OK');
    const disabling = "UPDATE users SET status = 'DISABLED', session_epoch = session_epoch + 1 WHERE id = $1";
    const { detail } = await meanwhile(app, [LOCK_USERS, disabling], id, signIn);
    await superAdmin.rest('PATCH', `/private/system/users/${id}`, { body: { status: 1 } });
    expect((await app.rest('GET', '/private/identity/me', { token: detail.token })).status).toBe('UNAUTHENTICATED');
  });
});
