import { Alert, Anchor, Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { act } from '../../app/ask.ts';
import type { Problem } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { isDraftKept } from '../../app/kept.ts';
import { useUser } from '../../app/session.ts';
import { useProblem } from '../../app/use-problem.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { isolated, orOf, WithNames } from '../../parts/words.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';
import type { Review, Stale } from './use-review.ts';

const SUBMIT = graphql(`mutation SubmitFromReview($input: DraftInput!) { submitDraft(input: $input) { id } }`);

const OUT_OF_DATE = {
  color: 'yellow',
  variant: 'light',
  title: 'This page is out of date',
  role: 'alert',
  p: 'xs',
} as const;

type Props = {
  review: Review;
  stale: Stale | undefined;
  openThreads: number;
  dialog: Decision | undefined;
  onDialog: (dialog: Decision | undefined) => void;
  onDone: () => Promise<void>;
  /** Called after the service refused a decision, because the page may be out of date. */
  onRefused: () => Promise<void>;
};

/** The bar with the state of the draft, what blocks a decision, and the decisions. On wide pages it stays in view. */
export function DecisionBar({ review, stale, openThreads, dialog, onDialog, onDone, onRefused }: Props) {
  const me = useUser();
  const isReviewer = me.isSuperAdmin || review.project.myRole === 'ADMIN';
  const mayWrite = me.isSuperAdmin || (review.project.myRole ?? 'READER') !== 'READER';
  const blocked = blockerOf(review);
  const isArchived = archivedPart(review) !== undefined;
  const approvalBlocked =
    blocked ??
    takenName(review) ??
    (review.project.reviewPolicy?.requireResolvedThreads && openThreads > 0
      ? `Open threads block the approval: ${openThreads} to resolve.`
      : undefined);
  const canDecide = isReviewer && review.status === 'SUBMITTED' && stale === undefined;
  const isOpen = canDecide && (dialog === 'approve' ? approvalBlocked : blocked) === undefined;
  const isOver = review.status === 'SUBMITTED' && stale?.isDecidable === false;
  // Forget a dialog that cannot be open now: otherwise it would open later, without a new key press. Typed text
  // remains.
  useEffect(() => {
    if (dialog !== undefined && !isOpen) onDialog(undefined);
  }, [isOpen, onDialog, dialog]);
  if (stale?.isGone) return <Alert {...OUT_OF_DATE}>{stale.text}</Alert>;
  return (
    <>
      {stale && (
        <StaleAlert text={stale.text} mayDecide={isReviewer && !blocked && stale.isDecidable} onLoad={onDone} />
      )}
      <div className="row decision-bar">
        <span className="decision-text" role="status">
          {!isOver && <WithNames text={stateText(review, isReviewer, approvalBlocked, openThreads)} />}
        </span>
        {review.status === 'SUBMITTED' && isReviewer && (
          <div className="row">
            <Button
              variant="default"
              size="compact-md"
              disabled={!canDecide || blocked !== undefined}
              onClick={() => onDialog('request')}
            >
              Request changes
            </Button>
            <Button
              variant="outline"
              color="red"
              size="compact-md"
              disabled={!canDecide || blocked !== undefined}
              onClick={() => onDialog('reject')}
            >
              Reject
            </Button>
            <Button
              size="compact-md"
              disabled={!canDecide || approvalBlocked !== undefined}
              onClick={() => onDialog('approve')}
            >
              Approve
            </Button>
          </div>
        )}
        {review.version && (
          <div className="row">
            <Button component={Link} to={`/documents/${review.document.id}`} variant="default" size="compact-md">
              All versions
            </Button>
            <Button component={Link} to={`/versions/${review.version.id}`} size="compact-md">
              Open the version
            </Button>
          </div>
        )}
        {(review.status === 'DRAFT' || review.status === 'CHANGES_REQUESTED') && mayWrite && !isArchived && (
          <WriterActions review={review} stale={stale} onDone={onDone} />
        )}
      </div>
      {dialog && isOpen && (
        <DecisionDialog
          review={review}
          decision={dialog}
          onClose={() => onDialog(undefined)}
          onDone={onDone}
          onRefused={onRefused}
        />
      )}
    </>
  );
}

type StaleProps = { text: string; mayDecide: boolean; onLoad: () => Promise<void> };

function StaleAlert({ text, mayDecide, onLoad }: StaleProps) {
  const [busy, setBusy] = useState(false);
  async function load() {
    setBusy(true);
    await onLoad();
    setBusy(false);
  }
  return (
    <Alert {...OUT_OF_DATE}>
      <div className="row">
        <span>
          <WithNames text={text} />{' '}
          {mayDecide ? 'You cannot decide until you have seen the new state.' : 'Load the new state to go on.'} What you
          typed is kept.
        </span>
        <Button size="compact-sm" loading={busy} onClick={() => void load()}>
          Load the new state
        </Button>
      </div>
    </Alert>
  );
}

function blockerOf(review: Review): string | undefined {
  const archived = archivedPart(review);
  if (archived) return `The ${archived} is archived: nothing can be decided in it.`;
  if (review.isAuthor && review.project.reviewPolicy?.requireOtherReviewer)
    return `You wrote or changed this draft, and the project requires another reviewer. ${waitsFor(review)}`;
  return undefined;
}

/** Why the version name blocks an approval: on a protected branch, published names are unique. */
function takenName({ branch, versionName, warnings }: Review): string | undefined {
  const isPublished = warnings?.some(({ rule }) => rule === 'version-name-published');
  return branch.isProtected && isPublished
    ? `${isolated(versionName)} is already published on ${branch.name}, which is protected: request changes, so that the draft gets another name.`
    : undefined;
}

/** A sentence with the names of the people who may decide. */
function waitsFor({ reviewers, project }: Review): string {
  if (reviewers.length === 0)
    return `Nobody in ${isolated(project.name)} may decide on it: one of its admins adds another admin, or a SuperAdmin decides.`;
  return `It waits for ${orOf(reviewers.map(({ name }) => name))}.`;
}

function stateText(review: Review, isReviewer: boolean, blocked: string | undefined, openThreads: number): string {
  const { status, versionName, branch } = review;
  if (status === 'PUBLISHED') return `Published as ${isolated(versionName)} on ${branch.name}.`;
  if (status === 'REJECTED') return 'Rejected. This is final.';
  const archived = archivedPart(review);
  if (archived) return `The ${archived} is archived: this draft can only be read.`;
  if (status === 'CHANGES_REQUESTED')
    return `Changes were requested. ${isolated(review.author.name)} edits the draft and submits it again.`;
  if (status === 'DRAFT') {
    const names = orOf(review.reviewers.map(({ name }) => name));
    return `In progress. ${names ? `After you submit it, ${names} can decide on it.` : waitsFor(review)}`;
  }
  if (!isReviewer) return waitsFor(review);
  const breaking = review.diffPreview?.summary.breakingChanges ?? 0;
  const threads = openThreads > 0 ? ` ${openThreads} open ${openThreads === 1 ? 'thread' : 'threads'}.` : '';
  return (
    blocked ??
    `Approving publishes ${isolated(versionName)} on ${branch.name}.${breaking > 0 ? ` ${breaking} breaking ${breaking === 1 ? 'change is' : 'changes are'} not accepted.` : ''}${threads}`
  );
}

function WriterActions({ review, stale, onDone }: Pick<Props, 'review' | 'stale' | 'onDone'>) {
  // The page that created the draft passes the reason why it could not submit it.
  const { state } = useLocation();
  const { problem, note } = useProblem((state as { problem?: Problem } | null)?.problem);
  const [busy, setBusy] = useState(false);
  const editor = `/drafts/${review.id}/edit`;
  const { look } = useWaiting();
  const isUnsent = isDraftKept(`edit:${review.id}`);
  return (
    <div className="row">
      <ProblemAlert problem={problem} />
      {isUnsent && (
        <span>
          You have{' '}
          <Anchor component={Link} to={editor}>
            changes that you have not sent
          </Anchor>
          .
        </span>
      )}
      <Button component={Link} to={editor} variant="default" size="compact-md">
        {review.status === 'CHANGES_REQUESTED' ? 'Make the changes' : 'Edit'}
      </Button>
      <SubmitButton
        type="button"
        size="compact-md"
        busy={busy}
        disabled={stale !== undefined || isUnsent}
        onClick={async () => {
          setBusy(true);
          const { error } = await act(SUBMIT, { input: { id: review.id } });
          setBusy(false);
          note(error);
          if (error) return;
          void look();
          await onDone();
        }}
      >
        Submit for review
      </SubmitButton>
    </div>
  );
}
