import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { idAhead, withoutRules } from '../support/moved-ids.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const reader = await project.addMember('reader');
const { name } = await admin.ask<{ name: string }>('{ me { name } }');

/** As if a server whose clock is a minute ahead had published the version. */
async function publishedAhead({ id }: { id: string }): Promise<string> {
  const ahead = idAhead(id);
  await withoutRules(
    app.database,
    `UPDATE versions SET id = '${ahead}' WHERE id = '${id}';
    UPDATE branches SET latest_version_id = '${ahead}' WHERE latest_version_id = '${id}'`,
  );
  return ahead;
}

describe('a version', () => {
  it('is newer than the one before on its branch, also if a server whose clock is ahead published that one', async () => {
    const guide = await project.createDocument({ type: 'MARKDOWN' });
    const first = await publishedAhead(await guide.publish({ versionName: '1' }));
    const second = await guide.publish({ versionName: '2' });
    const { detail } = await reader.rest<{ id: string }[]>('GET', `${guide.path}/versions`);
    expect(detail.map(({ id }) => id)).toEqual([second.id, first]);
    const overview = await reader.rest<{ latest_version: { id: string } }>('GET', `${guide.path}/overview`);
    expect(overview.detail.latest_version.id).toBe(second.id);
  });

  it('has the diff from the version before on its branch, whatever else was compared', async () => {
    const api = await project.createDocument();
    const [first, second, third] = [
      await api.publish({ content: petstore31Json }),
      await api.publish({ content: petstoreNext }),
      await api.publish({ content: petstore31Json }),
    ];
    const elsewhere = await api.publish({ branch: 'test', content: petstoreNext });
    await reader.ask('query($a: ID!, $b: ID!) { compareVersions(fromVersionId: $a, toVersionId: $b) { id } }', {
      a: first.id,
      b: third.id,
    });
    type Listed = { id: string; publishedBy: { name: string }; diffFromPrevious: { fromVersionId: string } | null };
    const { versions } = await reader.ask<{ versions: { nodes: Listed[] } }>(
      `query($id: ID!) { document(id: $id) { versions {
        nodes { id publishedBy { name } diffFromPrevious { fromVersionId summary { breakingChanges } } }
      } } }`,
      { id: api.id },
    );
    expect(versions.nodes.map(({ id, diffFromPrevious }) => [id, diffFromPrevious?.fromVersionId])).toEqual([
      [elsewhere.id, undefined],
      [third.id, second.id],
      [second.id, first.id],
      [first.id, undefined],
    ]);
    expect(versions.nodes[0]?.publishedBy).toEqual({ name });
  });

  it('of Markdown is safe HTML too', async () => {
    const read = async (content: string, type: 'OPENAPI' | 'MARKDOWN') => {
      const document = await project.createDocument({ type });
      const { id } = await document.publish({ content });
      return reader.ask<{ content: { html: string | null } }>(
        'query($id: ID!) { version(id: $id) { content(kind: RAW) { html } } }',
        { id },
      );
    };
    const { content } = await read('# Guide\n\n<script>alert(1)</script> *it*\n', 'MARKDOWN');
    expect(content.html).toContain('<em>it</em>');
    expect(content.html).not.toContain('<script');
    expect((await read(petstore31Json, 'OPENAPI')).content.html).toBeNull();
  });
});

describe('an audit entry', () => {
  it('names the user behind it, also behind a token', async () => {
    const { token } = await admin.ask<{ token: string }>(
      'mutation($input: CreateMcpTokenInput!) { createMcpToken(input: $input) { token } }',
      { input: { name: 'Agent', scopes: ['API_READ'] } },
    );
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list_documents', arguments: { project_id: project.id } },
    };
    await app.rest('POST', '/open/mcp', { body: call, token });
    const body = { name: 'Pipeline', scopes: [2] };
    const pipeline = await admin.rest<{ token: string }>('POST', '/private/api-tokens', { body });
    const document = await project.createDocument();
    const upload = { branch_id: document.branches.dev, version_name: '1', schema_content: petstore31Json };
    await app.rest('POST', `${document.path}/drafts`, { token: pipeline.detail.token, body: upload });
    const names = async () => {
      const log = await admin.ask<{ nodes: { actorType: string; actor: { name: string } | null }[] }>(
        'query($id: ID!) { auditLog(projectId: $id) { nodes { actorType actor { name } } } }',
        { id: project.id },
      );
      return log.nodes.map(({ actorType, actor }) => `${actorType} ${actor?.name}`);
    };
    await expect
      .poll(names)
      .toEqual(expect.arrayContaining([`USER ${name}`, `MCP_TOKEN ${name}`, `API_TOKEN ${name}`]));
  });
});
