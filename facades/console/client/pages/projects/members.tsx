import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import type { MemberRole, ProjectMembersQuery } from '../../gql/graphql.ts';
import { Done, type DoneAct, rowsOf } from '../../parts/done.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { OnlyFirst } from '../../parts/only-first.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { ROLES } from '../../parts/roles.ts';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { useIsHere } from '../../parts/use-is-here.ts';
import { isolated } from '../../parts/words.tsx';
import { Failure, Loaded } from '../../shell/loaded.tsx';
import { ProjectFrame, type ShownProject } from './project-frame.tsx';

const MEMBERS = graphql(`
  query ProjectMembers($id: ID!, $search: String, $first: Int!, $offset: Int!) {
    project(id: $id) {
      id myRole
      members(search: $search, first: $first, offset: $offset) {
        totalCount
        nodes { id userId userName userEmail userStatus role }
      }
    }
  }
`);

const CANDIDATES = graphql(`
  query MemberCandidates($projectId: ID!, $search: String) {
    memberCandidates(projectId: $projectId, search: $search, first: 10) { totalCount nodes { id name email } }
  }
`);

const ADD = graphql(`mutation AddMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }`);

const UPDATE = graphql(`
  mutation UpdateMember($input: ProjectMemberInput!) { updateProjectMember(input: $input) { id role } }
`);

const REMOVE = graphql(`
  mutation RemoveMember($input: RemoveProjectMemberInput!) { removeProjectMember(input: $input) { id } }
`);

type Member = NonNullable<NonNullable<ProjectMembersQuery['project']>['members']>['nodes'][number];

const SIZE = 50;

export function MembersPage() {
  const dialog = useDialog<About>();
  return (
    <ProjectFrame
      part="Members"
      actions={({ isAdmin, isArchived }) =>
        isAdmin && !isArchived && <Button onClick={() => dialog.open('new')}>Add member</Button>
      }
    >
      {project => <Members project={project} dialog={dialog} />}
    </ProjectFrame>
  );
}

/** What the dialog is about: a new member, whom to remove, or whose role to change. */
type About = 'new' | { remove: Member } | { changeRole: Member };

type Props = { project: ShownProject; dialog: ReturnType<typeof useDialog<About>> };

function Members({ project, dialog }: Props) {
  const search = useSearch();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: MEMBERS, variables: { id: project.id, search, first, offset } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  const [done, setDone] = useState<DoneAct>();
  const made = (act: DoneAct) => {
    setDone(act);
    again();
  };
  const focus = useFocusInside<HTMLDivElement>();
  const mayChange = project.isAdmin && !project.isArchived;
  return (
    <div className="stack">
      {dialog.about === 'new' && <AddMember projectId={project.id} close={dialog.close} made={made} />}
      {typeof dialog.about === 'object' && 'remove' in dialog.about && (
        <RemoveMember projectId={project.id} member={dialog.about.remove} close={dialog.close} made={made} />
      )}
      {typeof dialog.about === 'object' && 'changeRole' in dialog.about && (
        <ChangeRole projectId={project.id} member={dialog.about.changeRole} close={dialog.close} made={made} />
      )}
      <SearchField label="Search members" />
      <Done done={done} rows={rowsOf(result, result.data?.project?.members)} />
      <div {...focus}>
        <Loaded result={result} read={data => data.project?.members} retry={again} noun="project">
          {({ nodes, totalCount }) =>
            totalCount === 0 ? (
              <Empty title={search === '' ? 'Nobody is a member yet' : 'No member has this in their name or address'} />
            ) : (
              <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
                {nodes.map(member => (
                  <li key={member.id}>
                    <div>
                      <strong className="name">{member.userName}</strong>{' '}
                      <span className="dim name">{member.userEmail}</span>{' '}
                      {member.userStatus === 'DISABLED' && <span className="dim">disabled</span>}
                    </div>
                    <span className="row">
                      <span className="dim">{member.role.toLowerCase()}</span>
                      {mayChange && (
                        <>
                          <Button
                            variant="default"
                            size="compact-sm"
                            aria-label={`Change role of ${member.userName}, ${member.userEmail}`}
                            onClick={() => dialog.open({ changeRole: member })}
                          >
                            Change role
                          </Button>
                          <Button
                            variant="default"
                            size="compact-sm"
                            aria-label={`Remove ${member.userName}, ${member.userEmail}`}
                            onClick={() => dialog.open({ remove: member })}
                          >
                            Remove
                          </Button>
                        </>
                      )}
                    </span>
                  </li>
                ))}
              </PagedRows>
            )
          }
        </Loaded>
      </div>
    </div>
  );
}

