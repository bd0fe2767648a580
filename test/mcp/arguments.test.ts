import { describe, expect, it } from 'vitest';
import { toolRows } from '../../facades/mcp/tools.ts';
import { testApp } from '../support/app.ts';
import { agent, createToken, modern, post } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, doc, writer, argumentsOf } = await createMcpStage(people);
const { token } = await createToken(writer);
const one = agent(app, token);

type Definition = {
  name: string;
  description: string;
  inputSchema: { properties: Record<string, { type?: string; description?: string }>; required?: string[] };
  outputSchema: object;
  annotations: Record<string, unknown>;
};
const tools = (await one.rpc('tools/list')).result?.tools as Definition[];

describe('tools/list', () => {
  it('names every tool of the interface with its required arguments', () => {
    const shown = tools.map(({ name, inputSchema }) => `${name}: ${(inputSchema.required ?? []).join(' ')}`.trim());
    const P = 'project_id';
    const D = `${P} document_id`;
    const drafts = (kind: string, content: string) => [
      `create_${kind}_draft: ${D} branch_id version_name ${content}`,
      `update_${kind}_draft: ${D} draft_id expected_revision`,
      `get_${kind}_draft: ${D} draft_id`,
      `submit_${kind}_draft: ${D} draft_id`,
      `list_${kind}_draft_comments: ${D} draft_id`,
      `reply_to_${kind}_draft_comment: ${D} draft_id reply_to body`,
    ];
    expect(shown).toEqual([
      'list_projects:',
      `list_documents: ${P}`,
      `list_document_branches: ${D}`,
      `list_drafts: ${P}`,
      'search_endpoints: search',
      `list_api_versions: ${D}`,
      `list_api_endpoints: ${D} version_id`,
      `get_endpoint_detail: ${D} version_id endpoint_id`,
      `get_latest_schema: ${D} branch_id`,
      `get_schema_version: ${D} version_id`,
      `compare_api_versions: ${D} from_version_id to_version_id`,
      `get_change_summary: ${D} diff_id`,
      `list_doc_versions: ${D}`,
      `get_latest_doc: ${D} branch_id`,
      `get_doc_version: ${D} version_id`,
      `compare_doc_versions: ${D} from_version_id to_version_id`,
      ...drafts('api_version', 'schema_content'),
      ...drafts('doc', 'markdown_content'),
    ]);
  });

  it('describes each tool and argument; arguments are strings, except for paging', () => {
    for (const { name, description, inputSchema, annotations } of tools) {
      expect(name).toMatch(/^[a-zA-Z0-9_.-]{1,128}$/);
      expect(description.length).toBeGreaterThan(60);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ openWorldHint: false, readOnlyHint: expect.any(Boolean) });
      for (const [argument, schema] of Object.entries(inputSchema.properties)) {
        expect([name, argument, schema.description]).toEqual([name, argument, expect.any(String)]);
        const isPaging = ['page_size', 'offset', 'max_bytes', 'changes_offset'].includes(argument);
        expect([name, argument, schema.type]).toEqual([name, argument, isPaging ? 'integer' : 'string']);
      }
    }
    expect(tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name)).toHaveLength(8);
    expect(JSON.stringify(tools)).not.toMatch(/draft-07|"\$ref":"[^#]|x-enum/);
    // Clients show the schemas of arguments to models, and some do not follow references.
    expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toContain('$ref');
    // Arguments are strings: a blank one removes a text, null does not.
    expect(JSON.stringify(tools.map(({ inputSchema }) => inputSchema))).not.toMatch(/null/i);
  });

  it('has less than 40,000 bytes in every protocol', async () => {
    const { body, headers } = modern('tools/list');
    for (const { text } of [await one.rpc('tools/list'), await post(app, body, { token, headers })]) {
      expect(JSON.parse(text).result.tools).toHaveLength(tools.length);
      expect(Buffer.byteLength(text)).toBeLessThan(40_000);
    }
  });
});

it.each([
  ['tools/call', 'create_api_draft', 'There is no tool "create_api_draft"; tools/list names them'],
  ['prompts/get', 'x', 'There is no prompt "x"; prompts/list names them'],
])('%s of %s says where the names are', async (method, name, message) => {
  expect((await one.rpc(method, { name })).error).toMatchObject({ code: -32602, message });
});

