import { Anchor, Badge } from '@mantine/core';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import { Ago } from '../../app/time.tsx';
import { orOf, WithNames } from '../../parts/words.tsx';

const DRAFT_ROW = graphql(`
  fragment DraftRow on Draft {
    id status versionName submissionRound createdAt updatedAt submittedAt openThreadCount reviewComment
    author { id name }
    reviewers { id name }
    project { id name }
    document { id name relativePath documentType }
    branch { id name }
    diffPreview(wait: false) { summary { breakingChanges warnings modifiedBlocks unchanged } }
  }
`);

export type DraftRowsProps = { drafts: FragmentType<typeof DRAFT_ROW>[]; time: 'submittedAt' | 'updatedAt' };

/** Drafts as a list of cards: document, version, author, age and number of breaking changes. */
export function DraftRows({ drafts, time }: DraftRowsProps) {
  const me = useUser();
  return (
    <ul className="list">
      {readFragment(DRAFT_ROW, drafts).map(draft => (
        <li key={draft.id} className="card draft-row">
          <div className="draft-row-name">
            <Anchor component={Link} to={`/drafts/${draft.id}`} fw={600}>
              <bdi>{draft.document?.name}</bdi> <bdi>{draft.versionName}</bdi>
            </Anchor>
            <div className="dim small">
              <bdi>{draft.project?.name}</bdi> / <bdi>{draft.document?.relativePath}</bdi> / {draft.branch?.name}
            </div>
            {draft.status === 'CHANGES_REQUESTED' && draft.reviewComment && (
              <blockquote className="quote">{draft.reviewComment}</blockquote>
            )}
          </div>
          <div className="row">
            <StatusBadge status={draft.status} />
            <ImpactBadge preview={draft.diffPreview} />
            {draft.openThreadCount > 0 && (
              <Badge variant="light" color="gray">
                {draft.openThreadCount} open {draft.openThreadCount === 1 ? 'thread' : 'threads'}
              </Badge>
            )}
          </div>
          <div className="dim small draft-row-by">
            <bdi>{draft.author.name}</bdi>, <Ago at={draft[time] ?? draft.createdAt} />
            {draft.submissionRound > 1 && `, round ${draft.submissionRound}`}
            {draft.status === 'SUBMITTED' && draft.reviewers.length > 0 && (
              <div className="name">
                waiting for{' '}
                <WithNames text={orOf(draft.reviewers.map(({ id, name }) => (id === me.id ? 'you' : name)))} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

const STATUSES = {
  DRAFT: ['gray', '✎ Draft'],
  SUBMITTED: ['blue', '● In review'],
  CHANGES_REQUESTED: ['orange', '↩ Changes requested'],
  REJECTED: ['red', '✕ Rejected'],
  PUBLISHED: ['green', '✓ Published'],
} as const;

export function StatusBadge({ status }: { status: keyof typeof STATUSES }) {
  const [color, label] = STATUSES[status];
  return (
    <Badge variant="light" color={color}>
      {label}
    </Badge>
  );
}

type Preview =
  | {
      summary: {
        breakingChanges?: number | null;
        warnings?: number | null;
        modifiedBlocks?: number | null;
        unchanged: boolean;
      };
    }
  | null
  | undefined;

function ImpactBadge({ preview }: { preview: Preview }) {
  if (!preview) return null;
  const { breakingChanges, warnings, unchanged } = preview.summary;
  if (unchanged)
    return (
      <Badge variant="light" color="gray">
        No changes
      </Badge>
    );
  if (breakingChanges)
    return (
      <Badge variant="light" color="red">
        ■ {breakingChanges} breaking
      </Badge>
    );
  if (warnings)
    return (
      <Badge variant="light" color="yellow">
        ▲ {warnings} {warnings === 1 ? 'warning' : 'warnings'}
      </Badge>
    );
  return typeof breakingChanges === 'number' ? (
    <Badge variant="light" color="green">
      Nothing breaks
    </Badge>
  ) : null;
}
