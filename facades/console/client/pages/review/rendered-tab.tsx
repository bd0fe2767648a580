import { useEffect, useState } from 'react';
import { ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import { SafeHtml } from '../../app/safe-html.tsx';
import { Skeletons } from '../../shell/loaded.tsx';
import type { Review } from './use-review.ts';

const RENDERED = graphql(`
  query ReviewRendered($id: ID!, $base: ID!, $hasBase: Boolean!) {
    draft(id: $id) { id content(kind: RAW, maxBytes: 1) { html } }
    version(id: $base) @include(if: $hasBase) { id content(kind: RAW, maxBytes: 1) { html } }
  }
`);

/** Markdown as its readers will see it, beside what they see now. */
export function RenderedTab({ review }: { review: Review }) {
  const [html, setHtml] = useState<{ before: string | undefined; after: string }>();
  const base = review.diffPreview?.baseVersionId;
  useEffect(() => {
    void ask(RENDERED, { id: review.id, base: base ?? '', hasBase: Boolean(base) }).then(({ data }) =>
      setHtml({ before: data?.version?.content?.html ?? undefined, after: data?.draft?.content?.html ?? '' }),
    );
  }, [review.id, base]);
  if (html === undefined) return <Skeletons />;
  return (
    <div className="side-by-side">
      {html.before !== undefined && (
        <section className="card" aria-label="Before">
          <h2 className="side-title">Now</h2>
          <SafeHtml html={html.before} />
        </section>
      )}
      <section className="card" aria-label="After">
        <h2 className="side-title">With this draft</h2>
        <SafeHtml html={html.after} />
      </section>
    </div>
  );
}
