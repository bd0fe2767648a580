import { Badge } from '@mantine/core';
import { textCounts } from '../../parts/badges.tsx';
import { UNCOUNTED } from '../../parts/words.tsx';
import type { Review } from './use-review.ts';

/** The counts of changes, and the semantic version step that they require. */
export function SummaryCounts({ review: { diffPreview, baseVersionId, branch } }: { review: Review }) {
  if (!diffPreview) return null;
  const { itemCount, summary, semverHint } = diffPreview;
  const { breakingChanges, warnings, infos, ignoredChanges, modifiedBlocks } = summary;
  return (
    <div className="row counts">
      {typeof breakingChanges === 'number' ? (
        <>
          <Badge size="lg" variant="light" color={breakingChanges > 0 ? 'red' : 'green'}>
            {breakingChanges > 0 ? `■ ${breakingChanges} breaking` : '✓ Nothing breaks'}
          </Badge>
          <Badge size="lg" variant="light" color={warnings ? 'yellow' : 'gray'}>
            ▲ {warnings ?? 0} {warnings === 1 ? 'warning' : 'warnings'}
          </Badge>
          <Badge size="lg" variant="light" color="gray">
            ● {infos ?? 0} non-breaking
          </Badge>
          <span className="small">
            {[
              [summary.addedEndpoints, 'added'],
              [summary.modifiedEndpoints, 'changed'],
              [summary.removedEndpoints, 'removed'],
            ]
              .filter(([count]) => count)
              .map(([count, what]) => `${count} ${count === 1 ? 'operation' : 'operations'} ${what}`)
              .join(', ')}
          </span>
        </>
      ) : typeof modifiedBlocks === 'number' && itemCount !== null ? (
        <span>{textCounts(itemCount, summary)}</span>
      ) : (
        <span>{UNCOUNTED}</span>
      )}
      {ignoredChanges > 0 && <span className="small">{ignoredChanges} accepted</span>}
      {summary.unchanged && <strong>This changes nothing.</strong>}
      {!baseVersionId && <span className="small">The first version on {branch.name}.</span>}
      {semverHint && baseVersionId && semverHint.needed !== 'NONE' && (
        <span className="small">
          Suggests <strong>{semverHint.needed.toLowerCase()}</strong>
          {semverHint.before && semverHint.after && ` (info.version ${semverHint.before} → ${semverHint.after})`}
          {semverHint.sufficient === false && (
            <strong className="warn">
              {' '}
              ▲ info.version {semverHint.before === null ? 'did not change' : 'is not raised enough'}
            </strong>
          )}
        </span>
      )}
    </div>
  );
}