const WAIT_MS = 200;

function AddMember({ projectId, close, made }: { projectId: string; close: () => void; made: (act: DoneAct) => void }) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const variables = { projectId, search };
  const [{ data, fetching, error }, again] = useQuery({ query: CANDIDATES, variables, requestPolicy: 'network-only' });
  const found = data?.memberCandidates?.nodes ?? [];
  const { act, busy, problem } = useAct(ADD);
  async function submit({ userId = '', role }: Record<string, string>) {
    const { name = '', email = '' } = found.find(({ id }) => id === userId) ?? {};
    const done = await act({ input: { projectId, userId, role: role as MemberRole } });
    if (!done) return;
    const id = done.addProjectMember?.id;
    made({ text: `${isolated(name)} was added.`, ...(id && { made: { id, search: email } }) });
    close();
  }
  return (
    <FormDialog
      title="Add a member"
      label="Add"
      opened
      // Disabled while the shown candidates may belong to an earlier search.
      disabled={text !== search || fetching || found.length === 0}
      {...{ close, submit, busy, problem }}
    >
      <TextInput
        type="search"
        label="Person"
        description="Part of the name or email. For people who share no project with you: the full email."
        value={text}
        onChange={event => setText(event.currentTarget.value)}
        data-autofocus
      />
      {error ? (
        <Failure problem={problemOf(error)} noun="person" retry={again} />
      ) : found.length === 0 ? (
        <p className="dim" role="status">
          {search === '' ? 'Nobody to propose: type a name or an address.' : 'Nobody was found.'}
        </p>
      ) : (
        <fieldset className="choices">
          <legend className="sr-only">People found</legend>
          {found.map(({ id, name, email }, index) => (
            <label key={id}>
              <input
                type="radio"
                name="userId"
                value={id}
                required
                defaultChecked={index === 0 && found.length === 1}
              />{' '}
              <span className="name">{name}</span> <span className="dim name">{email}</span>
            </label>
          ))}
          <OnlyFirst shown={found.length} total={data?.memberCandidates?.totalCount ?? 0} />
        </fieldset>
      )}
      <NativeSelect name="role" label="Role" data={ROLES} />
    </FormDialog>
  );
}

type RowProps = { projectId: string; member: Member; close: () => void; made: (act: DoneAct) => void };

function ChangeRole({ projectId, member, close, made }: RowProps) {
  const { act, busy, problem } = useAct(UPDATE);
  const { id, isSuperAdmin } = useUser();
  const { userId, userName, userEmail } = member;
  async function submit({ role }: Record<string, string>) {
    if (!(await act({ input: { projectId, userId, role: role as MemberRole } }))) return;
    made({ text: `${isolated(userName)} is ${NOUNS[role as MemberRole]} now.` });
    close();
  }
  return (
    <FormDialog
      title={`Role of ${isolated(userName)}`}
      label="Change the role"
      opened
      {...{ close, submit, busy, problem }}
    >
      <p className="flush dim name">{userEmail}</p>
      <NativeSelect name="role" label="Role" data={ROLES} defaultValue={member.role} data-autofocus />
      {userId === id && !isSuperAdmin && (
        <p className="flush">
          This is you: with another role you can no longer manage this project. Only another admin can make you admin
          again.
        </p>
      )}
    </FormDialog>
  );
}

const NOUNS: Record<MemberRole, string> = { READER: 'a reader', WRITER: 'a writer', ADMIN: 'an admin' };

function RemoveMember({ projectId, member, close, made }: RowProps) {
  const { act, busy, problem } = useAct(REMOVE);
  const { id, isSuperAdmin } = useUser();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const isMe = member.userId === id && !isSuperAdmin;
  async function submit() {
    if (!(await act({ input: { projectId, userId: member.userId } }))) return;
    // Members who removed themselves can no longer read the project.
    if (isMe && isHere()) return navigate('/projects');
    made({ text: `${isolated(member.userName)} was removed.` });
    close();
  }
  return (
    <FormDialog
      title={`Remove ${isolated(member.userName)}?`}
      label="Remove"
      opened
      dangerous
      {...{ close, submit, busy, problem }}
    >
      <p className="flush dim name">{member.userEmail}</p>
      <p className="flush">
        {isMe
          ? 'This is you: you no longer see this project, and only its admins can add you again. What you wrote stays.'
          : 'They are no longer a member and, unless they are a SuperAdmin, no longer see this project. What they wrote stays.'}
      </p>
    </FormDialog>
  );
}
