import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { type Person, type Project, seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const app = await testApp();
const { admin, superAdmin, createPerson } = await seed(app);

const patchUser = (id: string, body: object, by: Person = superAdmin) =>
  by.rest('PATCH', `/private/system/users/${id}`, { body });
const setRole = (project: Project, person: Person, role: number) =>
  project.admin.rest('PATCH', `${project.path}/members/${person.id}/role`, { body: { role } });
const remove = (project: Project, person: Person) =>
  project.admin.rest('DELETE', `${project.path}/members/${person.id}`);

const LAST = { http: 200, code: 409, status: 'FAILED_PRECONDITION' };
const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).sort();

async function unchanged(work: () => Promise<unknown>): Promise<void> {
  const before = await databaseDigest(app.database);
  await work();
  expect(await databaseDigest(app.database)).toBe(before);
}

describe('the last active SuperAdmin', () => {
  it('can be neither demoted nor disabled, not even by themselves', () =>
    unchanged(async () => {
      expect(await patchUser(superAdmin.id, { is_super_admin: false })).toMatchObject(LAST);
      expect(await patchUser(superAdmin.id, { status: 2 })).toMatchObject(LAST);
    }));

  it('cannot be replaced by a disabled one', async () => {
    const other = await createPerson();
    await patchUser(other.id, { is_super_admin: true });
    await patchUser(other.id, { status: 2 });
    expect(await patchUser(superAdmin.id, { is_super_admin: false })).toMatchObject(LAST);
    await patchUser(other.id, { is_super_admin: false });
  });

  it('remains when two are demoted or disabled at the same time', async () => {
    for (const change of [{ is_super_admin: false }, { status: 2 }]) {
      const twins = [await createPerson(), await createPerson()];
      for (const { id } of twins) await patchUser(id, { is_super_admin: true });
      // The acting admin loses the role, so that the twins are the last two.
      await app.database.prisma.user.update({ where: { id: superAdmin.id }, data: { isSuperAdmin: false } });
      const [one, other] = twins as [Person, Person];
      const answers = await Promise.all([patchUser(one.id, change, other), patchUser(other.id, change, one)]);
      const left = await app.database.prisma.user.count({ where: { isSuperAdmin: true, status: 'ACTIVE' } });
      await app.database.prisma.user.update({ where: { id: superAdmin.id }, data: { isSuperAdmin: true } });
      expect(left).toBe(1);
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      for (const { id } of twins) await patchUser(id, { status: 1, is_super_admin: false });
    }
  });
});

