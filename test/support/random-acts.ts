import fc from 'fast-check';
import { openapiOfSize } from './documents.ts';
import type { Document, Project } from './seed.ts';

type Kind = 'branch' | 'draft' | 'version' | 'comment' | 'share' | 'webhook' | 'token' | 'session';
type Made = { id: string; documentId?: string; revision?: string; reviewRevision?: string | null };

/** One mutation. Call `done` with its result, so that later acts can refer to it. */
export type Act = {
  mutation: string;
  query: string;
  input: object;
  /** The same act as an MCP tool call, if agents may do it. */
  tool?: { name: string; args: Record<string, unknown> } | undefined;
  done(value: Made): void;
};

/**
 * Mutation, its input, the kind of its result, and the GraphQL type of the input; without one, derived from the name.
 */
type Row = readonly [mutation: string, input: () => object, kind?: Kind, type?: string];

/** Acts choose among this many newest resources, so that several act on the same one. */
const NEWEST = 12;
const FIELDS: Partial<Record<Kind, string>> = { draft: 'id documentId revision reviewRevision' };
const SEEN = [{ key: 'a'.repeat(32), digest: 'b'.repeat(32) }];
const EVENTS = ['COMMENT_CREATED', 'DRAFT_SUBMITTED', 'VERSION_PUBLISHED'];

const TOOLS: Readonly<Record<string, string>> = {
  createDraft: 'create_api_version_draft',
  updateDraft: 'update_api_version_draft',
  submitDraft: 'submit_api_version_draft',
};

