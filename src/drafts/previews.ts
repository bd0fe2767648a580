import type { Context } from '../access/context.ts';
import { type ComparedContents, type ContentPair, compareQuickly, compareWithItems } from '../contents/comparisons.ts';
import { runTask } from '../contents/run-task.ts';
import { loadPacked } from '../contents/texts.ts';
import { whereIs } from '../contents/where-is.ts';
import { typeOfFormat } from '../documents/model.ts';
import type { Comparison, Draft, Version } from '../generated/prisma/client.ts';
import { type Batch, batched, rowsByKey } from '../lists/batch.ts';
import { findReferenced, type Reference } from '../lists/follow.ts';
import { type Problem, readWarnings } from '../versions/service.ts';
import { isDecided } from './model.ts';
import { standingOf } from './standing.ts';

// Data for fields of drafts: the changes against the base version, the warnings, the published version.

/** What publishing a draft would change, compared with its base version. */
export type Preview = { base: string | null; comparison: ComparedContents };

export async function previewOf(context: Context, draft: Draft): Promise<Preview> {
  const { base, pair } = await comparedBy(context, draft);
  return { base, comparison: await batched(context, comparisons, pair) };
}

/** Null instead of an error, such as that the server has no time to compare. */
export const unlessFailed = ({ log, traceId }: Context, preview: Promise<Preview | null>): Promise<Preview | null> =>
  preview.catch(error => {
    log.warn({ trace_id: traceId, err: error }, 'a draft was changed, but could not be compared for the answer');
    return null;
  });

/** Whether each key is that of a change in the preview of the draft. */
export async function keysFound(context: Context, draft: Draft, keys: string[]): Promise<boolean[]> {
  const { comparison } = await previewOf(context, draft);
  const { items: atHand, itemsHash } = comparison;
  const places = await whereIs(
    keys,
    key => `${itemsHash} ${key}`,
    async missing => {
      const items = atHand ?? (await loadPacked(context.db, itemsHash));
      return runTask<boolean[]>(context, 'findKeys', { items, keys: missing });
    },
  );
  return places.map(at => at === true);
}

/** The message of a change in the preview of the draft; null if it has no such change. */
export async function messageOfChange(context: Context, draft: Draft, key: string): Promise<string | null> {
  const { items: atHand, itemsHash } = (await previewOf(context, draft)).comparison;
  const items = atHand ?? (await loadPacked(context.db, itemsHash));
  return runTask<string | null>(context, 'findMessage', { items, key });
}

/** The preview for a list. Null if comparing fails or takes too long. */
export async function quickPreviewOf(context: Context, draft: Draft): Promise<Preview | null> {
  const { base, pair } = await comparedBy(context, draft);
  const comparison = await batched(context, quickComparisons, pair);
  return comparison && { base, comparison };
}

async function comparedBy(context: Context, draft: Draft): Promise<{ base: string | null; pair: ContentPair }> {
  const { baseVersionId: base, baseHash: beforeHash } = await standingOf(context, draft);
  const documentType = typeOfFormat(draft.documentFormat);
  return { base, pair: { documentType, beforeHash, afterHash: draft.canonicalHash } };
}

const pairId = ({ documentType, beforeHash, afterHash }: ContentPair): string =>
  `${documentType} ${beforeHash} ${afterHash}`;

/** Loads comparisons with a constant number of statements, plus those that must be computed first. */
const comparisons: Batch<ContentPair, ComparedContents> = {
  idOf: pairId,
  load: (context, pairs) => compareWithItems(context, [...pairs]),
};

const quickComparisons: Batch<ContentPair, Comparison | null> = {
  idOf: pairId,
  load: (context, pairs) => compareQuickly(context, [...pairs]),
};

/** The warning that the version name is already published. A decided draft has none: the version may be its own. */
async function warningOfName(context: Context, draft: Draft): Promise<Problem[]> {
  if (isDecided(draft.status)) return [];
  const { isNamePublished, isProtected } = await standingOf(context, draft);
  if (!isNamePublished) return [];
  const consequence = isProtected
    ? 'The branch is protected: approval needs another name'
    : 'The versions will differ by their sequence number';
  const message = `A version "${draft.versionName}" is already published on this branch. ${consequence}`;
  return [{ rule: 'version-name-published', message }];
}

export const countDraftWarnings = async (context: Context, draft: Draft): Promise<number> =>
  draft.warningCount + (await warningOfName(context, draft)).length;

/** The warnings of a draft: the one about its version name first, then those about its content. */
export async function readDraftWarnings(context: Context, draft: Draft): Promise<Problem[]> {
  const found = await readWarnings(context, draft);
  return [...(await warningOfName(context, draft)), ...found];
}

const versionOfDraft: Reference<Version> = {
  action: 'version.read',
  noun: 'Version',
  factsOf: ({ documentFormat }) => ({ documentType: typeOfFormat(documentFormat) }),
  rows: {
    load: ({ db }, ids) => rowsByKey(ids, 'draftId', db.version.findMany({ where: { draftId: { in: [...ids] } } })),
  },
};

/**
 * The version published from a draft; null if there is none or the caller may not read it. A draft that was read before
 * its approval has none, even if the version exists by now.
 */
export const versionOf = async (context: Context, { id, projectId, status }: Draft): Promise<Version | null> =>
  status === 'PUBLISHED' ? findReferenced(context, versionOfDraft, id, projectId) : null;
