import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { Page } from '../../shell/page.tsx';
import { useWaiting } from '../../shell/waiting.tsx';

/** The frame of the three lists of drafts across projects, with tabs. Each list has its own address. */
export function QueueFrame({ title, children }: { title: string; children: ReactNode }) {
  const { reviewQueue, myDrafts } = useWaiting();
  return (
    <Page title={title}>
      <nav className="tabs" aria-label="Lists of drafts">
        <NavLink to="/" end>
          Waiting for me ({reviewQueue.count})
        </NavLink>
        <NavLink to="/mine">My drafts ({myDrafts.count})</NavLink>
        <NavLink to="/decided">Recently decided</NavLink>
      </nav>
      {children}
    </Page>
  );
}
