import { Anchor, Badge, Button } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { Asked } from '../../app/ask.ts';
import { readKept } from '../../app/kept.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import { useUser } from '../../app/session.ts';
import { Ago } from '../../app/time.tsx';
import { useProblem } from '../../app/use-problem.ts';
import { many } from '../../parts/badges.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { spoken } from '../../parts/words.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { CommentForm } from './comment-form.tsx';
import type { Comment, Thread, Threads } from './use-threads.ts';

/** Runs an action on a comment and holds its error. */
function useOutcome() {
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  async function report(outcome: Promise<Asked<unknown>>): Promise<boolean> {
    setBusy(true);
    const { error } = await outcome;
    setBusy(false);
    note(error);
    return error === undefined;
  }
  return { problem, busy, report };
}

const NAME_LENGTH = 60;

/** A name that distinguishes a comment from others: its author and the start of its text. */
export function nameOf({ author, body }: Comment): string {
  const text = spoken(body).replace(/\s+/g, ' ').trim();
  return `${author.name}, ${text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH)}…` : text}`;
}

/** The address without a change: the page would show that change, not the thread. */
function withoutChange(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('change');
  return String(params);
}

/** The id of a thread in the page. */
export const placeIn = (id: string): string => `thread-${id}`;

type Props = {
  thread: Thread;
  threads: Threads;
  canWrite: boolean;
  /** Shows the reply that was typed but not sent. Set it in only one place where the thread is shown. */
  showsUnsent?: boolean;
  place?: string | undefined;
  /** The address that shows the place; without it, `onPlace` does. */
  placeAddress?: string | undefined;
  onPlace?: () => void;
};

export function ThreadCard(props: Props) {
  const { thread, threads, canWrite, showsUnsent = false, place } = props;
  const { first, replies } = thread;
  const [replying, setReplying] = useState(() => showsUnsent && readKept(`reply:${first.id}`) !== undefined);
  const [folded, setFolded] = useState(first.isResolved && !replying);
  const { problem, report } = useOutcome();
  const focus = useFocusInside<HTMLDivElement>();
  async function resolve() {
    const { id, isResolved } = first;
    if (await report(isResolved ? threads.reopen(id) : threads.resolve(id))) setFolded(!isResolved);
  }
  return (
    <div className="thread" id={showsUnsent ? placeIn(first.id) : undefined} {...focus}>
      {(place || first.outdated || first.isResolved) && (
        <div className="row small">
          {place && <Place {...props} place={place} />}
          {first.outdated && (
            <Badge variant="light" color="gray" title="The draft has changed: this place no longer exists">
              Outdated
            </Badge>
          )}
          {first.isResolved && (
            <Badge variant="light" color="green">
              ✓ Resolved{first.resolvedBy && ' by '}
              <bdi>{first.resolvedBy?.name}</bdi>
            </Badge>
          )}
        </div>
      )}
      {folded ? (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Show ${many(1 + replies.length, 'comment')}: ${nameOf(first)}`}
          onClick={() => setFolded(false)}
        >
          Show {many(1 + replies.length, 'comment')}
        </Button>
      ) : (
        <>
          {[first, ...replies].map(comment => (
            <CommentView
              key={comment.id}
              {...{ comment, threads, canWrite, showsUnsent }}
              link={showsUnsent && comment === first ? placeIn(first.id) : undefined}
            />
          ))}
          {canWrite && (
            <div className="row">
              {!replying && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={`Reply: ${nameOf(first)}`}
                  onClick={() => setReplying(true)}
                >
                  Reply
                </Button>
              )}
              <Button
                size="compact-xs"
                variant="default"
                aria-label={`${first.isResolved ? 'Reopen' : 'Resolve'}: ${nameOf(first)}`}
                onClick={() => void resolve()}
              >
                {first.isResolved ? 'Reopen' : 'Resolve'}
              </Button>
            </div>
          )}
          <ProblemAlert problem={problem} />
          {replying && canWrite && (
            <CommentForm
              keptAs={`reply:${first.id}`}
              label="Reply"
              verb="Send reply"
              autoFocus
              onSend={body => threads.create(body, { replyTo: first.id })}
              onClose={() => setReplying(false)}
            />
          )}
        </>
      )}
    </div>
  );
}

/** The place of a thread: a link to it, unless it is outdated. */
function Place({ thread: { first }, place, placeAddress, onPlace }: Props & { place: string }) {
  if (placeAddress)
    return (
      <Anchor
        component={Link}
        to={placeAddress}
        size="sm"
        onClick={onPlace}
        className="place"
        aria-label={`${place}, in the text: ${nameOf(first)}`}
      >
        {place}
      </Anchor>
    );
  if (onPlace === undefined || first.outdated) return <span className="place dim">{place}</span>;
  return (
    <Anchor component="button" type="button" size="sm" onClick={onPlace} className="place">
      {place}
    </Anchor>
  );
}

type CommentProps = {
  comment: Comment;
  threads: Threads;
  canWrite: boolean;
  showsUnsent: boolean;
  /** The id of the thread in the page, for its address. */
  link: string | undefined;
};

function CommentView({ comment, threads, canWrite, showsUnsent, link }: CommentProps) {
  const { search } = useLocation();
  const [editing, setEditing] = useState(() => showsUnsent && readKept(`edit:${comment.id}`) !== undefined);
  const [deleting, setDeleting] = useState(false);
  const isMine = useUser().id === comment.author.id;
  if (comment.isDeleted)
    return (
      <p className="dim small">
        <bdi>{comment.author.name}</bdi> deleted this comment.
      </p>
    );
  return (
    <article className="comment">
      <div className="row small">
        <strong>
          <bdi>{comment.author.name}</bdi>
        </strong>
        <span className="dim">
          <Ago at={comment.createdAt} />
          {comment.submissionRound > 0 && `, round ${comment.submissionRound}`}
        </span>
        {link && (
          <Anchor
            component={Link}
            to={{ search: withoutChange(search), hash: link }}
            size="sm"
            aria-label={`Link to the thread: ${nameOf(comment)}`}
          >
            Link
          </Anchor>
        )}
      </div>
      {editing && canWrite ? (
        <CommentForm
          keptAs={`edit:${comment.id}`}
          label="Comment"
          verb="Save"
          initial={comment.body}
          autoFocus
          onSend={body => threads.update(comment.id, body)}
          onClose={() => setEditing(false)}
        />
      ) : (
        <SafeHtml html={comment.bodyHtml} name={comment.id} />
      )}
      {isMine && canWrite && !editing && (
        <div className="row">
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`Edit: ${nameOf(comment)}`}
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Delete: ${nameOf(comment)}`}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Button>
        </div>
      )}
      {deleting && (
        <DeleteComment
          name={nameOf(comment)}
          close={() => setDeleting(false)}
          remove={() => threads.remove(comment.id)}
        />
      )}
    </article>
  );
}

type DeleteProps = { name: string; close: () => void; remove: () => Promise<Asked<unknown>> };

function DeleteComment({ name, close, remove }: DeleteProps) {
  const { problem, busy, report } = useOutcome();
  async function submit() {
    if (await report(remove())) close();
  }
  return (
    <FormDialog title="Delete this comment?" label="Delete" opened dangerous {...{ close, submit, busy, problem }}>
      <p className="flush dim name">{name}</p>
      <p className="flush">Nobody can read it any more. This cannot be undone.</p>
    </FormDialog>
  );
}
