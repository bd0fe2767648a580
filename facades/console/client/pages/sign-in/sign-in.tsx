import { Anchor, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { useMutation } from 'urql';
import { fieldError, type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { beginSession, useSessionState } from '../../app/session.ts';
import { useConfig } from '../../app/use-config.ts';
import { PasswordField } from '../../parts/password-field.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { ProviderSignIn } from './provider-sign-in.tsx';

const AUTH_CONFIG = graphql(`query AuthConfig { authConfig { registrationEnabled oidcName } }`);

const LOGIN = graphql(`
  mutation Login($input: LoginInput!) {
    login(input: $input) { token expiresAt user { id email name isSuperAdmin } }
  }
`);

const REGISTER = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) { token expiresAt user { id email name isSuperAdmin } }
  }
`);

/** Replaces every page while nobody is signed in. */
export function SignInPage() {
  const { ended } = useSessionState();
  const [isNew, setIsNew] = useState(false);
  const data = useConfig(AUTH_CONFIG);
  const canRegister = data?.authConfig?.registrationEnabled === true;
  const title = isNew ? 'Register' : 'Sign in';
  useEffect(() => {
    document.title = `${title} · docsvc`;
  }, [title]);
  return (
    <main className="narrow stack">
      <h1 className="page-title">{title}</h1>
      {ended && <p role="status">{ended.message}</p>}
      {data?.authConfig?.oidcName && <ProviderSignIn name={data.authConfig.oidcName} />}
      {isNew ? <RegisterForm /> : <LoginForm />}
      {canRegister && (
        <Anchor component="button" type="button" onClick={() => setIsNew(!isNew)}>
          {isNew ? 'I have an account: sign in' : 'I have no account: register'}
        </Anchor>
      )}
      <p className="dim">
        docsvc reviews and publishes OpenAPI and Markdown documents. <Anchor href="/reference">REST reference</Anchor>
      </p>
    </main>
  );
}

function LoginForm() {
  const [, login] = useMutation(LOGIN);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, password } = valuesOf(event.currentTarget);
    setBusy(true);
    const { data, error } = await login({ input: { email, password } });
    setBusy(false);
    if (data?.login) beginSession(data.login);
    else setProblem(error && problemOf(error));
  }
  return (
    <form onSubmit={submit} className="stack">
      <ProblemAlert problem={problem && { ...problem, title: 'You are not signed in' }} />
      <TextInput name="email" label="Email" type="email" autoComplete="username" required autoFocus />
      <PasswordField name="password" label="Password" autoComplete="current-password" required />
      <SubmitButton busy={busy}>Sign in</SubmitButton>
    </form>
  );
}

function RegisterForm() {
  const [, register] = useMutation(REGISTER);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { name, email, password } = valuesOf(event.currentTarget);
    setBusy(true);
    const { data, error } = await register({ input: { name: name || null, email, password } });
    setBusy(false);
    if (data?.register) beginSession(data.register);
    else setProblem(error && problemOf(error));
  }
  return (
    <form onSubmit={submit} className="stack">
      <ProblemAlert problem={problem} />
      <TextInput name="name" label="Name" autoComplete="name" error={fieldError(problem, 'name')} />
      <TextInput
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={fieldError(problem, 'email')}
      />
      <PasswordField
        name="password"
        label="Password"
        description="8 characters or more"
        autoComplete="new-password"
        required
        error={fieldError(problem, 'password')}
      />
      <SubmitButton busy={busy}>Register</SubmitButton>
    </form>
  );
}

function valuesOf(form: HTMLFormElement) {
  const values = new FormData(form);
  const read = (name: string) => String(values.get(name) ?? '');
  return { name: read('name'), email: read('email'), password: read('password') };
}
