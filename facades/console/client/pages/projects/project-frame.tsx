import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import { Archived } from '../../parts/badges.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { isolated, titleOf } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { ManageProject } from './manage-project.tsx';

const PROJECT = graphql(`
  query Project($id: ID!) {
    project(id: $id) { id name description status myRole team { id name status } }
  }
`);

export type ShownProject = {
  id: string;
  name: string;
  isAdmin: boolean;
  isWriter: boolean;
  /** Whether the project or its team is archived. */
  isArchived: boolean;
};

type Props = {
  part: string;
  actions?: (project: ShownProject) => ReactNode;
  children: (project: ShownProject) => ReactNode;
};

/** The frame of all pages of a project: its name, and tabs for the parts that the user may open. */
export function ProjectFrame({ part, actions, children }: Props) {
  const { projectId: id = '' } = useParams();
  const user = useUser();
  const [result, refresh] = useQuery({ query: PROJECT, variables: { id } });
  const found = result.data?.project;
  const role = user.isSuperAdmin ? 'ADMIN' : found?.myRole;
  const isTeamArchived = found?.team?.status === 'ARCHIVED';
  const shown = found && {
    id,
    name: found.name,
    isAdmin: role === 'ADMIN',
    isWriter: role === 'ADMIN' || role === 'WRITER',
    isArchived: isTeamArchived || found.status === 'ARCHIVED',
  };
  return (
    <Page
      title={found ? titleOf(part, isolated(found.name)) : 'Project'}
      crumbs={[{ label: 'Projects', to: '/projects' }]}
      actions={
        shown &&
        found && (
          <>
            {shown.isAdmin && !isTeamArchived && (
              <ManageProject shown={{ ...found, id, isArchived: shown.isArchived }} />
            )}
            {actions?.(shown)}
          </>
        )
      }
    >
      <Loaded result={result} read={data => data.project} retry={refresh} noun="project">
        {({ description, team, status }) => (
          <>
            <p className="dim name">
              Team <bdi>{team?.name}</bdi>
              {isTeamArchived && ' (archived)'}
              {description && (
                <>
                  {' · '}
                  <bdi>{description}</bdi>
                </>
              )}{' '}
              {status === 'ARCHIVED' && <Archived />}
            </p>
            <SubNav
              label="Parts of the project"
              links={[
                { to: `/projects/${id}`, label: 'Documents', end: true },
                { to: `/projects/${id}/members`, label: 'Members' },
                { to: `/projects/${id}/rules`, label: 'Rules' },
                ...(shown?.isAdmin
                  ? [
                      { to: `/projects/${id}/webhooks`, label: 'Webhooks' },
                      { to: `/projects/${id}/ai`, label: 'AI' },
                      { to: `/projects/${id}/audit`, label: 'Audit' },
                    ]
                  : []),
              ]}
            />
            {shown && children(shown)}
          </>
        )}
      </Loaded>
    </Page>
  );
}
