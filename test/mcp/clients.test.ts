import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstoreNext } from '../support/documents.ts';
import { createToken, listen, MCP_PATH } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject();
const document = await project.createDocument();
const first = await document.publish();
const second = await document.publish({ content: petstoreNext });
const { token } = await createToken(people.admin);
const url = new URL(`${await listen(app)}${MCP_PATH}`);
const requestInit = { headers: { Authorization: token } };
const info = { name: 'test', version: '1' };

async function connectV1() {
  const client = new ClientV1(info);
  await client.connect(new TransportV1(url, { requestInit }));
  return client;
}

async function connectV2(mode: 'legacy' | 'auto' | { pin: string }) {
  const client = new ClientV2(info, { versionNegotiation: { mode } });
  await client.connect(new TransportV2(url, { requestInit }));
  return client;
}

const clients = [
  ['sdk 1.x', connectV1],
  ['client 2.x, legacy', () => connectV2('legacy')],
  ['client 2.x, auto', () => connectV2('auto')],
  ['client 2.x, 2026-07-28', () => connectV2({ pin: '2026-07-28' })],
] as const;

const ids = { project_id: project.id, document_id: document.id };

async function diffId() {
  const body = { from_version_id: first.id, to_version_id: second.id };
  return (await people.admin.rest('POST', `${document.path}/diffs`, { body })).detail.id;
}

async function endpointId() {
  return (await app.services.db.endpoint.findFirstOrThrow({ where: { versionId: second.id } })).id;
}

describe.each(clients)('%s', (name, connect) => {
  it('connects and gets the server info', async () => {
    const client = await connect();
    expect(client.getServerVersion()).toMatchObject({ name: 'docsvc', version: expect.any(String) });
    expect(client.getServerCapabilities()).toEqual({ tools: {}, resources: {}, prompts: {} });
    expect(client.getInstructions()).toContain('list_projects');
    if (name.startsWith('sdk') || name.includes('legacy')) await client.ping();
    await client.close();
  });

  it('lists and calls tools; their answers match their schemas', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(tool => tool.name)).toHaveLength(28);
    const calls: [string, Record<string, unknown>][] = [
      ['list_projects', {}],
      ['list_documents', { project_id: project.id }],
      ['list_document_branches', ids],
      ['list_drafts', { ...ids, owner: 'me' }],
      ['search_endpoints', { search: 'pets' }],
      ['list_api_versions', ids],
      ['list_api_endpoints', { ...ids, version_id: second.id }],
      ['get_latest_schema', { ...ids, branch_id: document.branches.dev }],
      ['get_schema_version', { ...ids, version_id: first.id }],
      ['compare_api_versions', { ...ids, from_version_id: first.id, to_version_id: second.id }],
      ['get_change_summary', { ...ids, diff_id: await diffId() }],
      ['get_endpoint_detail', { ...ids, version_id: second.id, endpoint_id: await endpointId() }],
    ];
    for (const [tool, args] of calls) {
      // The clients check structuredContent against outputSchema themselves.
      const result = await client.callTool({ name: tool, arguments: args });
      expect(result.isError, tool).toBeFalsy();
      expect(result.structuredContent, tool).toBeTypeOf('object');
    }
    await client.close();
  });

  it('gets a refusal as an answer of the tool, without structured content', async () => {
    const client = await connect();
    await client.listTools();
    const result = await client.callTool({ name: 'list_documents', arguments: { project_id: document.id } });
    expect(result).toMatchObject({ isError: true });
    expect(result.structuredContent).toBeUndefined();
    await expect(client.callTool({ name: '__proto__', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  it('lists and reads resources and templates', async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources.map(resource => resource.uri)).toEqual([
      `docsvc://projects/${project.id}/documents/${document.id}/branches/dev/latest`,
    ]);
    const { contents } = await client.readResource({ uri: resources[0]?.uri ?? '' });
    expect(contents).toEqual([{ uri: resources[0]?.uri, mimeType: 'application/json', text: petstoreNext }]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toHaveLength(4);
    await expect(client.readResource({ uri: 'docsvc://nothing' })).rejects.toMatchObject({ code: expect.any(Number) });
    await client.close();
  });

  it('lists and gets prompts', async () => {
    const client = await connect();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(prompt => prompt.name)).toEqual([
      'review_draft',
      'explain_diff',
      'document_endpoint',
      'write_migration_notes',
    ]);
    const args = { ...ids, from_version_id: first.id, to_version_id: second.id };
    const { messages } = await client.getPrompt({ name: 'write_migration_notes', arguments: args });
    expect(JSON.stringify(messages)).toContain('breaking');
    await client.close();
  });
});
