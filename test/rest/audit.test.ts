import { describe, expect, it } from 'vitest';
import { routes } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { createHook } from '../support/receiver.ts';
import { type Caller, castOf, seed, seedPassword } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const { admin, superAdmin } = people;
const project = await admin.createProject();
const document = await project.createDocument();
const cast = await castOf(people, project);

type Entry = {
  id: string;
  action: string;
  resource_type: string;
  resource_id: string;
  actor_id: string;
  actor_type: number;
  created_at: string;
  metadata?: Record<string, unknown>;
};

const list = (query: Record<string, string | number>, caller: Caller = superAdmin) =>
  caller.rest<Entry[]>('GET', '/private/audit-logs', { query });

const actionsOf = async (resource_id: string) => (await list({ resource_id })).detail.map(({ action }) => action);

describe('the audit trail', () => {
  it('lists the actions on a draft with their actors, newest first', async () => {
    const draft = await document.createDraft({ by: cast.writer });
    await draft.update({ versionName: 'renamed', by: cast.writer });
    await draft.submit(cast.writer);
    await draft.requestChanges({ comment: 'A secret remark' });
    await draft.update({ versionName: 'renamed again', by: cast.writer });
    await draft.submit(cast.writer);
    const version = await draft.approve({ by: superAdmin });
    const entries = await list({ resource_id: draft.id });
    expect(entries.detail.map(({ action }) => action)).toEqual([
      'draft.submit',
      'draft.update',
      'draft.request_changes',
      'draft.submit',
      'draft.update',
      'draft.create',
    ]);
    expect(entries.text).not.toContain('A secret remark');
    expect(entries.detail.map(({ actor_type }) => actor_type)).toEqual(Array(6).fill(1));
    expect(entries.detail[2]?.actor_id).toBe(admin.id);
    const published = await list({ resource_id: version.id });
    expect(published.detail).toMatchObject([
      { action: 'draft.approve', resource_type: 'version', actor_id: superAdmin.id },
    ]);
  });

  it('has one entry for each change and none for refusals', async () => {
    const made = await project.createDocument();
    await admin.rest('PATCH', made.path, { body: { name: 'Renamed' } });
    await admin.rest('PATCH', made.path, { body: { relative_path: 'other.yaml' } });
    await cast.writer.rest('PATCH', made.path, { body: { name: 'Refused' } });
    await made.archive();
    await made.archive();
    expect(await actionsOf(made.id)).toEqual(['document.archive', 'document.update', 'document.create']);
  });

  it('says which fields were changed, and has no entry for a change that changes nothing', async () => {
    const made = await project.createDocument({ name: 'Pets' });
    const branch = `${made.path}/branches/${made.branches.prod}`;
    await made.createBranch('feature/cats');
    const feature = `${made.path}/branches/${made.branches['feature/cats']}`;
    const renamed = { name: 'feature/dogs', changed: ['name'], was: 'feature/cats' };
    const person = await people.createPerson('Cat');
    const user = `/private/system/users/${person.id}`;
    const me = '/private/identity/me';
    const changes: [string, string, object, object | undefined][] = [
      [project.path, project.id, { description: 'Pets and cats' }, { changed: ['description'] }],
      [project.path, project.id, { description: 'Pets and cats' }, undefined],
      [`/private/teams/${project.teamId}`, project.teamId, { name: 'Cats' }, { changed: ['name'] }],
      [`/private/teams/${project.teamId}`, project.teamId, { name: ' Cats ' }, undefined],
      [made.path, made.id, { name: 'Cats' }, { changed: ['name'] }],
      [made.path, made.id, { relative_path: 'Pets.yaml' }, undefined],
      [branch, made.branches.prod, { is_protected: true }, undefined],
      [
        branch,
        made.branches.prod,
        { is_protected: false },
        { name: 'prod', changed: ['isProtected'], is_protected: false },
      ],
      [feature, made.branches['feature/cats'] as string, { name: 'feature/dogs' }, renamed],
      [branch, made.branches.prod, { is_default: true }, { name: 'prod', changed: ['isDefault'], is_default: true }],
      [branch, made.branches.prod, { is_default: true }, undefined],
      [`${made.path}/branches/${made.branches.test}`, made.branches.test, { name: 'feature/t' }, { changed: ['name'] }],
      [user, person.id, { name: ' Cat ', status: 1, is_super_admin: false }, undefined],
      [user, person.id, { name: 'Tom', status: 1 }, { changed: ['name'] }],
      [user, person.id, { password: seedPassword }, { changed: ['password'] }],
      [user, person.id, { status: 2 }, { changed: ['status'] }],
      [user, person.id, { status: 2 }, undefined],
      [me, superAdmin.id, { name: 'Root', mail_notices: true }, undefined],
      [me, superAdmin.id, { name: 'Root', mail_notices: false }, { changed: ['mailNotices'] }],
    ];
    for (const [path, resource_id, body, metadata] of changes) {
      const before = (await list({ resource_id })).detail.length;
      const answer = await superAdmin.rest('PATCH', path, { body });
      const { detail } = await list({ resource_id });
      expect([body, answer.status, detail.length]).toEqual([body, 'OK', before + (metadata ? 1 : 0)]);
      if (metadata) expect(detail[0]).toMatchObject({ metadata });
    }
    const branches = await admin.rest<{ name: string; is_default: boolean }[]>('GET', `${made.path}/branches`);
    expect(branches.detail.filter(({ is_default }) => is_default)).toMatchObject([{ name: 'prod' }]);
  });

  it('has no entry for rules of a project that stay as they are, and names only the rules that change', async () => {
    const { path, id: resource_id } = await admin.createProject();
    const rules = { require_comment: true, require_other_reviewer: false };
    const overrides = [{ rule: 'response-property-removed', severity: 1 }];
    const changes: [string, object, object | undefined][] = [
      ['review-policy', { require_comment: false }, undefined],
      ['review-policy', rules, { require_comment: true }],
      ['review-policy', rules, undefined],
      ['diff-policy', { profile: 'strict', overrides: [] }, undefined],
      ['diff-policy', { overrides }, { profile: 'STRICT', overrides: 1 }],
      ['diff-policy', { profile: 'strict', overrides }, undefined],
    ];
    for (const [rest, body, metadata] of changes) {
      const before = (await list({ resource_id })).detail.length;
      const answer = await admin.rest('PUT', `${path}/${rest}`, { body });
      const { detail } = await list({ resource_id });
      expect([body, answer.status, detail.length]).toEqual([body, 'OK', before + (metadata ? 1 : 0)]);
      if (metadata) expect(detail[0]?.metadata).toEqual(metadata);
    }
  });

  it('has no entry for a webhook, AI provider or prompt that stays as it is', async () => {
    const { path, id: project_id, ...other } = await admin.createProject();
    const hook = await createHook({ ...other, path, id: project_id }, 'https://hooks.example.com/', [
      'draft.submitted',
    ]);
    const provider = { name: 'Models', base_url: 'https://models.example.com/v1', model: 'm', enabled: false };
    const prompt = { system_prompt: 'Be short.', user_prompt_template: '{{context}}' };
    const changes: [string, string, object, string | undefined][] = [
      ['PATCH', hook.path, { events: ['draft.submitted'], enabled: true }, undefined],
      ['PATCH', hook.path, { url: 'https://hooks.example.com/', enabled: false }, 'webhook.update'],
      ['POST', `${hook.path}/rotate-secret`, {}, 'webhook.rotate_secret'],
      ['PUT', `${path}/ai/provider`, { ...provider, api_key: 'sk-first' }, 'ai_provider.update'],
      ['PUT', `${path}/ai/provider`, { ...provider, api_key: '' }, undefined],
      ['PUT', `${path}/ai/provider`, { remove_api_key: true }, 'ai_provider.update'],
      ['PUT', `${path}/ai/provider`, { remove_api_key: true }, undefined],
      ['PUT', `${path}/ai/provider`, { model: 'n' }, 'ai_provider.update'],
      ['PUT', `${path}/ai/prompts/page_chat`, { enabled: true }, 'ai_prompt.update'],
      ['PUT', `${path}/ai/prompts/page_chat`, { enabled: true }, undefined],
      ['PUT', `${path}/ai/prompts/diff_change_summary`, prompt, 'ai_prompt.update'],
      ['PUT', `${path}/ai/prompts/diff_change_summary`, { ...prompt, enabled: true }, undefined],
      ['PUT', `${path}/ai/prompts/diff_change_summary`, { enabled: false }, 'ai_prompt.update'],
    ];
    for (const [method, place, body, action] of changes) {
      const before = (await list({ project_id })).detail.length;
      const answer = await admin.rest(method, place, { body });
      const { detail } = await list({ project_id });
      expect([place, body, answer.status, detail.length]).toEqual([place, body, 'OK', before + (action ? 1 : 0)]);
      if (action) expect(detail[0]).toMatchObject({ action });
    }
  });

  it('has an entry for every accepted change of a draft, with the fields whose values are others', async () => {
    const draft = await document.createDraft({ versionName: 'same' });
    await draft.update({ versionName: 'same' });
    await draft.update({ versionName: 'other' });
    const entries = await list({ resource_id: draft.id, action: 'draft.update' });
    expect(entries.detail.map(({ metadata }) => metadata)).toEqual([{ changed: ['versionName'] }, { changed: [] }]);
  });

  it('has one entry for a new role of a member, and none for the role that they have', async () => {
    const { path, id: project_id, ...other } = await admin.createProject();
    const member = await other.addMember('reader');
    for (const role of [1, 2, 2]) await admin.rest('PATCH', `${path}/members/${member.id}/role`, { body: { role } });
    const entries = await list({ project_id, action: 'member.change_role' });
    expect(entries.detail).toMatchObject([{ metadata: { user_id: member.id, role: 'WRITER' } }]);
  });

  it('names the source of a promoted draft', async () => {
    const made = await project.createDocument();
    const { id: source_version_id } = await made.publish();
    const body = { source_version_id, target_branch_id: made.branches.prod, version_name: '1' };
    const { detail } = await admin.rest('POST', `${made.path}/drafts/promote`, { body });
    const entries = await list({ resource_id: detail.id });
    expect(entries.detail).toMatchObject([{ action: 'draft.create', metadata: { source_version_id } }]);
  });

  it('never contains contents or credentials', async () => {
    await document.createDraft({ content: petstore31Json });
    const { text } = await list({});
    expect(text).not.toContain(seedPassword);
    expect(text).not.toContain('openapi');
    expect(text).not.toContain(admin.token);
  });

  it('is filtered by project, actor, action, resource type and time', async () => {
    const other = await admin.createProject();
    const ofOther = await list({ project_id: other.id });
    expect(ofOther).toMatchObject({ total: 1, detail: [{ action: 'project.create', resource_id: other.id }] });
    const created = ofOther.detail[0]?.created_at as string;
    const total = async (query: Record<string, string>) => (await list({ project_id: other.id, ...query })).total;
    expect(await total({ actor: admin.id })).toBe(1);
    expect(await total({ actor: superAdmin.id })).toBe(0);
    expect(await total({ action: 'project.create' })).toBe(1);
    expect(await total({ action: 'project.archive' })).toBe(0);
    expect(await total({ resource_type: 'document' })).toBe(0);
    expect(await total({ from: created })).toBe(1);
    expect(await total({ from: new Date(Date.parse(created) + 1).toISOString() })).toBe(0);
    expect(await total({ to: new Date(Date.parse(created) - 1).toISOString() })).toBe(0);
    expect((await list({ actor: 'no-id' })).status).toBe('NOT_FOUND');
    expect(await list({ from: 'yesterday' })).toMatchObject({ code: 400, detail: { errors: [{ field: 'from' }] } });
  });

  it('is paged, newest first', async () => {
    const all = await list({});
    expect(all.total).toBe(all.detail.length);
    const [page, next] = [await list({ page_size: 2 }), await list({ page_size: 2, offset: 2 })];
    expect([...page.detail, ...next.detail]).toEqual(all.detail.slice(0, 4));
    expect(all.detail.map(({ id }) => id)).toEqual(
      all.detail
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it('is read by a SuperAdmin, and by a project admin for that project', async () => {
    const statuses = async (query: Record<string, string>) => {
      const callers = [cast.anonymous, cast.outsider, cast.reader, cast.writer, cast.admin, cast.superadmin];
      return Promise.all(callers.map(async caller => (await list(query, caller)).code));
    };
    expect(await statuses({})).toEqual([401, 403, 403, 403, 403, 200]);
    expect(await statuses({ project_id: project.id })).toEqual([401, 403, 403, 403, 200, 200]);
    const elsewhere = await (await people.createPerson()).createProject();
    expect(await statuses({ project_id: elsewhere.id })).toEqual([401, 403, 403, 403, 403, 200]);
  });

  it('cannot be changed: routes and GraphQL only read it', async () => {
    const of = (path: string) => routes.filter(route => route.path.includes(path));
    expect(of('audit').map(({ method, path }) => `${method} ${path}`)).toEqual(['get /api/v1/private/audit-logs']);
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const named = mutations.filter(({ name, args }) => /audit/i.test(`${name} ${args.map(({ type }) => type)}`));
    expect(named).toEqual([]);
    const [entry] = (await list({}, superAdmin)).detail;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await superAdmin.rest(method, '/private/audit-logs', { body: {} })).http).toBe(405);
      expect((await superAdmin.rest(method, `/private/audit-logs/${entry?.id}`, { body: {} })).http).toBe(404);
    }
  });
});
