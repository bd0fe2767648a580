import './comparison.css';
import { useMemo, useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../app/graphql.ts';
import { Failure, Skeletons } from '../shell/loaded.tsx';
import { useIsReturn } from '../shell/use-late-place.ts';
import { many, textCounts } from './badges.tsx';
import { ChangeList } from './changes/change-list.tsx';
import { ChangeRow } from './changes/change-row.tsx';
import { filterChanges, groupByCause } from './changes/changes.ts';
import { Filters } from './changes/filters.tsx';
import { useFilter } from './changes/use-filter.ts';
import { Copy } from './copy.tsx';
import { saveText } from './save-text.ts';
import { useAddress } from './use-address.ts';
import { type Diff, useDiff } from './use-diff.ts';
import { UNCOUNTED } from './words.tsx';

const CHANGELOG = graphql(`query Changelog($id: ID!) { diff(id: $id) { id changelog { content } } }`);

/** The comparison of two versions: counts, changes (breaking ones first), and a changelog to copy. */
export function Comparison({ diffId }: { diffId: string }) {
  const { found, source, problem, again } = useDiff(diffId);
  const { params, change: changeAddress } = useAddress();
  const [filter, setFilter] = useFilter();
  const opened = params.get('change') ?? '';
  const isReturn = useIsReturn(found !== undefined);
  const [chosen] = useState(isReturn ? undefined : { key: opened });
  const shown = useMemo(() => filterChanges(found?.changes ?? [], filter, NOTHING_SEEN), [found, filter]);
  const causes = useMemo(() => groupByCause(shown), [shown]);
  const failure = problem && <Failure problem={problem} noun="comparison" retry={again} />;
  if (found === undefined || source === undefined) return failure ?? <Skeletons />;
  const { diff, changes, total } = found;
  return (
    <div className="stack">
      <Summary diff={diff} />
      <Changelog diffId={diffId} />
      {failure}
      {!failure && changes.length < total && (
        <p className="late flush">Loading the other {total - changes.length} changes…</p>
      )}
      {changes.length > 0 && (
        <Filters isMarkdown={source.isMarkdown} filter={filter} onFilter={setFilter} changes={changes} shown={shown} />
      )}
      <ChangeList causes={causes} total={total} chosen={chosen}>
        {change => (
          <ChangeRow
            source={source}
            change={change}
            isCurrent={opened === change.key}
            isOpen={opened === change.key}
            onOpen={() =>
              changeAddress(
                { change: opened === change.key ? '' : change.key },
                { replace: true, preventScrollReset: true },
              )
            }
          />
        )}
      </ChangeList>
    </div>
  );
}

const NOTHING_SEEN: ReadonlySet<string> = new Set();

const STEPS = {
  NONE: 'no new version',
  PATCH: 'a new patch version',
  MINOR: 'a new minor version',
  MAJOR: 'a new major version',
};

function Summary({ diff: { summary, semverHint, itemCount } }: { diff: Diff }) {
  if (summary.unchanged) return <p>The meaning has not changed.</p>;
  if (summary.modifiedBlocks !== null && itemCount !== null) return <p>{textCounts(itemCount, summary)}.</p>;
  if (summary.breakingChanges === null) return <p>{UNCOUNTED}</p>;
  const parts = [
    many(summary.breakingChanges, 'breaking change'),
    many(summary.warnings ?? 0, 'warning'),
    many(summary.infos ?? 0, 'non-breaking change'),
    ...(summary.ignoredChanges > 0 ? [`${summary.ignoredChanges} accepted`] : []),
  ];
  return (
    <p>
      {parts.join(', ')}; {many(summary.affectedOperations ?? 0, 'operation')} affected.{' '}
      {semverHint && (
        <span className="dim">
          Requires {STEPS[semverHint.needed]}
          {semverHint.before && semverHint.after
            ? `; info.version went from ${semverHint.before} to ${semverHint.after}`
            : '; info.version did not change'}
          {semverHint.sufficient === false && ', which is not enough'}.
        </span>
      )}
    </p>
  );
}

function Changelog({ diffId }: { diffId: string }) {
  const [{ data }] = useQuery({ query: CHANGELOG, variables: { id: diffId } });
  const text = data?.diff?.changelog?.content;
  if (text === undefined) return null;
  return (
    <div className="row">
      <Copy text={text} label="Copy the changelog" />
      <button type="button" className="link-button" onClick={() => saveText(text, 'changelog.md')}>
        Download it
      </button>
    </div>
  );
}
