import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { createToken, listen, MCP_PATH } from '../support/mcp.ts';
import { seed } from '../support/seed.ts';

// The jobs of an agent, from list_projects to the answer, with the official client. Each job prints its calls and
// bytes.

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject({ name: 'Shop' });
const document = await project.createDocument({ name: 'Pet API' });
await document.publish({ content: petstore31Json, versionName: '1.0.0' });
await document.publish({ content: petstoreNext, versionName: '1.1.0' });
const writer = await project.addMember('writer');
const { token } = await createToken(writer);
const url = new URL(`${await listen(app)}${MCP_PATH}`);

type Item = { id: string; name: string; [field: string]: unknown };

/** A connected agent that counts calls and bytes. */
async function agent() {
  const figures = { calls: 0, sent: 0, received: 0 };
  const counted: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.text();
    figures.calls += 1;
    figures.sent += String(init?.body ?? '').length;
    figures.received += Buffer.byteLength(text);
    return new Response(text === '' ? null : text, { status: answer.status, headers: answer.headers });
  };
  const client = new Client({ name: 'job', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: token } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit, fetch: counted }));
  const { tools } = await client.listTools();
  const connected = { ...figures };
  Object.assign(figures, { calls: 0, sent: 0, received: 0 });
  return {
    figures,
    connected,
    tools,
    async call<Value = Record<string, never>>(name: string, args: Record<string, unknown> = {}): Promise<Value> {
      const result = await client.callTool({ name, arguments: args });
      if (result.isError) throw new Error(JSON.stringify(result.content));
      return result.structuredContent as Value;
    },
    close: () => client.close(),
  };
}

type Agent = Awaited<ReturnType<typeof agent>>;
type List = { items: Item[]; total: number };

async function find(one: Agent) {
  const projects = await one.call<List>('list_projects', { search: 'Shop' });
  const project_id = projects.items[0]?.id;
  const documents = await one.call<List>('list_documents', { project_id, search: 'Pet' });
  const document_id = documents.items[0]?.id;
  const branches = await one.call<List>('list_document_branches', { project_id, document_id });
  const dev = branches.items.find(branch => branch.name === 'dev');
  return { ids: { project_id, document_id }, dev };
}

function print(job: string, { figures, connected }: Agent): void {
  const { calls, sent, received } = figures;
  console.info(
    `${job}: ${calls} calls, ${sent} bytes sent, ${received} received (and ${connected.received} to connect and list tools)`,
  );
}

describe('an agent', () => {
  it('integrates an endpoint', async () => {
    const one = await agent();
    const { ids, dev } = await find(one);
    const version = { ...ids, version_id: dev?.latest_version_id };
    const endpoints = await one.call<List>('list_api_endpoints', { ...version, path: '/pets', method: 'get' });
    expect(endpoints.total).toBe(1);
    const detail = await one.call<Record<string, unknown>>('get_endpoint_detail', {
      ...version,
      endpoint_id: endpoints.items[0]?.id,
    });
    expect(detail).toMatchObject({ method: 'GET', path: '/pets', parameters: expect.any(Array) });
    expect(detail.responses).toBeTypeOf('object');
    print('integrate an endpoint', one);
    expect(one.figures.calls).toBe(5);
    expect(one.figures.received).toBeLessThan(20_000);
    await one.close();
  });

  it('explains a change', async () => {
    const one = await agent();
    const { ids } = await find(one);
    const versions = await one.call<List>('list_api_versions', ids);
    const [to, from] = versions.items;
    const diff = await one.call<Item>('compare_api_versions', {
      ...ids,
      from_version_id: from?.id,
      to_version_id: to?.id,
    });
    const summary = await one.call<{ summary: { breaking_changes: number }; breaking: { message: string }[] }>(
      'get_change_summary',
      { ...ids, diff_id: diff.id },
    );
    expect(summary.breaking).toHaveLength(summary.summary.breaking_changes);
    print('explain a change', one);
    expect(one.figures.calls).toBe(6);
    expect(one.figures.received).toBeLessThan(40_000);
    await one.close();
  });

  it('submits a draft, and a human publishes it', async () => {
    const one = await agent();
    const { ids, dev } = await find(one);
    const latest = await one.call<{ content: string }>('get_latest_schema', { ...ids, branch_id: dev?.id });
    const changed = latest.content.replace('"openapi"', '"x-agent": true, "openapi"');
    const made = await one.call<Item & { revision: string }>('create_api_version_draft', {
      ...ids,
      branch_id: dev?.id,
      version_name: '1.2.0',
      schema_content: changed,
      changelog: 'Marked by an agent.',
    });
    const draft = { ...ids, draft_id: made.id };
    const updated = await one.call<{ revision: string }>('update_api_version_draft', {
      ...draft,
      expected_revision: made.revision,
      changelog: 'Marked by an agent, on purpose.',
    });
    expect(updated.revision).not.toBe(made.revision);
    const submitted = await one.call('submit_api_version_draft', draft);
    expect(submitted).toMatchObject({ state: 'submitted', source_type: 2, created_by: writer.id });
    print('submit a draft', one);
    expect(one.figures.calls).toBe(7);
    expect(one.figures.received).toBeLessThan(40_000);

    const path = `/private/projects/${ids.project_id}/documents/${ids.document_id}/drafts/${made.id}`;
    const { detail } = await people.admin.rest<{ review_revision: string }>('GET', path);
    const approved = await people.admin.rest('POST', `${path}/approve`, {
      body: { expected_review_revision: detail.review_revision },
    });
    expect(approved.status).toBe('OK');
    const after = await one.call<{ draft: Item }>('get_api_version_draft', draft);
    expect(after.draft).toMatchObject({ state: 'published' });
    await one.close();
  });
});
