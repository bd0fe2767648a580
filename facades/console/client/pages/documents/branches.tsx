import { Badge, Button, Checkbox, Menu, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import type { DocumentBranchesQuery } from '../../gql/graphql.ts';
import { Archived } from '../../parts/badges.tsx';
import { changedFields } from '../../parts/changed-fields.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Done, type DoneAct, rowsOf } from '../../parts/done.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { isolated } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { DocumentFrame, type ShownDocument } from './document-frame.tsx';

const BRANCHES = graphql(`
  query DocumentBranches($id: ID!, $search: String, $first: Int!, $offset: Int!) {
    document(id: $id) {
      id
      branches(search: $search, first: $first, offset: $offset) {
        totalCount
        nodes { id name kind description isDefault isProtected status latestVersion { id versionName } }
      }
    }
  }
`);

const CREATE = graphql(`
  mutation CreateBranch($input: CreateBranchInput!) { createBranch(input: $input) { id } }
`);

const UPDATE = graphql(`
  mutation UpdateBranch($input: UpdateBranchInput!) {
    updateBranch(input: $input) { id name description isDefault isProtected }
  }
`);

const ARCHIVE = graphql(`
  mutation ArchiveBranch($input: BranchInput!) { archiveBranch(input: $input) { id status } }
`);

const UNARCHIVE = graphql(`
  mutation UnarchiveBranch($input: BranchInput!) { unarchiveBranch(input: $input) { id status } }
`);

const SIZE = 50;

type Branch = NonNullable<NonNullable<DocumentBranchesQuery['document']>['branches']>['nodes'][number];

export function BranchesPage() {
  const dialog = useDialog<About>();
  return (
    <DocumentFrame
      part="Branches"
      actions={({ isAdmin, isArchived }) =>
        isAdmin && !isArchived && <Button onClick={() => dialog.open('new')}>New branch</Button>
      }
    >
      {document => <Branches document={document} dialog={dialog} />}
    </DocumentFrame>
  );
}

/** What the dialog is about: a new branch, or what to do with one. */
type About = 'new' | { edit: Branch } | { archive: Branch };

type Props = { document: ShownDocument; dialog: ReturnType<typeof useDialog<About>> };

function Branches({ document, dialog }: Props) {
  const search = useSearch();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: BRANCHES, variables: { id: document.id, search, first, offset } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  const [done, setDone] = useState<DoneAct>();
  const made = (act: DoneAct) => {
    setDone(act);
    again();
  };
  const update = useAct(UPDATE);
  const unarchive = useAct(UNARCHIVE);
  const acts = [update, unarchive];
  const forgetProblems = () => {
    for (const { forget } of acts) forget();
  };
  return (
    <div className="stack">
      {dialog.about === 'new' && <NewBranch documentId={document.id} close={dialog.close} made={made} />}
      {typeof dialog.about === 'object' && 'edit' in dialog.about && (
        <EditBranch branch={dialog.about.edit} close={dialog.close} made={made} />
      )}
      {typeof dialog.about === 'object' && 'archive' in dialog.about && (
        <Confirm
          id={dialog.about.archive.id}
          title={`Archive ${isolated(dialog.about.archive.name)}?`}
          label="Archive"
          mutation={ARCHIVE}
          close={dialog.close}
        >
          Its versions can still be read, but nothing can be published on it, and its share links do not work. You can
          take it out of the archive later.
        </Confirm>
      )}
      <SearchField label="Search branches" />
      <ProblemAlert problem={acts.find(({ problem }) => problem)?.problem} />
      <Done done={done} rows={rowsOf(result, result.data?.document?.branches)} />
      <Loaded result={result} read={data => data.document?.branches} retry={again} noun="document">
        {({ nodes, totalCount }) =>
          totalCount === 0 ? (
            <Empty title="No branch has this in its name or description" />
          ) : (
            <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
              {nodes.map(branch => (
                <li key={branch.id}>
                  <div>
                    <strong className="mono">{branch.name}</strong>{' '}
                    <span className="dim">
                      {branch.latestVersion ? `latest ${branch.latestVersion.versionName}` : 'nothing published'}
                    </span>
                    {branch.description && <div className="name">{branch.description}</div>}
                  </div>
                  <span className="row">
                    {branch.isDefault && <Mark>Default</Mark>}
                    {branch.isProtected && <Mark>Protected</Mark>}
                    {branch.status === 'ARCHIVED' && <Archived />}
                    {document.isAdmin && !document.isArchived && (
                      <BranchMenu
                        branch={branch}
                        edit={() => dialog.open({ edit: branch })}
                        update={async change => {
                          forgetProblems();
                          // Reload the list: a new default also changes the row of the old default.
                          if (await update.act({ input: { id: branch.id, ...change } })) again();
                        }}
                        archive={() => dialog.open({ archive: branch })}
                        unarchive={() => {
                          forgetProblems();
                          void unarchive.act({ input: { id: branch.id } });
                        }}
                      />
                    )}
                  </span>
                </li>
              ))}
            </PagedRows>
          )
        }
      </Loaded>
    </div>
  );
}

const Mark = ({ children }: { children: string }) => (
  <Badge variant="default" radius="sm" className="plain-badge">
    {children}
  </Badge>
);

type MenuProps = {
  branch: Branch;
  edit: () => void;
  update: (change: { isDefault?: boolean; isProtected?: boolean }) => void;
  archive: () => void;
  unarchive: () => void;
};

/** Only a SuperAdmin may change a protected branch. The default branch cannot be archived. */
function BranchMenu({ branch, edit, update, archive, unarchive }: MenuProps) {
  const { isSuperAdmin } = useUser();
  const isOpen = !branch.isProtected || isSuperAdmin;
  const isActive = branch.status === 'ACTIVE';
  const items = [
    isActive && isOpen && { label: 'Rename or describe', act: edit },
    isActive && !branch.isDefault && { label: 'Make default', act: () => update({ isDefault: true }) },
    isActive && !branch.isProtected && { label: 'Protect', act: () => update({ isProtected: true }) },
    isActive && branch.isProtected && isSuperAdmin && { label: 'Unprotect', act: () => update({ isProtected: false }) },
    isActive && isOpen && !branch.isDefault && { label: 'Archive', act: archive },
    !isActive && isOpen && { label: 'Take out of the archive', act: unarchive },
  ].filter(item => item !== false);
  if (items.length === 0) return null;
  return (
    <Menu transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button variant="default" size="compact-sm" aria-label={`Change ${branch.name}`}>
          Change
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, act }) => (
          <Menu.Item key={label} onClick={act}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type DialogProps = { close: () => void; made: (act: DoneAct) => void };

function NewBranch({ documentId, close, made }: DialogProps & { documentId: string }) {
  const { act, busy, problem } = useAct(CREATE);
  async function submit({ name = '', description = '' }: Record<string, string>) {
    const done = await act({ input: { documentId, name, ...(description && { description }) } });
    if (!done) return false;
    const id = done.createBranch?.id;
    made({ text: `${isolated(name)} was created.`, ...(id && { made: { id, search: name } }) });
    close();
    return true;
  }
  return (
    <FormDialog
      title="New branch"
      label="Create branch"
      opened
      keptAs={`new-branch:${documentId}`}
      {...{ close, submit, busy, problem }}
    >
      <TextInput
        name="name"
        label="Name"
        placeholder="feature/owners"
        description="feature/ and then letters, digits and . _ - /"
        required
        error={fieldError(problem, 'name')}
        data-autofocus
      />
      <TextInput name="description" label="Description" error={fieldError(problem, 'description')} />
    </FormDialog>
  );
}

function EditBranch({ branch, close, made }: DialogProps & { branch: Branch }) {
  const { isSuperAdmin } = useUser();
  const mayRename = isSuperAdmin || branch.kind !== 'ENVIRONMENT';
  const { act, busy, problem } = useAct(UPDATE);
  async function submit({ name = '', description = '', isProtected }: Record<string, string>) {
    const typed = { name, description: description || null, ...(isProtected === 'on' && { isProtected: true }) };
    const changed = changedFields(typed, branch);
    if (changed && !(await act({ input: { id: branch.id, ...changed } }))) return false;
    made({ text: `${isolated(name)} was changed.` });
    close();
    return true;
  }
  return (
    <FormDialog
      title={`Change ${branch.name}`}
      label="Save"
      opened
      keptAs={branch.id}
      {...{ close, submit, busy, problem }}
    >
      <TextInput
        name="name"
        label="Name"
        defaultValue={branch.name}
        required
        readOnly={!mayRename}
        description={mayRename ? undefined : 'Only a SuperAdmin may rename dev, test and prod.'}
        error={fieldError(problem, 'name')}
      />
      <TextInput name="description" label="Description" defaultValue={branch.description ?? ''} />
      {!branch.isProtected && (
        <Checkbox
          name="isProtected"
          label="Protect it"
          description="Version names become unique; only a SuperAdmin may rename, archive or unprotect it."
        />
      )}
    </FormDialog>
  );
}
