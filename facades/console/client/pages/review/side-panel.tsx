import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { act, ask } from '../../app/ask.ts';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { Ago } from '../../app/time.tsx';
import { archivedPart } from '../../parts/archived-part.ts';
import { copyText } from '../../parts/copy.tsx';
import { OnlyFirst } from '../../parts/only-first.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { isolated, WithNames } from '../../parts/words.tsx';
import { problemWith, type Review } from './use-review.ts';

const DECISIONS = { APPROVED: 'approved', CHANGES_REQUESTED: 'requested changes', REJECTED: 'rejected' } as const;

/** `isGone`: the draft can no longer be read, so nothing more is asked of it. */
export function SidePanel({ review, isGone }: { review: Review; isGone: boolean }) {
  const { reviews, warnings, warningCount, version, versionName } = review;
  const focus = useFocusInside<HTMLDivElement>();
  const editors = review.authors.filter(({ id }) => id !== review.author.id);
  return (
    <div className="stack" {...focus}>
      <AiNote review={review} isGone={isGone} />
      {warningCount > 0 && (
        <details className="side-part">
          <summary>Warnings of the text ({warningCount})</summary>
          <ul className="plain small">
            {(warnings ?? []).map(({ message, line, pointer }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no id.
              <li key={index}>
                {line ? <strong>Line {line}: </strong> : null}
                {message} {pointer && <code>{pointer}</code>}
              </li>
            ))}
          </ul>
          <OnlyFirst shown={warnings?.length ?? 0} total={warningCount} />
        </details>
      )}
      {!isGone && <Changelog {...review} />}
      <section className="side-part">
        <h2 className="side-title">History</h2>
        {review.status === 'SUBMITTED' && review.reviewers.length > 0 && (
          <p className="flush small">
            Can decide: <WithNames text={review.reviewers.map(({ name }) => isolated(name)).join(', ')} />
          </p>
        )}
        <ol className="plain small">
          <li>
            <bdi>{review.author.name}</bdi> created it <Ago at={review.createdAt} />
          </li>
          {editors.length > 0 && (
            <li>
              <WithNames text={editors.map(({ name }) => isolated(name)).join(', ')} /> changed it
            </li>
          )}
          {reviews.nodes.map(({ id, decision, comment, reviewer, createdAt, submissionRound }) => (
            <li key={id}>
              <bdi>{reviewer.name}</bdi> {DECISIONS[decision]} <Ago at={createdAt} />, round {submissionRound}
              {comment && <blockquote className="quote">{comment}</blockquote>}
            </li>
          ))}
          {version && (
            <li>
              <Anchor component={Link} to={`/versions/${version.id}`} size="sm">
                Published as <bdi>{versionName}</bdi> (#{version.sequence})
              </Anchor>
            </li>
          )}
        </ol>
      </section>
    </div>
  );
}

const CHANGELOG = graphql(`
  query ReviewChangelog($id: ID!) { draft(id: $id) { id revision diffPreview { baseVersionId changelog { content } } } }
`);

function Changelog({ id, revision, baseVersionId }: Pick<Review, 'id' | 'revision' | 'baseVersionId'>) {
  const [state, setState] = useState('');
  async function copy() {
    const answer = await ask(CHANGELOG, { id });
    const problem = problemWith(revision, answer);
    const found = answer.data?.draft?.diffPreview;
    const text = found?.changelog?.content;
    if (text === undefined || problem) return setState(problem?.message ?? 'There is none.');
    if (found?.baseVersionId !== baseVersionId)
      return setState('Another version was published since this page was loaded.');
    setState((await copyText(text)) ? 'Copied.' : 'The browser refused to copy.');
  }
  return (
    <div className="row side-part">
      <Button size="compact-sm" variant="default" onClick={() => void copy()}>
        Copy the changelog
      </Button>
      <span role="status" className="small">
        {state}
      </span>
    </div>
  );
}

const EXPLAIN = graphql(`
  mutation ExplainDraft($input: RegenerateAiSummaryInput!) { regenerateDraftAiSummary(input: $input) { id status } }
`);

/**
 * The newest explanation by a language model, marked as such, also while the next one is written or when that failed. Hidden if
 * no model was configured when the draft was submitted.
 */
function AiNote({ review, isGone }: { review: Review; isGone: boolean }) {
  const { id, aiSummary, explanation } = review;
  const [said, setSaid] = useState({ text: '', about: aiSummary?.id });
  if (!aiSummary) return null;
  return (
    <details className="side-part">
      <summary>AI explanation{explanation?.stale ? ' (of an older state)' : ''}</summary>
      {aiSummary.status === 'PENDING' && <p className="small">The model is writing it…</p>}
      {(aiSummary.status === 'FAILED' || aiSummary.status === 'SKIPPED') && (
        <p className="small">It could not be written. {aiSummary.errorMessage}.</p>
      )}
      {explanation && <p className="ai-text">{explanation.content}</p>}
      <p className="dim small">
        {aiSummary.notice} {explanation?.model && `Model: ${explanation.model}.`}
      </p>
      {aiSummary.status !== 'PENDING' && !isGone && archivedPart(review) === undefined && (
        <Button
          size="compact-xs"
          variant="default"
          onClick={async () => {
            const { error } = await act(EXPLAIN, { input: { id } });
            setSaid({ text: error ? problemOf(error).message : 'Asked. It shows up here.', about: aiSummary.id });
          }}
        >
          Ask again
        </Button>
      )}
      <span role="status" className="small">
        {said.about === aiSummary.id && said.text}
      </span>
    </details>
  );
}
