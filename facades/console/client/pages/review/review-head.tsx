import type { ComponentProps } from 'react';
import { Ago } from '../../app/time.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { StatusBadge } from '../queue/draft-rows.tsx';
import { isDecided } from './closed.ts';
import { DecisionBar } from './decision-bar.tsx';
import { DecisionDialog } from './decision-dialog.tsx';

type Props = ComponentProps<typeof DecisionBar> & Pick<ComponentProps<typeof DecisionDialog>, 'onRefused'>;

/** The title of a draft, its status, the bar of its decision and the dialog of one. */
export function ReviewHead({ onRefused, ...bar }: Props) {
  const { review, deciding, onDone } = bar;
  const { dialog, obstacleTo, close } = deciding;
  const { document, branch } = review;
  const head = useFocusInside<HTMLElement>();
  return (
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
      <DecisionBar {...bar} />
      {dialog && (
        <DecisionDialog
          review={review}
          decision={dialog}
          obstacle={obstacleTo(dialog)}
          onClose={close}
          onDone={onDone}
          onRefused={onRefused}
        />
      )}
    </header>
  );
}
