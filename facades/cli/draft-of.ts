import { type Client, ServerError } from './client.ts';
import {
  CliCreateDraftDocument,
  type CliDraftFragment,
  CliDraftStateDocument,
  CliOwnDraftsDocument,
  CliSubmitDraftDocument,
  CliUpdateDraftDocument,
  CliVersionsDocument,
} from './generated.ts';
import { type Branch, type Document, hashOf, keyOf, type Latest, readPages, searchOf } from './lookups.ts';
import { type Failure, refused } from './outcome.ts';

/** A text to push, with its labels and its branch. */
export type Pushed = {
  document: Document;
  branch: Branch;
  text: string;
  versionName: string;
  changelog: string | undefined;
  commit: string | undefined;
};

export type Made = { draft: CliDraftFragment; how: 'created' | 'updated' | 'found' };

const OPEN = ['DRAFT', 'CHANGES_REQUESTED', 'SUBMITTED'] as const;
const isOpen = ({ status }: CliDraftFragment): boolean => OPEN.some(open => open === status);
const isEditable = ({ status }: CliDraftFragment): boolean => status === 'DRAFT' || status === 'CHANGES_REQUESTED';

/** A status as people read it: "changes requested". */
export const wordsOf = (status: string): string => status.toLowerCase().replace('_', ' ');

/**
 * The caller's undecided drafts on a branch; with `name`, only those with `name` in their version name or changelog.
 */
export async function openDraftsOf(
  client: Client,
  document: Document,
  branch: Branch,
  name?: string,
): Promise<CliDraftFragment[]> {
  const asked = { documentId: document.id, branchId: branch.id, ...(name !== undefined && { search: searchOf(name) }) };
  const read = (status: (typeof OPEN)[number]) =>
    readPages(async offset => {
      const found = await client.ask(CliOwnDraftsDocument, { ...asked, status, offset });
      return found.document?.drafts;
    });
  return (await Promise.all(OPEN.map(read))).flat() as CliDraftFragment[];
}

const MOST_VERSIONS = 1_000;

/**
 * The version that was published on the branch under this name with this text, although versions of other names may follow
 * it: a pipeline of an older state may run again. Looks among the newest versions whose name or changelog contains the name.
 */
export async function publishedOf(client: Client, pushed: Omit<Pushed, 'commit'>): Promise<Latest | undefined> {
  const { document, branch, text, versionName } = pushed;
  const { latestVersion: latest } = branch;
  if (latest === null) return undefined;
  const hash = hashOf(text);
  const isSame = (one: Latest): boolean => one.versionName === versionName && one.rawContentHash === hash;
  // While the name stays, an earlier text means that its team took the later one back.
  if (latest.versionName === versionName) return isSame(latest) ? latest : undefined;
  const asked = { documentId: document.id, branchId: branch.id, search: searchOf(versionName) };
  const named = await readPages(async offset => {
    if (offset >= MOST_VERSIONS) return undefined;
    return (await client.ask(CliVersionsDocument, { ...asked, offset })).document?.versions;
  });
  return named.find(isSame);
}

/**
 * Returns the caller's undecided draft of this version name, with this text: found as it is, updated if it may change,
 * else created.
 */
export async function draftOf(client: Client, pushed: Pushed): Promise<Made> {
  const { document, branch, text, versionName } = pushed;
  const open = await openDraftsOf(client, document, branch, versionName);
  const own = open.filter(draft => draft.versionName === versionName);
  const same = own.find(draft => draft.rawContentHash === hashOf(text));
  if (same !== undefined && !takesLabels(same, pushed)) return { draft: same, how: 'found' };
  const editable = same ?? own.find(isEditable);
  if (editable !== undefined) return { draft: await update(client, editable, pushed), how: 'updated' };
  return create(client, pushed);
}

/** Whether a changelog is given and differs from that of the draft. A blank changelog means none. */
export const hasOtherChangelog = (draft: CliDraftFragment, changelog: string | undefined): boolean =>
  changelog !== undefined && (changelog.trim() && changelog) !== (draft.changelog ?? '');

/**
 * Whether a draft has to be updated for the labels alone. A commit is no answer to a reviewer who has sent it back, and the one
 * that a draft has still contains its text.
 */
const takesLabels = (draft: CliDraftFragment, { changelog, commit }: Pushed): boolean =>
  (isEditable(draft) && hasOtherChangelog(draft, changelog)) ||
  (draft.status === 'DRAFT' && commit !== undefined && draft.sourceGitCommitId === null);

