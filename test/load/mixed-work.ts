import { petstore31Json, petstoreNext } from '../support/documents.ts';
import {
  adminSettings,
  makeDocument,
  publishVersion,
  type Resource,
  type SignedIn,
  succeed,
} from '../support/http-client.ts';
import { vendorDocument } from '../support/vendor-document.ts';

/** One kind of work; returns its final status. */
export type Work = { name: string; every: number; run(): Promise<string> };

type Json = { status?: string; errors?: { extensions?: { code?: string } }[]; error?: object; detail?: Resource };

/** The usual work of people and agents, and usual errors. Drafts are withdrawn, so that little data remains. */
export async function mixedWork({ base, token, rest }: SignedIn): Promise<Work[]> {
  const { document, branches, project } = await makeDocument(rest);
  const large = vendorDocument({ operations: 400 });
  const publish = (schema_content: string) =>
    publishVersion(rest, document, { branch_id: branches.dev, version_name: `v${Math.random()}`, schema_content });
  const [from, to] = [await publish(petstore31Json), await publish(petstoreNext)];
  const agent = await succeed(
    rest<{ token: string }>('POST', '/private/mcp-tokens', { name: 'Agent', scopes: [1, 2, 3, 4] }),
  );
  const share = await succeed(
    rest<{ id: string; secret: string }>('POST', `${document}/shares`, { branch_id: branches.dev }),
  );

  async function send(method: string, path: string, authorization: string, body?: object, signal?: AbortSignal) {
    const headers = { authorization, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${base}${path}`, { method, headers, signal, body: body ? JSON.stringify(body) : null });
    return (await answer.json()) as Json;
  }
  const statusOf = ({ status, errors, error }: Json): string =>
    status ?? errors?.[0]?.extensions?.code ?? (error ? 'RPC error' : 'OK');
  const api = (path: string) => `/api/v1${path}`;
  const get = async (path: string) => statusOf(await send('GET', api(path), token));
  const graphql = async (query: string) => statusOf(await send('POST', '/graphql', token, { query }));
  const tool = async (name: string, args: object) => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    return statusOf(await send('POST', api('/open/mcp'), agent.token, call));
  };
  const upload = async (content: string) => {
    const body = { branch_id: branches.test, version_name: 'soak', schema_content: content };
    const draft = await succeed(rest('POST', `${document}/drafts`, body));
    const changes = { expected_revision: draft.revision, changelog: 'Changed' };
    await succeed(rest('PATCH', `${document}/drafts/${draft.id}`, changes));
    return statusOf(await send('DELETE', api(`${document}/drafts/${draft.id}`), token));
  };
  /** Another caller may publish on the branch between submission and approval. */
  const whenStale = (error: Error) => {
    if (!error.message.includes('is stale')) throw error;
    return 'FAILED_PRECONDITION';
  };
  const documentId = document.split('/').at(-1);
  const { DOCSVC_INITIAL_ADMIN_EMAIL: email, DOCSVC_INITIAL_ADMIN_PASSWORD: password } = adminSettings;
  const pair = { from_version_id: from.id, to_version_id: to.id };
  return [
    { name: 'read', every: 1, run: () => get(document) },
    { name: 'read a version', every: 2, run: () => get(`${document}/versions/${to.id}/endpoints`) },
    { name: 'list by GraphQL', every: 3, run: () => graphql('{ projects(first: 20) { nodes { id documents(first: 5) { nodes { id branches(first: 5) { nodes { id } } } } } } }') },
    { name: 'list by MCP', every: 4, run: () => tool('list_documents', { project_id: project }) },
    { name: 'compare by MCP', every: 9, run: () => tool('compare_api_versions', { project_id: project, document_id: documentId, ...pair }) },
    { name: 'diff', every: 8, run: async () => statusOf(await send('POST', api(`${document}/diffs`), token, pair)) },
    { name: 'draft', every: 7, run: () => upload(petstoreNext) },
    { name: 'publish', every: 60, run: () => publish(petstore31Json).then(({ id }) => (id ? 'OK' : 'INTERNAL'), whenStale) },
    { name: 'large draft', every: 101, run: () => upload(large) },
    { name: 'login', every: 23, run: async () => statusOf(await send('POST', api('/open/auth/login'), '', { email, password })) },
    { name: 'share', every: 6, run: async () => statusOf(await send('GET', api(`/open/document-shares/${share.id}/versions`), `DocShare ${share.secret}`)) },
    { name: 'refused credential', every: 11, run: async () => statusOf(await send('GET', api('/private/identity/me'), 'x')) },
    { name: 'refused body', every: 13, run: async () => statusOf(await send('POST', api(`${document}/drafts`), token, { branch: 1 })) },
    { name: 'refused query', every: 17, run: () => graphql('{ nothing }') },
    {
      name: 'aborted',
      every: 19,
      run: () =>
        send('GET', api(`${document}/versions/${to.id}/content/raw`), token, undefined, AbortSignal.timeout(2)).then(
          statusOf,
          () => 'aborted',
        ),
    },
  ]; // biome-ignore format: one line a kind of work
}
