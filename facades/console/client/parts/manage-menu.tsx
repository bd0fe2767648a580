import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../app/act.ts';
import { changedFields } from './changed-fields.ts';
import { Confirm, type Doing } from './confirm.tsx';
import { FormDialog } from './form-dialog.tsx';
import { NameFields } from './name-fields.tsx';
import { useDialog } from './use-dialog.ts';
import { isolated } from './words.tsx';

type Props = {
  /** Such as "project". */
  noun: string;
  shown: { id: string; name: string; description: string | null; isArchived: boolean };
  update: Doing<{ id: string; name?: string; description?: string | null }>;
  archive: Doing<{ id: string }>;
  unarchive: Doing<{ id: string }>;
};

/** The menu to rename, archive and restore a project or document. */
export function ManageMenu({ noun, shown, update, archive, unarchive }: Props) {
  const dialog = useDialog<'rename' | 'archive' | 'restore'>();
  const { id, name, isArchived } = shown;
  const common = { id, close: dialog.close };
  return (
    <>
      <Menu transitionProps={{ duration: 0 }} position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={`Manage the ${noun}`}>
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isArchived && <Menu.Item onClick={() => dialog.open('rename')}>Rename or describe</Menu.Item>}
          {!isArchived && <Menu.Item onClick={() => dialog.open('archive')}>Archive</Menu.Item>}
          {isArchived && <Menu.Item onClick={() => dialog.open('restore')}>Take out of the archive</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog.about === 'rename' && <Rename {...common} {...{ noun, shown, update }} />}
      {dialog.about === 'archive' && (
        <Confirm {...common} title={`Archive ${isolated(name)}?`} label="Archive" mutation={archive}>
          Its members can still read the {noun}, but nobody can change it, and its share links do not work. You can take
          it out of the archive later.
        </Confirm>
      )}
      {dialog.about === 'restore' && (
        <Confirm
          {...common}
          title={`Take ${isolated(name)} out of the archive?`}
          label="Take out of the archive"
          mutation={unarchive}
        >
          Its members can change the {noun} again, and its share links work again.
        </Confirm>
      )}
    </>
  );
}

type RenameProps = Pick<Props, 'noun' | 'shown' | 'update'> & { close: () => void };

function Rename({ noun, shown, update, close }: RenameProps) {
  const { act, busy, problem } = useAct(update);
  // What the form began with, even if the page has been loaded again since.
  const [{ id, name, description }] = useState(shown);
  async function submit(values: Record<string, string>) {
    const typed = { name: values.name ?? '', description: values.description?.trim() || null };
    const changed = changedFields(typed, { name, description });
    if (changed && !(await act({ input: { id, ...changed } }))) return false;
    close();
    return true;
  }
  return (
    <FormDialog
      opened
      title={`Rename or describe the ${noun}`}
      label="Save"
      keptAs={id}
      {...{ close, busy, problem, submit }}
    >
      <NameFields {...{ problem, name, description }} />
    </FormDialog>
  );
}
