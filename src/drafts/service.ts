import { actingUser, type Call, signedIn } from '../access/call.ts';
import { authorize, type ProjectAction } from '../access/policy.ts';
import { forgetSummaries, stageSummaries } from '../ai/staging.ts';
import { recordAct } from '../audit/service.ts';
import { loadBranch, requireActiveBranch } from '../branches/service.ts';
import { analyzeContent, CANONICAL_KIND, requireKind } from '../contents/service.ts';
import { loadText } from '../contents/texts.ts';
import { typeOfFormat } from '../documents/model.ts';
import { loadDocument, loadInProject, type Parents } from '../documents/service.ts';
import {
  type Analysis,
  type Branch,
  type ContentKind,
  type DocumentType,
  type Draft,
  type DraftStatus,
  Prisma,
  type Review,
} from '../generated/prisma/client.ts';
import { childList } from '../graphql/child-list.ts';
import type { Connection, PageArgs } from '../graphql/connections.ts';
import type { Context } from '../graphql/context.ts';
import { randomToken } from '../platform/crypto.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { alreadyExists, failedPrecondition, invalidArgument, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { isId, newId } from '../platform/ids.ts';
import { ofBranch } from '../versions/service.ts';
import { EDITABLE, requireEditable, requireToken, versionName } from './model.ts';

export const CHANGELOG_CHARACTERS = 20_000;
const COMMIT_ID_CHARACTERS = 100;

/** The only way to a draft: names who asks and what for. */
export function loadDraft(call: Call, action: ProjectAction, id: string, parents: Parents = {}): Promise<Draft> {
  const find = () => isId(id) && call.db.draft.findUnique({ where: { id } });
  return loadInProject(call, action, 'Draft', parents, find, draft => draft.createdById);
}

type DraftListArgs = PageArgs & { branchId?: string | null; status?: DraftStatus | null };

/** Newest first. */
export function listDrafts(
  context: Context,
  parentColumn: 'project_id' | 'document_id',
  parentId: string,
  args: DraftListArgs,
): Promise<Connection<Draft>> {
  const where: Prisma.Sql[] = [];
  if (args.branchId) where.push(ofBranch(args.branchId));
  if (args.status) where.push(Prisma.sql`c.status = ${args.status}::"DraftStatus"`);
  return childList(context, parentId, args, {
    table: 'drafts',
    parentColumn,
    order: 'desc',
    where,
    searchColumns: ['version_name', 'changelog'],
    load: (call, ids) => call.db.draft.findMany({ where: { id: { in: ids } } }),
  });
}

/** In the order of the decisions. */
export function listReviews(context: Context, draftId: string, args: PageArgs): Promise<Connection<Review>> {
  return childList(context, draftId, args, {
    table: 'reviews',
    parentColumn: 'draft_id',
    order: 'asc',
    load: (call, ids) => call.db.review.findMany({ where: { id: { in: ids } } }),
  });
}

type Labels = { versionName?: string | null; changelog?: string | null; sourceGitCommitId?: string | null };
type SentContent = { schemaContent?: string | null; content?: string | null; contentKind?: ContentKind | null };

export const changelog = (value: string | null | undefined) =>
  fields.optionalText('changelog', value, CHANGELOG_CHARACTERS);
const commitId = (value: string | null | undefined) =>
  fields.optionalText('source_git_commit_id', value, COMMIT_ID_CHARACTERS);

export async function createDraft(
  call: Call,
  input: Labels & SentContent & Parents & { branchId: string },
): Promise<Draft> {
  if (input.documentId) await loadDocument(call, 'draft.create', input.documentId, input);
  const branch = await loadBranch(call, 'draft.create', input.branchId, input);
  const { documentType } = await call.db.document.findUniqueOrThrow({ where: { id: branch.documentId } });
  await requireActiveBranch(call.db, { ...branch, branchId: branch.id });
  const labels = {
    versionName: versionName(input.versionName),
    changelog: changelog(input.changelog),
    sourceGitCommitId: commitId(input.sourceGitCommitId),
  };
  await requireFreeName(call.db, branch, labels.versionName);
  const contentKind = requireKind(input.contentKind ?? 'RAW', documentType, 'content_kind');
  const sent = sentContent(input, documentType);
  if (sent === undefined) throw invalidArgument(contentField(documentType), 'is required');
  const analysis = await analyzeAs(call, sent, documentType, contentKind);
  return insertDraft(call, branch, { ...labels, ...contentColumns(analysis), contentKind, sourceType: sourceOf(call) });
}

