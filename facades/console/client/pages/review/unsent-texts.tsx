import { keptBelow, readKept } from '../../app/kept.ts';
import { Copy } from '../../parts/copy.tsx';
import { keptDecisions } from './decision-dialog.tsx';
import type { Review } from './use-review.ts';
import type { Threads } from './use-threads.ts';

type Props = { review: Review; threads: Threads };

/** What was typed about a draft before its discussion was closed. It can no longer be sent, only copied. */
export function UnsentTexts({ review, threads }: Props) {
  const texts = keysOf(review, threads).flatMap(key => readKept(key)?.toString().trim() || []);
  if (texts.length === 0) return null;
  return (
    <section className="stack tight" aria-label="Not sent">
      <strong>What you typed and did not send:</strong>
      {texts.map(text => (
        <blockquote key={text} className="quote">
          {text}
        </blockquote>
      ))}
      <Copy text={texts.join('\n\n')} />
    </section>
  );
}

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
