import { actingUser, type Call, signedIn } from '../access/call.ts';
import type { Context } from '../access/context.ts';
import { authorize, type Parents } from '../access/policy.ts';
import { keepKey } from '../audit/once.ts';
import { loadNamedBranch } from '../branches/service.ts';
import {
  analyzeContent,
  bundleContent,
  CANONICAL_KIND,
  type Judged,
  requireKind,
  storeAnalysis,
} from '../contents/analysis.ts';
import { keepSmallText, loadPacked } from '../contents/texts.ts';
import type { Analyzed } from '../contents/worker/analyze.ts';
import type { PackedText } from '../contents/worker/packed.ts';
import { typeOfFormat } from '../documents/model.ts';
import { loadNamed } from '../documents/service.ts';
import { forgetSummaries, stagedSummaries } from '../events/summaries.ts';
import { type Branch, type ContentKind, type DocumentType, type Draft, Prisma } from '../generated/prisma/client.ts';
import { decompressBytes, randomToken } from '../platform/crypto.ts';
import { isMissingReference } from '../platform/database.ts';
import { type DomainError, failedPrecondition, invalidArgument, notFound } from '../platform/errors.ts';
import * as fields from '../platform/fields.ts';
import { newId } from '../platform/ids.ts';
import { LongText } from '../platform/long-text.ts';
import { insertRow, type Named, readRows, type Sender } from '../platform/rows.ts';
import { CHARACTERS } from '../platform/text-limits.ts';
import { type By, refuseArchived } from '../projects/archived.ts';
import {
  contentField,
  EDITABLE,
  isEditable,
  notEditable,
  requireEditable,
  requireToken,
  type Sent,
  type SentContent,
  sentContent,
  versionName,
} from './model.ts';
import {
  changeDraft,
  draftAct,
  loadDraft,
  refusePublishedName,
  sendToActiveBranch,
  type WrittenDraft,
  writeDraft,
} from './standing.ts';

type Labels = { versionName?: string | null; changelog?: string | null; sourceGitCommitId?: string | null };

export const changelog = (value: string | null | undefined) =>
  fields.optionalText('changelog', value, CHARACTERS.changelog);
const commitId = (value: string | null | undefined) =>
  fields.optionalText('source_git_commit_id', value, CHARACTERS.sourceGitCommitId);

export async function createDraft(
  call: Context,
  input: Labels & SentContent & Parents & { branchId: string },
): Promise<Draft> {
  const branch = await loadNamed(call, 'draft.create', input, () =>
    loadNamedBranch(call, 'draft.create', 'branch_id', input.branchId, input),
  );
  const { documentType } = branch;
  refuseArchived(branch.statuses);
  const labels = {
    versionName: versionName(input.versionName),
    changelog: changelog(input.changelog),
    sourceGitCommitId: commitId(input.sourceGitCommitId),
  };
  const contentKind = requireKind(input.contentKind ?? 'RAW', documentType, 'content_kind');
  const sent = sentContent(input, documentType);
  if (sent === undefined) throw invalidArgument(contentField(documentType), 'is required');
  const analyses = await analyzeAs(call, sent, documentType, contentKind);
  await countSent(call, analyses);
  return unlessCollected(async () => {
    const content = await storeContent(call, analyses, documentType);
    return insertDraft({ call, action: 'draft.create' }, branch, {
      ...labels,
      ...content,
      contentKind,
      sourceType: sourceOf(call),
    });
  });
}

/** Retries once if the collector deleted the text of the draft before a row referred to it. */
async function unlessCollected<T>(store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (!isMissingReference(error)) throw error;
    return store();
  }
}

const sourceOf = ({ actor }: Call) => (actor.kind === 'mcpToken' ? 'MCP' : 'WEB');

type NewDraft = Omit<
  Prisma.DraftUncheckedCreateInput,
  'id' | 'projectId' | 'documentId' | 'branchId' | 'revision' | 'createdById'
>;

/** Stores a new draft. Checks the current rights of the caller, and that the branch is still active. */
export function insertDraft(
  { call, action }: By & { call: Context },
  { projectId, documentId, id: branchId }: Branch & { projectId: string },
  data: NewDraft,
): Promise<Draft> {
  return writeDraft(call, async tx => {
    const parents = { projectId, documentId, branchId, createdById: actingUser(call).id };
    const now = new Date();
    const times = { createdAt: now, updatedAt: now };
    const draft = { id: newId(), revision: newRevision(), ...parents, ...data, ...times };
    const { versionName: version_name, sourceVersionId: source } = draft;
    const facts = { branch_id: branchId, version_name, ...(source && { source_version_id: source }) };
    const act = draftAct('draft.create', draft, facts);
    const one = { write: insertRow('drafts', draft), act };
    const inserted = (await sendToActiveBranch(tx, call, draft, action, one)) as WrittenDraft;
    refusePublishedName(inserted.draft);
    await keepKey(tx, call, draft.id);
    return inserted;
  });
}

