import type { Call } from '../access/call.ts';
import { createContext } from '../access/context.ts';
import { compareContents } from '../contents/comparisons.ts';
import { excerptOf } from '../contents/excerpt.ts';
import { readExcerpt } from '../contents/text-parts.ts';
import { readItems, readSummary } from '../diffs/judged-changes.ts';
import { typeOfFormat } from '../documents/model.ts';
import { baseVersionId } from '../drafts/model.ts';
import type { AiOwnerType, Comparison, Draft, Version } from '../generated/prisma/client.ts';
import { randomToken } from '../platform/crypto.ts';
import { type BuiltContext, buildContext, CONTEXT_TOKENS, type ContextContent } from './context.ts';
import { focusOf, writeMachineDiff } from './machine-diff.ts';

/** The subject of a model request, in its current state. */
export type Subject = {
  projectId: string;
  documentId: string;
  /** Changes whenever the subject changes. */
  basis: string;
  facts: Record<string, string>;
  comparison: Comparison;
  /** The content after the change. */
  content: Pick<Version, 'canonicalHash' | 'changelog'>;
};

/** Loads the subject; undefined if it no longer exists. Does not check permissions: the caller must. */
export async function findSubject(call: Call, type: AiOwnerType, id: string): Promise<Subject | undefined> {
  if (type === 'DRAFT') return findDraft(call, id);
  return type === 'VERSION' ? findVersion(call, id) : findDiff(call, id);
}

export const draftBasis = (draft: Draft, latestVersionId: string | null): string =>
  `${draft.revision} ${baseVersionId(draft, latestVersionId) ?? ''}`;

async function findDraft(call: Call, id: string): Promise<Subject | undefined> {
  const draft = await call.db.draft.findUnique({ where: { id }, include: { branch: true } });
  if (draft === null) return undefined;
  const { latestVersionId, name } = draft.branch;
  const base = baseVersionId(draft, latestVersionId);
  const { comparison, baseFact } = await compareWith(call, draft, base);
  const facts = { 'Proposed version': draft.versionName, Branch: name, ...baseFact };
  return subjectOf(call, draft, { basis: draftBasis(draft, latestVersionId), comparison, facts });
}

async function findVersion(call: Call, id: string): Promise<Subject | undefined> {
  const version = await call.db.version.findUnique({ where: { id }, include: { branch: true } });
  if (version === null) return undefined;
  const before = { branchId: version.branchId, sequence: version.sequence - 1 };
  const previous = await call.db.version.findUnique({ where: { branchId_sequence: before }, select: { id: true } });
  const base = previous?.id ?? null;
  const { comparison, baseFact } = await compareWith(call, version, base);
  const facts = { Version: version.versionName, Branch: version.branch.name, ...baseFact };
  return subjectOf(call, version, { basis: version.id, comparison, facts });
}

async function findDiff(call: Call, id: string): Promise<Subject | undefined> {
  const include = { comparison: true, fromVersion: true, toVersion: { include: { branch: true } } } as const;
  const diff = await call.db.diff.findUnique({ where: { id }, include });
  if (diff === null) return undefined;
  const { fromVersion, toVersion, comparison } = diff;
  const facts = { From: fromVersion.versionName, To: toVersion.versionName, Branch: toVersion.branch.name };
  return subjectOf(call, toVersion, { basis: diff.comparisonId, comparison, facts });
}

/** Compares with the base version. The first version of a branch has none. */
async function compareWith(call: Call, after: Draft | Version, baseId: string | null) {
  const select = { versionName: true, canonicalHash: true } as const;
  const base = baseId === null ? null : await call.db.version.findUniqueOrThrow({ where: { id: baseId }, select });
  const documentType = typeOfFormat(after.documentFormat);
  const pair = { documentType, beforeHash: base?.canonicalHash ?? null, afterHash: after.canonicalHash };
  const [comparison] = await compareContents(call, [pair]);
  if (comparison === undefined) throw new Error('the comparison is missing');
  const before = base === null ? 'nothing: it is the first version of the branch' : `version ${base.versionName}`;
  return { comparison, baseFact: { 'Compared with': before } };
}

async function subjectOf(
  { db }: Call,
  of: Draft | Version,
  { basis, comparison, facts }: Pick<Subject, 'basis' | 'comparison' | 'facts'>,
): Promise<Subject> {
  const { projectId, documentId, canonicalHash, changelog } = of;
  const document = await db.document.findUniqueOrThrow({ where: { id: documentId } });
  const type = document.documentType === 'OPENAPI' ? 'OpenAPI' : 'Markdown';
  const named = { Document: document.name, Path: document.relativePath, Type: type, ...facts };
  return { projectId, documentId, basis, comparison, facts: named, content: { canonicalHash, changelog } };
}

/** Builds the data of one request, fenced by a random delimiter. */
export async function describeSubject(
  call: Call,
  subject: Subject,
  budgetTokens: number = CONTEXT_TOKENS,
): Promise<BuiltContext> {
  const context = createContext(call);
  const [summary, items] = await Promise.all([readSummary(context, subject, {}), readItems(context, subject, {})]);
  const { canonicalHash, changelog } = subject.content;
  const contents: ContextContent[] = [
    {
      title: 'Content after the change',
      excerpt: (roomBytes, focus) => readExcerpt(call, canonicalHash, roomBytes, focus),
    },
  ];
  if (changelog)
    contents.unshift({
      title: 'Changelog of the author',
      excerpt: (roomBytes, focus) => excerptOf(changelog, roomBytes, focus),
    });
  const source = { facts: subject.facts, diff: writeMachineDiff(summary, items), contents, focus: focusOf(items) };
  return buildContext(source, randomToken(18), budgetTokens);
}
