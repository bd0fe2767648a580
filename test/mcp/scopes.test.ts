import { describe, expect, it } from 'vitest';
import { createRegistry } from '../../facades/mcp/server.ts';
import { toolRows } from '../../facades/mcp/tools.ts';
import type { Call } from '../../src/access/call.ts';
import { tokenScopes } from '../../src/access/policy.ts';
import { createEngine } from '../../src/graphql/engine.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { agent, createToken, tokenCall } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage, SCOPES, scopesOf } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, api, doc, writer, ids, argumentsOf } = await createMcpStage(people);

const namesOf = (list: unknown): string[] => (list as { name: string }[]).map(({ name }) => name);

const answered = { responses: { 200: { description: 'OK' } } };

describe('scopes', () => {
  const combinations = [[1], [2], [3], [4], [1, 3], [2, 4]];

  it.each(combinations.map(scopes => [scopes.join('+'), scopes] as const))(
    '%s see and may call their tools',
    async (_, scopes) => {
      const { token } = await createToken(writer, scopes);
      const one = agent(app, token);
      const { result } = await one.rpc('tools/list');
      const expected = toolRows.filter(({ name }) => scopesOf(name).some(scope => scopes.includes(scope)));
      expect(namesOf(result?.tools)).toEqual(expected.map(({ name }) => name));
      for (const { name } of toolRows) {
        const { status, message } = await one.call(name, await argumentsOf(name));
        const may = scopesOf(name).some(scope => scopes.includes(scope));
        expect([name, status, may ? '' : message]).toEqual([
          name,
          may ? 'OK' : 'PERMISSION_DENIED',
          may ? '' : expect.stringMatching(/scope (api|doc):/),
        ]);
      }
    },
  );

  it('are checked by the policy too, not only by the tools', async () => {
    const registry = createRegistry<Call>(createEngine(schema), tokenScopes);
    const context = await tokenCall(app, (await createToken(writer, [3])).id);
    // Simulates a facade that gives every scope to the token.
    const asking = {
      context,
      scopes: Object.keys(SCOPES),
      traceId: '0',
      era: { kind: 'plain', version: undefined },
    } as const;
    for (const tool of registry.tools) {
      const { name } = tool.definition;
      const { status } = await tool.call(await argumentsOf(name), asking);
      expect([name, status]).toEqual([name, scopesOf(name).includes(3) ? 'OK' : 'PERMISSION_DENIED']);
    }
  });

  it('of drafting show the own draft, and no other', async () => {
    const { token } = await createToken(writer, [2, 4]);
    const one = agent(app, token);
    const own = await api.createDraft({ by: writer });
    const foreign = await api.createDraft();
    expect((await one.call('get_api_version_draft', { ...ids, draft_id: own.id })).status).toBe('OK');
    expect((await one.call('get_api_version_draft', { ...ids, draft_id: foreign.id })).status).toBe(
      'PERMISSION_DENIED',
    );
    const crossed = await createToken(writer, [4]);
    const other = await agent(app, crossed.token).call('get_doc_draft', { ...ids, draft_id: own.id });
    expect(other.status).toBe('NOT_FOUND');
  });

  it.each([
    ['api_version', 2, 1, 'schema_content', openapiWith({ '/secret': { get: answered } }), openapiWith({})],
    ['doc', 4, 3, 'markdown_content', '# Guide\n\nThe secret.\n', '# Guide\n'],
  ] as const)(
    'of drafting alone count the changes of an own %s draft, and show nothing of the published text',
    async (kind, drafting, reading, field, published, content) => {
      const place = await people.admin.createProject();
      const person = await place.addMember('writer');
      const document = await place.createDocument(kind === 'doc' ? { type: 'MARKDOWN' } : {});
      await document.publish({ content: published, versionName: 'secret name' });
      const own = { project_id: place.id, document_id: document.id };
      const answersTo = async (scopes: number[]) => {
        const one = agent(app, (await createToken(person, scopes)).token);
        const draft = { branch_id: 'dev', version_name: 'next', [field]: content };
        const created = await one.call(`create_${kind}_draft`, { ...own, ...draft });
        const { id: draft_id, revision: expected_revision } = created.value;
        const update = { draft_id, expected_revision, [field]: `${content}\n` };
        const updated = await one.call(`update_${kind}_draft`, { ...own, ...update });
        const read = await one.call(`get_${kind}_draft`, { ...own, draft_id });
        const prompt = await one.rpc('prompts/get', { name: 'review_draft', arguments: { ...own, draft_id } });
        const submitted = await one.call(`submit_${kind}_draft`, { ...own, draft_id });
        const previews = [created.value, updated.value, read.value.draft, submitted.value];
        return { previews: previews.map(({ diff_preview }) => diff_preview), prompt: JSON.stringify(prompt.result) };
      };
      const limited = await answersTo([drafting]);
      expect(limited.previews).toHaveLength(4);
      for (const preview of limited.previews) {
        expect(preview).toMatchObject({ summary: { unchanged: false } });
        expect(preview).not.toHaveProperty('items');
        expect(preview).not.toHaveProperty('next_offset');
      }
      expect(JSON.stringify(limited)).not.toContain('secret');
      const full = await answersTo([drafting, reading]);
      for (const preview of full.previews) expect(JSON.stringify(preview.items)).toContain('secret');
      expect(full.prompt).toContain('secret');
    },
  );

  it('decide which resources and prompts are listed', async () => {
    const { token } = await createToken(writer, [3]);
    const { result } = await agent(app, token).rpc('resources/list');
    const latest = `docsvc://projects/${project.id}/documents/${doc.id}/branches/dev/latest`;
    expect(result?.resources).toMatchObject([{ uri: latest }]);
    const uri = `docsvc://projects/${project.id}/documents/${api.id}/branches/dev/latest`;
    const { error } = await agent(app, token).rpc('resources/read', { uri });
    expect(error).toMatchObject({ code: 403, data: { status: 'PERMISSION_DENIED' } });
    const prompts = await agent(app, token).rpc('prompts/list');
    expect(namesOf(prompts.result?.prompts)).toEqual(['review_draft', 'explain_diff', 'write_migration_notes']);
    const draftOnly = await createToken(writer, [2]);
    const none = await agent(app, draftOnly.token).rpc('resources/list');
    expect(none.result).toEqual({ resources: [] });
  });
});

