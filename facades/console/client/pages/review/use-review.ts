import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../../app/ask.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useWhileVisible } from '../../app/visible.ts';
import type { ActorsQuery, ReviewQuery } from '../../gql/graphql.ts';
import { type Change, readChanges } from '../../parts/changes/change.ts';
import { isolated } from '../../parts/words.tsx';

const REVIEW = graphql(`
  query Review($id: ID!) {
    draft(id: $id) {
      id status versionName revision reviewRevision changeToken changelog submissionRound submittedAt createdAt updatedAt
      sourceType sourceGitCommitId reviewComment openThreadCount baseVersionId warningCount documentFormat
      warnings { message line pointer rule }
      author { id name }
      authors { id name }
      isAuthor
      reviewers { id name }
      project { id name status myRole team { id status } reviewPolicy { requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking } }
      document { id name relativePath documentType status }
      branch { id name status latestVersion { id versionName sequence } }
      version { id sequence }
      reviews(first: 200) { nodes { id decision comment createdAt submissionRound reviewer { id name } } }
      aiSummary { id status content notice model stale generatedAt }
      diffPreview {
        baseVersionId itemCount seenKeys
        summary {
          breakingChanges warnings infos addedEndpoints removedEndpoints modifiedEndpoints modifiedBlocks addedLines
          removedLines ignoredChanges affectedOperations unchanged
        }
        semverHint { needed before after sufficient }
      }
    }
  }
`);

const ITEMS = graphql(`
  query ReviewItems($id: ID!, $first: Int!, $offset: Int!) {
    draft(id: $id) {
      id revision submissionRound baseVersionId
      diffPreview {
        items(first: $first, offset: $offset) { ...Change }
      }
    }
  }
`);

const PROBE = graphql(`
  query ReviewProbe($id: ID!) {
    draft(id: $id) {
      id status revision reviewRevision changeToken submissionRound baseVersionId
      branch { id latestVersion { id versionName } }
      aiSummary { id status generatedAt }
    }
  }
`);

const ACTORS = graphql(`
  query Actors($id: ID!) {
    draft(id: $id) { id authors { id name } reviews(first: 200) { nodes { reviewer { id name } } } }
  }
`);

export type Review = NonNullable<ReviewQuery['draft']>;
export type { Change };

const GONE = 'This draft was withdrawn, or you can no longer read it.';

const PAGE = 1_000;
const POLL_MS = 4_000;

/** `askedAt`: when the state was requested, as `performance.now()`. */
type Loaded = { review: Review; changes: Change[]; isWhole: boolean; askedAt: number };

export type ReviewState = {
  loaded: Loaded | undefined;
  problem: Problem | undefined;
  /** What happened to the draft since it was loaded. If set, no decision is possible until `reload`. */
  stale: string | undefined;
  /** Changes whenever somebody writes in the discussion. */
  discussionToken: string;
  reload(): Promise<void>;
  /** Checks immediately whether the loaded state is current. */
  look(): Promise<void>;
};

