import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAct } from '../../app/act.ts';
import { fieldError } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { endSession, updateUser, useUser } from '../../app/session.ts';
import { holdsValues, valuesOf } from '../../parts/form-dialog.tsx';
import { PasswordField } from '../../parts/password-field.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { Page } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { MeNav } from './me-nav.tsx';
import { Notices } from './notices.tsx';

const UPDATE = graphql(`mutation UpdateMe($input: UpdateMeInput!) { updateMe(input: $input) { id name } }`);

const PASSWORD = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }
`);

export const MePage = () => (
  <Page title="My account">
    <MeNav />
    <div className="narrow-column stack">
      <Name />
      <Notices />
      <Password />
    </div>
  </Page>
);

function Name() {
  const user = useUser();
  const { act, busy, problem } = useAct(UPDATE);
  const [isSaved, setIsSaved] = useState(false);
  return (
    <form
      className="stack"
      onSubmit={async event => {
        event.preventDefault();
        const form = event.currentTarget;
        const values = valuesOf(form);
        const done = await act({ input: { name: values.name ?? '' } });
        if (done?.updateMe) updateUser(done.updateMe);
        setIsSaved(done?.updateMe !== undefined && holdsValues(form, values));
      }}
    >
      <h2 className="section-title">Name</h2>
      <ProblemAlert problem={problem} />
      <p className="dim name">{user.email}</p>
      <TextInput
        name="name"
        label="Name"
        defaultValue={user.name}
        required
        maxLength={200}
        error={fieldError(problem, 'name')}
        onChange={() => setIsSaved(false)}
      />
      <div className="row">
        <SubmitButton busy={busy}>Save the name</SubmitButton>
        <span role="status">{isSaved && 'Saved'}</span>
      </div>
    </form>
  );
}

function Password() {
  const { act, busy, problem } = useAct(PASSWORD);
  return (
    <form
      className="stack"
      onSubmit={async event => {
        event.preventDefault();
        const { currentPassword = '', newPassword = '' } = valuesOf(event.currentTarget);
        if (await act({ input: { currentPassword, newPassword } }))
          endSession('The password is changed, and all your sessions have ended. Sign in with the new one.');
      }}
    >
      <h2 className="section-title">Password and sessions</h2>
      <p className="dim">A new password ends all your sessions on all devices, including this one.</p>
      <ProblemAlert problem={problem} />
      <PasswordField
        name="currentPassword"
        label="Current password"
        autoComplete="current-password"
        required
        error={fieldError(problem, 'currentPassword')}
      />
      <PasswordField
        name="newPassword"
        label="New password"
        autoComplete="new-password"
        required
        error={fieldError(problem, 'newPassword')}
      />
      <div>
        <SubmitButton busy={busy}>Change the password</SubmitButton>
      </div>
    </form>
  );
}
