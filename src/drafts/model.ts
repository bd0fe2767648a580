import type { Draft, DraftStatus } from '../generated/prisma/client.ts';
import { sha256 } from '../platform/crypto.ts';
import { failedPrecondition, invalidArgument } from '../platform/errors.ts';
import { label } from '../platform/fields.ts';

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

type Reviewed = Pick<Draft, 'id' | 'contentHash' | 'versionName' | 'submissionRound' | 'status' | 'reviewedRevision'>;

/**
 * What a reviewer has before his eyes: the draft's content, its submission round and the branch's latest version. It
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

export const versionName = (value: string | null | undefined): string => label('version_name', value, 100);