/** One state of a draft under review, with all its changes. It is replaced only when the reader calls `reload`. */
export function useReview(id: string): ReviewState {
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<Problem>();
  const [stale, setStale] = useState<string>();
  const [discussionToken, setDiscussionToken] = useState('');
  const run = useRef(0);
  /** The state that is shown, or is being loaded. */
  const shown = useRef<Review>(undefined);

  const reload = useCallback(async () => {
    run.current += 1;
    const mine = run.current;
    const isCurrent = () => run.current === mine;
    const askedAt = performance.now();
    const { data, error } = await ask(REVIEW, { id });
    if (!isCurrent()) return;
    if (!data?.draft) {
      setProblem(error && problemOf(error));
      return;
    }
    const review = data.draft;
    setProblem(undefined);
    setStale(undefined);
    setDiscussionToken(review.changeToken);
    const total = review.diffPreview?.itemCount ?? 0;
    const changes: Change[] = [];
    if (total === 0) {
      shown.current = review;
      setLoaded({ review, changes, isWhole: true, askedAt });
    }
    for (let offset = 0; offset < total; offset += PAGE) {
      const page = await ask(ITEMS, { id, first: PAGE, offset });
      if (!isCurrent()) return;
      const draft = page.data?.draft;
      if (!draft?.diffPreview?.items) {
        setProblem(page.error && problemOf(page.error));
        return;
      }
      if (!isSameState(draft, review)) {
        setStale('The draft or its branch has changed while this page was loading.');
        return;
      }
      changes.push(...readChanges(draft.diffPreview.items));
      shown.current = review;
      const next = { review, changes: [...changes], isWhole: changes.length >= total, askedAt };
      // Keep the complete list of the same state until the new list is complete: otherwise the page would jump.
      setLoaded(was =>
        !next.isWhole && was?.isWhole && isSameState(was.review, review) ? { ...was, review, askedAt } : next,
      );
    }
  }, [id]);

  useEffect(() => {
    shown.current = undefined;
    setLoaded(undefined);
    setProblem(undefined);
    void reload();
  }, [reload]);

  const look = useCallback(async () => {
    const review = shown.current;
    if (review === undefined) return;
    const mine = run.current;
    // Ignore an answer about a state that the reader has replaced meanwhile, by `reload` or by a decision.
    const isPresent = () => run.current === mine && shown.current === review;
    const { data, error } = await ask(PROBE, { id });
    const now = data?.draft;
    if (!isPresent()) return;
    if (!now) {
      if (error && problemOf(error).code === 'NOT_FOUND') setStale(GONE);
      return;
    }
    if (now.status !== review.status || !isSameState(now, review)) {
      const { data: actors } = await ask(ACTORS, { id });
      if (isPresent()) setStale(whatHappened(review, now, actors?.draft));
      return;
    }
    setDiscussionToken(now.changeToken);
    if (!isSameSummary(now.aiSummary, review.aiSummary)) void reload();
  }, [id, reload]);
  useWhileVisible(look, POLL_MS);

  return { loaded, problem, stale, discussionToken, reload, look };
}

type State = { revision: string; submissionRound: number; baseVersionId?: string | null };

/** Identifies a state of a draft, so that data of one state is never shown with another. */
export const stateOf = ({ revision, submissionRound, baseVersionId }: State): string =>
  `${revision} ${submissionRound} ${baseVersionId ?? ''}`;

const isSameState = (one: State, other: State): boolean => stateOf(one) === stateOf(other);

type Summary = { status: string; generatedAt: string | null } | null;

/** Also compares the time: between two looks, a fast model may start and finish, which leaves the same status. */
const isSameSummary = (one: Summary, other: Summary): boolean =>
  one?.status === other?.status && one?.generatedAt === other?.generatedAt;

type Now = State & { status: Review['status']; branch: { latestVersion?: { versionName: string } | null } };

type Actors = ActorsQuery['draft'];

const nameOf = (person: { name: string } | undefined): string => isolated(person?.name ?? 'Somebody');

function whatHappened(was: Review, now: Now, actors: Actors | undefined): string {
  const name = nameOf(actors?.reviews.nodes.at(-1)?.reviewer);
  // Name an author only if there is one: of several, the service does not say who edited last.
  const author = nameOf(actors?.authors.length === 1 ? actors.authors[0] : undefined);
  if (now.status !== was.status) {
    if (now.status === 'PUBLISHED') return `${name} approved this draft: ${isolated(was.versionName)} is published.`;
    if (now.status === 'REJECTED') return `${name} rejected this draft.`;
    if (now.status === 'CHANGES_REQUESTED') return `${name} requested changes to this draft.`;
    if (now.status === 'SUBMITTED') return 'This draft was submitted for review.';
    return `${author} edits this draft again.`;
  }
  if ((now.baseVersionId ?? null) !== (was.baseVersionId ?? null))
    return `Version ${isolated(now.branch.latestVersion?.versionName ?? '')} was published on ${was.branch.name} meanwhile: this draft is now compared with that version.`;
  return `${author} changed this draft.`;
}
