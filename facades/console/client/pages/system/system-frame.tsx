import type { ReactNode } from 'react';
import { useUser } from '../../app/session.ts';
import { SubNav } from '../../parts/sub-nav.tsx';
import { Page } from '../../shell/page.tsx';
import { NoRight } from '../../shell/problem.tsx';

/** The frame of the pages for SuperAdmins. Other users see who manages the system. */
export function SystemFrame({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { isSuperAdmin } = useUser();
  if (!isSuperAdmin)
    return (
      <Page title={title}>
        <NoRight what="The system is managed" who="by SuperAdmins." />
      </Page>
    );
  return (
    <Page title={title} actions={actions}>
      <SubNav
        label="Parts of the system"
        links={[
          { to: '/system', label: 'Users', end: true },
          { to: '/system/ai', label: 'AI' },
          { to: '/system/audit', label: 'Audit' },
        ]}
      />
      {children}
    </Page>
  );
}
