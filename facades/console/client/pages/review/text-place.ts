import { useCallback, useEffect, useState } from 'react';
import { ask } from '../../app/ask.ts';
import type { Problem } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { ContentKind } from '../../gql/graphql.ts';
import { type Change, problemWith, type Review, stateOf } from './use-review.ts';
import type { Comment } from './use-threads.ts';

const PLACES = graphql(`
  query TextPlaces(
    $id: ID!, $base: ID!, $before: String!, $after: String!, $kind: ContentKind!, $hasBefore: Boolean!
    $hasAfter: Boolean!
  ) {
    draft(id: $id) { id revision place(pointer: $after, kind: $kind) @include(if: $hasAfter) { line firstLine text } }
    version(id: $base) @include(if: $hasBefore) { id place(pointer: $before, kind: $kind) { line firstLine text } }
  }
`);

export const canonicalForm = ({ document }: Review): ContentKind =>
  document.documentType === 'MARKDOWN' ? 'STABLE' : 'NORMALIZED';

/** The query string that shows a change in the text tab. */
export const placeAddress = (key: string, isCanonical: boolean): string =>
  `?${new URLSearchParams({ tab: 'text', change: key, ...(isCanonical && { form: 'canonical' }) })}`;

/** The query string that shows the line or the pointer of a thread in the text tab. */
export const threadAddress = (id: string): string => `?${new URLSearchParams({ tab: 'text', thread: id })}`;

/** A place in the texts: of a change, or of the first comment of a thread on a line or a pointer. */
export type Shown = Pick<Change, 'key' | 'pointerBefore' | 'pointerAfter'>;

/** The place of a thread in the new text. Undefined if it has none, or no longer. */
export function placeOfThread({ id, anchor, outdated }: Comment): Shown | undefined {
  const pointer = anchor?.pointer ?? (anchor?.line ? `/line/${anchor.line}` : undefined);
  return pointer === undefined || outdated ? undefined : { key: id, pointerBefore: null, pointerAfter: pointer };
}

/** A part of a text: the number of its first line, and the line to mark; both count from 1 in the whole text. */
export type Part = { text: string; firstLine: number; line: number | undefined };

export type Parts = { before: Part; after: Part };

const NOTHING: Part = { text: '', firstLine: 1, line: undefined };

type Found = { parts?: Parts; problem?: Problem };

/** Loads the surroundings of a place in both texts; `parts` is undefined until they are loaded. */
export function usePlaces(review: Review, shown: Shown | undefined, kind: ContentKind): Found & { again: () => void } {
  const [found, setFound] = useState<Found & { of: string }>();
  const [tries, setTries] = useState(0);
  const { id, revision, baseVersionId: base } = review;
  const { key, pointerBefore, pointerAfter } = shown ?? {};
  const of = shown === undefined ? '' : `${stateOf(review)} ${key} ${pointerAfter} ${kind}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the request.
  useEffect(() => {
    if (of === '') return;
    let isGone = false;
    const hasBefore = base !== null && typeof pointerBefore === 'string';
    const hasAfter = typeof pointerAfter === 'string';
    const pointers = { before: pointerBefore ?? '', after: pointerAfter ?? '' };
    void ask(PLACES, { id, base: base ?? '', ...pointers, kind, hasBefore, hasAfter }).then(answer => {
      if (isGone) return;
      const problem = problemWith(revision, answer);
      if (problem) return setFound({ of, problem });
      const { data } = answer;
      setFound({ of, parts: { before: data?.version?.place ?? NOTHING, after: data?.draft?.place ?? NOTHING } });
    });
    return () => {
      isGone = true;
    };
  }, [id, revision, base, pointerBefore, pointerAfter, kind, of, tries]);
  const again = useCallback(() => {
    setFound(undefined);
    setTries(was => was + 1);
  }, []);
  return { ...(found?.of === of && found), again };
}