describe('the role of the owner', () => {
  it('is read at each call', async () => {
    const person = await project.addMember('writer');
    const { token } = await createToken(person);
    const one = agent(app, token);
    const create = async () =>
      (await one.call('create_api_version_draft', await argumentsOf('create_api_version_draft'))).status;
    expect(await create()).toBe('OK');
    const role = (name: string) =>
      people.admin.rest('PATCH', `${project.path}/members/${person.id}/role`, {
        body: { role: name === 'reader' ? 1 : 2 },
      });
    await role('reader');
    expect(await create()).toBe('PERMISSION_DENIED');
    expect((await one.call('list_documents', { project_id: project.id })).status).toBe('OK');
    await people.admin.rest('DELETE', `${project.path}/members/${person.id}`);
    expect((await one.call('list_documents', { project_id: project.id })).status).toBe('PERMISSION_DENIED');
    expect((await one.call('list_projects')).value.items).toEqual([]);
  });
});

/** The tool for the other type of document. */
const mirrors: Record<string, string> = {
  list_api_versions: 'list_doc_versions',
  get_latest_schema: 'get_latest_doc',
  get_schema_version: 'get_doc_version',
  compare_api_versions: 'compare_doc_versions',
  list_doc_versions: 'list_api_versions',
  get_latest_doc: 'get_latest_schema',
  get_doc_version: 'get_schema_version',
  compare_doc_versions: 'compare_api_versions',
};

describe('ids', () => {
  it('of other projects and other document types are NOT_FOUND', async () => {
    const { token } = await createToken(people.admin);
    const one = agent(app, token);
    const elsewhere = await people.admin.createProject();
    const stranger = await (await people.createPerson()).createProject();
    for (const { name } of toolRows) {
      const args = await argumentsOf(name);
      if (!('document_id' in args)) continue;
      expect([name, (await one.call(name, { ...args, project_id: elsewhere.id })).status]).toEqual([name, 'NOT_FOUND']);
      expect([name, (await one.call(name, { ...args, project_id: stranger.id })).status]).toEqual([
        name,
        'PERMISSION_DENIED',
      ]);
      expect([name, (await one.call(name, { ...args, project_id: 'x' })).status]).toEqual([name, 'NOT_FOUND']);
      const mirror = mirrors[name];
      if (mirror !== undefined) expect([mirror, (await one.call(mirror, args)).status]).toEqual([mirror, 'NOT_FOUND']);
    }
  });

  it('of a diff of the other type are NOT_FOUND', async () => {
    const { token } = await createToken(people.admin);
    const one = agent(app, token);
    const { value } = await one.call('compare_doc_versions', await argumentsOf('compare_doc_versions'));
    const diff = { project_id: value.project_id, document_id: value.document_id, diff_id: value.id };
    expect((await one.call('get_change_summary', diff)).status).toBe('NOT_FOUND');
    expect((await one.rpc('prompts/get', { name: 'explain_diff', arguments: diff })).result).toBeDefined();
  });

  it('of a draft of the other type are NOT_FOUND', async () => {
    const { token } = await createToken(people.admin);
    const one = agent(app, token);
    const draft = await api.createDraft();
    const { revision } = await draft.read();
    const args = { ...ids, draft_id: draft.id };
    expect((await one.call('get_doc_draft', args)).status).toBe('NOT_FOUND');
    expect((await one.call('submit_doc_draft', args)).status).toBe('NOT_FOUND');
    expect((await one.call('update_doc_draft', { ...args, expected_revision: revision, changelog: 'x' })).status).toBe(
      'NOT_FOUND',
    );
    const create = { ...ids, branch_id: api.branches.dev, version_name: 'x', markdown_content: '# x' };
    expect((await one.call('create_doc_draft', create)).status).toBe('NOT_FOUND');
  });
});
