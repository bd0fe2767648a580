import { useCallback, useEffect, useMemo, useState } from 'react';
import { ask } from '../app/ask.ts';
import { type Problem, problemOf } from '../app/errors.ts';
import { graphql } from '../app/graphql.ts';
import type { ComparisonQuery } from '../gql/graphql.ts';
import { type Change, type ChangeSource, readChanges } from './changes/change.ts';

const COMPARISON = graphql(`
  query Comparison($id: ID!, $first: Int!, $offset: Int!) {
    diff(id: $id) {
      id fromVersionId toVersionId
      toVersion { id document { id documentType } }
      summary {
        unchanged breakingChanges warnings infos ignoredChanges affectedOperations
        addedEndpoints removedEndpoints modifiedEndpoints addedLines removedLines modifiedBlocks
      }
      semverHint { needed before after sufficient }
      itemCount
      items(first: $first, offset: $offset) { ...Change }
    }
  }
`);

const AFFECTED = graphql(`
  query ComparedOperations($id: ID!, $rule: String!) {
    diff(id: $id) { id items(rule: $rule) { key affectedOperations { method path } } }
  }
`);

const EXCERPTS = graphql(`
  query ComparedPlaces($from: ID!, $to: ID!, $before: String!, $after: String!, $hasBefore: Boolean!, $hasAfter: Boolean!) {
    from: version(id: $from) @include(if: $hasBefore) { id excerpt(pointer: $before) }
    to: version(id: $to) @include(if: $hasAfter) { id excerpt(pointer: $after) }
  }
`);

export type Diff = NonNullable<ComparisonQuery['diff']>;

const PAGE = 1_000;

type Found = { diff: Diff; changes: readonly Change[]; total: number };

/** Loads a stored comparison with all its changes, which are immutable. */
export function useDiff(id: string) {
  const [found, setFound] = useState<Found>();
  const [problem, setProblem] = useState<Problem>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the request.
  useEffect(() => {
    let isGone = false;
    setFound(undefined);
    async function read() {
      const changes: Change[] = [];
      for (let offset = 0, total = 1; offset < total; offset += PAGE) {
        const { data, error } = await ask(COMPARISON, { id, first: PAGE, offset });
        if (isGone) return;
        setProblem(error && problemOf(error));
        if (!data?.diff) return;
        total = data.diff.itemCount ?? 0;
        changes.push(...readChanges(data.diff.items ?? []));
        setFound({ diff: data.diff, changes: [...changes], total });
      }
    }
    void read();
    return () => {
      isGone = true;
    };
  }, [id, tries]);
  const again = useCallback(() => setTries(was => was + 1), []);
  const diff = found?.diff;
  const source = useMemo(() => diff && sourceOf(diff), [diff]);
  return { found, source, problem, again };
}

const sourceOf = ({ id, fromVersionId: from, toVersionId: to, toVersion }: Diff): ChangeSource => ({
  state: id,
  isMarkdown: toVersion.document.documentType === 'MARKDOWN',
  async affectedBy({ key, rule }) {
    const { data } = await ask(AFFECTED, { id, rule });
    return data?.diff?.items?.find(item => item.key === key)?.affectedOperations;
  },
  async excerptsAt({ before, after }) {
    const places = { before: before ?? '', after: after ?? '', hasBefore: before !== null, hasAfter: after !== null };
    const { data, error } = await ask(EXCERPTS, { from, to, ...places });
    const texts = { before: data?.from?.excerpt ?? '', after: data?.to?.excerpt ?? '' };
    return { texts, problem: error && problemOf(error) };
  },
});
