import { parseArgs } from 'node:util';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import {
  DRAFT_VIEW,
  type DraftView,
  type GraphqlDraft,
  type RaceResult,
  raceReads,
  viewOf,
} from '../support/draft-views.ts';
import { makeDocument, type Resource, type SignedIn, signIn, succeed, type Workplace } from '../support/http-client.ts';
import { startServer } from '../support/process.ts';
import { onDatabases, type Settings } from './databases.ts';
import { type Bound, report } from './failing-database.ts';

// Reads drafts (the draft, its content, its MCP tool, GraphQL) during their approval. No answer may mix two snapshots, such as a
// submitted draft that is compared with the version published from it.
const { values } = parseArgs({
  options: {
    reads: { type: 'string', default: '2000' },
    databases: { type: 'string', default: 'embedded,postgresql' },
  },
});
/** Concurrent reads of each of the four kinds. */
const READERS = 4;

report(await onDatabases(values.databases, (_, settings) => readMany(settings)));

async function readMany(settings: Settings): Promise<Bound[]> {
  const server = await startServer({ ...settings, DOCSVC_RATE_LIMITS: 'off' });
  try {
    const admin = await signIn(server.base);
    const token = await succeed(
      admin.rest<{ token: string }>('POST', '/private/mcp-tokens', { name: 'Agent', scopes: [1, 2] }),
    );
    const total: RaceResult = { count: 0, states: new Set(), mixed: [] };
    while (total.count < Number(values.reads)) {
      const { count, states, mixed } = await approveOne(admin, token.token);
      total.count += count;
      total.mixed.push(...mixed);
      for (const state of states) total.states.add(state);
    }
    return [
      { name: 'no read is mixed', holds: total.mixed.length === 0, figure: `${total.mixed.length} of ${total.count}` },
      { name: 'both states were read', holds: total.states.size === 2, figure: [...total.states].join(', ') },
    ];
  } finally {
    await server.stop();
  }
}

async function approveOne(admin: SignedIn, mcpToken: string): Promise<RaceResult> {
  const { rest } = admin;
  const place = await makeDocument(rest);
  const first = await submit(admin, place, '1.0.0', petstore31Json);
  await succeed(rest('POST', `${first.path}/approve`, { expected_review_revision: first.reviewRevision }));
  const next = await submit(admin, place, '2.0.0', petstoreNext);
  const ids = { project_id: place.project, document_id: place.document.split('/').at(-1), draft_id: next.id };
  const reads = [
    () => succeed(rest<DraftView>('GET', next.path)),
    async () => (await succeed(rest<{ draft: DraftView }>('GET', `${next.path}/content/raw`))).draft,
    () => readByTool(admin.base, mcpToken, ids),
    async () => viewOf(await admin.graphql<GraphqlDraft>(DRAFT_VIEW, { id: next.id })),
  ];
  return raceReads({
    reads: Array.from({ length: READERS }, () => reads).flat(),
    approve: () => succeed(rest('POST', `${next.path}/approve`, { expected_review_revision: next.reviewRevision })),
  });
}

async function submit({ rest }: SignedIn, { document, branches }: Workplace, versionName: string, content: string) {
  const body = { branch_id: branches.dev, version_name: versionName, schema_content: content };
  const { id } = await succeed(rest('POST', `${document}/drafts`, body));
  const path = `${document}/drafts/${id}`;
  const { review_revision: reviewRevision } = await succeed(rest<Resource>('POST', `${path}/submit`));
  return { id, path, reviewRevision };
}

async function readByTool(base: string, token: string, args: object): Promise<DraftView> {
  const response = await fetch(`${base}/api/v1/open/mcp`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'get_api_version_draft', arguments: args },
    }),
  });
  const { result } = (await response.json()) as { result: { structuredContent: { draft: DraftView } } };
  return result.structuredContent.draft;
}
