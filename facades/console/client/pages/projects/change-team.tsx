import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { changedFields } from '../../parts/changed-fields.ts';
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
  // The team as it was chosen, even if the page has been loaded again since.
  const [team, setTeam] = useState(teams[0]);
  const id = team?.id;
  async function submit({ name = '', description = '' }: Record<string, string>) {
    if (!team) return false;
    const fields = changedFields({ name, description: description.trim() || null }, team);
    if (fields && !(await act({ input: { id: team.id, ...fields } }))) return false;
    changed(name);
    close();
    return true;
  }
  return (
    <FormDialog title="Change a team" label="Save" opened keptAs={id ?? ''} {...{ close, submit, busy, problem }}>
      <NativeSelect
        label="Team"
        value={id}
        onChange={event => setTeam(teams.find(one => one.id === event.currentTarget.value))}
        data={teams.map(one => ({ value: one.id, label: one.name }))}
      />
      <NameFields key={id} problem={problem} {...team} />
    </FormDialog>
  );
}
