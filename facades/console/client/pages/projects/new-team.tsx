import { Textarea, TextInput } from '@mantine/core';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';

const CREATE_TEAM = graphql(`
  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }
`);

type Props = { opened: boolean; close: () => void; made: () => void };

export function NewTeam({ opened, close, made }: Props) {
  const { act, busy, problem } = useAct(CREATE_TEAM);
  async function submit({ name = '', description = '' }: Record<string, string>) {
    const done = await act({ input: { name, ...(description && { description }) } });
    if (!done) return;
    made();
    close();
  }
  return (
    <FormDialog title="New team" label="Create team" {...{ opened, close, submit, busy, problem }}>
      <p className="dim">A team owns projects. You manage the teams that you create.</p>
      <TextInput name="name" label="Name" required maxLength={200} error={fieldError(problem, 'name')} data-autofocus />
      <Textarea name="description" label="Description" error={fieldError(problem, 'description')} />
    </FormDialog>
  );
}
