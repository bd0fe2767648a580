import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { NameFields } from '../../parts/name-fields.tsx';

const UPDATE_TEAM = graphql(`
  mutation UpdateTeam($input: UpdateTeamInput!) { updateTeam(input: $input) { id name description } }
`);

type Team = { id: string; name: string; description: string | null };
type Props = { close: () => void; changed: (name: string) => void; teams: Team[] };

/** A dialog that changes the name or description of a team that the user manages. */
export function ChangeTeam({ close, changed, teams }: Props) {
  const { act, busy, problem } = useAct(UPDATE_TEAM);
  const [id, setId] = useState(teams[0]?.id);
  const team = teams.find(one => one.id === id);
  async function submit({ name = '', description = '' }: Record<string, string>) {
    if (!team || !(await act({ input: { id: team.id, name, description: description.trim() || null } }))) return false;
    changed(name);
    close();
    return true;
  }
  return (
    <FormDialog title="Change a team" label="Save" opened keptAs={id ?? ''} {...{ close, submit, busy, problem }}>
      <NativeSelect
        label="Team"
        value={id}
        onChange={event => setId(event.currentTarget.value)}
        data={teams.map(one => ({ value: one.id, label: one.name }))}
      />
      <NameFields key={id} problem={problem} {...team} />
    </FormDialog>
  );
}
