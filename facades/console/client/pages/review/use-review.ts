import { useCallback, useEffect, useRef, useState } from 'react';
import { type Asked, ask } from '../../app/ask.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useWhileVisible } from '../../app/visible.ts';
import type { ActorsQuery, ReviewQuery } from '../../gql/graphql.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { type Change, readChanges } from '../../parts/changes/change.ts';
import { type With, whole } from '../../parts/whole.ts';
import { isolated } from '../../parts/words.tsx';
import { isClosed } from './closed.ts';

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
      branch { id name status isProtected latestVersion { id versionName sequence } }
      version { id sequence }
      reviews(first: 200) { nodes { id decision comment createdAt submissionRound reviewer { id name } } }
      aiSummary { id status errorMessage notice }
      explanation: aiSummary(status: SUCCEEDED) { id content model stale }
      diffPreview(nullIfTooLarge: true) {
        itemCount seenKeys
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
      project { id status team { id status } }
      document { id status }
      branch { id status latestVersion { id versionName } }
      aiSummary { id status }
    }
  }
`);

const ACTORS = graphql(`
  query Actors($id: ID!) {
    draft(id: $id) { id authors { id name } reviews(first: 200) { nodes { reviewer { id name } } } }
  }
`);

export type Review = With<NonNullable<ReviewQuery['draft']>, 'project' | 'document' | 'branch' | 'reviews'>;
export type { Change };

const WAS_ARCHIVED = ' was archived.';
const CHANGED_MEANWHILE = 'The draft or its branch has changed while this page was loading.';
const GONE = 'This draft was withdrawn, or you can no longer read it.';

const PAGE = 1_000;
const POLL_MS = 4_000;

/** `askedAt`: when the state was requested, as `performance.now()`. */
type Loaded = { review: Review; changes: Change[]; isWhole: boolean; askedAt: number };

/**
 * `isDecidable`: whether the new state can be decided. `isClosed`: whether its discussion is closed. `isGone`: there is none
 * for this reader.
 */
export type Stale = { text: string; isDecidable: boolean; isClosed: boolean; isGone?: boolean };

export type ReviewState = {
  loaded: Loaded | undefined;
  problem: Problem | undefined;
  /** What happened to the draft since it was loaded. If set, no decision is possible until `reload`. */
  stale: Stale | undefined;
  /** Changes whenever somebody writes in the discussion. */
  discussionToken: string;
  reload(): Promise<void>;
  /** Loads the state that is shown again. If another one has replaced it, the page becomes `stale` instead. */
  refresh(): Promise<void>;
  /** Checks immediately whether the loaded state is current. */
  look(): Promise<void>;
};

/** One state of a draft under review, with all its changes. It is replaced only when the reader calls `reload`. */
export function useReview(id: string): ReviewState {
  const [loaded, setLoaded] = useState<Loaded>();
  const [problem, setProblem] = useState<Problem>();
  const [stale, setStale] = useState<Stale>();
  const [discussionToken, setDiscussionToken] = useState('');
  const run = useRef(0);
  /** The state that is shown. */
  const shown = useRef<Review>(undefined);
  /** While a state is being loaded, a look would compare the one that is shown, which it replaces. */
  const isLoading = useRef(false);
  /** Whether the last look found no draft that the reader can read. */
  const isGone = useRef(false);

  const tell = useCallback(
    async (was: Review, now: Now, isCurrent: () => boolean) => {
      const { data } = await ask(ACTORS, { id });
      if (isCurrent()) setStale({ text: whatHappened(was, now, data?.draft), ...offersOf(now) });
    },
    [id],
  );

  const show = useCallback((next: Loaded, isFirst: boolean) => {
    const { review, askedAt } = next;
    shown.current = review;
    isGone.current = false;
    setProblem(undefined);
    // Only now: until it is shown, nobody has seen the state that they would decide on.
    if (isFirst) {
      setStale(undefined);
      setDiscussionToken(review.changeToken);
    }
    // Keep the complete list of the same state until the new list is complete: otherwise the page would jump.
    setLoaded(was =>
      !next.isWhole && was?.isWhole && isSameState(was.review, review) ? { ...was, review, askedAt } : next,
    );
  }, []);

  const load = useCallback(
    async function load(isCurrent: () => boolean, expected?: Review): Promise<void> {
      const askedAt = performance.now();
      const { data, error } = await ask(REVIEW, { id });
      if (!isCurrent()) return;
      const review = whole(data?.draft, 'project', 'document', 'branch', 'reviews');
      if (review === undefined) {
        setProblem(error && problemOf(error));
        return;
      }
      if (expected !== undefined && hasChanged(expected, review)) return tell(expected, review, isCurrent);
      const total = review.diffPreview?.itemCount ?? 0;
      const changes: Change[] = [];
      if (total === 0) show({ review, changes, isWhole: true, askedAt }, true);
      for (let offset = 0; offset < total; offset += PAGE) {
        const page = await ask(ITEMS, { id, first: PAGE, offset });
        if (!isCurrent()) return;
        const draft = page.data?.draft;
        if (!draft?.diffPreview?.items) {
          setProblem(page.error && problemOf(page.error));
          return;
        }
        if (!isSameState(draft, review)) {
          if (shown.current === undefined) return load(isCurrent);
          setStale({ text: CHANGED_MEANWHILE, ...offersOf(review) });
          return;
        }
        changes.push(...readChanges(draft.diffPreview.items));
        show({ review, changes: [...changes], isWhole: changes.length >= total, askedAt }, offset === 0);
      }
    },
    [id, tell, show],
  );
  const reload = useCallback(
    async (expected?: Review): Promise<void> => {
      run.current += 1;
      const mine = run.current;
      isLoading.current = true;
      const isCurrent = () => run.current === mine;
      await load(isCurrent, expected).finally(() => {
        if (isCurrent()) isLoading.current = false;
      });
    },
    [load],
  );
  const refresh = useCallback(() => reload(shown.current), [reload]);

  useEffect(() => {
    shown.current = undefined;
    setLoaded(undefined);
    setProblem(undefined);
    void reload();
  }, [reload]);

  const look = useCallback(async () => {
    const review = shown.current;
    if (review === undefined || isLoading.current) return;
    const mine = run.current;
    // Ignore an answer about a state that the reader has replaced meanwhile, by `reload` or by a decision.
    const isPresent = () => run.current === mine && shown.current === review;
    const { data, error } = await ask(PROBE, { id });
    const now = whole(data?.draft, 'project', 'document', 'branch');
    if (!isPresent()) return;
    if (!now) {
      if (!error || problemOf(error).code !== 'NOT_FOUND') return;
      isGone.current = true;
      return setStale({ text: GONE, isDecidable: false, isClosed: true, isGone: true });
    }
    // Threads of another state belong to changes and lines that are not shown.
    if (isSameState(now, review)) setDiscussionToken(now.changeToken);
    if (hasChanged(review, now)) return tell(review, now, isPresent);
    // The reader can read it again, perhaps in another role.
    if (isGone.current) return void refresh();
    // What was archived is back.
    setStale(was => (was?.text.endsWith(WAS_ARCHIVED) ? undefined : was));
    if (!isSameSummary(now.aiSummary, review.aiSummary)) void refresh();
  }, [id, tell, refresh]);
  useWhileVisible(look, POLL_MS);

  return { loaded, problem, stale, discussionToken, reload: useCallback(() => reload(), [reload]), refresh, look };
}

type State = { revision: string; submissionRound: number; baseVersionId?: string | null };

/** Identifies a state of a draft, so that data of one state is never shown with another. */
export const stateOf = ({ revision, submissionRound, baseVersionId }: State): string =>
  `${revision} ${submissionRound} ${baseVersionId ?? ''}`;

const isSameState = (one: State, other: State): boolean => stateOf(one) === stateOf(other);

/** The problem that an answer for a state of a draft has, if it is an error or has the text of another revision. */
export function problemWith(revision: string, { data, error }: Asked<{ draft: { revision: string } | null }>) {
  if (error) return problemOf(error);
  return data?.draft && data.draft.revision !== revision ? NOT_THIS_REVISION : undefined;
}

const NOT_THIS_REVISION: Problem = {
  code: 'FAILED_PRECONDITION',
  title: 'This is no longer its text',
  message: 'The draft has changed since this page was loaded.',
  fields: [],
  traceId: undefined,
};

type Summary = { id: string; status: string } | null;

/** Also compares the id: between two looks, a fast model may start and finish, which leaves the same status. */
const isSameSummary = (one: Summary, other: Summary): boolean => one?.id === other?.id && one?.status === other?.status;

type Now = State &
  Pick<Review, 'status'> &
  Parameters<typeof archivedPart>[0] & { branch: { latestVersion?: { versionName: string } | null } };

const hasChanged = (was: Review, now: Now): boolean =>
  now.status !== was.status || !isSameState(now, was) || archivedPart(now) !== archivedPart(was);

const offersOf = (now: Now) => ({
  isDecidable: now.status === 'SUBMITTED' && archivedPart(now) === undefined,
  isClosed: isClosed(now),
});

type Actors = ActorsQuery['draft'];

const nameOf = (person: { name: string } | undefined): string => isolated(person?.name ?? 'Somebody');

function whatHappened(was: Review, now: Now, actors: Actors | undefined): string {
  const name = nameOf(actors?.reviews?.nodes.at(-1)?.reviewer);
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
  const archived = archivedPart(now);
  if (archived !== archivedPart(was))
    return archived ? `The ${archived}${WAS_ARCHIVED}` : `The ${archivedPart(was)} is no longer archived.`;
  return `${author} changed this draft.`;
}
