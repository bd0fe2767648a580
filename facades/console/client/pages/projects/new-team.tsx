import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameFields } from '../../parts/name-fields.tsx';

const CREATE_TEAM = graphql(`
  mutation CreateTeam($input: CreateTeamInput!) { createTeam(input: $input) { id name status createdById } }
`);

type Props = { close: () => void; made: (name: string) => void };

export function NewTeam({ close, made }: Props) {
  const { act, busy, problem } = useAct(CREATE_TEAM);
  async function submit({ name = '', description = '' }: Record<string, string>) {
    const done = await act({ input: { name, ...(description && { description }) } });
    if (!done) return false;
    made(name);
    close();
    return true;
  }
  return (
    <FormDialog title="New team" label="Create team" opened keptAs="new-team" {...{ close, submit, busy, problem }}>
      <p className="dim">A team owns projects. You manage the teams that you create.</p>
      <NameFields problem={problem} />
    </FormDialog>
  );
}
