import { Alert, Anchor, Button, Modal } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { act } from '../../app/ask.ts';
import type { Problem } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { forget as forgetKept, readKept, useKept } from '../../app/kept.ts';
import { TextBox } from '../../app/text-box.tsx';
import { useProblem } from '../../app/use-problem.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useIsHere } from '../../parts/use-is-here.ts';
import { useReturnFocus } from '../../parts/use-return-focus.ts';
import { isolated, WithNames } from '../../parts/words.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import type { Decision } from './use-decision.ts';
import type { Review } from './use-review.ts';

const APPROVE = graphql(`mutation Approve($input: ReviewDraftInput!) { approveDraft(input: $input) { id } }`);
const REQUEST = graphql(
  `mutation RequestChanges($input: ReviewDraftInput!) { requestDraftChanges(input: $input) { id } }`,
);
const REJECT = graphql(`mutation Reject($input: ReviewDraftInput!) { rejectDraft(input: $input) { id } }`);

const TITLES = { approve: 'Approve', request: 'Request changes', reject: 'Reject' } as const;

const keptAs = (decision: Decision, { id }: Review): string => `${decision}:${id}`;

export const keptDecisions = (review: Review): string[] =>
  (Object.keys(TITLES) as Decision[]).map(decision => keptAs(decision, review));

/** Another decision for which a comment was typed, but not sent. */
const typedBefore = (review: Review, decision: Decision): Decision | undefined =>
  (Object.keys(TITLES) as Decision[]).find(
    other => other !== decision && readKept(keptAs(other, review)) !== undefined,
  );

/** What the next page says of a decision that leads to it. */
const DONE = {
  request: (name: string) => `Changes were requested for ${name}.`,
  reject: (name: string) => `${name} was rejected.`,
};

type Props = {
  review: Review;
  decision: Decision;
  /** Why the reviewer can no longer decide. The dialog stays until they close it. */
  obstacle: string | undefined;
  onClose: () => void;
  onDone: () => Promise<void>;
  /** Called after the decision failed, because the page may be out of date. */
  onRefused: (problem: Problem) => Promise<void>;
};

/** Asks for the comment of a decision, then decides. */
export function DecisionDialog({ review, decision, obstacle, onClose, onDone, onRefused }: Props) {
  useReturnFocus();
  const { id, versionName, document: reviewed, branch, author } = review;
  const name = `${isolated(reviewed.name)} ${isolated(versionName)}`;
  // What the reviewer decides on is the state over which they opened the dialog.
  const [expectedReviewRevision] = useState(review.reviewRevision ?? null);
  const navigate = useNavigate();
  const isHere = useIsHere();
  const { look } = useWaiting();
  const [comment, setComment, forget] = useKept(keptAs(decision, review));
  const before = comment === '' ? typedBefore(review, decision) : undefined;
  const field = useRef<HTMLTextAreaElement>(null);
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  // What is being sent may itself be the change after which nobody can decide.
  const isOver = obstacle !== undefined && !busy;
  useEffect(() => {
    const { activeElement } = document;
    // The disabled button loses the focus.
    if (isOver && (activeElement === document.body || activeElement?.matches(':disabled'))) field.current?.focus();
  }, [isOver]);
  const breaking = review.diffPreview?.summary.breakingChanges ?? 0;
  const policy = review.project.reviewPolicy;
  const needsReason = decision === 'approve' && policy?.requireReasonForBreaking === true;
  const needsComment =
    decision === 'request' ||
    (decision === 'reject' && policy?.requireComment === true) ||
    (needsReason && breaking > 0);
  // The service counts breaking changes that are too large to show.
  const mayBreak = review.diffPreview === null && review.document.documentType === 'OPENAPI';
  const when = needsComment ? 'required' : needsReason && mayBreak ? 'required if it breaks clients' : 'optional';
  const input = { id, expectedReviewRevision, comment: comment.trim() || null };
  function take(other: Decision) {
    setComment(String(readKept(keptAs(other, review)) ?? ''));
    forgetKept(keptAs(other, review));
    field.current?.focus();
  }
  function cancel() {
    // What is being sent may still be refused.
    if (!busy) forget();
    onClose();
  }
  async function decide() {
    setBusy(true);
    const { error } =
      decision === 'approve'
        ? await act(APPROVE, { input })
        : decision === 'request'
          ? await act(REQUEST, { input })
          : await act(REJECT, { input });
    setBusy(false);
    const refused = note(error);
    if (refused) return onRefused(refused);
    void look();
    forget();
    const wasHere = isHere();
    onClose();
    if (wasHere && decision !== 'approve') return navigate('/', { state: { done: DONE[decision](name) } });
    await onDone();
    // On phones and enlarged pages the bar scrolls with the page: show the result of the decision in it.
    if (wasHere) document.getElementById('decision')?.scrollIntoView({ block: 'nearest' });
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<WithNames text={`${TITLES[decision]}${decision === 'request' ? ' to' : ''} ${isolated(versionName)}`} />}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault();
          void decide();
        }}
      >
        <p className="flush">
          {decision === 'approve' && (
            <>
              This publishes <bdi>{versionName}</bdi> on {branch.name} for everyone who reads it. It cannot be changed
              or taken back.
            </>
          )}
          {decision === 'request' && (
            <>
              <bdi>{author.name}</bdi> gets the draft back with your comment, and may submit it again.
            </>
          )}
          {decision === 'reject' && 'This ends the draft. It cannot be submitted again.'}
        </p>
        {decision === 'approve' && breaking > 0 && (
          <Alert
            color="red"
            variant="light"
            title={`${breaking} breaking ${breaking === 1 ? 'change is' : 'changes are'} not accepted`}
          >
            Clients of the current version may stop working. Approve only if this is intended.
          </Alert>
        )}
        <TextBox
          ref={field}
          label={`Comment (${when})`}
          value={comment}
          onChange={setComment}
          maxLength={4_000}
          readOnly={busy}
          autoFocus
        />
        {before && !busy && !isOver && (
          <Anchor component="button" type="button" ta="start" onClick={() => take(before)}>
            Use the comment that you typed for “{TITLES[before]}”
          </Anchor>
        )}
        {isOver ? (
          <>
            <Alert color="yellow" variant="light" title="This is not possible now" role="alert">
              <WithNames text={obstacle} />
            </Alert>
            {/* Outside of the alert, which would be read again when somebody types. */}
            {comment !== '' && <p className="flush small">What you typed is kept. Copy it if you need it elsewhere.</p>}
          </>
        ) : (
          <ProblemAlert problem={problem} />
        )}
        <div className="row">
          <SubmitButton
            busy={busy}
            color={decision === 'reject' ? 'red' : undefined}
            disabled={isOver || (needsComment && comment.trim() === '')}
          >
            {decision === 'approve' && breaking > 0
              ? 'Publish with breaking changes'
              : decision === 'approve'
                ? 'Publish'
                : TITLES[decision]}
          </SubmitButton>
          <Button variant="default" onClick={isOver ? onClose : cancel}>
            {isOver ? 'Close' : 'Cancel'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
