import { Anchor, Badge, Button, Checkbox } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import { shownSeverity } from './changes.ts';
import { CommentForm } from './comment-form.tsx';
import { isClosed } from './discussion.tsx';
import { placeAddress } from './text-place.ts';
import { ThreadCard } from './thread.tsx';
import type { Change, Review } from './use-review.ts';
import type { Seen } from './use-seen.ts';
import type { Threads } from './use-threads.ts';

const Places = lazy(async () => ({ default: (await import('./places.tsx')).Places }));

type Props = {
  review: Review;
  change: Change;
  current: string;
  opened: ReadonlySet<string>;
  onToggle: (key: string) => void;
  onSelect: (key: string) => void;
  seen: Seen;
  threads: Threads;
  commenting: string;
  onCommenting: (key: string) => void;
  onAccepted: () => Promise<void>;
};

const WORDS = { BREAKING: '■ Breaking', WARNING: '▲ Warning', INFO: '● Other' } as const;

export function ChangeRow(props: Props) {
  const { review, change, current, opened, onToggle, onSelect, seen, threads, commenting, onCommenting } = props;
  const { key, message, ignored, rule, location } = change;
  const [accepting, setAccepting] = useState(false);
  const me = useUser();
  const isOpen = opened.has(key);
  const isSeen = seen.keys.has(key);
  const severity = shownSeverity(change);
  const own = threads.all.filter(({ first }) => first.anchor?.changeKey === key && !first.outdated);
  const canWrite = !isClosed(review);
  const canAccept =
    change.severity === 'BREAKING' && !ignored && (me.isSuperAdmin || review.project.myRole === 'ADMIN') && canWrite;
  return (
    <article
      className={`change severity-${severity.toLowerCase()}`}
      data-current={key === current || undefined}
      data-seen={isSeen || undefined}
      aria-label={message}
    >
      <div className="change-line">
        <button
          type="button"
          className="change-open"
          aria-expanded={isOpen}
          onClick={() => {
            onSelect(key);
            onToggle(key);
          }}
        >
          <span className="change-message">
            <span className="change-severity">{ignored ? '✓ Accepted' : WORDS[severity]}</span> {message}
          </span>
          <span className="dim small change-place">{readable(location)}</span>
        </button>
        <Checkbox
          label="Seen"
          size="xs"
          checked={isSeen}
          onChange={() => seen.mark([change], !isSeen)}
          aria-label={`Seen: ${message}`}
        />
      </div>
      <div className="row small change-facts">
        <Affected review={review} change={change} />
        <code className="dim">{rule}</code>
        <span>
          <span className="dim">in the text:</span>{' '}
          <PlaceLink change={change} isCanonical={false}>
            as sent
          </PlaceLink>
          ,{' '}
          <PlaceLink change={change} isCanonical>
            {review.document.documentType === 'MARKDOWN' ? 'stable' : 'normalized'}
          </PlaceLink>
        </span>
        {ignored && <span>Accepted: “{ignored.reason}”</span>}
        {own.length > 0 && (
          <Badge variant="light" color="gray" size="sm">
            {own.length} {own.length === 1 ? 'thread' : 'threads'}
          </Badge>
        )}
      </div>
      {isOpen && (
        <div className="change-body stack tight">
          {change.segments ? (
            <p className="segments">
              {change.segments.map(({ kind, text }, index) =>
                kind === 'KEPT' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the words of one change never move.
                  <span key={index}>{text}</span>
                ) : kind === 'ADDED' ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the words of one change never move.
                  <ins key={index}>{text}</ins>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the words of one change never move.
                  <del key={index}>{text}</del>
                ),
              )}
            </p>
          ) : (
            review.document.documentType === 'OPENAPI' && (
              <Suspense fallback={<p className="late">Loading the texts…</p>}>
                <Places review={review} change={change} />
              </Suspense>
            )
          )}
          {own.map(thread => (
            <ThreadCard key={thread.first.id} thread={thread} threads={threads} canWrite={canWrite} />
          ))}
          {canWrite && (
            <div className="row">
              {commenting !== key && (
                <Button size="compact-sm" variant="default" onClick={() => onCommenting(key)}>
                  Comment on this change
                </Button>
              )}
              {canAccept && (
                <Button size="compact-sm" variant="default" onClick={() => setAccepting(true)}>
                  Accept this breaking change…
                </Button>
              )}
            </div>
          )}
          {commenting === key && (
            <CommentForm
              keptAs={`comment:${review.id}:${key}`}
              label="Comment on this change"
              verb="Comment"
              autoFocus
              onSend={body => threads.create(body, { anchor: { changeKey: key } })}
              onClose={() => onCommenting('')}
            />
          )}
        </div>
      )}
      {accepting && (
        <AcceptDialog review={review} change={change} onClose={() => setAccepting(false)} onDone={props.onAccepted} />
      )}
    </article>
  );
}

type PlaceProps = { change: Change; isCanonical: boolean; children: string };

/** Leads to the change in the whole text. */
const PlaceLink = ({ change, isCanonical, children }: PlaceProps) => (
  <Anchor
    component={Link}
    to={placeAddress(change.key, isCanonical)}
    size="sm"
    aria-label={`In the text, ${children}: ${change.message}`}
  >
    {children}
  </Anchor>
);

const readable = (location: string): string =>
  location
    .replace(/^\/line\//, 'Line ')
    .replace(/^\//, '')
    .replaceAll('/', ' › ')
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');

const AFFECTED = graphql(`
  query AffectedOperations($id: ID!, $rule: String!) {
    draft(id: $id) { id diffPreview { items(rule: $rule) { key affectedOperations { method path } } } }
  }
`);

/** How many operations a change reaches; which ones, on demand. */
function Affected({ review, change }: { review: Review; change: Change }) {
  const { key, rule, affectedOperationCount: count, method, path } = change;
  const [operations, setOperations] = useState<{ method: string; path: string }[]>();
  if (count === 0) return null;
  if (count === 1)
    return (
      <span>
        {method} {path}
      </span>
    );
  if (operations !== undefined)
    return (
      <ul className="plain affected">
        {operations.map(operation => (
          <li key={`${operation.method} ${operation.path}`}>
            {operation.method} {operation.path}
          </li>
        ))}
      </ul>
    );
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      onClick={async () => {
        const { data } = await ask(AFFECTED, { id: review.id, rule });
        const found = data?.draft?.diffPreview?.items?.find(item => item.key === key);
        setOperations(found?.affectedOperations ?? []);
      }}
    >
      {count} operations
    </Anchor>
  );
}
