import { Button } from '@mantine/core';
import { useState } from 'react';
import { forget, keptBelow, readKept } from '../../app/kept.ts';
import { Copy } from '../../parts/copy.tsx';
import { keptDecisions } from './decision-dialog.tsx';
import type { Review } from './use-review.ts';
import type { Threads } from './use-threads.ts';

type Props = { review: Review; threads: Threads };

/** What was typed about a draft before its discussion was closed. It can no longer be sent, only copied or discarded. */
export function UnsentTexts({ review, threads }: Props) {
  // Renders again: what is kept is no state.
  const [, setDiscarded] = useState<readonly string[]>([]);
  const sent = sentTexts(review, threads);
  const keys = keysOf(review, threads);
  const typed = keys.map(key => String(readKept(key) ?? '').trim());
  const texts = [...new Set(typed)].filter(text => text !== '' && !sent.has(text));
  if (texts.length === 0) return null;
  function discard() {
    keys.forEach(forget);
    setDiscarded(keys);
    // The button is removed.
    document.getElementById('discussion')?.focus({ preventScroll: true });
  }
  return (
    <section className="stack tight" aria-label="Not sent">
      <strong>What you typed here and may not have sent:</strong>
      {texts.map(text => (
        <blockquote key={text} className="quote">
          {text}
        </blockquote>
      ))}
      <div className="row">
        <Copy text={texts.join('\n\n')} />
        <Button size="compact-sm" variant="default" onClick={discard}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** Typed text is kept also if it was sent, but the answer was lost. */
const sentTexts = ({ reviews }: Review, { all }: Threads): Set<string> =>
  new Set([
    ...all.flatMap(({ first, replies }) => [first, ...replies].map(({ body }) => body.trim())),
    ...reviews.nodes.map(({ comment }) => comment?.trim() ?? ''),
  ]);

/** The keys of all fields in which a text about the draft can be typed. */
function keysOf(review: Review, { all }: Threads): string[] {
  const [comment, accept] = [`comment:${review.id}`, `accept:${review.id}:`];
  return [
    ...keptBelow(comment).map(rest => comment + rest),
    ...all.flatMap(({ first, replies }) => [`reply:${first.id}`, ...[first, ...replies].map(({ id }) => `edit:${id}`)]),
    ...keptDecisions(review),
    ...keptBelow(accept).map(rest => accept + rest),
  ];
}
