import { type FormEvent, useState } from 'react';
import { act, actAsNobody } from '../../app/ask.ts';
import { fieldError, type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { beginSession, endSession, holdSession, useUser } from '../../app/session.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';

const CHANGE = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) { id } }
`);

const LOGIN_AGAIN = graphql(`
  mutation LoginAgain($input: LoginInput!) {
    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }
  }
`);

/** Changes the password, which ends all sessions, and signs in again with the new one. */
export function PasswordStep({ onDone }: { onDone: () => void }) {
  const { email } = useUser();
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [currentPassword, newPassword] = [String(values.get('current')), String(values.get('new'))];
    setBusy(true);
    const { isChanged, error } = await holdSession(async () => {
      const changed = await act(CHANGE, { input: { currentPassword, newPassword } });
      if (changed.error) return { isChanged: false, error: changed.error };
      const again = await actAsNobody(LOGIN_AGAIN, { input: { email, password: newPassword } });
      if (again.data?.login) beginSession(again.data.login);
      return { isChanged: true, error: again.error };
    });
    setBusy(false);
    if (!error) return onDone();
    // The change has ended this session: only a sign-in with the new password helps.
    if (isChanged) endSession('The password is changed. Sign in with the new one.');
    else setProblem(problemOf(error));
  }
  return (
    <form onSubmit={submit} className="stack form">
      <p className="flush">
        If somebody gave you this password, or you read it in a file on the server, choose a new one that only you know.
        All other sessions end.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField
        name="current"
        label="Current password"
        autoComplete="current-password"
        required
        error={fieldError(problem, 'currentPassword')}
      />
      <PasswordField
        name="new"
        label="New password"
        description="8 characters or more"
        autoComplete="new-password"
        required
        error={fieldError(problem, 'newPassword')}
      />
      <ProblemAlert problem={problem} />
      <div>
        <SubmitButton busy={busy}>Change the password</SubmitButton>
      </div>
    </form>
  );
}
