import { Anchor, Badge, Button, Checkbox } from '@mantine/core';
import type { Dispatch, SetStateAction } from 'react';
import { Link } from 'react-router';
import { useUser } from '../../app/session.ts';
import type { ChangeSource } from '../../parts/changes/change.ts';
import { ChangeRow } from '../../parts/changes/change-row.tsx';
import { spoken } from '../../parts/words.tsx';
import { AcceptDialog, isAcceptable } from './accept-dialog.tsx';
import { CommentForm } from './comment-form.tsx';
import { placeAddress } from './text-place.ts';
import { ThreadCard } from './thread.tsx';
import type { Change, Review } from './use-review.ts';
import type { Seen } from './use-seen.ts';
import type { Threads } from './use-threads.ts';

type Props = {
  review: Review;
  source: ChangeSource;
  change: Change;
  current: string;
  opened: ReadonlySet<string>;
  onToggle: (key: string) => void;
  onSelect: (key: string) => void;
  onSeen: (change: Change, isSeen: boolean) => void;
  seen: Seen;
  threads: Threads;
  /** Whether the discussion is open. */
  canWrite: boolean;
  commenting: string;
  onCommenting: Dispatch<SetStateAction<string>>;
  /** The change whose dialog of acceptance is open. */
  accepting: string;
  onAccepting: (key: string) => void;
  onAccepted: (change: Change) => Promise<void>;
};

/** A change with its discussion and its actions: mark as seen, comment, accept. */
export function ReviewChange(props: Props) {
  const { review, source, change, current, opened, onToggle, onSelect } = props;
  const { seen, threads, canWrite, commenting, onCommenting, accepting, onAccepting } = props;
  const { key, message } = change;
  const me = useUser();
  const isSeen = seen.keys.has(key);
  const own = threads.all.filter(({ first }) => first.anchor?.changeKey === key && !first.outdated);
  const canAccept = isAcceptable(change) && (me.isSuperAdmin || review.project.myRole === 'ADMIN') && canWrite;
  return (
    <ChangeRow
      source={source}
      change={change}
      isCurrent={key === current}
      isOpen={opened.has(key)}
      isSeen={isSeen}
      onOpen={() => {
        onSelect(key);
        onToggle(key);
      }}
      mark={
        <Checkbox
          label="Seen"
          size="xs"
          checked={isSeen}
          disabled={seen.isReadOnly}
          onChange={() => props.onSeen(change, !isSeen)}
          aria-label={`Seen: ${spoken(message)}`}
        />
      }
      facts={
        <>
          <span>
            <span className="dim">in the text:</span>{' '}
            <PlaceLink change={change} isCanonical={false}>
              as sent
            </PlaceLink>
            ,{' '}
            <PlaceLink change={change} isCanonical>
              {source.isMarkdown ? 'stable' : 'normalized'}
            </PlaceLink>
          </span>
          {own.length > 0 && (
            <Badge variant="light" color="gray" size="sm">
              {own.length} {own.length === 1 ? 'thread' : 'threads'}
            </Badge>
          )}
        </>
      }
    >
      {own.map(thread => (
        <ThreadCard key={thread.first.id} thread={thread} threads={threads} canWrite={canWrite} />
      ))}
      {canWrite && (
        <div className="row">
          {commenting !== key && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Comment on this change: ${spoken(message)}`}
              onClick={() => {
                onSelect(key);
                onCommenting(key);
              }}
            >
              Comment on this change
            </Button>
          )}
          {canAccept && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Accept this breaking change…: ${spoken(message)}`}
              onClick={() => {
                onSelect(key);
                onAccepting(key);
              }}
            >
              Accept this breaking change…
            </Button>
          )}
        </div>
      )}
      {canWrite && commenting === key && (
        <CommentForm
          keptAs={`comment:${review.id}:${key}`}
          label="Comment on this change"
          verb="Comment"
          autoFocus
          onSend={body => threads.create(body, { anchor: { changeKey: key } })}
          onClose={() => onCommenting(now => (now === key ? '' : now))}
        />
      )}
      {accepting === key && (
        <AcceptDialog
          review={review}
          change={change}
          onClose={() => onAccepting('')}
          onDone={() => props.onAccepted(change)}
        />
      )}
    </ChangeRow>
  );
}

type PlaceProps = { change: Change; isCanonical: boolean; children: string };

/** A link to the change in the text. */
const PlaceLink = ({ change, isCanonical, children }: PlaceProps) => (
  <Anchor
    component={Link}
    to={placeAddress(change.key, isCanonical)}
    size="sm"
    aria-label={`In the text, ${children}: ${spoken(change.message)}`}
  >
    {children}
  </Anchor>
);
