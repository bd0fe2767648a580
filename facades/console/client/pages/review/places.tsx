import { useEffect, useState } from 'react';
import { ask } from '../../app/ask.ts';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { Merge } from '../../editor/merge-view.tsx';
import { placesOf } from './changes.ts';
import type { Change, Review } from './use-review.ts';

const PLACES = graphql(`
  query ChangePlaces($id: ID!, $base: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {
    draft(id: $id) { id excerpt(pointer: $after) @include(if: $hasAfter) }
    version(id: $base) @include(if: $hasBefore) { id excerpt(pointer: $before) }
  }
`);

/** The place of a change in both texts, side by side. */
export function Places({ review, change }: { review: Review; change: Change }) {
  const [texts, setTexts] = useState<{ before: string; after: string }>();
  const [problem, setProblem] = useState('');
  const { before, after } = placesOf(change);
  const base = review.diffPreview?.baseVersionId ?? null;
  useEffect(() => {
    let isGone = false;
    void ask(PLACES, {
      ...{ id: review.id, base: base ?? '', before: before ?? '', after: after ?? '' },
      ...{ hasBefore: base !== null && before !== null, hasAfter: after !== null },
    }).then(({ data, error }) => {
      if (isGone) return;
      if (error) setProblem(problemOf(error).message);
      setTexts({ before: data?.version?.excerpt ?? '', after: data?.draft?.excerpt ?? '' });
    });
    return () => {
      isGone = true;
    };
  }, [review.id, base, before, after]);
  if (problem) return <p role="alert">{problem}</p>;
  if (texts === undefined) return <p className="late">Loading the texts…</p>;
  return <Merge before={texts.before} after={texts.after} label={change.message} />;
}
