import { Button, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { ask } from '../../app/ask.ts';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { CommentForm } from './comment-form.tsx';
import { isDecided } from './discussion.tsx';
import type { Review } from './use-review.ts';
import type { Threads } from './use-threads.ts';

const Merge = lazy(async () => ({ default: (await import('../../editor/merge-view.tsx')).Merge }));

const SIZE = graphql(`
  query ReviewTextSize($id: ID!) { draft(id: $id) { id content(kind: RAW, maxBytes: 1) { sizeBytes } } }
`);

const TEXTS = graphql(`
  query ReviewTexts($id: ID!, $base: ID!, $hasBase: Boolean!, $kind: ContentKind!) {
    draft(id: $id) { id content(kind: $kind) { content } }
    version(id: $base) @include(if: $hasBase) { id content(kind: $kind) { content } }
  }
`);

type Kind = 'RAW' | 'NORMALIZED' | 'STABLE';

/** A larger text is loaded when the reader asks for it. */
const LARGE_BYTES = 1_000_000;

export function TextTab({ review, threads }: { review: Review; threads: Threads }) {
  const isMarkdown = review.document.documentType === 'MARKDOWN';
  const canonical: Kind = isMarkdown ? 'STABLE' : 'NORMALIZED';
  const [kind, setKind] = useState<Kind>('RAW');
  const [size, setSize] = useState<number>();
  const [isWanted, setWanted] = useState(false);
  const [texts, setTexts] = useState<{ kind: Kind; before: string; after: string }>();
  const [problem, setProblem] = useState('');
  const [line, setLine] = useState<number>();
  const base = review.diffPreview?.baseVersionId;
  useEffect(() => {
    void ask(SIZE, { id: review.id }).then(({ data }) => setSize(data?.draft?.content?.sizeBytes ?? 0));
  }, [review.id]);
  const isLoading = size !== undefined && (size <= LARGE_BYTES || isWanted);
  useEffect(() => {
    if (!isLoading) return;
    void ask(TEXTS, { id: review.id, base: base ?? '', hasBase: Boolean(base), kind }).then(({ data, error }) => {
      if (error) setProblem(problemOf(error).message);
      const [before, after] = [data?.version?.content?.content ?? '', data?.draft?.content?.content ?? ''];
      setTexts({ kind, before: printed(before, kind), after: printed(after, kind) });
    });
  }, [review.id, base, kind, isLoading]);
  if (size === undefined) return <p className="late">Loading the texts…</p>;
  return (
    <div className="stack tight">
      <div className="row">
        <SegmentedControl
          aria-label="Form of the text"
          size="xs"
          value={kind}
          onChange={value => setKind(value as Kind)}
          transitionDuration={0}
          data={[
            { value: 'RAW', label: 'As sent' },
            { value: canonical, label: isMarkdown ? 'Stable' : 'Normalized' },
          ]}
        />
        {kind === 'RAW' && !isDecided(review) && (
          <span className="dim small">Put the cursor on a line of the new text to comment on it.</span>
        )}
      </div>
      {!isLoading && (
        <div className="card row">
          The text has {(size / 1e6).toFixed(1)} MB. Comparing it here takes some seconds.
          <Button size="compact-sm" onClick={() => setWanted(true)}>
            Load it
          </Button>
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
      {line !== undefined && kind === 'RAW' && !isDecided(review) && (
        <CommentForm
          keptAs={`comment:${review.id}:line:${line}`}
          label={`Comment on line ${line}`}
          verb="Comment"
          onSend={body => threads.create(body, { anchor: { line } })}
          onClose={() => setLine(undefined)}
        />
      )}
      {isLoading && texts?.kind !== kind && <p className="late">Loading the texts…</p>}
      {texts?.kind === kind && (
        <Suspense fallback={<p className="late">Loading the texts…</p>}>
          <Merge
            before={texts.before}
            after={texts.after}
            isMarkdown={isMarkdown}
            label={`Text of ${review.document.name}`}
            onLine={setLine}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Canonical JSON is one line: for reading it is indented. */
function printed(text: string, kind: Kind): string {
  if (kind !== 'NORMALIZED' || text === '') return text;
  return JSON.stringify(JSON.parse(text), undefined, 2);
}
