import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import { forget, keptBelow, readKept } from '../../app/kept.ts';
import { Copy } from '../../parts/copy.tsx';
import { passFocusOn } from '../../parts/pass-focus-on.ts';
import { isAcceptable } from './accept-dialog.tsx';
import { keptDecisions } from './decision-dialog.tsx';
import type { Deciding } from './use-decision.ts';
import type { Change, Review } from './use-review.ts';
import { type Thread, type Threads, useThreads } from './use-threads.ts';

const DECISIONS = graphql(`
  query SentDecisions($id: ID!) { draft(id: $id) { id reviews(first: 200) { nodes { comment } } } }
`);

type Props = {
  review: Review;
  changes: readonly Change[];
  /** Whether these are all changes. */
  isWhole: boolean;
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
  // What was sent is read again for other texts: they may have been sent meanwhile.
  return texts.length > 0 && <Typed key={texts.join('\n')} {...props} texts={texts} onDiscard={discard} />;
}

type TypedProps = Props & { texts: string[]; onDiscard: () => void };

/** Lists the texts that were not sent. */
function Typed({ review, threads, texts, onDiscard }: TypedProps) {
  // A page that is out of date may lack what was sent last.
  const { loaded, problem, all } = useThreads(review.id, '');
  const decisions = useDecisions(review.id);
  const sent = sentTexts([...review.reviews.nodes, ...(decisions ?? [])], [...threads.all, ...all]);
  const unsent = texts.filter(text => !sent.has(text));
  if (unsent.length === 0 || !(loaded || problem) || decisions === undefined) return null;
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

type Decided = { comment: string | null };

/** The decisions on a draft; none if they could not be read. */
function useDecisions(id: string): readonly Decided[] | undefined {
  const [decisions, setDecisions] = useState<readonly Decided[]>();
  useEffect(
    () => void ask(DECISIONS, { id }).then(({ data }) => setDecisions(data?.draft?.reviews?.nodes ?? [])),
    [id],
  );
  return decisions;
}

/** Typed text is kept also if it was sent, but the answer was lost. */
const sentTexts = (decisions: readonly Decided[], all: readonly Thread[]): Set<string> =>
  new Set([
    ...all.flatMap(({ first, replies }) => [first, ...replies].map(({ body }) => body.trim())),
    ...decisions.map(({ comment }) => comment?.trim() ?? ''),
  ]);

/** The keys of the fields that are not offered now. */
function keysOf(props: Props): string[] {
  const {
    review,
    threads: { all },
    deciding: { mayDecide },
    canWrite,
  } = props;
  const comment = `comment:${review.id}`;
  const ofDiscussion = [
    ...keptBelow(comment).map(rest => comment + rest),
    ...all.flatMap(({ first, replies }) => [`reply:${first.id}`, ...[first, ...replies].map(({ id }) => `edit:${id}`)]),
  ];
  return [
    ...(canWrite ? [] : ofDiscussion),
    ...(canWrite && mayDecide ? [] : keptDecisions(review)),
    ...keptReasons(props),
  ];
}

/** The keys of reasons for changes that the reader cannot accept now, without those that were saved. */
function keptReasons({ review, changes, isWhole, deciding: { isReviewer }, canWrite }: Props): string[] {
  const accept = `accept:${review.id}:`;
  if (!isWhole) return [];
  const unsent = keptBelow(accept).filter(key => {
    const change = changes.find(change => change.key === key);
    const isSaved = change?.ignored?.reason.trim() === String(readKept(accept + key)).trim();
    return !isSaved && !(canWrite && isReviewer && change && isAcceptable(change));
  });
  return unsent.map(key => accept + key);
}
