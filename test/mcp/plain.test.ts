import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const people = await seed(app);

describe('smoke', () => {
  it('lists and calls tools', async () => {
    const project = await people.admin.createProject();
    const document = await project.createDocument();
    await document.publish();
    const made = await people.admin.rest<{ id: string; token: string }>('POST', '/private/mcp-tokens', {
      body: { name: 'Agent', scopes: [1, 2, 3, 4] },
    });
    console.log(made.envelope);
    const { token } = made.detail;
    const call = async (body: unknown) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/v1/open/mcp',
        headers: { authorization: token, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      return { http: answer.statusCode, text: answer.body };
    };
    const list = await call({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    console.log(list.http, list.text.length, list.text.slice(0, 3000));
    for (const [name, args] of [
      ['list_projects', {}],
      ['list_documents', { project_id: project.id, document_type: 'openapi' }],
      ['list_document_branches', { project_id: project.id, document_id: document.id }],
      ['list_api_versions', { project_id: project.id, document_id: document.id }],
      ['get_latest_schema', { project_id: project.id, document_id: document.id, branch_id: 'dev', max_bytes: 20 }],
      ['get_latest_doc', { project_id: project.id, document_id: document.id, branch_id: 'dev', max_bytes: 20 }],
      ['create_api_version_draft', { project_id: project.id, document_id: document.id, branch_id: document.branches.dev, version_name: 'x', schema_content: '{}' }],
    ] as const) {
      const answer = await call({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } });
      console.log(name, answer.http, answer.text.slice(0, 1500));
    }
    const usage = await people.admin.rest('GET', '/private/mcp-usage');
    console.log(JSON.stringify(usage.envelope).slice(0, 600));
    expect(list.http).toBe(200);
  });
});
