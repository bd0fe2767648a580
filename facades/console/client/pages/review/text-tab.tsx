import { Anchor, Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { ask } from '../../app/ask.ts';
import { askForText } from '../../app/ask-for-text.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { keptBelow, readKept } from '../../app/kept.ts';
import type { ContentKind } from '../../gql/graphql.ts';
import { JumpLink } from '../../parts/jump-link.tsx';
import { passFocusOn } from '../../parts/pass-focus-on.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { Words } from '../../parts/words.tsx';
import { Failure } from '../../shell/loaded.tsx';
import { CommentForm } from './comment-form.tsx';
import { canonicalForm, type Parts, placeOfThread, usePlaces } from './text-place.ts';
import { nameOf, placeIn } from './thread.tsx';
import { type Change, problemWith, type Review, stateOf } from './use-review.ts';
import type { Comment, Threads } from './use-threads.ts';

const Merge = lazy(async () => ({ default: (await import('../../editor/merge-view.tsx')).Merge }));

const SIZE = graphql(`
  query ReviewTextSize($id: ID!) { draft(id: $id) { id content(kind: RAW, maxBytes: 1) { sizeBytes } } }
`);

const TEXTS = graphql(`
  query ReviewTexts($id: ID!, $base: ID!, $hasBase: Boolean!, $kind: ContentKind!) {
    draft(id: $id) { id revision content(kind: $kind) { content } }
    version(id: $base) @include(if: $hasBase) { id content(kind: $kind) { content } }
  }
`);

/** Larger texts are loaded only on request. */
const LARGE_BYTES = 1_000_000;

type Props = {
  review: Review;
  threads: Threads;
  /** Whether the discussion is open. */
  canWrite: boolean;
  /** Whether the shown text is no longer that of the draft. */
  isStale: boolean;
  /** What to show the surroundings of; without it, the whole texts are shown. */
  about: Change | Comment | undefined;
  isCanonical: boolean;
  onForm: (isCanonical: boolean) => void;
};

/** Key prefix of comments on lines that were typed but not sent. A line number belongs to one revision of the text. */
const keptLines = ({ id, revision }: Review): string => `comment:${id}:line:${revision}:`;

/** Whether this is a thread on a line. */
export const isOnLine = (about: Change | Comment | undefined): boolean =>
  about !== undefined && 'anchor' in about && typeof about.anchor?.line === 'number';

/** The text tab: both texts side by side, whole or around a change or a thread. */
export function TextTab({ review, threads, canWrite, isStale, about, isCanonical, onForm }: Props) {
  const isMarkdown = review.document.documentType === 'MARKDOWN';
  // The line of a thread is one of the text as sent.
  const kind = isCanonical && !isOnLine(about) ? canonicalForm(review) : 'RAW';
  const { size, problem: sizeProblem, again: askSize } = useSize(review.id);
  const [isWanted, setWanted] = useState(false);
  const keptAs = keptLines(review);
  // The chosen line, and those with a comment that was typed but not sent.
  const [lines, setLines] = useState(() => keptBelow(keptAs).map(Number));
  const choose = useCallback(
    (line: number) =>
      setLines(now => [...new Set([...now.filter(one => one === line || readKept(`${keptAs}${one}`)), line])]),
    [keptAs],
  );
  const place = about && ('anchor' in about ? placeOfThread(about) : about);
  const places = usePlaces(review, place, kind);
  const isLoading = place === undefined && size !== undefined && (size <= LARGE_BYTES || isWanted);
  const texts = useTexts(review, kind, isLoading);
  const { problem, again } = place === undefined ? texts : places;
  const canComment = kind === 'RAW' && canWrite;
  // The editor keeps the handler that it was made with.
  const mayComment = useRef(canComment);
  mayComment.current = canComment;
  const { parts } = places;
  const shown = place === undefined ? texts.texts : parts && { before: parts.before.text, after: parts.after.text };
  if (sizeProblem) return <Failure problem={sizeProblem} noun="draft" retry={askSize} />;
  if (size === undefined) return <Loading />;
  return (
    <div className="stack tight">
      {about && place && <Place about={about} places={parts} />}
      <div className="row">
        <SegmentedControl
          aria-label="Form of the text"
          size="xs"
          value={kind === 'RAW' ? 'raw' : 'canonical'}
          onChange={value => onForm(value === 'canonical')}
          transitionDuration={0}
          data={[
            { value: 'raw', label: 'As sent' },
            { value: 'canonical', label: isMarkdown ? 'Stable' : 'Normalized' },
          ]}
        />
        {canComment && shown?.after !== '' && (
          <span className="dim small">Put the cursor on a line of the new text to comment on that line.</span>
        )}
      </div>
      {place === undefined && !isLoading && (
        <div className="card row" ref={passFocusOn}>
          The text has {(size / 1e6).toFixed(1)} MB. Comparing it here takes some seconds.
          <Button size="compact-sm" onClick={() => setWanted(true)}>
            Load the text
          </Button>
        </div>
      )}
      {problem && <Failure problem={problem} noun="draft" retry={again} />}
      {canComment && (
        <LineComments
          {...{ lines, keptAs, threads, isStale, revision: review.revision }}
          onClose={line => setLines(now => now.filter(one => one !== line))}
        />
      )}
      {(isLoading || place) && !shown && !problem && <Loading />}
      {shown && (
        <Suspense fallback={<Loading />}>
          <Merge
            {...shown}
            isMarkdown={isMarkdown}
            label={`Text of ${review.document.name}`}
            at={place && parts}
            onLine={line => mayComment.current && choose(line)}
          />
        </Suspense>
      )}
    </div>
  );
}

type LineCommentsProps = {
  lines: readonly number[];
  keptAs: string;
  threads: Threads;
  isStale: boolean;
  /** The revision that the lines belong to. */
  revision: string;
  onClose: (line: number) => void;
};

function LineComments({ lines, keptAs, threads, isStale, revision, onClose }: LineCommentsProps) {
  return (
    <div className="stack tight" {...useFocusInside<HTMLDivElement>()}>
      {lines.map(line => (
        <CommentForm
          key={line}
          keptAs={`${keptAs}${line}`}
          label={`Comment on line ${line}`}
          verb="Comment"
          isBlocked={isStale}
          onSend={body => threads.create(body, { anchor: { line, revision } })}
          onClose={() => onClose(line)}
        />
      ))}
    </div>
  );
}

const Loading = () => <p className="late">Loading the texts…</p>;

/** Loads the size of the new text, in bytes. */
function useSize(id: string) {
  const [found, setFound] = useState<{ size?: number; problem?: Problem | undefined }>({});
  const again = useCallback(async () => {
    const { data, error } = await ask(SIZE, { id });
    setFound(error ? { problem: problemOf(error) } : { size: data?.draft?.content?.sizeBytes ?? 0 });
  }, [id]);
  useEffect(() => void again(), [again]);
  return { ...found, again: () => void again() };
}

type Texts = { before: string; after: string };

function useTexts(review: Review, kind: ContentKind, isWanted: boolean) {
  const [found, setFound] = useState<{ of: string; texts: Texts }>();
  const [problem, setProblem] = useState<Problem>();
  const [tries, setTries] = useState(0);
  const { id, revision, baseVersionId: base } = review;
  const of = `${stateOf(review)} ${kind}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats the request.
  useEffect(() => {
    if (!isWanted) return;
    setProblem(undefined);
    const gone = new AbortController();
    const variables = { id, base: base ?? '', hasBase: Boolean(base), kind };
    void askForText(TEXTS, variables, gone.signal).then(answer => {
      if (gone.signal.aborted) return;
      const found = problemWith(revision, answer);
      setProblem(found);
      const { data } = answer;
      const [before, after] = [data?.version?.content?.content ?? '', data?.draft?.content?.content ?? ''];
      if (!found) setFound({ of, texts: { before, after } });
    });
    return () => gone.abort();
  }, [id, revision, base, kind, of, isWanted, tries]);
  const again = useCallback(() => setTries(was => was + 1), []);
  return { texts: found?.of === of ? found.texts : undefined, problem, again };
}

type PlaceProps = { about: Change | Comment; places: Parts | undefined };

/** What the shown place is about, and its lines in both texts. */
function Place({ about, places }: PlaceProps) {
  const isThread = 'anchor' in about;
  const lines = [
    places?.before.line && `line ${places.before.line} before`,
    places?.after.line && `line ${places.after.line} after`,
  ];
  return (
    <div className="card stack tight" role="status">
      <strong className="name">
        <Words text={isThread ? nameOf(about) : about.message} />
      </strong>
      <span className="row small">
        <span className="dim">{lines.filter(Boolean).join(', ')}</span>
        {isThread ? (
          <JumpLink to={placeIn(about.id)} className="jump">
            Back to the thread
          </JumpLink>
        ) : (
          <Anchor component={Link} to={`?${new URLSearchParams({ change: about.key })}`} size="sm">
            Back to the change
          </Anchor>
        )}
        <Anchor component={Link} to="?tab=text" size="sm">
          Whole text
        </Anchor>
      </span>
    </div>
  );
}