const sourceOf = ({ actor }: Call) => (actor.kind === 'mcpToken' ? 'MCP' : 'WEB');

type NewDraft = Omit<
  Prisma.DraftUncheckedCreateInput,
  'id' | 'projectId' | 'documentId' | 'branchId' | 'revision' | 'createdById'
>;

export async function insertDraft(call: Call, branch: Branch & { projectId: string }, data: NewDraft): Promise<Draft> {
  const { projectId, documentId } = branch;
  return inTransaction(call.db, async tx => {
    await requireActiveBranch(tx, { branchId: branch.id, documentId, projectId });
    const parents = { projectId, documentId, branchId: branch.id, createdById: actingUser(call).id };
    const draft = await tx.draft.create({ data: { id: newId(), revision: newRevision(), ...parents, ...data } });
    await recordDraft(tx, call, 'draft.create', draft, { branch_id: branch.id, version_name: draft.versionName });
    return draft;
  });
}

export const newRevision = (): string => randomToken(18);

/** On a protected branch a name is published once. Asked early to tell early; publishing asks again. */
export async function requireFreeName(db: Db, branch: Pick<Branch, 'id' | 'isProtected'>, name: string): Promise<void> {
  if (!branch.isProtected) return;
  const taken = await db.version.findFirst({ where: { branchId: branch.id, versionName: name }, select: { id: true } });
  if (taken) throw alreadyExists('version_name', `The version "${name}" is published on this branch already`);
}

const contentField = (documentType: DocumentType) => (documentType === 'OPENAPI' ? 'schema_content' : 'content');

type Sent = { field: string; text: string };

/** OpenAPI comes in schema_content, Markdown there or in content. */
function sentContent(input: SentContent, documentType: DocumentType): Sent | undefined {
  const { schemaContent, content } = input;
  if (typeof schemaContent === 'string' && typeof content === 'string' && schemaContent !== content)
    throw invalidArgument('content', 'differs from schema_content: send one of them');
  if (typeof schemaContent === 'string') return { field: 'schema_content', text: schemaContent };
  if (typeof content !== 'string') return undefined;
  if (documentType === 'OPENAPI') throw invalidArgument('content', 'is for Markdown: send OpenAPI in schema_content');
  return { field: 'content', text: content };
}

/** The content as it will be stored: what was sent, or its canonical form, which is judged as a content of its own. */
async function analyzeAs(call: Call, sent: Sent, documentType: DocumentType, kind: ContentKind): Promise<Analysis> {
  const analysis = await analyzeContent(call, sent.field, sent.text, documentType);
  if (kind === 'RAW' || analysis.canonicalHash === analysis.contentHash) return analysis;
  const { text } = await loadText(call.db, analysis.canonicalHash);
  return analyzeContent(call, sent.field, text, documentType);
}

function contentColumns({ contentHash, canonicalHash, documentFormat, warningCount }: Analysis) {
  return { contentHash, canonicalHash, documentFormat, warningCount };
}

type DraftChange = Labels & SentContent & Parents & { id: string; expectedRevision?: string | null };

/** Every success makes a new revision; of several changes that expect the same one, the database lets one win. */
export async function updateDraft(call: Call, input: DraftChange): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.update', input.id, input);
  const expected = requireToken('expected_revision', input.expectedRevision);
  fields.requireChange(input, [
    'versionName',
    'changelog',
    'sourceGitCommitId',
    'contentKind',
    'schemaContent',
    'content',
  ]);
  await requireActiveBranch(call.db, draft);
  if (draft.revision !== expected) throw staleRevision();
  requireEditable(draft.status);
  const data = await changedColumns(call, draft, input);
  return inTransaction(call.db, async tx => {
    await requireActiveBranch(tx, draft);
    const { count } = await tx.draft.updateMany({
      where: { id: draft.id, revision: expected, status: { in: EDITABLE } },
      data: { ...data, status: 'DRAFT', revision: newRevision() },
    });
    if (count === 0) throw staleRevision();
    const changed = await tx.draft.findUniqueOrThrow({ where: { id: draft.id } });
    await recordDraft(tx, call, 'draft.update', changed, { changed: Object.keys(data) });
    return changed;
  });
}

