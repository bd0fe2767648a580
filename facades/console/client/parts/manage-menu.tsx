import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { useAct } from '../app/act.ts';
import { changedFields } from './changed-fields.ts';
import { FormDialog } from './form-dialog.tsx';
import { NameFields } from './name-fields.tsx';
import { useDialog } from './use-dialog.ts';
import { isolated } from './words.tsx';

type Doing<Input> = TypedDocumentNode<unknown, { input: Input }>;

type Props = {
  /** Such as "project". */
  noun: string;
  shown: { id: string; name: string; description: string | null; isArchived: boolean };
  update: Doing<{ id: string; name?: string; description?: string | null }>;
  archive: Doing<{ id: string }>;
  unarchive: Doing<{ id: string }>;
};

/** The menu to rename, archive and restore a project or document. */
export function ManageMenu({ noun, shown, ...documents }: Props) {
  const dialog = useDialog<'rename' | 'archive' | 'restore'>();
  const { id, name, isArchived } = shown;
  // What the form began with, even if the page has been loaded again since.
  const [begun, setBegun] = useState(shown);
  const update = useAct(documents.update);
  const archive = useAct(documents.archive);
  const unarchive = useAct(documents.unarchive);
  const acts = [update, archive, unarchive];
  // Clear the errors of the previous dialog.
  const open = (what: 'rename' | 'archive' | 'restore') => {
    for (const { forget } of acts) forget();
    setBegun(shown);
    dialog.open(what);
  };
  const closeAfter = async (work: Promise<unknown>) => {
    const isDone = (await work) !== undefined;
    if (isDone) dialog.close();
    return isDone;
  };
  const problem = acts.find(one => one.problem)?.problem;
  const busy = acts.some(one => one.busy);
  const common = { opened: true, close: dialog.close, busy, problem };
  return (
    <>
      <Menu transitionProps={{ duration: 0 }} position="bottom-end">
        <Menu.Target>
          <Button variant="default" aria-label={`Manage the ${noun}`}>
            Manage
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {!isArchived && <Menu.Item onClick={() => open('rename')}>Rename or describe</Menu.Item>}
          {!isArchived && <Menu.Item onClick={() => open('archive')}>Archive</Menu.Item>}
          {isArchived && <Menu.Item onClick={() => open('restore')}>Take out of the archive</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog.about === 'rename' && (
        <FormDialog
          {...common}
          title={`Rename or describe the ${noun}`}
          label="Save"
          keptAs={id}
          submit={values => {
            const typed = { name: values.name ?? '', description: values.description?.trim() || null };
            const changed = changedFields(typed, begun);
            return closeAfter(changed ? update.act({ input: { id, ...changed } }) : Promise.resolve(true));
          }}
        >
          <NameFields problem={problem} name={begun.name} description={begun.description} />
        </FormDialog>
      )}
      {dialog.about === 'archive' && (
        <FormDialog
          {...common}
          title={`Archive ${isolated(name)}?`}
          label="Archive"
          submit={() => void closeAfter(archive.act({ input: { id } }))}
        >
          <p className="flush">
            Everybody can still read the {noun}, but nobody can change it. You can take it out of the archive later.
          </p>
        </FormDialog>
      )}
      {dialog.about === 'restore' && (
        <FormDialog
          {...common}
          title={`Take ${isolated(name)} out of the archive?`}
          label="Take out of the archive"
          submit={() => void closeAfter(unarchive.act({ input: { id } }))}
        >
          <p className="flush">Its members can change the {noun} again.</p>
        </FormDialog>
      )}
    </>
  );
}
