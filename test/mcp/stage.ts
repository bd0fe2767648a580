import { petstoreNext } from '../support/documents.ts';
import type { Seed } from '../support/seed.ts';

export type Args = Record<string, unknown>;

export const SCOPES: Record<string, number> = { 'api:read': 1, 'api:draft': 2, 'doc:read': 3, 'doc:draft': 4 };

/** The scopes of each tool, as integers: from the documentation, not from the rows. */
export function scopesOf(name: string): number[] {
  if (/^list_(projects|documents|document_branches)$/.test(name)) return [1, 3];
  if (name === 'list_drafts') return [1, 2, 3, 4];
  const isDoc = /_doc(_|$|s$)/.test(name);
  if (/^(create|update|submit|reply)_/.test(name)) return isDoc ? [4] : [2];
  if (/^(get_\w+_draft|list_\w+_draft_comments)$/.test(name)) return isDoc ? [3, 4] : [1, 2];
  return isDoc ? [3] : [1];
}

/** A project with a document of each type, two versions of each, and working arguments for every tool. */
export async function createMcpStage(people: Seed) {
  const project = await people.admin.createProject();
  const api = await project.createDocument();
  const doc = await project.createDocument({ type: 'MARKDOWN' });
  const apiVersions = [await api.publish(), await api.publish({ content: petstoreNext })] as const;
  const docVersions = [await doc.publish(), await doc.publish({ content: '# Guide\n\nAnother text.\n' })] as const;
  const writer = await project.addMember('writer');
  const ids = { project_id: project.id, document_id: api.id };
  const docIds = { project_id: project.id, document_id: doc.id };
  const endpointOf = async (id: string) => {
    const query = 'query($id: ID!) { version(id: $id) { endpoints { nodes { id } } } }';
    const version = await people.admin.ask<{ endpoints: { nodes: { id: string }[] } }>(query, { id });
    return version.endpoints.nodes[0]?.id;
  };
  const diffOf = async (from: string, to: string) => {
    const query = 'query($from: ID!, $to: ID!) { compareVersions(fromVersionId: $from, toVersionId: $to) { id } }';
    return (await people.admin.ask<{ id: string }>(query, { from, to })).id;
  };

  async function argumentsOf(name: string): Promise<Args> {
    const isDoc = scopesOf(name).every(scope => scope > 2);
    const own = isDoc ? docIds : ids;
    const document = isDoc ? doc : api;
    const [from, to] = isDoc ? docVersions : apiVersions;
    if (name === 'list_projects') return {};
    if (name === 'search_endpoints') return { search: 'pets' };
    if (/^list_(documents|drafts)$/.test(name)) return { project_id: project.id };
    if (/^list_(document_branches|api_versions|doc_versions)$/.test(name)) return own;
    if (name.startsWith('get_latest')) return { ...own, branch_id: document.branches.dev };
    if (name.startsWith('compare')) return { ...own, from_version_id: from.id, to_version_id: to.id };
    if (name === 'get_endpoint_detail') return { ...own, version_id: to.id, endpoint_id: await endpointOf(to.id) };
    if (name === 'get_change_summary') return { ...own, diff_id: await diffOf(from.id, to.id) };
    if (name.startsWith('create')) {
      const content = isDoc ? { markdown_content: '# Text\n' } : { schema_content: petstoreNext };
      return { ...own, branch_id: document.branches.dev, version_name: 'next', ...content };
    }
    if (!/_draft(_comments?)?$/.test(name)) return { ...own, version_id: to.id };
    const draft = await document.createDraft({ by: writer });
    const { detail: comment } = await writer.rest('POST', `${draft.path}/comments`, { body: { body: 'Why?' } });
    const { revision } = await draft.read();
    const more = name.startsWith('update') ? { expected_revision: revision, changelog: 'New' } : {};
    const reply = name.startsWith('reply') ? { reply_to: comment.id, body: 'Renamed it.' } : {};
    return { ...own, draft_id: draft.id, ...more, ...reply };
  }
  return { project, api, doc, apiVersions, docVersions, writer, ids, docIds, argumentsOf };
}