/** Converts the input of a mutation to tool arguments, which have the names of REST. */
const argumentsOf = (input: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name === 'id' ? 'draft_id' : name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`),
      value,
    ]),
  );

type Place = {
  project: Project;
  documents: readonly Document[];
  /** Users whose membership and role change. */
  guestIds: readonly string[];
  /** The user among them who is disabled and enabled. */
  disabledId: string;
};

/** Returns a function that generates the next random act. The same seed generates the same choices. */
export function randomActs({ project, documents, guestIds, disabledId }: Place, seed: number): () => Act {
  const sampled = fc.sample(fc.nat(2 ** 30), { numRuns: 50_000, seed });
  let used = 0;
  const below = (count: number): number => (sampled[used++ % sampled.length] as number) % count;
  const pick = <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value;
  /** The results of acts, oldest first. */
  const made: Record<Kind, Made[]> = {
    branch: [],
    draft: [],
    version: [],
    comment: [],
    share: [],
    webhook: [],
    token: [],
    session: [],
  };
  made.branch = documents.flatMap(({ branches }) => Object.values(branches).map(id => ({ id })));
  const recent = (kind: Kind): Made =>
    made[kind].at(-1 - below(Math.min(NEWEST, made[kind].length) || 1)) ?? { id: '' };
  const keep = (kind: Kind, value: Made) => {
    const index = made[kind].findIndex(({ id }) => id === value.id);
    if (index < 0) made[kind].push(value);
    else made[kind][index] = value;
  };

  const id = (kind: Kind) => () => ({ id: recent(kind).id });
  const content = () => openapiOfSize(1 + below(9));
  const versionName = () => `v${below(60)}`;
  const place = () => {
    const document = pick(documents);
    return { documentId: document.id, branchId: pick(Object.values(document.branches)) };
  };
  const ofDraft = () => {
    const { id, documentId = '' } = recent('draft');
    return { id, documentId, projectId: project.id };
  };
  const newDraft = () => ({
    ...place(),
    projectId: project.id,
    versionName: versionName(),
    schemaContent: content(),
  });
  const decision = () => {
    const draft = recent('draft');
    return { id: draft.id, expectedReviewRevision: draft.reviewRevision ?? '', comment: 'Decided' };
  };
  const ofContext = () => {
    const { id, documentId = '' } = recent('draft');
    return { contextId: id, documentId };
  };
  const change = () => {
    const { id, documentId = '', revision = '' } = recent('draft');
    return { id, documentId, projectId: project.id, expectedRevision: revision, schemaContent: content() };
  };
  const promotion = () => {
    const { documentId, branchId } = place();
    const source = { sourceVersionId: recent('version').id };
    return { documentId, ...source, targetBranchId: branchId, versionName: versionName() };
  };
  const anyDocument = () => ({ id: pick(documents).id });
  const thisProject = () => ({ id: project.id });
  const guest = () => ({ projectId: project.id, userId: pick(guestIds) });
  const role = () => pick(['ADMIN', 'WRITER', 'READER']);
  const token = () => ({ name: 'CI', projectId: project.id, scopes: ['READ'] });

  const frequent: Row[] = [
    ['createDraft', newDraft, 'draft'],
    ['submitDraft', ofDraft, 'draft', 'DraftInput'],
    ['submitDraft', ofDraft, 'draft', 'DraftInput'],
    ['approveDraft', decision, 'version', 'ReviewDraftInput'],
    ['approveDraft', decision, 'version', 'ReviewDraftInput'],
    ['createComment', () => ({ draftId: recent('draft').id, body: 'Why?' }), 'comment'],
    ['unarchiveDocument', anyDocument, undefined, 'DocumentInput'],
    ['unarchiveProject', thisProject, undefined, 'ProjectInput'],
  ];
  const usual: Row[] = [
    ['updateDraft', change, 'draft'],
    ['requestDraftChanges', decision, 'draft', 'ReviewDraftInput'],
    ['rejectDraft', decision, 'draft', 'ReviewDraftInput'],
    ['withdrawDraft', id('draft'), undefined, 'DraftInput'],
    ['promoteDraft', promotion, 'draft'],
    ['markChangesSeen', () => ({ id: recent('draft').id, changes: SEEN })],
    ['createComment', () => ({ draftId: recent('draft').id, body: 'So.', replyTo: recent('comment').id }), 'comment'],
    ['resolveComment', id('comment'), undefined, 'CommentInput'],
    ['reopenComment', id('comment'), undefined, 'CommentInput'],
    ['updateComment', () => ({ id: recent('comment').id, body: versionName() })],
    ['deleteComment', id('comment'), undefined, 'CommentInput'],
    ['updateBranch', () => ({ id: recent('branch').id, isDefault: true })],
    ['createBranch', () => ({ documentId: pick(documents).id, name: `feature/${below(9)}` }), 'branch'],
    ['unarchiveBranch', id('branch'), undefined, 'BranchInput'],
    ['addProjectMember', () => ({ ...guest(), role: role() }), undefined, 'ProjectMemberInput'],
    ['updateProjectMember', () => ({ ...guest(), role: role() }), undefined, 'ProjectMemberInput'],
    ['removeProjectMember', guest],
    ['updateUser', () => ({ id: disabledId, status: pick(['ACTIVE', 'DISABLED']) })],
    ['createApiToken', token, 'token'],
    ['revokeApiToken', id('token')],
    ['updateProject', () => ({ id: project.id, description: versionName() })],
    ['updateDocument', () => ({ ...anyDocument(), description: versionName() })],
    ['createDocumentShare', place, 'share'],
    ['createDocumentShare', () => ({ ...place(), password: 'a long password' }), 'share'],
    ['revealDocumentShare', id('share'), undefined, 'DocumentShareInput'],
    ['revokeDocumentShare', id('share'), undefined, 'DocumentShareInput'],
    ['createWebhook', () => ({ projectId: project.id, url: 'http://127.0.0.1:9/', events: EVENTS }), 'webhook'],
    ['rotateWebhookSecret', id('webhook'), undefined, 'WebhookInput'],
    ['updateWebhook', () => ({ id: recent('webhook').id, enabled: pick([true, false]) })],
    ['testWebhook', id('webhook'), undefined, 'WebhookInput'],
    ['deleteWebhook', id('webhook'), undefined, 'WebhookInput'],
    ['createChatSession', () => ({ ...ofContext(), contextType: 'DRAFT' }), 'session'],
    ['sendChatMessage', () => ({ sessionId: recent('session').id, content: 'Why?' })],
    ['regenerateDraftAiSummary', id('draft'), undefined, 'RegenerateAiSummaryInput'],
    ['regenerateVersionAiSummary', id('version'), undefined, 'RegenerateAiSummaryInput'],
    ['createDiff', () => ({ fromVersionId: recent('version').id, toVersionId: recent('version').id })],
  ];
  const rare: Row[] = [
    ['archiveBranch', id('branch'), undefined, 'BranchInput'],
    ['archiveDocument', anyDocument, undefined, 'DocumentInput'],
    ['archiveProject', thisProject, undefined, 'ProjectInput'],
  ];
  const rows = [...Array(12).fill(frequent), ...Array(3).fill(usual), rare].flat() as Row[];

  return () => {
    const [mutation, inputOf, kind, type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`] = pick(rows);
    const fields = (kind && FIELDS[kind]) ?? 'id';
    const input = inputOf();
    const tool = TOOLS[mutation];
    return {
      mutation,
      query: `mutation($input: ${type}!) { ${mutation}(input: $input) { ${fields} } }`,
      input,
      tool: tool === undefined ? undefined : { name: tool, args: argumentsOf(input) },
      done: value => kind && keep(kind, value),
    };
  };
}
