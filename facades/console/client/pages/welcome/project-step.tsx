import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { act } from '../../app/ask.ts';
import { fieldError, type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useMayCreateTeams } from '../../app/may-create-teams.ts';
import { NoRight, ProblemAlert } from '../../shell/problem.tsx';

const CREATE_TEAM = graphql(`mutation WelcomeTeam($input: CreateTeamInput!) { createTeam(input: $input) { id } }`);
const CREATE_PROJECT = graphql(`
  mutation WelcomeProject($input: CreateProjectInput!) { createProject(input: $input) { id } }
`);

export function ProjectStep({ onDone }: { onDone: (projectId: string) => void }) {
  const [teamId, setTeamId] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const mayCreateTeams = useMayCreateTeams();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    // If an earlier attempt created the team but not the project, use that team.
    const team = teamId ? undefined : await act(CREATE_TEAM, { input: { name: String(values.get('team')) } });
    const id = teamId || (team?.data?.createTeam?.id ?? '');
    setTeamId(id);
    const made = id
      ? await act(CREATE_PROJECT, { input: { teamId: id, name: String(values.get('project')) } })
      : undefined;
    setBusy(false);
    const error = team?.error ?? made?.error;
    setProblem(error && problemOf(error));
    if (made?.data?.createProject) onDone(made.data.createProject.id);
  }
  if (mayCreateTeams === false)
    return <NoRight what="SuperAdmins create teams and their first projects." who="Ask one of them." />;
  return (
    <form onSubmit={submit} className="stack form">
      <p className="flush">
        A team owns projects. A project holds documents and the people who write, review and read them.
      </p>
      <TextInput name="team" label="Team" placeholder="Pet shop" required error={fieldError(problem, 'name')} />
      <TextInput name="project" label="Project" placeholder="Shop" required />
      <ProblemAlert problem={problem} />
      <div>
        <Button type="submit" loading={busy}>
          Create the project
        </Button>
      </div>
    </form>
  );
}
