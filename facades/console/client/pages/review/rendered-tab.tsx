import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../../app/ask.ts';
import type { Problem } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import { Failure, Skeletons } from '../../shell/loaded.tsx';
import { isDecided } from './closed.ts';
import { type Marks, useMarks } from './use-marks.ts';
import { problemWith, type Review } from './use-review.ts';

const RENDERED = graphql(`
  query ReviewRendered($id: ID!, $base: ID!, $hasBase: Boolean!) {
    draft(id: $id) { id revision content(kind: RAW, maxBytes: 1) { html } }
    version(id: $base) @include(if: $hasBase) { id content(kind: RAW, maxBytes: 1) { html } }
  }
`);

const LEGEND = (
  <>
    <del>Removed</del> and <ins>added</ins> words are marked.
  </>
);

const LEGENDS: Record<Marks, React.ReactNode> = {
  none: null,
  marked: LEGEND,
  'partly marked': <>{LEGEND} Some changes of layout are not marked. The other views show them.</>,
  'too many': 'There is too much to mark what changed here. The other views show the changes.',
  failed: 'What changed could not be marked. The other views show the changes.',
};

/** The rendered Markdown of the draft, beside that of the published version. What changed is marked in both. */
export function RenderedTab({ review }: { review: Review }) {
  const [html, setHtml] = useState<{ before: string | undefined; after: string }>();
  const [problem, setProblem] = useState<Problem>();
  const { id, revision, baseVersionId: base } = review;
  const load = useCallback(async () => {
    const answer = await ask(RENDERED, { id, base: base ?? '', hasBase: Boolean(base) });
    const found = problemWith(revision, answer);
    setProblem(found);
    const { data } = answer;
    if (!found) setHtml({ before: data?.version?.content?.html ?? undefined, after: data?.draft?.content?.html ?? '' });
  }, [id, revision, base]);
  useEffect(() => void load(), [load]);
  const texts = useRef<HTMLDivElement>(null);
  const marks = useMarks(texts, html?.before !== undefined && html.before !== html.after);
  if (problem) return <Failure problem={problem} noun="draft" retry={() => void load()} />;
  if (html === undefined) return <Skeletons />;
  return (
    <>
      {marks !== 'none' && <p className="small">{LEGENDS[marks]}</p>}
      <div className="side-by-side" ref={texts}>
        {html.before !== undefined && (
          <section className="card" aria-label="Before">
            <h2 className="side-title">{isDecided(review) ? 'Before' : 'Now'}</h2>
            <SafeHtml html={html.before} name="now" />
          </section>
        )}
        <section className="card" aria-label="After">
          <h2 className="side-title">With this draft</h2>
          <SafeHtml html={html.after} />
        </section>
      </div>
    </>
  );
}
