import { Anchor, Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { useMayCreateTeams } from '../../app/may-create-teams.ts';
import { useUser } from '../../app/session.ts';
import { Ago } from '../../app/time.tsx';
import { Archived } from '../../parts/badges.tsx';
import { Done, type DoneAct } from '../../parts/done.tsx';
import { Empty } from '../../parts/empty.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useOtherRows } from '../../parts/use-all-rows.ts';
import { useDialog } from '../../parts/use-dialog.ts';
import { isolated } from '../../parts/words.tsx';
import { Failure, Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { ChangeTeam } from './change-team.tsx';
import { NewProject } from './new-project.tsx';
import { NewTeam } from './new-team.tsx';

const PROJECTS = graphql(`
  query Projects($search: String, $first: Int!, $offset: Int!) {
    projects(search: $search, first: $first, offset: $offset) {
      totalCount
      nodes { id name description status updatedAt myRole team { id name } }
    }
    teams(first: 200) { totalCount nodes { id name description status createdById } }
  }
`);

const OTHER_TEAMS = graphql(`
  query OtherTeams($first: Int!, $offset: Int!) {
    teams(first: $first, offset: $offset) { totalCount nodes { id name description status createdById } }
  }
`);

const SIZE = 50;

export function ProjectsPage() {
  const search = useSearch();
  const { page, first, offset, go } = usePage(SIZE);
  const user = useUser();
  const mayCreateTeams = useMayCreateTeams();
  const { about, open, close } = useDialog<'team' | 'change team' | 'project'>();
  const [result, refresh] = useQuery({ query: PROJECTS, variables: { search, first, offset } });
  const allTeams = useOtherRows(OTHER_TEAMS, {}, data => data.teams, result.data?.teams ?? undefined);
  const retry = () => {
    refresh({ requestPolicy: 'network-only' });
    allTeams.again();
  };
  // Confirms changes of teams, because the list shows only projects.
  const [done, setDone] = useState<DoneAct>();
  const said = (text: string) => {
    setDone({ text });
    retry();
  };
  const teams = allTeams.rows.filter(
    ({ status, createdById }) => status === 'ACTIVE' && (user.isSuperAdmin || createdById === user.id),
  );
  const actions = (
    <>
      {mayCreateTeams && (
        <Button variant="default" onClick={() => open('team')}>
          New team
        </Button>
      )}
      {teams.length > 0 && (
        <>
          <Button variant="default" onClick={() => open('change team')}>
            Change a team
          </Button>
          <Button onClick={() => open('project')}>New project</Button>
        </>
      )}
    </>
  );
  return (
    <Page title="Projects" actions={actions}>
      {about === 'team' && (
        <NewTeam close={close} made={name => said(`The team ${isolated(name)} was created. Create projects in it.`)} />
      )}
      {about === 'change team' && (
        <ChangeTeam close={close} changed={name => said(`The team ${isolated(name)} was saved.`)} teams={teams} />
      )}
      {about === 'project' && <NewProject close={close} teams={teams} />}
      <div className="stack">
        <Done done={done} rows={undefined} />
        {allTeams.problem && <Failure problem={allTeams.problem} noun="team" retry={allTeams.again} />}
        <SearchField label="Search projects" />
        <Loaded result={result} read={({ projects }) => projects} retry={retry} noun="project">
          {({ nodes, totalCount }) =>
            totalCount === 0 ? (
              <NoProjects
                isSearch={search !== ''}
                hasTeam={teams.length > 0}
                mayCreateTeams={mayCreateTeams === true}
              />
            ) : (
              <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
                {nodes.map(({ id, name, description, status, updatedAt, team }) => (
                  <li key={id}>
                    <div>
                      <Anchor component={Link} to={`/projects/${id}`} className="name">
                        {name}
                      </Anchor>{' '}
                      <span className="dim name">{team?.name}</span>
                      {description && <div className="dim name">{description}</div>}
                    </div>
                    <span className="row">
                      {status === 'ARCHIVED' && <Archived />}
                      <span className="dim">
                        changed <Ago at={updatedAt} />
                      </span>
                    </span>
                  </li>
                ))}
              </PagedRows>
            )
          }
        </Loaded>
      </div>
    </Page>
  );
}

type NoProjectsProps = { isSearch: boolean; hasTeam: boolean; mayCreateTeams: boolean };

function NoProjects({ isSearch, hasTeam, mayCreateTeams }: NoProjectsProps) {
  if (isSearch) return <Empty title="No project has this in its name or description" />;
  return (
    <Empty title="You are in no project yet">
      <span>
        {hasTeam
          ? 'Create a project, or ask a project admin to add you as a member.'
          : mayCreateTeams
            ? 'Create a team and then a project in it, or ask a project admin to add you as a member.'
            : 'Ask a project admin to add you as a member. SuperAdmins create teams and their first projects.'}
      </span>
    </Empty>
  );
}
