import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { SafeHtml } from '../../app/safe-html.tsx';
import { placeOf } from '../review/discussion.tsx';
import { placeOfThread, threadAddress } from '../review/text-place.ts';
import { nameOf, placeIn } from '../review/thread.tsx';
import type { Comment, Thread } from '../review/use-threads.ts';

/** The comment of the decision that requested changes, and the open threads with links to their places. */
export function AskedFor({
  draft,
  threads,
}: {
  draft: { id: string; reviewComment: string | null };
  threads: Thread[];
}) {
  const open = threads.filter(({ first }) => !first.isDeleted);
  if (!draft.reviewComment && open.length === 0) return null;
  return (
    <section className="card stack tight asked" aria-label="What reviewers asked for">
      <strong>What reviewers asked for</strong>
      {draft.reviewComment && <blockquote className="quote">{draft.reviewComment}</blockquote>}
      <ul className="plain small stack tight">
        {open.map(({ first }) => (
          <li key={first.id} className="thread">
            <bdi>{first.author.name}</bdi>,{' '}
            <Anchor
              component={Link}
              to={`/drafts/${draft.id}${addressOf(first)}`}
              size="sm"
              className="place"
              aria-label={`${labelOf(first)}: ${nameOf(first)}`}
            >
              {labelOf(first)}
            </Anchor>
            <SafeHtml html={first.bodyHtml} name={first.id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const labelOf = (comment: Comment): string => placeOf(comment) ?? 'On the draft';

/** The change, line or value of a comment, if the draft still has it, or else its thread. */
function addressOf(comment: Comment): string {
  const { id, anchor, outdated } = comment;
  if (placeOfThread(comment)) return threadAddress(id);
  return anchor?.changeKey && !outdated ? `?${new URLSearchParams({ change: anchor.changeKey })}` : `#${placeIn(id)}`;
}
