import { Button } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Problem } from '../../app/errors.ts';
import { ChangeList } from '../../parts/changes/change-list.tsx';
import { filterChanges, groupByCause, NO_FILTER, shownSeverity } from '../../parts/changes/changes.ts';
import { Filters } from '../../parts/changes/filters.tsx';
import { useFilter } from '../../parts/changes/use-filter.ts';
import { JumpLink } from '../../parts/jump-link.tsx';
import { oneOf } from '../../parts/one-of.ts';
import { useAddress } from '../../parts/use-address.ts';
import { isolated } from '../../parts/words.tsx';
import { Failure, Skeletons } from '../../shell/loaded.tsx';
import { Breadcrumbs, Page, useTitle } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { isClosed } from './closed.ts';
import { Discussion } from './discussion.tsx';
import { KeyHelp } from './key-help.tsx';
import { LostComments } from './lost-comments.tsx';
import { RenderedTab } from './rendered-tab.tsx';
import { ReviewChange } from './review-change.tsx';
import { ReviewHead } from './review-head.tsx';
import { SidePanel } from './side-panel.tsx';
import { sourceOf } from './source.ts';
import { SummaryCounts } from './summary-counts.tsx';
import { isOnLine, TextTab } from './text-tab.tsx';
import { useCurrentChange } from './use-current-change.ts';
import { useDecision } from './use-decision.ts';
import { useKeys } from './use-keys.ts';
import { useOpenWhileTyping } from './use-open-while-typing.ts';
import { type Change, type Review, type Stale, useReview } from './use-review.ts';
import { useScrollPadding } from './use-scroll-padding.ts';
import { useSeen } from './use-seen.ts';
import { useThreads } from './use-threads.ts';
import { useViewFocus } from './use-view-focus.ts';

/** The review page of a draft: its changes, its discussion, and the decision. */
export function ReviewPage() {
  const { draftId = '' } = useParams();
  const state = useReview(draftId);
  if (state.loaded === undefined)
    return (
      <Page title="Draft">
        {state.problem === undefined ? (
          <Skeletons />
        ) : (
          <Failure problem={state.problem} noun="draft" retry={() => void state.reload()} />
        )}
      </Page>
    );
  return <LoadedReview key={draftId} {...state} {...state.loaded} />;
}

/** Codes of a decision that is refused because of the role, the rules of the project or the state of the draft. */
const REFUSALS = new Set(['PERMISSION_DENIED', 'FAILED_PRECONDITION']);

const isBreaking = (change: Change): boolean => shownSeverity(change) === 'BREAKING';

type Props = {
  review: Review;
  changes: Change[];
  isWhole: boolean;
  askedAt: number;
  /** Why the new state, or all of its changes, could not be loaded. */
  problem: Problem | undefined;
  stale: Stale | undefined;
  discussionToken: string;
  reload(): Promise<void>;
  refresh(): Promise<void>;
  look(): Promise<void>;
};