async function update(client: Client, draft: CliDraftFragment, pushed: Pushed): Promise<CliDraftFragment> {
  const { text, changelog, commit } = pushed;
  const former = draft.rawContentHash === hashOf(text) ? draft.sourceGitCommitId : null;
  const labels = { ...(changelog !== undefined && { changelog }), sourceGitCommitId: former ?? commit ?? null };
  const input = { id: draft.id, expectedRevision: draft.revision, schemaContent: text, ...labels };
  try {
    return (await client.ask(CliUpdateDraftDocument, { input })).updateDraft as CliDraftFragment;
  } catch (error) {
    // If the answer was lost, the repeated request fails with a stale revision, although the first one updated the
    // draft.
    const now = isOverrun(error) ? await stateOf(client, draft.id) : undefined;
    if (now?.rawContentHash === hashOf(text)) return now;
    throw error;
  }
}

const isOverrun = (error: unknown): boolean => error instanceof ServerError && error.code === 'FAILED_PRECONDITION';

const MOST_KEYS = 50;

async function create(client: Client, pushed: Pushed): Promise<Made> {
  const { document, branch, text, versionName, changelog = '', commit = '' } = pushed;
  const input = {
    branchId: branch.id,
    documentId: document.id,
    versionName,
    schemaContent: text,
    ...(changelog && { changelog }),
    ...(commit && { sourceGitCommitId: commit }),
  };
  const key = keyOf('draft', branch.id, versionName, hashOf(text), changelog, commit);
  const draft = await createUnderKey(
    key,
    async one => (await client.ask(CliCreateDraftDocument, { input }, one)).createDraft as CliDraftFragment,
    draft => isEditable(draft) || (isOpen(draft) && draft.rawContentHash === hashOf(text)),
  );
  if (draft.rawContentHash === hashOf(text)) return { draft, how: 'created' };
  return { draft: await update(client, draft, pushed), how: 'updated' };
}

type Create = (key: string) => Promise<CliDraftFragment>;

/**
 * Creates a draft under an idempotency key derived from its content and branch, so that the same command finds the same
 * draft after a crash at any point. If the draft under that key was withdrawn or is not usable any more, tries the next
 * key.
 */
export async function createUnderKey(first: string, create: Create, isUsable = isOpen): Promise<CliDraftFragment> {
  let key = first;
  for (let count = 0; count < MOST_KEYS; count++) {
    const draft = await createOnce(key, create);
    if (draft !== undefined && isUsable(draft)) return draft;
    key = keyOf(key, draft?.id ?? 'gone');
  }
  throw refused('Many drafts of this content have ended today. Change the version, or try again tomorrow');
}

async function createOnce(key: string, create: Create): Promise<CliDraftFragment | undefined> {
  try {
    return await create(key);
  } catch (error) {
    // The draft under this key was withdrawn.
    if (error instanceof ServerError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

type DraftState = CliDraftFragment & { reviewComment: string | null };

export async function stateOf(client: Client, id: string): Promise<DraftState> {
  return (await client.ask(CliDraftStateDocument, { id })).draft as never;
}

export const CHANGED = 'The draft was changed meanwhile. Run the command again';

/**
 * Submits a draft as it was read. Returns a draft that is already submitted or decided unchanged. Refuses one that a
 * reviewer has sent back, because it has not changed since.
 */
export async function submit(client: Client, draft: CliDraftFragment): Promise<CliDraftFragment> {
  const { id, revision, submissionRound } = draft;
  if (draft.status === 'CHANGES_REQUESTED') throw sentBack(client, await stateOf(client, id));
  if (!isEditable(draft)) return draft;
  const input = { id, expectedRevision: revision, expectedSubmissionRound: submissionRound };
  try {
    return (await client.ask(CliSubmitDraftDocument, { input })).submitDraft as CliDraftFragment;
  } catch (error) {
    // If the answer was lost, the repeated request fails with a stale round, although the first one submitted the draft.
    const now = isOverrun(error) ? await stateOf(client, id) : undefined;
    if (now === undefined || (now.revision === revision && now.submissionRound === submissionRound)) throw error;
    if (now.rawContentHash !== draft.rawContentHash || now.status === 'DRAFT') throw refused(CHANGED);
    if (now.status === 'CHANGES_REQUESTED') throw sentBack(client, now);
    return now;
  }
}

const sentBack = ({ server }: Client, { id, versionName, reviewComment }: DraftState): Failure =>
  refused(
    `A reviewer has requested changes of the draft of version ${versionName}${reviewComment ? `: ${reviewComment}` : ''}`,
    `Change the text or the changelog, or submit the draft as it is at ${server}/drafts/${id}`,
  );