describe('the last admin of an active project', () => {
  it('can be neither removed, demoted nor disabled', async () => {
    const project = await (await createPerson()).createProject();
    await unchanged(async () => {
      expect(await remove(project, project.admin)).toMatchObject(LAST);
      expect(await setRole(project, project.admin, 1)).toMatchObject(LAST);
      expect(await patchUser(project.admin.id, { status: 2 })).toMatchObject(LAST);
      expect(await superAdmin.rest('DELETE', `${project.path}/members/${project.admin.id}`)).toMatchObject(LAST);
    });
  });

  it('may leave if another admin stays, and admin_user_id is the one who stays', async () => {
    const project = await admin.createProject();
    const successor = await project.addMember('admin');
    expect((await admin.rest('GET', project.path)).detail).toMatchObject({ admin_user_id: admin.id, my_role: 3 });
    expect(await remove(project, admin)).toMatchObject({ code: 200 });
    expect((await successor.rest('GET', project.path)).detail).toMatchObject({ admin_user_id: successor.id });
    expect(await admin.rest('GET', project.path)).toMatchObject({ status: 'PERMISSION_DENIED' });
  });

  it('cannot be replaced by a disabled admin', async () => {
    const project = await admin.createProject();
    const disabled = await project.addMember('admin');
    await patchUser(disabled.id, { status: 2 });
    expect(await setRole(project, admin, 2)).toMatchObject(LAST);
  });

  it('may be disabled after the project is archived; restoring it then requires another admin', async () => {
    const owner = await createPerson();
    const project = await owner.createProject();
    await project.archive();
    expect(await patchUser(owner.id, { status: 2 })).toMatchObject({ code: 200 });
    const detail = (await superAdmin.rest('GET', project.path)).detail;
    expect(detail).not.toHaveProperty('admin_user_id');
    expect(await superAdmin.rest('POST', `${project.path}/unarchive`)).toMatchObject({
      ...LAST,
      message: 'An active project needs an active admin. Enable one of its admins first',
    });
    expect(await patchUser(owner.id, { status: 1 })).toMatchObject({ code: 200 });
    expect(await superAdmin.rest('POST', `${project.path}/unarchive`)).toMatchObject({ code: 200 });
  });

  it('may be disabled after the team is archived; once it is restored, a SuperAdmin adds another', async () => {
    const owner = await createPerson();
    const project = await owner.createProject();
    const writer = await project.addMember('writer');
    const team = `/private/teams/${project.teamId}`;
    await owner.rest('POST', `${team}/archive`);
    expect(await patchUser(owner.id, { status: 2 })).toMatchObject({ code: 200 });
    expect(await superAdmin.rest('POST', `${team}/unarchive`)).toMatchObject({ code: 200 });
    const members = { ...project, admin: superAdmin };
    expect(await setRole(members, writer, 1)).toMatchObject({ code: 200 });
    expect(await remove(members, writer)).toMatchObject({ code: 200 });
    const body = { user_id: (await createPerson()).id, role: 3 };
    expect(await superAdmin.rest('POST', `${project.path}/members`, { body })).toMatchObject({ code: 200 });
  });

  it.each([
    ['removed', (project: Project, [one, other]: [Person, Person]) => [remove(project, one), remove(project, other)]],
    [
      'demoted',
      (project: Project, [one, other]: [Person, Person]) => [setRole(project, one, 1), setRole(project, other, 2)],
    ],
    [
      'disabled',
      (_: Project, [one, other]: [Person, Person]) => [
        patchUser(one.id, { status: 2 }),
        patchUser(other.id, { status: 2 }),
      ],
    ],
    [
      'removed and disabled',
      (project: Project, [one, other]: [Person, Person]) => [remove(project, one), patchUser(other.id, { status: 2 })],
    ],
  ])('remains when the last two are %s at the same time', async (_, race) => {
    for (let round = 0; round < 3; round += 1) {
      const owner = await createPerson();
      const made = await owner.createProject();
      const other = await made.addMember('admin');
      const answers = await Promise.all(race({ ...made, admin: superAdmin }, [owner, other]));
      expect(codes(answers)).toEqual([200, 409]);
      const where = { projectId: made.id, role: 'ADMIN' as const, user: { status: 'ACTIVE' as const } };
      expect(await app.database.prisma.member.count({ where })).toBe(1);
    }
  });

  it.each([
    ['promoted', 'writer' as const, (project: Project, person: Person) => setRole(project, person, 3)],
    [
      'added',
      undefined,
      (project: Project, person: Person) =>
        superAdmin.rest('POST', `${project.path}/members`, { body: { user_id: person.id, role: 3 } }),
    ],
  ])('remains when the successor is disabled while being %s', async (_, role, promote) => {
    const [owner, successor] = [await createPerson(), await createPerson()];
    const project = { ...(await owner.createProject()), admin: superAdmin };
    if (role !== undefined) await project.addMember(role, successor);
    const { prisma } = app.database;
    const waiting = async () => {
      const [row] = await prisma.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return row?.count;
    };
    const answers = await prisma.$transaction(async tx => {
      await tx.$queryRaw`SELECT id::text FROM users WHERE id = ${successor.id}::uuid FOR SHARE`;
      const disabling = patchUser(successor.id, { status: 2 });
      await expect.poll(waiting).toBe(1);
      const promotion = promote(project, successor);
      await Promise.race([promotion, expect.poll(waiting).toBe(2)]);
      const removal = remove(project, owner);
      await Promise.race([removal, expect.poll(waiting).toBe(3)]);
      return { disabling, promotion, removal };
    });
    await Promise.all(Object.values(answers));
    const where = { projectId: project.id, role: 'ADMIN' as const, user: { status: 'ACTIVE' as const } };
    expect(await prisma.member.count({ where })).toBe(1);
  });
});

describe('members', () => {
  it('are added once, also when two add the same one at the same time', async () => {
    const project = await admin.createProject();
    const { id } = await createPerson();
    const add = () => admin.rest('POST', `${project.path}/members`, { body: { user_id: id, role: 1 } });
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['ALREADY_EXISTS', 'ALREADY_EXISTS', 'OK']);
    const list = await admin.rest<object[]>('GET', `${project.path}/members`, { query: { search: 'user-' } });
    expect(list).toMatchObject({ total: 1, detail: [{ user_id: id, role: 1, user_status: 1, added_by: admin.id }] });
  });

  it('must be active users', async () => {
    const project = await admin.createProject();
    const disabled = await createPerson();
    await patchUser(disabled.id, { status: 2 });
    const body = { user_id: disabled.id, role: 1 };
    expect(await admin.rest('POST', `${project.path}/members`, { body })).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field: 'user_id' }] },
    });
  });

  it('are found among candidates: active users outside of the project, by name', async () => {
    const project = await admin.createProject();
    const [candidate, disabled] = [await createPerson('candidate-ann'), await createPerson('candidate-bob')];
    const member = await project.addMember('reader', await createPerson('candidate-cid'));
    await patchUser(disabled.id, { status: 2 });
    const found = await admin.rest<object[]>('GET', `${project.path}/member-candidates`, {
      query: { search: 'CANDIDATE-' },
    });
    expect(found).toMatchObject({ code: 200, total: 1 });
    expect(found.detail).toEqual([{ id: candidate.id, email: 'c***@e***', name: 'candidate-ann' }]);
    expect(member.id).not.toBe(candidate.id);
  });
});

describe('a new project', () => {
  it('needs an admin, who must be an active user', async () => {
    const owner = await createPerson();
    const { id: team_id } = await owner.createTeam();
    const disabled = await createPerson();
    await app.database.prisma.user.update({ where: { id: disabled.id }, data: { status: 'DISABLED' } });
    const body = { team_id, name: 'P', admin_user_id: disabled.id };
    expect(await owner.rest('POST', '/private/projects', { body })).toMatchObject({
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field: 'admin_user_id', message: 'must be the id of an active user' }] },
    });
    expect(await app.database.prisma.project.count({ where: { teamId: team_id } })).toBe(0);
  });
});
