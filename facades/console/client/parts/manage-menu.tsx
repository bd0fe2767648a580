import { Button, Menu, Textarea, TextInput } from '@mantine/core';
import { fieldError, type Problem } from '../app/errors.ts';
import { FormDialog } from './form-dialog.tsx';
import { useDialog } from './use-dialog.ts';

type Named = { name: string; description: string | null; isArchived: boolean };

type Props = {
  /** Such as "project". */
  noun: string;
  shown: Named;
  busy: boolean;
  problem: Problem | undefined;
  /** Each is true when it is done. */
  save: (values: { name: string; description: string | null }) => Promise<boolean>;
  archive: () => Promise<boolean>;
  unarchive: () => Promise<boolean>;
};

/** What an admin does with a project or document as a whole. */
export function ManageMenu({ noun, shown, busy, problem, save, archive, unarchive }: Props) {
  const dialog = useDialog<'rename' | 'archive' | 'restore'>();
  const { name, description, isArchived } = shown;
  const closeAfter = async (work: Promise<boolean>) => {
    if (await work) dialog.close();
  };
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
          {!isArchived && <Menu.Item onClick={() => dialog.open('rename')}>Rename or describe</Menu.Item>}
          {!isArchived && <Menu.Item onClick={() => dialog.open('archive')}>Archive</Menu.Item>}
          {isArchived && <Menu.Item onClick={() => dialog.open('restore')}>Take out of the archive</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {dialog.about === 'rename' && (
        <FormDialog
          {...common}
          title={`Rename or describe the ${noun}`}
          label="Save"
          submit={values =>
            void closeAfter(save({ name: values.name ?? '', description: values.description?.trim() || null }))
          }
        >
          <TextInput
            name="name"
            label="Name"
            required
            maxLength={200}
            defaultValue={name}
            error={fieldError(problem, 'name')}
            data-autofocus
          />
          <Textarea
            name="description"
            label="Description"
            rows={3}
            defaultValue={description ?? ''}
            error={fieldError(problem, 'description')}
          />
        </FormDialog>
      )}
      {dialog.about === 'archive' && (
        <FormDialog {...common} title={`Archive ${name}?`} label="Archive" submit={() => void closeAfter(archive())}>
          <p className="flush">
            Everybody can still read the {noun}, but nobody can change it. You can take it out of the archive later.
          </p>
        </FormDialog>
      )}
      {dialog.about === 'restore' && (
        <FormDialog
          {...common}
          title={`Take ${name} out of the archive?`}
          label="Take out of the archive"
          submit={() => void closeAfter(unarchive())}
        >
          <p className="flush">Its members can change the {noun} again.</p>
        </FormDialog>
      )}
    </>
  );
}
