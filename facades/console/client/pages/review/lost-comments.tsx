import { useState } from 'react';
import { keptBelow } from '../../app/kept.ts';
import { CommentForm } from './comment-form.tsx';
import type { Change, Review } from './use-review.ts';
import type { Threads } from './use-threads.ts';

type Props = { review: Review; changes: readonly Change[]; threads: Threads };

/**
 * Comments that were typed but not sent, about changes or lines that the draft no longer has. They can be sent as comments on the
 * draft.
 */
export function LostComments({ review: { id, revision }, changes, threads }: Props) {
  const [lost, setLost] = useState(() =>
    keptBelow(`comment:${id}:`).filter(key =>
      key.startsWith('line:') ? !key.startsWith(`line:${revision}:`) : !changes.some(change => change.key === key),
    ),
  );
  return lost.map(key => (
    <CommentForm
      key={key}
      keptAs={`comment:${id}:${key}`}
      label={labelOf(key)}
      verb="Comment on the draft"
      onSend={body => threads.create(body, {})}
      onClose={() => setLost(now => now.filter(one => one !== key))}
    />
  ));
}

/** Names the place that a comment was typed for. */
function labelOf(key: string): string {
  const line = /^line:.*:(\d+)$/.exec(key)?.[1];
  return line
    ? `What you typed about line ${line} before the draft was changed`
    : 'What you typed about a change that is gone';
}
