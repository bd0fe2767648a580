import { useState } from 'react';
import { useUser } from '../../app/session.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { isolated, orOf } from '../../parts/words.tsx';
import type { Review, Stale } from './use-review.ts';

export type Decision = 'approve' | 'request' | 'reject';

/**
 * Who may decide on a draft now, and the dialog of a decision. An obstacle keeps the dialog from being opened, but leaves
 * an open one: its reviewer may be typing.
 */
export type Deciding = {
  isReviewer: boolean;
  /** Whether the reader can decide, at once or after they have loaded the new state. */
  mayDecide: boolean;
  /** Why the reader cannot decide in this way now. */
  obstacleTo(decision: Decision): string | undefined;
  dialog: Decision | undefined;
  open(decision: Decision): void;
  close(): void;
};

export function useDecision(review: Review, stale: Stale | undefined, openThreads: number): Deciding {
  const me = useUser();
  const [dialog, setDialog] = useState<Decision>();
  const isReviewer = me.isSuperAdmin || review.project.myRole === 'ADMIN';
  function obstacleTo(decision: Decision): string | undefined {
    if (stale !== undefined) return stale.text;
    if (review.status !== 'SUBMITTED') return 'This draft is not submitted for review.';
    if (!isReviewer) return `Your role does not permit it. ${waitsFor(review)}`;
    return blockerOf(review) ?? (decision === 'approve' ? approvalBlockerOf(review, openThreads) : undefined);
  }
  return {
    isReviewer,
    mayDecide: isReviewer && blockerOf(review) === undefined && (stale?.isDecidable ?? review.status === 'SUBMITTED'),
    obstacleTo,
    dialog,
    open: decision => obstacleTo(decision) === undefined && setDialog(decision),
    close: () => setDialog(undefined),
  };
}

/** Why nobody can decide on a draft, or not this reader. */
export function blockerOf(review: Review): string | undefined {
  const archived = archivedPart(review);
  if (archived) return `The ${archived} is archived: nothing can be decided in it.`;
  if (review.isAuthor && review.project.reviewPolicy?.requireOtherReviewer)
    return `You wrote or changed this draft, and the project requires another reviewer. ${waitsFor(review)}`;
  return undefined;
}

/** Why a draft cannot be approved, although it can be sent back. */
export function approvalBlockerOf(review: Review, openThreads: number): string | undefined {
  const isBlocked = review.project.reviewPolicy?.requireResolvedThreads && openThreads > 0;
  return takenName(review) ?? (isBlocked ? `Open threads block the approval: ${openThreads} to resolve.` : undefined);
}

/** Why the version name blocks an approval: on a protected branch, published names are unique. */
function takenName({ branch, versionName, warnings }: Review): string | undefined {
  const isPublished = warnings?.some(({ rule }) => rule === 'version-name-published');
  return branch.isProtected && isPublished
    ? `${isolated(versionName)} is already published on ${branch.name}, which is protected: request changes, so that the draft gets another name.`
    : undefined;
}

/** A sentence with the names of the people who may decide. */
export function waitsFor({ reviewers, project }: Review): string {
  if (reviewers.length === 0)
    return `Nobody in ${isolated(project.name)} may decide on it: one of its admins adds another admin, or a SuperAdmin decides.`;
  return `It waits for ${orOf(reviewers.map(({ name }) => name))}.`;
}
