import { Anchor } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { WithNames } from '../parts/words.tsx';
import { useWaiting } from './waiting.tsx';

export type Crumb = { label: string; to: string };

type Props = { title: string; crumbs?: Crumb[]; actions?: ReactNode; wide?: boolean; children: ReactNode };

/** The frame of a page: the titles of page and window, breadcrumbs, and actions. */
export function Page({ title, crumbs = [], actions, wide = false, children }: Props) {
  useTitle(title);
  return (
    <div className={wide ? 'wide' : undefined}>
      <Breadcrumbs crumbs={crumbs} />
      <div className="page-head">
        <h1 className="page-title">
          <WithNames text={title} />
        </h1>
        {actions && <div className="row">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

export const Breadcrumbs = ({ crumbs }: { crumbs: Crumb[] }) =>
  crumbs.length > 0 && (
    <nav aria-label="Breadcrumbs">
      <ol className="crumbs">
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Anchor component={Link} to={to} size="sm" underline="hover" title={label}>
              {label}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  );

/** Sets the title of the window, with the number of drafts that wait for a review by the user. */
export function useTitle(title: string): void {
  const { count } = useWaiting().reviewQueue;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${title} · docsvc`;
  }, [title, count]);
}
