import type { Context } from '../access/context.ts';
import { requireAnyScope } from '../access/policy.ts';
import { loadNamedBranch } from '../branches/service.ts';
import { requireStorable } from '../contents/analysis.ts';
import { today } from '../contents/comparisons.ts';
import { encodeText, runTask } from '../contents/run-task.ts';
import { loadPacked } from '../contents/texts.ts';
import type { CheckOutcome } from '../contents/worker/check.ts';
import { judgementOfDocument } from '../diffs/exceptions.ts';
import { type JudgedItem, type JudgedSummary, judge, summarize } from '../diffs/judge.ts';
import { areChangesReadable } from '../diffs/readable.ts';
import type { DocumentFormat } from '../generated/prisma/client.ts';
import { batched } from '../lists/batch.ts';
import { unpackItems } from '../openapi-diff/report/packed-items.ts';
import { decompress } from '../platform/crypto.ts';
import { invalidArgument } from '../platform/errors.ts';
import type { Problem } from '../versions/service.ts';
import { contentField } from './model.ts';

/** The result of checking a content as if it were sent as a draft. Nothing is stored. */
export type ContentCheck = {
  /** Why the content would be refused. If there are problems, the other fields are empty. */
  problems: Problem[];
  warnings: Problem[];
  documentFormat: DocumentFormat | null;
  versionName: string | null;
  title: string | null;
  summary: JudgedSummary | null;
  /** Empty for callers who may not read the latest version. */
  items: JudgedItem[];
  itemCount: number;
  /** The text itself, when it is Markdown. */
  markdown: string | null;
};

const REFUSED = {
  warnings: [],
  documentFormat: null,
  versionName: null,
  title: null,
  summary: null,
  items: [],
  itemCount: 0,
  markdown: null,
};

/** Checks a content as `createDraft` would, and compares it with the latest version of the branch. */
export async function checkContent(call: Context, input: { branchId: string; content: string }): Promise<ContentCheck> {
  requireAnyScope(call, 'draft.create');
  const branch = await loadNamedBranch(call, 'draft.create', 'branch_id', input.branchId, {});
  const { documentType, documentId } = branch;
  const field = contentField(documentType);
  requireStorable(call, field, input.content);
  const before = await latestText(call, branch.latestVersionId);
  const outcome = await runTask<CheckOutcome>(
    call,
    'check',
    { content: await encodeText(input.content), documentType, day: today(), ...(before && { before }) },
    () => invalidArgument(field, 'takes too long or too much memory to check: split the document'),
  );
  if ('problems' in outcome) return { ...REFUSED, problems: outcome.problems };
  const { items, summary, ...facts } = outcome.checked;
  const text = await decompress(items.body, items.sizeBytes);
  const judged = judge(unpackItems(text), await batched(call, judgementOfDocument, documentId));
  const markdown = documentType === 'MARKDOWN' ? input.content : null;
  const shown = areChangesReadable(call, documentType) ? judged : [];
  return {
    ...{ ...facts, problems: [], markdown },
    ...{ summary: summarize(summary, judged), items: shown, itemCount: judged.length },
  };
}

async function latestText({ db }: Context, versionId: string | null) {
  if (versionId === null) return undefined;
  const { canonicalHash } = await db.version.findUniqueOrThrow({
    where: { id: versionId },
    select: { canonicalHash: true },
  });
  return loadPacked(db, canonicalHash);
}
