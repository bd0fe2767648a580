import { Alert, Anchor, Button } from '@mantine/core';
import { useState } from 'react';
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
import { approvalBlockerOf, blockerOf, type Deciding, waitsFor } from './use-decision.ts';
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
  deciding: Deciding;
  onDone: () => Promise<void>;
};

/** The bar with the state of the draft, what blocks a decision, and the decisions. On wide pages it stays in view. */
export function DecisionBar({ review, stale, openThreads, deciding, onDone }: Props) {
  const me = useUser();
  const { isReviewer, mayDecide, obstacleTo, dialog, open } = deciding;
  const mayWrite = me.isSuperAdmin || (review.project.myRole ?? 'READER') !== 'READER';
  const blocked = blockerOf(review);
  const approvalBlocked = blocked ?? approvalBlockerOf(review, openThreads);
  const isArchived = archivedPart(review) !== undefined;
  const isOver = review.status === 'SUBMITTED' && stale?.isDecidable === false;
  // The dialog of a decision says it itself.
  const isSaid = dialog !== undefined;
  if (stale?.isGone) return !isSaid && <Alert {...OUT_OF_DATE}>{stale.text}</Alert>;
  return (
    <>
      {stale && !isSaid && <StaleAlert text={stale.text} mayDecide={mayDecide} onLoad={onDone} />}
      <div className="row decision-bar">
        <span className="decision-text" role="status">
          {!isOver && <WithNames text={stateText(review, isReviewer, approvalBlocked, openThreads)} />}
        </span>
        {review.status === 'SUBMITTED' && isReviewer && (
          <div className="row">
            <Button
              variant="default"
              size="compact-md"
              disabled={obstacleTo('request') !== undefined}
              onClick={() => open('request')}
            >
              Request changes
            </Button>
            <Button
              variant="outline"
              color="red"
              size="compact-md"
              disabled={obstacleTo('reject') !== undefined}
              onClick={() => open('reject')}
            >
              Reject
            </Button>
            <Button size="compact-md" disabled={obstacleTo('approve') !== undefined} onClick={() => open('approve')}>
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
