import { Badge, Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { updateUser, useUser } from '../../app/session.ts';
import type { UsersQuery } from '../../gql/graphql.ts';
import { changedFields } from '../../parts/changed-fields.ts';
import { Done, type DoneAct, rowsOf } from '../../parts/done.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { isolated } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { SystemFrame } from './system-frame.tsx';

const USERS = graphql(`
  query Users($search: String, $first: Int!, $offset: Int!) {
    users(search: $search, first: $first, offset: $offset) {
      totalCount
      nodes { id name email isSuperAdmin status }
    }
  }
`);

const CREATE = graphql(`mutation CreateUser($input: CreateUserInput!) { createUser(input: $input) { id } }`);

const UPDATE = graphql(`
  mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { id name isSuperAdmin status } }
`);

type User = NonNullable<UsersQuery['users']>['nodes'][number];

const SIZE = 50;

export function UsersPage() {
  const dialog = useDialog<'new' | User>();
  return (
    <SystemFrame title="Users" actions={<Button onClick={() => dialog.open('new')}>New user</Button>}>
      <Users dialog={dialog} />
    </SystemFrame>
  );
}

function Users({ dialog }: { dialog: ReturnType<typeof useDialog<'new' | User>> }) {
  const search = useSearch();
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: USERS, variables: { search, first, offset } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  const [done, setDone] = useState<DoneAct>();
  const made = (act: DoneAct) => {
    setDone(act);
    again();
  };
  return (
    <div className="stack">
      {dialog.about === 'new' && <NewUser close={dialog.close} made={made} />}
      {dialog.about !== undefined && dialog.about !== 'new' && (
        <EditUser user={dialog.about} close={dialog.close} made={made} />
      )}
      <SearchField label="Search users" />
      <Done done={done} rows={rowsOf(result, result.data?.users)} />
      <Loaded result={result} read={data => data.users} retry={again} noun="user">
        {({ nodes, totalCount }) =>
          totalCount === 0 ? (
            <Empty title="No user has this in their name or address" />
          ) : (
            <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
              {nodes.map(user => (
                <li key={user.id}>
                  <div>
                    <strong className="name">{user.name}</strong> <span className="dim name">{user.email}</span>
                  </div>
                  <span className="row">
                    {user.isSuperAdmin && (
                      <Badge variant="light" radius="sm" className="plain-badge">
                        SuperAdmin
                      </Badge>
                    )}
                    {user.status === 'DISABLED' && (
                      <Badge color="gray" variant="light" radius="sm" className="plain-badge">
                        Disabled
                      </Badge>
                    )}
                    <Button
                      component={Link}
                      to={`/system/users/${user.id}/tokens`}
                      variant="default"
                      size="compact-sm"
                      aria-label={`Tokens of ${user.email}`}
                    >
                      Tokens
                    </Button>
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Change ${user.email}`}
                      onClick={() => dialog.open(user)}
                    >
                      Change
                    </Button>
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

type DialogProps = { close: () => void; made: (act: DoneAct) => void };

function NewUser({ close, made }: DialogProps) {
  const { act, busy, problem } = useAct(CREATE);
  async function submit({ name = '', email = '', password = '', isSuperAdmin }: Record<string, string>) {
    const input = { email, password, ...(name !== '' && { name }), isSuperAdmin: isSuperAdmin === 'on' };
    const done = await act({ input });
    if (!done) return false;
    const id = done.createUser?.id;
    made({ text: `${isolated(name || email)} was created.`, ...(id && { made: { id, search: email } }) });
    close();
    return true;
  }
  return (
    <FormDialog title="New user" label="Create user" opened keptAs="new-user" {...{ close, submit, busy, problem }}>
      <TextInput name="name" label="Name" error={fieldError(problem, 'name')} data-autofocus />
      <TextInput name="email" type="email" label="Email" required error={fieldError(problem, 'email')} />
      <PasswordField
        name="password"
        label="Password"
        description="Tell it to them; they change it in their account."
        autoComplete="new-password"
        required
        error={fieldError(problem, 'password')}
      />
      <Checkbox name="isSuperAdmin" label="SuperAdmin: may do everything, everywhere" data-kept="no" />
    </FormDialog>
  );
}

function EditUser({ user, close, made }: DialogProps & { user: User }) {
  const me = useUser();
  const { act, busy, problem } = useAct(UPDATE);
  async function submit({ name = '', password = '', isSuperAdmin, isDisabled }: Record<string, string>) {
    const rights =
      user.id === me.id
        ? {}
        : ({ isSuperAdmin: isSuperAdmin === 'on', status: isDisabled === 'on' ? 'DISABLED' : 'ACTIVE' } as const);
    const changed = changedFields({ name, ...(password !== '' && { password }), ...rights }, { ...user, password: '' });
    if (changed && !(await act({ input: { id: user.id, ...changed } }))) return false;
    updateUser({ id: user.id, name });
    made({ text: `${isolated(user.email)} was changed.` });
    close();
    return true;
  }
  return (
    <FormDialog
      title={`Change ${user.email}`}
      label="Save"
      opened
      keptAs={user.id}
      {...{ close, submit, busy, problem }}
    >
      <TextInput name="name" label="Name" defaultValue={user.name} required error={fieldError(problem, 'name')} />
      <PasswordField
        name="password"
        label="New password"
        description="Optional. It ends all their sessions; their tokens keep working."
        autoComplete="new-password"
        error={fieldError(problem, 'password')}
      />
      {user.id !== me.id && (
        <>
          <Checkbox name="isSuperAdmin" label="SuperAdmin" defaultChecked={user.isSuperAdmin} data-kept="no" />
          <Checkbox
            name="isDisabled"
            label="Disabled: may not sign in, and their tokens do not work"
            defaultChecked={user.status === 'DISABLED'}
            data-kept="no"
          />
        </>
      )}
    </FormDialog>
  );
}