const newRevision = (): string => randomToken(18);

/**
 * Analyzes the content as sent and, if the form to store differs, its canonical form. The last analysis is that of the form
 * to store.
 */
async function analyzeAs(
  call: Context,
  sent: Sent,
  documentType: DocumentType,
  kind: ContentKind,
): Promise<[...Analyzed[], Analyzed]> {
  const given = await inOneText(call, sent);
  const analyzed = await analyzeContent(call, sent.field, given, documentType);
  const { content, canonical } = analyzed;
  keepSmallText(call, content.hash, given);
  if (kind === 'RAW' || canonical.hash === content.hash) return [analyzed];
  return [analyzed, await analyzeContent(call, sent.field, await unpackText(canonical), documentType)];
}

/** Counts a content as the caller sent it, before it is stored. */
const countSent = (call: Call, [{ content }]: [...Analyzed[], Analyzed]): Promise<void> =>
  call.limits.countContent(actingUser(call).id, content.sizeBytes);

const unpackText = async ({ body, sizeBytes }: PackedText): Promise<string | LongText> =>
  LongText.of(await decompressBytes(body, sizeBytes));

const inOneText = async (call: Call, { field, text, files = [], path = '' }: Sent): Promise<string | LongText> =>
  files.length === 0 ? text : bundleContent(call, field, { path, content: text.toString() }, files);

/** Stores contents. Returns the columns of the last one. */
async function storeContent(call: Call, analyses: [...Analyzed[], Analyzed], documentType: DocumentType) {
  const judged: Judged[] = [];
  for (const analyzed of analyses) judged.push(await storeAnalysis(call, analyzed, documentType));
  const { contentHash, canonicalHash, documentFormat, warningCount } = judged.at(-1) as Judged;
  return { contentHash, canonicalHash, documentFormat, warningCount };
}

type DraftChange = Labels & SentContent & Parents & { id: string; expectedRevision?: string | null };

/**
 * Changes a draft and gives it a new revision. If several changes expect the same revision, only the first succeeds.
 */
export async function updateDraft(call: Context, input: DraftChange): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.update', input.id, input);
  const expected = requireToken('expected_revision', input.expectedRevision);
  const named = ['versionName', 'changelog', 'sourceGitCommitId', 'contentKind', 'schemaContent', 'files', 'content'];
  const sent = { ...input, files: input.files?.length ? input.files : undefined };
  refuseArchived(draft.place.statuses);
  if (draft.revision !== expected) throw staleRevision();
  requireEditable(draft.status);
  fields.requireChange(sent, named, { changelog: draft.changelog, sourceGitCommitId: draft.sourceGitCommitId });
  const change = await readChange(call, draft, input);
  return unlessCollected(() => storeChange(call, draft, change, expected));
}

async function storeChange(
  call: Context,
  draft: Draft,
  { labels, analyses, kind }: Change,
  expected: string,
): Promise<Draft> {
  const content = analyses && (await storeContent(call, analyses, typeOfFormat(draft.documentFormat)));
  const data: Partial<Draft> = { ...labels, ...content, ...kind };
  return writeDraft(call, async tx => {
    const change = { ...data, status: 'DRAFT', revision: newRevision() } as const;
    // Also without a changed field: the new revision refuses other changes that were under way.
    const act = draftAct('draft.update', draft, { changed: fields.differing(draft, data) });
    const write = changeDraft(draft, change, ofRevision(expected));
    const others = editorOf(call, draft);
    const changed = await sendToActiveBranch(tx, call, draft, 'draft.update', { write, act, others });
    if (changed === undefined) throw await whyNot(tx, draft, 'changed');
    if (labels.versionName !== undefined) refusePublishedName(changed.draft);
    return changed;
  });
}

/** SQL that records the caller as an author if they change the draft of somebody else. `draft` is the changed row. */
function editorOf(call: Call, { createdById }: Draft): Named {
  const { id } = actingUser(call);
  if (id === createdById) return {};
  const editor = Prisma.sql`
    INSERT INTO draft_editors (draft_id, user_id) SELECT d.id, ${id}::uuid FROM draft d ON CONFLICT DO NOTHING`;
  return { editor };
}

const isEditableRow = Prisma.sql`c.status::text = ANY(${EDITABLE})`;

const ofRevision = (revision: string): Prisma.Sql => Prisma.sql`c.revision = ${revision} AND ${isEditableRow}`;

const staleRevision = () =>
  failedPrecondition('expected_revision is stale: the draft has changed since it was read. Read it again');

