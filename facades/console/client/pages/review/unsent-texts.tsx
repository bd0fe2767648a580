import { Button } from '@mantine/core';
import { useState } from 'react';
import { forget, keptBelow, readKept } from '../../app/kept.ts';
import { Copy } from '../../parts/copy.tsx';
import { passFocusOn } from '../../parts/pass-focus-on.ts';
import { keptDecisions } from './decision-dialog.tsx';
import type { Deciding } from './use-decision.ts';
import type { Review } from './use-review.ts';
import { type Thread, type Threads, useThreads } from './use-threads.ts';

type Props = {
  review: Review;
  threads: Threads;
  deciding: Deciding;
  /** Whether the discussion is open. */
  canWrite: boolean;
};

/** What was typed about a draft in fields that are not offered now. It cannot be sent, only copied or discarded. */
export function UnsentTexts(props: Props) {
  // Renders again: what is kept is no state.
  const [, setDiscarded] = useState<readonly string[]>([]);
  const keys = keysOf(props);
  const texts = [...new Set(keys.map(key => String(readKept(key) ?? '').trim()))].filter(text => text !== '');
  function discard() {
    keys.forEach(forget);
    setDiscarded(keys);
  }
  return texts.length > 0 && <Typed {...props} texts={texts} onDiscard={discard} />;
}

type TypedProps = Props & { texts: string[]; onDiscard: () => void };

/** Lists the texts that were not sent. */
function Typed({ review, threads, texts, onDiscard }: TypedProps) {
  // The discussion of a page that is out of date may lack what was sent last.
  const { loaded, problem, all } = useThreads(review.id, '');
  const sent = sentTexts(review, [...threads.all, ...all]);
  const unsent = texts.filter(text => !sent.has(text));
  if (unsent.length === 0 || !(loaded || problem)) return null;
  return (
    <section className="stack tight" aria-label="Not sent" ref={passFocusOn}>
      <strong>What you typed here and may not have sent:</strong>
      {unsent.map(text => (
        <blockquote key={text} className="quote">
          {text}
        </blockquote>
      ))}
      <div className="row">
        <Copy text={unsent.join('\n\n')} />
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** Typed text is kept also if it was sent, but the answer was lost. */
const sentTexts = ({ reviews }: Review, all: readonly Thread[]): Set<string> =>
  new Set([
    ...all.flatMap(({ first, replies }) => [first, ...replies].map(({ body }) => body.trim())),
    ...reviews.nodes.map(({ comment }) => comment?.trim() ?? ''),
  ]);

/** The keys of the fields that are not offered now. */
function keysOf({ review, threads: { all }, deciding: { mayDecide, isReviewer }, canWrite }: Props): string[] {
  const [comment, accept] = [`comment:${review.id}`, `accept:${review.id}:`];
  const ofDiscussion = [
    ...keptBelow(comment).map(rest => comment + rest),
    ...all.flatMap(({ first, replies }) => [`reply:${first.id}`, ...[first, ...replies].map(({ id }) => `edit:${id}`)]),
  ];
  return [
    ...(canWrite ? [] : ofDiscussion),
    ...(canWrite && mayDecide ? [] : keptDecisions(review)),
    ...(canWrite && isReviewer ? [] : keptBelow(accept).map(rest => accept + rest)),
  ];
}
