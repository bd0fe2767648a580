import type { ReactNode } from 'react';
import { Failure } from '../../shell/loaded.tsx';
import { CommentForm } from './comment-form.tsx';
import { placeOfThread, threadAddress } from './text-place.ts';
import { ThreadCard } from './thread.tsx';
import { UnsentTexts } from './unsent-texts.tsx';
import type { Deciding } from './use-decision.ts';
import type { Change, Review } from './use-review.ts';
import type { Comment, Threads } from './use-threads.ts';

export function placeOf({ anchor }: Comment): string | undefined {
  if (!anchor) return undefined;
  if (anchor.line) return `Line ${anchor.line}`;
  return anchor.pointer ?? (anchor.changeKey ? 'On a change' : undefined);
}

type Props = {
  review: Review;
  changes: readonly Change[];
  /** Whether these are all changes. */
  isWhole: boolean;
  threads: Threads;
  deciding: Deciding;
  /** Whether the discussion is open. */
  canWrite: boolean;
  /** Whether its reader types: what they type is not listed as unsent yet. */
  isTyping: boolean;
  onChange: (key: string) => void;
  /** Called when a link shows a place in the text. */
  onText: () => void;
  children: ReactNode;
};

export function Discussion(props: Props) {
  const { review, changes, isWhole, threads, deciding, canWrite, isTyping, onChange, onText, children } = props;
  return (
    <section className="stack tight discussion" id="discussion" tabIndex={-1} aria-label="Discussion">
      <h2 className="side-title">
        Discussion{' '}
        {threads.loaded && (
          <span className="dim small">
            {threads.open.length} open of {threads.all.length}
          </span>
        )}
      </h2>
      {threads.problem && <Failure problem={threads.problem} noun="discussion" retry={() => void threads.read()} />}
      {threads.all.map(thread => {
        const key = thread.first.anchor?.changeKey;
        return (
          <ThreadCard
            key={thread.first.id}
            thread={thread}
            threads={threads}
            canWrite={canWrite}
            showsUnsent
            place={placeOf(thread.first)}
            placeAddress={placeOfThread(thread.first) && threadAddress(thread.first.id)}
            onPlace={key ? () => onChange(key) : onText}
          />
        );
      })}
      {canWrite ? children : <p className="dim small">The discussion can only be read.</p>}
      {!isTyping && <UnsentTexts {...{ review, changes, isWhole, threads, deciding, canWrite }} />}
      {canWrite && (
        <CommentForm
          keptAs={`comment:${review.id}`}
          label="Comment on the draft"
          verb="Comment"
          onSend={body => threads.create(body, {})}
        />
      )}
    </section>
  );
}
