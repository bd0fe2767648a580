import { describe, expect, it } from 'vitest';
import { effectivePrompt, promptVersion } from '../../src/ai/prompts.ts';
import { testApp } from '../support/app.ts';
import { type Caller, type Project, seed } from '../support/seed.ts';

const app = await testApp();
const { superAdmin, admin } = await seed(app);

type Prompt = {
  prompt_key: string;
  system_prompt: string;
  user_prompt_template: string;
  enabled: boolean;
  source: string;
  version: number;
};

const untouched = await admin.createProject();

const KEYS = ['draft_review_summary', 'version_change_summary', 'diff_change_summary', 'page_chat'];
const SYSTEM = '/private/ai/prompts';
const pathOf = (project: Project) => `${project.path}/ai/prompts`;

const list = async (caller: Caller, path: string) => (await caller.rest<Prompt[]>('GET', path)).detail;
const one = async (caller: Caller, path: string, key: string) =>
  (await list(caller, path)).find(({ prompt_key }) => prompt_key === key);
const put = (caller: Caller, path: string, key: string, body: object) => caller.rest('PUT', `${path}/${key}`, { body });

const words = (name: string) => ({ system_prompt: `${name}: be short.`, user_prompt_template: `${name}\n{{context}}` });

describe('prompts', () => {
  it('come with the service: four, on, each with its placeholders', async () => {
    const project = await admin.createProject();
    const answer = await admin.rest<Prompt[]>('GET', pathOf(project));
    expect(answer.total).toBe(4);
    expect(answer.detail.map(({ prompt_key }) => prompt_key)).toEqual(KEYS);
    for (const prompt of answer.detail) {
      expect(prompt).toMatchObject({ enabled: true, source: 'default', version: 2 });
      expect(prompt.user_prompt_template).toContain('{{context}}');
      expect(prompt.user_prompt_template.includes('{{message}}')).toBe(prompt.prompt_key === 'page_chat');
    }
  });

  it('of a project go before those of the system, which go before the default, while they are on', async () => {
    const project = await admin.createProject();
    const key = 'diff_change_summary';
    const inEffect = async () => {
      const prompt = await effectivePrompt(app.services, project.id, 'DIFF_CHANGE_SUMMARY');
      return [prompt.systemPrompt.split(':')[0], promptVersion(prompt)];
    };
    expect((await inEffect())[1]).toBe('default:2');
    await put(superAdmin, SYSTEM, key, words('system'));
    expect(await inEffect()).toEqual(['system', 'system:1']);
    expect(await one(admin, pathOf(project), key)).toMatchObject({ source: 'system', version: 1, enabled: true });
    await put(admin, pathOf(project), key, words('project'));
    await put(admin, pathOf(project), key, { system_prompt: 'project again: be shorter.' });
    expect(await inEffect()).toEqual(['project again', 'project:2']);
    expect(await one(admin, pathOf(project), key)).toMatchObject({
      ...words('project'),
      system_prompt: 'project again: be shorter.',
    });
    await put(admin, pathOf(project), key, { enabled: false });
    expect(await inEffect()).toEqual(['system', 'system:1']);
    expect(await one(admin, pathOf(project), key)).toMatchObject({ source: 'project', version: 3, enabled: false });
    await put(superAdmin, SYSTEM, key, { enabled: false });
    expect((await inEffect())[1]).toBe('default:2');
    // Another project has nothing of it.
    expect(await one(admin, pathOf(await admin.createProject()), key)).toMatchObject({ source: 'default' });
  });

  it('keep every wording: none can be changed or deleted, not even by SQL', async () => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), 'page_chat', { enabled: false });
    const where = { projectId: project.id };
    await expect(app.database.prisma.aiPrompt.updateMany({ where, data: { systemPrompt: 'x' } })).rejects.toThrow();
    await expect(app.database.prisma.aiPrompt.deleteMany({ where })).rejects.toThrow();
  });

  it('get one number each, however many are written at once', async () => {
    const project = await admin.createProject();
    const both = (index: number) => [
      put(admin, pathOf(project), 'page_chat', { system_prompt: `P${index}` }),
      put(superAdmin, SYSTEM, 'version_change_summary', { system_prompt: `S${index}` }),
    ];
    const answers = await Promise.all(Array.from({ length: 5 }, (_, index) => both(index)).flat());
    const versions = answers.map(({ detail }) => detail.version as number).sort();
    expect(versions).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
  });

  it.each([
    ['draft_review_summary', { user_prompt_template: 'no placeholder' }, 'user_prompt_template', '{{context}}'],
    ['page_chat', { user_prompt_template: 'only {{context}}' }, 'user_prompt_template', '{{message}}'],
    ['page_chat', { user_prompt_template: 'only {{message}}' }, 'user_prompt_template', '{{context}}'],
    ['page_chat', { user_prompt_template: '{{context}}{{message}}{{context}}' }, 'user_prompt_template', 'only once'],
    ['page_chat', { user_prompt_template: '{{ context }} {{message}}' }, 'user_prompt_template', '{{context}}'],
    ['page_chat', { system_prompt: '   ' }, 'system_prompt', 'blank'],
    ['page_chat', { system_prompt: 'x'.repeat(20_001) }, 'system_prompt', '20000'],
    [
      'page_chat',
      { user_prompt_template: `{{context}}{{message}}${'x'.repeat(20_000)}` },
      'user_prompt_template',
      '20000',
    ],
    ['page_chat', { system_prompt: 17 }, 'system_prompt', 'string'],
    ['page_chat', { enabled: 'no' }, 'enabled', 'true or false'],
    ['page_chat', {}, 'body', 'Provide at least one field'],
    ['no_such_prompt', { enabled: false }, 'prompt_key', 'page_chat'],
  ])('%s refuses %j', async (key, body, field, word) => {
    const project = untouched;
    expect(await put(admin, pathOf(project), key, body)).toMatchObject({
      code: 400,
      status: 'INVALID_ARGUMENT',
      detail: { errors: [{ field, message: expect.stringContaining(word) }] },
    });
    expect(await app.database.prisma.aiPrompt.count({ where: { projectId: project.id } })).toBe(0);
  });

  it('of an archived project are read and not written', async () => {
    const project = await admin.createProject();
    await project.archive();
    expect(await list(admin, pathOf(project))).toHaveLength(4);
    expect(await put(admin, pathOf(project), 'page_chat', { enabled: false })).toMatchObject({
      status: 'FAILED_PRECONDITION',
    });
  });

  it('are shown only to users who may change them', async () => {
    const project = await admin.createProject();
    for (const role of ['reader', 'writer'] as const) {
      const member = await project.addMember(role);
      expect((await member.rest('GET', pathOf(project))).code).toBe(403);
      expect((await put(member, pathOf(project), 'page_chat', { enabled: false })).code).toBe(403);
    }
    expect((await admin.rest('GET', SYSTEM)).code).toBe(403);
    expect((await put(admin, SYSTEM, 'page_chat', { enabled: false })).code).toBe(403);
  });

  it('leave an audit row that names the wording', async () => {
    const project = await admin.createProject();
    await put(admin, pathOf(project), 'page_chat', { enabled: false });
    const query = { project_id: project.id, action: 'ai_prompt.update' };
    const { detail } = await admin.rest<{ metadata: object }[]>('GET', '/private/audit-logs', { query });
    expect(detail.map(({ metadata }) => metadata)).toEqual([{ prompt_key: 'page_chat', version: 1, enabled: false }]);
  });
});