function LoadedReview(props: Props) {
  const { review, changes, isWhole, askedAt, problem, stale, discussionToken, reload, refresh, look } = props;
  const { document, project } = review;
  useTitle(`${isolated(document.name)} ${isolated(review.versionName)}`);
  const { params, change } = useAddress();
  const isShown = review.diffPreview !== null;
  const isMarkdown = document.documentType === 'MARKDOWN';
  const tabs = {
    changes: isShown ? `Changes (${changes.length}${isWhole ? '' : '…'})` : 'Changes',
    ...(isMarkdown ? { rendered: 'Rendered' } : {}),
    text: 'Text',
  };
  const tab = oneOf(tabs, params.get('tab')) ?? 'changes';
  const [filter, setFilter] = useFilter();
  const [help, setHelp] = useState(false);
  const [accepting, setAccepting] = useState('');
  const seen = useSeen(review, askedAt, stale?.isGone);
  const threads = useThreads(review.id, discussionToken);
  const isOpen = !isClosed(review) && !stale?.isClosed;
  const canWrite = useOpenWhileTyping(isOpen);
  const openThreads = threads.loaded ? threads.open.length : review.openThreadCount;
  const deciding = useDecision(review, stale, openThreads);
  const shown = useMemo(() => filterChanges(changes, filter, seen.keys), [changes, filter, seen.keys]);
  const causes = useMemo(() => groupByCause(shown), [shown]);
  const ordered = useMemo(() => causes.flatMap(cause => cause.changes), [causes]);
  const go = (values: Record<string, string>) => change(values, { replace: true, preventScrollReset: true });
  const { chosen, opened, commenting, setCommenting, select, toggle, close, comment } = useCurrentChange({
    review,
    changes,
    tab,
    asked: params.get('change'),
    onStay: key => go({ change: key, thread: '' }),
  });
  const current = chosen.key;
  // The change that is read now, for what was begun earlier.
  const readNow = useRef('');
  readNow.current = tab === 'changes' ? current : '';
  const inText =
    changes.find(({ key }) => key === params.get('change')) ??
    threads.all.find(({ first }) => first.id === params.get('thread'))?.first;
  const source = useMemo(() => sourceOf(review), [review]);
  const showChange = (key: string) => {
    if (!ordered.some(change => change.key === key)) setFilter(NO_FILTER);
    if (tab === 'rendered') go({ tab: '', change: key });
    select(key);
  };
  const move = (step: number) => {
    const index = ordered.findIndex(({ key }) => key === current);
    const next = ordered[Math.min(ordered.length - 1, Math.max(0, index + step))];
    if (next) select(next.key);
  };
  const whole = useScrollPadding<HTMLDivElement>();
  const view = useViewFocus<HTMLElement>(tab);
  const selected = ordered.find(({ key }) => key === current);
  // If the filter hides the change, the reader goes on with the next one.
  const mark = (change: Change, isSeen: boolean) => {
    const index = ordered.indexOf(change);
    const next = isSeen && filter.unseenOnly ? (ordered[index + 1] ?? ordered[index - 1]) : undefined;
    seen.mark([change], isSeen);
    if (next) select(next.key);
  };
  // An accepted change moves to the end of the list: a reader who is still on it goes on with the next breaking one.
  const goOnAfter = (accepted: Change) => {
    const index = ordered.indexOf(accepted);
    const next = ordered.slice(index + 1).find(isBreaking) ?? ordered.slice(0, index).findLast(isBreaking);
    if (next && readNow.current === accepted.key) {
      close(accepted.key);
      select(next.key);
    }
    return refresh();
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: () => selected && !seen.isReadOnly && mark(selected, !seen.keys.has(selected.key)),
    o: () => {
      if (selected === undefined) return;
      toggle(selected.key);
      select(selected.key);
    },
    c: () => selected && comment(selected.key),
    t: () => go({ tab: tab === 'text' ? '' : 'text', change: current, thread: '' }),
    a: () => deciding.open('approve'),
    r: () => deciding.open('request'),
    d: () => deciding.open('reject'),
    '?': () => setHelp(true),
  });

  return (
    <div className="wide review" ref={whole}>
      <Breadcrumbs
        crumbs={[
          { label: project.name, to: `/projects/${project.id}` },
          { label: document.relativePath, to: `/documents/${document.id}` },
        ]}
      />
      <ReviewHead
        review={review}
        stale={stale}
        openThreads={openThreads}
        deciding={deciding}
        onDone={reload}
        onRefused={({ code }) => (REFUSALS.has(code) ? refresh() : look())}
      />
      {problem && <Failure problem={problem} noun="draft" retry={() => void reload()} />}
      {review.changelog && <blockquote className="quote">{review.changelog}</blockquote>}
      <SummaryCounts review={review} />
      <nav className="tabs" aria-label="Views">
        {Object.entries(tabs).map(([name, label]) => (
          <Link
            key={name}
            to={`?${new URLSearchParams(name === 'changes' ? [] : [['tab', name]])}`}
            aria-current={tab === name ? 'page' : undefined}
            preventScrollReset
          >
            {label}
          </Link>
        ))}
        <JumpLink to="discussion">{`Discussion (${openThreads} open)`}</JumpLink>
        <JumpLink to="decision">Decision</JumpLink>
      </nav>
      <div className="review-columns">
        <section {...view} className="review-main" aria-label={tabs[tab]}>
          {tab === 'text' && (
            <TextTab
              key={review.revision}
              review={review}
              threads={threads}
              canWrite={canWrite}
              isStale={stale !== undefined}
              about={inText}
              isCanonical={params.get('form') === 'canonical'}
              onForm={isCanonical =>
                go({ form: isCanonical ? 'canonical' : '', ...(isOnLine(inText) && { thread: '' }) })
              }
            />
          )}
          {tab === 'rendered' && <RenderedTab key={source.state} review={review} />}
          {tab === 'changes' && !isShown && (
            <div className="card">
              <strong>The changes are too large to show.</strong> The texts show them.
            </div>
          )}
          {tab === 'changes' && isShown && (
            <>
              {changes.length > 0 && (
                <Filters {...{ isMarkdown, filter, changes, seen }} onFilter={setFilter} shown={ordered} />
              )}
              <ProblemAlert problem={seen.problem} />
              <ChangeList causes={causes} total={changes.length} chosen={chosen}>
                {change => (
                  <ReviewChange
                    {...{ review, source, change, current, opened, seen, threads, canWrite, commenting, accepting }}
                    onToggle={toggle}
                    onSelect={select}
                    onSeen={mark}
                    onCommenting={setCommenting}
                    onAccepting={setAccepting}
                    onAccepted={goOnAfter}
                  />
                )}
              </ChangeList>
            </>
          )}
        </section>
        <aside className="review-side" aria-label="Discussion and history">
          <Discussion
            {...{ review, changes, isWhole, threads, deciding }}
            canWrite={canWrite}
            isTyping={
              canWrite !== isOpen || deciding.dialog !== undefined || ordered.some(({ key }) => key === accepting)
            }
            onChange={showChange}
            onText={() => view.ref.current?.focus({ preventScroll: true })}
          >
            {isWhole && <LostComments key={source.state} {...{ review, changes, threads }} />}
          </Discussion>
          <SidePanel review={review} isGone={stale?.isGone === true} />
          <Button variant="subtle" size="compact-sm" onClick={() => setHelp(true)}>
            Keyboard: press ?
          </Button>
        </aside>
      </div>
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}