type Change = {
  labels: Partial<Draft>;
  analyses: [...Analyzed[], Analyzed] | undefined;
  kind: Partial<Draft>;
};

async function readChange(call: Context, draft: Draft, input: DraftChange): Promise<Change> {
  const labels: Partial<Draft> = {};
  const documentType = typeOfFormat(draft.documentFormat);
  if (input.versionName !== undefined) labels.versionName = versionName(input.versionName);
  if (input.changelog !== undefined) labels.changelog = changelog(input.changelog);
  if (input.sourceGitCommitId !== undefined) labels.sourceGitCommitId = commitId(input.sourceGitCommitId);
  const contentKind = requireKind(input.contentKind ?? draft.contentKind, documentType, 'content_kind');
  let sent = sentContent(input, documentType);
  if (sent === undefined && contentKind === CANONICAL_KIND[documentType] && draft.contentKind === 'RAW')
    sent = { field: 'content_kind', text: await unpackText(await loadPacked(call.db, draft.contentHash)) };
  const analyses = sent && (await analyzeAs(call, sent, documentType, contentKind));
  // A text that the draft has already takes no space.
  if (analyses && analyses[0].content.hash !== draft.contentHash) await countSent(call, analyses);
  return { labels, analyses, kind: contentKind === draft.contentKind ? {} : { contentKind } };
}

type NamedDraft = Parents & { id: string; expectedRevision?: string | null; expectedSubmissionRound?: number | null };

/** Refuses a draft that is not as the caller expects. The write must check `isAsRead` again. */
function requireExpected(draft: Draft, { expectedRevision, expectedSubmissionRound }: NamedDraft): void {
  if ((expectedRevision ?? draft.revision) !== draft.revision) throw staleRevision();
  if ((expectedSubmissionRound ?? draft.submissionRound) !== draft.submissionRound)
    throw failedPrecondition(
      'expected_submission_round is stale: the draft was submitted since it was read. Read it again',
    );
}

const isAsRead = ({ revision, submissionRound }: Draft): Prisma.Sql =>
  Prisma.sql`${ofRevision(revision)} AND c.submission_round = ${submissionRound}`;

export async function submitDraft(call: Context, input: NamedDraft): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.submit', input.id, input);
  requireExpected(draft, input);
  return writeDraft(call, async tx => {
    const submissionRound = draft.submissionRound + 1;
    const change = { status: 'SUBMITTED', submissionRound, submittedAt: new Date() } as const;
    const act = draftAct('draft.submit', draft, { submission_round: submissionRound });
    const owner = { projectId: draft.projectId, ownerType: 'DRAFT', ownerId: draft.id } as const;
    const others = stagedSummaries([owner], actingUser(call).id);
    const write = changeDraft(draft, change, isAsRead(draft));
    const submitted = await sendToActiveBranch(tx, call, draft, 'draft.submit', { write, act, others });
    if (submitted === undefined) throw await whyNot(tx, draft, 'submitted');
    return submitted;
  });
}

type Written = 'changed' | 'submitted' | 'withdrawn';

/** Why a draft could not be written: it is gone, under review or decided, or has changed since it was read. */
async function whyNot(tx: Sender, { id }: Draft, written: Written): Promise<DomainError> {
  const present = Prisma.sql`SELECT status::text FROM drafts WHERE id = ${id}::uuid`;
  const [found] = await readRows<Pick<Draft, 'status'>>(tx, present);
  if (found === undefined) return notFound('Draft');
  if (!isEditable(found.status)) return notEditable(found.status, written);
  return written === 'changed'
    ? staleRevision()
    : failedPrecondition('The draft was changed at the same time. Read it again');
}

/** Deletes a draft that is not under review. Requires its author or a project admin. */
export async function withdrawDraft(call: Context, input: NamedDraft): Promise<Draft> {
  const draft = await loadDraft(call, 'draft.withdraw', input.id, input);
  const action = draft.createdById === signedIn(call).id ? 'draft.withdraw' : 'draft.withdraw_foreign';
  await authorize(call, action, draft.projectId);
  requireExpected(draft, input);
  const isExpected = (input.expectedRevision ?? input.expectedSubmissionRound ?? null) !== null;
  return writeDraft(call, async tx => {
    const where = isExpected ? isAsRead(draft) : isEditableRow;
    const write = Prisma.sql`DELETE FROM drafts c WHERE c.id = ${draft.id}::uuid AND ${where}`;
    const act = draftAct('draft.withdraw', draft);
    const withdrawn = await sendToActiveBranch(tx, call, draft, action, { write, act });
    if (withdrawn === undefined) throw await whyNot(tx, draft, 'withdrawn');
    await forgetSummaries(tx, { ownerType: 'DRAFT', ownerId: draft.id });
    return withdrawn;
  });
}
