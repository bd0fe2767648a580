import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { useMayCreateTeams } from '../../app/may-create-teams.ts';
import { useUser } from '../../app/session.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import { DraftRows } from './draft-rows.tsx';
import { More } from './more.tsx';
import { QueueFrame } from './queue-frame.tsx';
import { useAgainWhen } from './use-drafts.ts';

const QUEUE = graphql(`
  query Queue($first: Int!) {
    reviewQueue(first: $first) { totalCount nodes { id ...DraftRow } }
    projects(first: 1) { totalCount }
  }
`);

const PAGE = 25;

export function WaitingPage() {
  const [first, setFirst] = useState(PAGE);
  const [result, execute] = useQuery({ query: QUEUE, variables: { first } });
  useAgainWhen(useWaiting().reviewQueue.token, execute);
  return (
    <QueueFrame title="Review queue">
      <Loaded result={result} read={data => data.reviewQueue} noun="list" retry={execute}>
        {({ nodes, totalCount }) =>
          nodes.length === 0 ? (
            <NothingWaits hasProjects={(result.data?.projects?.totalCount ?? 0) > 0} />
          ) : (
            <>
              <DraftRows drafts={nodes} time="submittedAt" />
              <More shown={nodes.length} total={totalCount} onMore={() => setFirst(Math.min(100, first + PAGE))} />
            </>
          )
        }
      </Loaded>
    </QueueFrame>
  );
}

function NothingWaits({ hasProjects }: { hasProjects: boolean }) {
  const { isSuperAdmin } = useUser();
  const mayCreateTeams = useMayCreateTeams();
  // The first administrator is led.
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
