import { Anchor } from '@mantine/core';
import { Link, Navigate } from 'react-router';
import { graphql } from '../../app/graphql.ts';
import { useMayCreateTeams } from '../../app/may-create-teams.ts';
import { useUser } from '../../app/session.ts';
import { useWaiting } from '../../shell/waiting.tsx';
import { DraftList } from './draft-list.tsx';

const QUEUE = graphql(`
  query Queue($first: Int!, $offset: Int!) {
    reviewQueue(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }
    projects(first: 1) { totalCount }
  }
`);

export function WaitingPage() {
  const { token } = useWaiting().reviewQueue;
  return (
    <DraftList
      title="Review queue"
      query={QUEUE}
      read={data => data.reviewQueue}
      time="submittedAt"
      token={token}
      renderEmpty={({ projects }) => <NothingWaits hasProjects={(projects?.totalCount ?? 0) > 0} />}
    />
  );
}

function NothingWaits({ hasProjects }: { hasProjects: boolean }) {
  const { isSuperAdmin } = useUser();
  const mayCreateTeams = useMayCreateTeams();
  // A SuperAdmin without projects gets the first steps.
  if (!hasProjects && isSuperAdmin) return <Navigate to="/welcome" replace />;
  if (hasProjects)
    return (
      <div className="card stack">
        <strong>Nothing waits for you</strong>
        <span className="dim">
          Submitted drafts of projects in which you are an admin show up here within seconds. Open a{' '}
          <Anchor component={Link} to="/projects">
            project
          </Anchor>{' '}
          to read its documents or to write a draft.
        </span>
      </div>
    );
  return (
    <div className="card stack">
      <strong>There is no project for you yet</strong>
      <span>
        {mayCreateTeams && (
          <>
            <Anchor component={Link} to="/welcome">
              Set up your first project
            </Anchor>
            {', or '}
          </>
        )}
        {mayCreateTeams ? 'ask' : 'Ask'} a project admin to add you to theirs.
      </span>
    </div>
  );
}
