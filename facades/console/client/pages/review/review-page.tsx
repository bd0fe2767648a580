import { Button } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Problem } from '../../app/errors.ts';
import { keptBelow } from '../../app/kept.ts';
import { Ago } from '../../app/time.tsx';
import { ChangeList, type Chosen } from '../../parts/changes/change-list.tsx';
import { filterChanges, groupByCause, NO_FILTER } from '../../parts/changes/changes.ts';
import { Filters } from '../../parts/changes/filters.tsx';
import { JumpLink } from '../../parts/jump-link.tsx';
import { oneOf } from '../../parts/one-of.ts';
import { useAddress } from '../../parts/use-address.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { isolated } from '../../parts/words.tsx';
import { Failure, Skeletons } from '../../shell/loaded.tsx';
import { Breadcrumbs, Page, useTitle } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { StatusBadge } from '../queue/draft-rows.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Discussion, isDecided } from './discussion.tsx';
import { KeyHelp } from './key-help.tsx';
import { LostComments } from './lost-comments.tsx';
import { RenderedTab } from './rendered-tab.tsx';
import { ReviewChange } from './review-change.tsx';
import { SidePanel } from './side-panel.tsx';
import { sourceOf } from './source.ts';
import { SummaryCounts } from './summary-counts.tsx';
import { TextTab } from './text-tab.tsx';
import { useKeys } from './use-keys.ts';
import { type Change, type Review, useReview } from './use-review.ts';
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

const FOLLOW_MS = 200;

type Props = {
  review: Review;
  changes: Change[];
  isWhole: boolean;
  askedAt: number;
  /** Why the new state, or all of its changes, could not be loaded. */
  problem: Problem | undefined;
  stale: string | undefined;
  discussionToken: string;
  reload(): Promise<void>;
  refresh(): Promise<void>;
  look(): Promise<void>;
};

function LoadedReview(props: Props) {
  const { review, changes, isWhole, askedAt, problem, stale, discussionToken, reload, refresh, look } = props;
  const { document, branch, project } = review;
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
  const [filter, setFilter] = useState(NO_FILTER);
  const [dialog, setDialog] = useState<'approve' | 'request' | 'reject'>();
  const [help, setHelp] = useState(false);
  const seen = useSeen(review, askedAt);
  const threads = useThreads(review.id, discussionToken);
  const openThreads = threads.loaded ? threads.open.length : review.openThreadCount;
  const shown = useMemo(() => filterChanges(changes, filter, seen.keys), [changes, filter, seen.keys]);
  const causes = useMemo(() => groupByCause(shown), [shown]);
  const ordered = useMemo(() => causes.flatMap(cause => cause.changes), [causes]);
  // Timer that updates the address once the reader stays on a change. Fast key presses must not wait for it, and
  // browsers block a page that changes its address too often.
  const following = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [chosen, setChosen] = useState<Chosen>(() => ({ key: params.get('change') ?? '' }));
  const current = chosen.key;
  // Changes with a comment that was typed but not sent: its form opens again. The text tab does the same for lines.
  const [unsent] = useState(() => keptBelow(`comment:${review.id}:`).filter(key => !key.startsWith('line:')));
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([current, ...unsent]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of the text tab stays current.
  useEffect(() => {
    clearTimeout(following.current);
    setChosen(was => ({ key: params.get('change') ?? was.key }));
  }, [tab]);
  const [commenting, setCommenting] = useState(() => (unsent.includes(current) ? current : ''));
  // The form of a comment that was not sent opens again, once its change is there.
  const first = unsent.find(key => changes.some(change => change.key === key));
  useEffect(() => {
    if (first !== undefined) setCommenting(now => now || first);
  }, [first]);
  const source = useMemo(() => sourceOf(review), [review]);
  const go = (values: Record<string, string>) => change(values, { replace: true, preventScrollReset: true });
  const select = (key: string) => {
    setChosen({ key, byReader: true });
    clearTimeout(following.current);
    following.current = setTimeout(() => go({ change: key }), FOLLOW_MS);
  };
  const toggle = (key: string) =>
    setOpened(was => {
      const next = new Set(was);
      if (!next.delete(key)) next.add(key);
      return next;
    });
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
  const head = useFocusInside<HTMLElement>();
  const selected = ordered.find(({ key }) => key === current);
  // If the filter hides the change, the reader goes on with the next one.
  const mark = (change: Change, isSeen: boolean) => {
    const index = ordered.indexOf(change);
    const next = isSeen && filter.unseenOnly ? (ordered[index + 1] ?? ordered[index - 1]) : undefined;
    seen.mark([change], isSeen);
    if (next) select(next.key);
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
    c: () => {
      if (selected === undefined) return;
      setOpened(was => new Set(was).add(selected.key));
      setCommenting(selected.key);
    },
    t: () => go({ tab: tab === 'text' ? '' : 'text', change: current }),
    a: () => setDialog('approve'),
    r: () => setDialog('request'),
    d: () => setDialog('reject'),
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
      <header {...head} className="review-head" id="decision">
        <div className="row review-title">
          <h1 className="page-title" title={`${document.name} ${review.versionName}`}>
            <bdi>{document.name}</bdi> <bdi>{review.versionName}</bdi>
          </h1>
          <StatusBadge status={review.status} />
          <span className="dim small">
            {branch.latestVersion && !isDecided(review) ? `after ${branch.latestVersion.versionName} ` : ''}
            on {branch.name}, {review.submittedAt ? 'submitted' : 'written'} by <bdi>{review.author.name}</bdi>,{' '}
            <Ago at={review.submittedAt ?? review.createdAt} />
            {review.submissionRound > 1 && `, round ${review.submissionRound}`}
          </span>
        </div>
        <DecisionBar
          review={review}
          stale={stale}
          openThreads={openThreads}
          dialog={dialog}
          onDialog={setDialog}
          onDone={reload}
          onRefused={look}
        />
      </header>
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
              isStale={stale !== undefined}
              change={changes.find(({ key }) => key === params.get('change'))}
              isCanonical={params.get('form') === 'canonical'}
              onForm={isCanonical => go({ form: isCanonical ? 'canonical' : '' })}
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
                    {...{ review, source, change, current, opened, seen, threads, commenting }}
                    onToggle={toggle}
                    onSelect={select}
                    onSeen={mark}
                    onCommenting={setCommenting}
                    onAccepted={refresh}
                  />
                )}
              </ChangeList>
            </>
          )}
        </section>
        <aside className="review-side" aria-label="Discussion and history">
          <Discussion review={review} threads={threads} onChange={showChange}>
            {isWhole && <LostComments key={source.state} {...{ review, changes, threads }} />}
          </Discussion>
          <SidePanel review={review} />
          <Button variant="subtle" size="compact-sm" onClick={() => setHelp(true)}>
            Keyboard: press ?
          </Button>
        </aside>
      </div>
      <KeyHelp opened={help} onClose={() => setHelp(false)} />
    </div>
  );
}
