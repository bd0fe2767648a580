import type { ContentKind, DocumentType, Draft, DraftStatus } from '../generated/prisma/client.ts';
import { sha256 } from '../platform/crypto.ts';
import { failedPrecondition, invalidArgument } from '../platform/errors.ts';
import { title } from '../platform/fields.ts';
import { CHARACTERS } from '../platform/text-limits.ts';

/** The states in which an author may still change a draft. A change of a draft sent back makes it a draft again. */
export const EDITABLE: DraftStatus[] = ['DRAFT', 'CHANGES_REQUESTED'];

export const isEditable = (status: DraftStatus): boolean => EDITABLE.includes(status);

export const isDecided = (status: DraftStatus): boolean => status === 'PUBLISHED' || status === 'REJECTED';

export function requireEditable(status: DraftStatus): void {
  if (!isEditable(status))
    throw failedPrecondition(
      `A draft that is ${status.toLowerCase()} cannot be changed; editable are draft and changes_requested`,
    );
}

export function requireSubmitted(status: DraftStatus): void {
  if (status !== 'SUBMITTED')
    throw failedPrecondition(`Only a submitted draft can be reviewed; this one is ${status.toLowerCase()}`);
}

export type Reviewed = Pick<
  Draft,
  'id' | 'contentHash' | 'versionName' | 'submissionRound' | 'status' | 'reviewedRevision'
>;

/**
 * What a reviewer has before their eyes: the draft's content, its submission round and the branch's latest version. It
 * is computed when read, so a newer publication changes it without a write. A decided draft keeps the one decided on.
 */
export function reviewRevision(draft: Reviewed, latestVersionId: string | null): string | null {
  if (isDecided(draft.status)) return draft.reviewedRevision;
  if (draft.status !== 'SUBMITTED') return null;
  return sha256(
    JSON.stringify([draft.id, draft.contentHash, draft.versionName, draft.submissionRound, latestVersionId]),
  );
}

/** The version that the draft is compared with: the branch's latest, or the one it was decided against. */
export const baseVersionId = (
  draft: Pick<Draft, 'status' | 'reviewedBaseVersionId'>,
  latestVersionId: string | null,
): string | null => (isDecided(draft.status) ? draft.reviewedBaseVersionId : latestVersionId);

export function requireToken(field: string, value: string | null | undefined): string {
  if (typeof value !== 'string' || value === '') throw invalidArgument(field, 'is required');
  return value;
}

export const versionName = (value: string | null | undefined): string =>
  title('version_name', value, CHARACTERS.versionName);

export type SentContent = { schemaContent?: string | null; content?: string | null; contentKind?: ContentKind | null };

export const contentField = (documentType: DocumentType) => (documentType === 'OPENAPI' ? 'schema_content' : 'content');

export type Sent = { field: string; text: string };

const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** OpenAPI comes in schema_content, Markdown there or in content. */
export function sentContent(input: SentContent, documentType: DocumentType): Sent | undefined {
  // A blank one is none when the other has text.
  const schemaContent = isBlank(input.schemaContent) && !isBlank(input.content) ? undefined : input.schemaContent;
  const content = isBlank(input.content) && !isBlank(input.schemaContent) ? undefined : input.content;
  if (typeof schemaContent === 'string' && typeof content === 'string' && schemaContent !== content)
    throw invalidArgument('content', 'differs from schema_content: send one of them');
  if (typeof schemaContent === 'string') return { field: 'schema_content', text: schemaContent };
  if (typeof content !== 'string') return undefined;
  if (documentType === 'OPENAPI') throw invalidArgument('content', 'is for Markdown: send OpenAPI in schema_content');
  return { field: 'content', text: content };
}
