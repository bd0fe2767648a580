import { NativeSelect } from '@mantine/core';
import { useNavigate } from 'react-router';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameFields } from '../../parts/name-fields.tsx';
import { useIsHere } from '../../parts/use-is-here.ts';

const CREATE_PROJECT = graphql(`
  mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { id } }
`);

type Props = { close: () => void; teams: { id: string; name: string }[] };

export function NewProject({ close, teams }: Props) {
  const { act, busy, problem } = useAct(CREATE_PROJECT);
  const navigate = useNavigate();
  const isHere = useIsHere();
  async function submit({ name = '', description = '', teamId = '' }: Record<string, string>) {
    const done = await act({ input: { name, teamId, ...(description && { description }) } });
    if (done?.createProject && isHere()) navigate(`/projects/${done.createProject.id}`);
    return done !== undefined;
  }
  return (
    <FormDialog
      title="New project"
      label="Create project"
      opened
      keptAs="new-project"
      {...{ close, submit, busy, problem }}
    >
      <NativeSelect
        name="teamId"
        label="Team"
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        error={fieldError(problem, 'teamId')}
      />
      <NameFields problem={problem} />
    </FormDialog>
  );
}
