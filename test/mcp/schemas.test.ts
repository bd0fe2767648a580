import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { answerSchema } from '../../facades/mcp/output-schema.ts';
import { createRegistry } from '../../facades/mcp/server.ts';
import { toolRows } from '../../facades/mcp/tools.ts';
import { loadOperations, operationOf } from '../../facades/operations.ts';
import type { Call } from '../../src/access/call.ts';
import { tokenScopes } from '../../src/access/policy.ts';
import { createEngine } from '../../src/graphql/engine.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { openapiWith } from '../support/documents.ts';
import { agent, createToken, type ToolAnswer } from '../support/mcp.ts';
import { type Draft, seed } from '../support/seed.ts';
import { createMcpStage } from './stage.ts';

const app = await testApp();
const people = await seed(app);
const { project, api, doc, apiVersions, writer, ids, docIds, argumentsOf } = await createMcpStage(people);
const { token } = await createToken(writer);
const one = agent(app, token);

const formats = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};
const ajv = new Ajv2020({ strict: true, allErrors: true, formats });
ajv.addKeyword('x-enum-varnames');
const definitions = createRegistry<Call>(createEngine(schema), tokenScopes).tools.map(tool => tool.definition);
const operations = loadOperations(
  schema,
  toolRows.map(({ document }) => document),
);
/** The full schemas; tools/list shows less. */
const wholes = new Map(toolRows.map(({ name, document }) => [name, answerSchema(operationOf(operations, document))]));
const outputs = new Map(definitions.map(({ name, outputSchema }) => [name, ajv.compile(outputSchema ?? {})]));
const wholeOutputs = new Map([...wholes].map(([name, whole]) => [name, ajv.compile(whole)]));
const inputs = new Map(definitions.map(({ name, inputSchema }) => [name, ajv.compile(inputSchema)]));

/**
 * The keys of an answer that its schema does not name. Without this check, a schema that allows anything would pass.
 */
function unnamed(value: unknown, part: Record<string, unknown>, path = ''): string[] {
  if (Array.isArray(value) && part.items !== undefined)
    return value.flatMap(item => unnamed(item, part.items as typeof part, `${path}[]`));
  if (typeof value !== 'object' || value === null || part.properties === undefined) return []; // any JSON
  const known = part.properties as Record<string, typeof part>;
  return Object.entries(value).flatMap(([key, child]) =>
    known[key] === undefined ? [`${path}.${key}`] : unnamed(child, known[key], `${path}.${key}`),
  );
}

function fits(name: string, { status, message, result }: ToolAnswer): void {
  expect([name, status, message]).toEqual([name, 'OK', undefined]);
  for (const validate of [outputs.get(name), wholeOutputs.get(name)]) {
    const valid = validate?.(result.structuredContent);
    expect([name, valid, validate?.errors]).toEqual([name, true, null]);
  }
  expect([name, unnamed(result.structuredContent, wholes.get(name) ?? {})]).toEqual([name, []]);
  const shown = definitions.find(tool => tool.name === name)?.outputSchema as { properties: object };
  expect(Object.keys(shown.properties)).toEqual(expect.arrayContaining(Object.keys(result.structuredContent ?? {})));
}

describe('the schemas of the tools', () => {
  it('of arguments accept working arguments, and no unknown ones', async () => {
    for (const { name } of toolRows) {
      const args = await argumentsOf(name);
      expect([name, inputs.get(name)?.(args), inputs.get(name)?.errors]).toEqual([name, true, null]);
      expect([name, inputs.get(name)?.({ ...args, surprise: 1 })]).toEqual([name, false]);
    }
  });

  it('of results match the answers of every tool', async () => {
    for (const { name } of toolRows) fits(name, await one.call(name, await argumentsOf(name)));
  });

  it('fit lists that are empty, cut or paged', async () => {
    const empty = await project.createDocument();
    const none = { project_id: project.id, document_id: empty.id };
    fits('list_api_versions', await one.call('list_api_versions', none));
    fits('list_documents', await one.call('list_documents', { project_id: project.id, page_size: 1 }));
    fits('list_projects', await one.call('list_projects', { search: 'nobody has this' }));
    const args = { ...ids, from_version_id: apiVersions[0].id, to_version_id: apiVersions[1].id };
    fits('compare_api_versions', await one.call('compare_api_versions', { ...args, page_size: 1 }));
    const same = { ...args, to_version_id: apiVersions[0].id };
    const diff = await one.call('compare_api_versions', same);
    fits('compare_api_versions', diff);
    fits('get_change_summary', await one.call('get_change_summary', { ...ids, diff_id: diff.value.id }));
  });

  it('fit a draft in each of its states, and one without anything before it', async () => {
    const ends: [string, (draft: Draft) => Promise<unknown>][] = [
      ['draft', async () => undefined],
      ['submitted', draft => draft.submit()],
      ['changes_requested', async draft => (await draft.submit()) && draft.requestChanges({ comment: 'Why?' })],
      ['rejected', async draft => (await draft.submit()) && draft.reject()],
      ['published', async draft => (await draft.submit()) && draft.approve()],
    ];
    for (const [document, own, name] of [
      [api, ids, 'get_api_version_draft'],
      [doc, docIds, 'get_doc_draft'],
    ] as const) {
      for (const [state, end] of ends) {
        const draft = await document.createDraft({ by: writer, branch: 'prod', versionName: state });
        await end(draft);
        const answer = await one.call(name, { ...own, draft_id: draft.id });
        expect(answer.value.draft.state).toBe(state);
        fits(name, answer);
      }
    }
  });

  it('fit an endpoint that has nothing, one that has all and one that is recursive', async () => {
    const ref = { $ref: '#/components/schemas/Node' };
    const json = { 'application/json': { schema: ref } };
    const all = {
      summary: 'All',
      description: 'All of it',
      tags: ['a'],
      deprecated: true,
      security: [{}],
      servers: [{ url: 'https://example.com' }],
      parameters: [{ name: 'q', in: 'query', schema: { type: ['string', 'null'] } }],
      requestBody: { content: json },
      callbacks: { done: { '{$request.query.url}': { post: { responses: { 200: { description: 'OK' } } } } } },
      responses: { 200: { description: 'OK', content: json } },
    };
    const node = { type: 'object', properties: { next: ref } };
    const content = JSON.parse(
      openapiWith({ '/none': { get: { responses: { default: { description: '' } } } }, '/all': { get: all } }),
    );
    const version = await api.publish({
      content: JSON.stringify({ ...content, components: { schemas: { Node: node } } }),
    });
    const args = { ...ids, version_id: version.id };
    const { value } = await one.call('list_api_endpoints', args);
    expect(value.total).toBe(2);
    for (const { id } of value.items)
      fits('get_endpoint_detail', await one.call('get_endpoint_detail', { ...args, endpoint_id: id }));
  });
});
