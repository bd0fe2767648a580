import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp({ DOCSVC_AI_ALLOWED_HOSTS: '127.0.0.1:1' });
const { admin, anonymous } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();
const draft = await document.createDraft({ versionName: 'draft' });
const summer = await document.publish({ versionName: 'Summer', content: petstore31Json });
const winter = await document.publish({
  versionName: 'Winter',
  content: petstore31Json.replace('"summary"', '"description"'),
});

const post = async <Detail = { id: string }>(path: string, body: object, headers = {}) => {
  const answer = await admin.rest<Detail>('POST', path, { body, headers });
  expect(answer).toMatchObject({ code: 200 });
  return answer.detail;
};

await post(`${document.path}/diffs`, { from_version_id: summer.id, to_version_id: winter.id });
await post(`${draft.path}/comments`, { body: 'Which colour is the bicycle?' });
await draft.submit();
await draft.requestChanges({ comment: 'Rename the operation' });
const share = await post<{ share_id: string; secret: string }>(`${document.path}/shares`, {
  branch_id: document.branches.dev,
});
const url = 'https://hooks.example.com/in';
const hook = await post(`${project.path}/webhooks`, { url, events: ['draft.submitted'] });
await post(`${project.path}/webhooks/${hook.id}/test`, {});
const provider = { name: 'Local', base_url: 'http://127.0.0.1:1/v1', model: 'm', api_key: 'k', enabled: true };
expect(await admin.rest('PUT', `${project.path}/ai/provider`, { body: provider })).toMatchObject({ code: 200 });
await post(`${project.path}/ai/chat-sessions`, {
  document_id: document.id,
  context_type: 'version',
  context_id: winter.id,
  title: 'About the release',
});
const agent = await post<{ token: string }>('/private/mcp-tokens', { name: 'agent', scopes: [1] });
const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_projects', arguments: {} } };
await anonymous.rest('POST', '/open/mcp', { body: call, token: agent.token });

const visited = { headers: { authorization: `DocShare ${share.secret}` } };
const history = `${document.path}/endpoint-history?branch_id=${document.branches.dev}&method=GET&path=/pets`;

describe('a search in a list', () => {
  it.each([
    [`${document.path}/diffs`, 'WINTER'],
    [`${document.path}/diffs`, 'summ'],
    [`${document.path}/shares`, 'dev'],
    [`${draft.path}/comments`, 'bicycle'],
    [`${draft.path}/reviews`, 'the operation'],
    [`${project.path}/webhooks`, 'hooks.example'],
    [`${project.path}/webhooks/${hook.id}/deliveries`, 'webhook.test'],
    [`${project.path}/ai/chat-sessions`, 'release'],
    ['/private/mcp-usage', 'tools'],
    [history, 'summer'],
    [`/open/document-shares/${share.share_id}/versions`, 'winter', visited],
    [`/open/document-shares/${share.share_id}/versions/${winter.id}/endpoints`, '/pets', visited],
  ])(
    'of %s finds "%s", counts what it found, and finds nothing else',
    async (path, word, request: { headers?: Record<string, string> } = {}) => {
      const found = async (search: string) => {
        const [route, query = ''] = path.split('?');
        const given = { ...Object.fromEntries(new URLSearchParams(query)), search };
        const answer = await admin.rest<object[]>('GET', route as string, { ...request, query: given });
        expect(answer, answer.message).toMatchObject({ code: 200 });
        expect(answer.total).toBe(answer.detail.length);
        return answer.detail.length;
      };
      expect(await found(word)).toBeGreaterThan(0);
      expect(await found('no such text')).toBe(0);
      expect(await found('%')).toBe(0);
    },
  );

  it('among the diffs of each document finds those of versions with the text in their names, also if only they are counted', async () => {
    const other = await project.createDocument();
    const [first, second] = [
      await other.publish({ versionName: 'Autumn' }),
      await other.publish({ versionName: 'Spring' }),
    ];
    await post(`${other.path}/diffs`, { from_version_id: first.id, to_version_id: second.id });
    const list = 'diffs(search: "INTE") { totalCount nodes { id } }';
    const counts = 'diffs(search: "r") { totalCount }';
    const found = await admin.ask(`{ project(id: "${project.id}") {
      all: ${list} counts: ${counts} documents { nodes { id found: ${list} counts: ${counts} } } } }`);
    const page = (count: number) => ({
      totalCount: count,
      nodes: Array.from({ length: count }, () => expect.anything()),
    });
    const documents = [
      { id: document.id, found: page(1), counts: { totalCount: 1 } },
      { id: other.id, found: page(0), counts: { totalCount: 1 } },
    ];
    expect(found).toMatchObject({ all: page(1), counts: { totalCount: 2 }, documents: { nodes: documents } });
  });

  it('is an argument of every list that has pages, but of warnings and changes, which have filters of their own', async () => {
    const { text } = await anonymous.rest('GET', '/open/docs/openapi.yaml');
    type Named = { name?: string; $ref?: string };
    const { paths } = parse(text) as {
      paths: Record<string, { get?: { parameters?: Named[] }; parameters?: Named[] }>;
    };
    const without = Object.entries(paths).flatMap(([path, { get, parameters = [] }]) => {
      const names = [...parameters, ...(get?.parameters ?? [])].map(
        ({ name, $ref = '' }) => name ?? $ref.split('/').at(-1),
      );
      return names.includes('page_size') && !names.includes('search') ? [path] : [];
    });
    expect(without.filter(path => !/\/(warnings|changes|items|groups|search)$/.test(path))).toEqual([]);
  });
});
