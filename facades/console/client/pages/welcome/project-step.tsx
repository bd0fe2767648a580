import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { act } from '../../app/ask.ts';
import { fieldError, type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useKept } from '../../app/kept.ts';
import { useMayCreateTeams } from '../../app/may-create-teams.ts';
import { useKeptFields } from '../../parts/kept-fields.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { NoRight, ProblemAlert } from '../../shell/problem.tsx';

const CREATE_TEAM = graphql(`mutation WelcomeTeam($input: CreateTeamInput!) { createTeam(input: $input) { id } }`);
const RENAME_TEAM = graphql(`mutation WelcomeTeamName($input: UpdateTeamInput!) { updateTeam(input: $input) { id } }`);
const CREATE_PROJECT = graphql(`
  mutation WelcomeProject($input: CreateProjectInput!) { createProject(input: $input) { id } }
`);

export function ProjectStep({ onDone }: { onDone: (projectId: string) => void }) {
  // The team that an earlier attempt created, without its project.
  const [keptTeam, keepTeam, forgetTeam] = useKept('first-project:team');
  const made: { id: string; name: string } | undefined = keptTeam === '' ? undefined : JSON.parse(keptTeam);
  // Since this step was opened. An earlier team may be in use by now, so it is not renamed.
  const [isMadeHere, setIsMadeHere] = useState(false);
  const { forget, ...kept } = useKeptFields('first-project');
  const [problem, setProblem] = useState<{ of: 'team' | 'project'; what: Problem }>();
  const [busy, setBusy] = useState(false);
  const mayCreateTeams = useMayCreateTeams();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    setBusy(true);
    const team = await teamNamed(String(values.get('team')));
    const project =
      team.id === undefined
        ? undefined
        : await act(CREATE_PROJECT, { input: { teamId: team.id, name: String(values.get('project')) } });
    setBusy(false);
    const error = team.error ?? project?.error;
    setProblem(error && { of: team.error ? 'team' : 'project', what: problemOf(error) });
    if (!project?.data?.createProject) return;
    forget();
    forgetTeam();
    onDone(project.data.createProject.id);
  }
  /** Uses or renames the team that an earlier attempt created, or creates one. */
  async function teamNamed(name: string): Promise<{ id?: string | undefined; error?: CombinedError | undefined }> {
    if (made?.name === name) return made;
    if (made !== undefined && isMadeHere) {
      const { error } = await act(RENAME_TEAM, { input: { id: made.id, name } });
      if (!error) keepTeam(JSON.stringify({ id: made.id, name }));
      return error ? { error } : made;
    }
    const { data, error } = await act(CREATE_TEAM, { input: { name } });
    const id = data?.createTeam?.id;
    if (id !== undefined) {
      keepTeam(JSON.stringify({ id, name }));
      setIsMadeHere(true);
    }
    return { id, error };
  }
  if (mayCreateTeams === false)
    return <NoRight what="SuperAdmins create teams and their first projects." who="Ask one of them." />;
  const errorOf = (field: 'team' | 'project') => (problem?.of === field ? fieldError(problem.what, 'name') : undefined);
  return (
    <form {...kept} onSubmit={submit} className="stack form">
      <p className="flush">
        A team owns projects. A project holds documents and the people who write, review and read them.
      </p>
      <TextInput name="team" label="Team" placeholder="Pet shop" required error={errorOf('team')} />
      <TextInput name="project" label="Project" placeholder="Shop" required error={errorOf('project')} />
      <ProblemAlert problem={problem?.what} />
      <div>
        <SubmitButton busy={busy}>Create the project</SubmitButton>
      </div>
    </form>
  );
}