describe('arguments', () => {
  it.each(toolRows.map(({ name }) => name))('%s refuses what it does not know, naming it', async name => {
    const answer = await one.call(name, { ...(await argumentsOf(name)), surprise: 1 });
    expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'surprise']);
    expect(answer.result.structuredContent).toBeUndefined();
    expect(answer.value).toMatchObject({ code: 400, trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it.each(tools.flatMap(({ name, inputSchema }) => (inputSchema.required ?? []).map(field => [name, field] as const)))(
    '%s asks for %s: missing, blank or of a wrong type',
    async (name, field) => {
      const args = await argumentsOf(name);
      for (const bad of [undefined, null, 5, ['x'], {}, true]) {
        const answer = await one.call(name, { ...args, [field]: bad });
        expect([answer.status, answer.errors?.map(error => error.field)]).toEqual(['INVALID_ARGUMENT', [field]]);
      }
      for (const blank of ['', ' \t']) {
        const answer = await one.call(name, { ...args, [field]: blank });
        expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
        expect(answer.message.startsWith(field)).toBe(true);
      }
    },
  );

  it.each([
    ['page_size', 0],
    ['page_size', 201],
    ['page_size', '5'],
    ['page_size', 1.5],
    ['offset', -1],
    ['offset', 1_000_001],
    ['search', 'x'.repeat(257)],
    ['search', 5],
  ])('of a list: %s must not be %j', async (field, value) => {
    const answer = await one.call('list_documents', { project_id: project.id, [field]: value });
    expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
  });

  it('that are blank remove an optional text, and null leaves it', async () => {
    const { changelog: _, ...args } = await argumentsOf('update_doc_draft');
    const update = async (expected_revision: unknown, changelog: unknown, version_name = 'next') =>
      (await one.call('update_doc_draft', { ...args, expected_revision, changelog, version_name })).value;
    const written = await update(args.expected_revision, 'Some');
    const left = await update(written.revision, null, 'other');
    expect([written.changelog, left.changelog]).toEqual(['Some', 'Some']);
    expect(await update(left.revision, ' ')).not.toHaveProperty('changelog');
  });

  it.each([
    ['list_api_versions', 'branch_id'],
    ['list_doc_versions', 'branch_id'],
    ['list_drafts', 'branch_id'],
    ['list_drafts', 'document_id'],
    ['search_endpoints', 'branch'],
    ['search_endpoints', 'project_id'],
  ])('of %s: a blank %s is refused, and does not mean all', async (name, field) => {
    for (const blank of ['', ' \t']) {
      const { status, errors } = await one.call(name, {
        ...(await argumentsOf(name)),
        ...(name === 'list_drafts' && { document_id: doc.id }),
        [field]: blank,
      });
      expect([status, errors]).toEqual(['INVALID_ARGUMENT', [{ field, message: 'must not be blank' }]]);
    }
  });

  it('name a type of document', async () => {
    for (const type of ['markdown', 'MARKDOWN', '2', 2]) {
      const { value } = await one.call('list_documents', { project_id: project.id, document_type: type });
      expect(value).toMatchObject({ total: 1, items: [{ id: doc.id, document_type: 2 }] });
    }
    for (const type of ['html', '3', '', 0, {}]) {
      const answer = await one.call('list_documents', { project_id: project.id, document_type: type });
      expect([answer.status, answer.errors?.[0]?.field]).toEqual(['INVALID_ARGUMENT', 'document_type']);
    }
  });

  it('are all that errors name', async () => {
    const { changelog: _, ...args } = await argumentsOf('update_doc_draft');
    const { status, errors } = await one.call('update_doc_draft', args);
    expect([status, errors]).toEqual([
      'INVALID_ARGUMENT',
      [{ message: expect.stringMatching(/^Provide at least one/) }],
    ]);
    const blank = await one.call('update_doc_draft', { ...args, markdown_content: ' ' });
    expect(blank.errors?.[0]?.field).toBe('markdown_content');
  });

  it('of the other type of document are answered with the type of the tool', async () => {
    const latest = { project_id: project.id, branch_id: 'dev' };
    const wrong = await one.call('get_latest_schema', { ...latest, document_id: doc.id });
    expect(wrong.message).toBe('Document not found; this tool takes only OpenAPI documents (document_type 1)');
    const { version_id } = await argumentsOf('get_schema_version');
    const version = await one.call('get_doc_version', {
      ...latest,
      branch_id: undefined,
      document_id: doc.id,
      version_id,
    });
    expect(version.message).toBe('Version not found; this tool takes only Markdown documents (document_type 2)');
    const { message } = await one.call('list_document_branches', { project_id: project.id, document_id: project.id });
    expect(message).toBe('Document not found');
  });

  it.each([
    ['list_documents', 'project_id', 'Shop', 'from list_projects'],
    ['get_latest_schema', 'document_id', 'apis/pets.yaml', 'from list_documents'],
    ['get_endpoint_detail', 'endpoint_id', 'GET /pets', 'from list_api_endpoints or search_endpoints'],
    ['compare_api_versions', 'to_version_id', '2.0.0', 'the id of the new version'],
    ['list_documents', 'project_id', ` ${project.id} `, 'from list_projects'],
  ])('of %s that are no id are answered with where the id comes from', async (tool, name, value, from) => {
    const { status, message } = await one.call(tool, { ...(await argumentsOf(tool)), [name]: value });
    expect([status, message]).toEqual([
      'NOT_FOUND',
      expect.stringMatching(new RegExp(`; ${name} is a UUID, ${from}$`)),
    ]);
  });
});