const staleRevision = () =>
  failedPrecondition('expected_revision is stale: the draft has changed since it was read; load it again');

async function changedColumns(
  call: Call,
  draft: Draft,
  input: DraftChange,
): Promise<Prisma.DraftUncheckedUpdateManyInput> {
  const data: Prisma.DraftUncheckedUpdateManyInput = {};
  const documentType = typeOfFormat(draft.documentFormat);
  if (input.versionName !== undefined) {
    data.versionName = versionName(input.versionName);
    const branch = await call.db.branch.findUniqueOrThrow({ where: { id: draft.branchId } });
    if (data.versionName !== draft.versionName) await requireFreeName(call.db, branch, data.versionName);
  }
  if (input.changelog !== undefined) data.changelog = changelog(input.changelog);
  if (input.sourceGitCommitId !== undefined) data.sourceGitCommitId = commitId(input.sourceGitCommitId);
  const contentKind = requireKind(input.contentKind ?? draft.contentKind, documentType, 'content_kind');
  let sent = sentContent(input, documentType);
  if (sent === undefined && contentKind === CANONICAL_KIND[documentType] && draft.contentKind === 'RAW')
    sent = { field: 'content_kind', text: (await loadText(call.db, draft.contentHash)).text };
  if (sent !== undefined) Object.assign(data, contentColumns(await analyzeAs(call, sent, documentType, contentKind)));
  if (contentKind !== draft.contentKind) data.contentKind = contentKind;
  return data;
}

type NamedDraft = Parents & { id: string };

export async function submitDraft(call: Call, input: NamedDraft): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.submit', input.id, input);
  const submitted = await inTransaction(call.db, async tx => {
    await requireActiveBranch(tx, draft);
    const { count } = await tx.draft.updateMany({
      where: { id: draft.id, revision: draft.revision, status: { in: EDITABLE } },
      data: { status: 'SUBMITTED', submissionRound: { increment: 1 }, submittedAt: new Date() },
    });
    const submitted = await tx.draft.findUnique({ where: { id: draft.id } });
    if (submitted === null) throw notFound('Draft');
    if (count === 0) throw notSubmittable(submitted);
    await recordDraft(tx, call, 'draft.submit', submitted, { submission_round: submitted.submissionRound });
    const owner = { projectId: draft.projectId, ownerType: 'DRAFT', ownerId: draft.id } as const;
    await stageSummaries(tx, [owner], actingUser(call).id);
    return submitted;
  });
  call.jobs.wake();
  return submitted;
}

const notSubmittable = ({ status }: Draft) =>
  failedPrecondition(
    EDITABLE.includes(status)
      ? 'The draft was changed at this moment; look at it and submit again'
      : `A draft that is ${status.toLowerCase()} cannot be submitted; only draft and changes_requested can`,
  );

/** Deletes a draft that is not under review; for its author and project admins. */
export async function withdrawDraft(call: Call, input: NamedDraft): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.withdraw', input.id, input);
  if (draft.createdById !== signedIn(call).id) await authorize(call, 'draft.withdraw_foreign', draft.projectId);
  return inTransaction(call.db, async tx => {
    await requireActiveBranch(tx, draft);
    const { count } = await tx.draft.deleteMany({ where: { id: draft.id, status: { in: EDITABLE } } });
    if (count === 0) throw failedPrecondition('Only a draft that is draft or changes_requested can be withdrawn');
    await forgetSummaries(tx, { ownerType: 'DRAFT', ownerId: draft.id });
    await recordDraft(tx, call, 'draft.withdraw', draft);
    return draft;
  });
}

export const recordDraft = (tx: Db, call: Call, action: string, draft: Draft, metadata?: Prisma.InputJsonObject) =>
  recordAct(tx, call, { action, resourceType: 'draft', resourceId: draft.id, projectId: draft.projectId, metadata });
