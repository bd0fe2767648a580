import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { act, ask } from '../../app/ask.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import type { MemberRole } from '../../gql/graphql.ts';
import { ROLES } from '../../parts/roles.ts';
import { ProblemAlert } from '../../shell/problem.tsx';

const CANDIDATES = graphql(`
  query WelcomeCandidates($projectId: ID!, $search: String!) {
    memberCandidates(projectId: $projectId, search: $search, first: 1) { nodes { id name email } }
  }
`);
const CREATE_USER = graphql(`mutation WelcomeUser($input: CreateUserInput!) { createUser(input: $input) { id name } }`);
const ADD = graphql(`mutation WelcomeMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }`);

/** Adds people to the project. A SuperAdmin makes an account for those who have none. */
export function InviteStep({ projectId }: { projectId: string }) {
  const { isSuperAdmin } = useUser();
  const [problem, setProblem] = useState<Problem>();
  const [added, setAdded] = useState<string[]>([]);
  const [isUnknown, setUnknown] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const [email, role] = [String(values.get('email')), String(values.get('role')) as MemberRole];
    const found = await ask(CANDIDATES, { projectId, search: email });
    if (found.error) return setProblem(problemOf(found.error));
    let userId = found.data?.memberCandidates?.nodes.find(each => each.email.toLowerCase() === email.toLowerCase())?.id;
    if (!userId && values.get('password')) {
      const input = { email, name: String(values.get('name') || '') || null, password: String(values.get('password')) };
      const { data, error } = await act(CREATE_USER, { input });
      userId = data?.createUser?.id;
      if (error) return setProblem(problemOf(error));
    }
    if (!userId) {
      setUnknown(true);
      return setProblem(undefined);
    }
    const { error } = await act(ADD, { input: { projectId, userId, role } });
    setProblem(error && problemOf(error));
    if (error) return;
    setAdded([...added, email]);
    setUnknown(false);
    form.reset();
  }
  if (projectId === '') return <p>There is no project yet, so nobody can be added. You can do it later.</p>;
  return (
    <form onSubmit={submit} className="stack form">
      <p className="flush">Add the people who will review, write or read. You can skip this and add them later.</p>
      {added.length > 0 && <p role="status">Added: {added.join(', ')}</p>}
      <TextInput name="email" label="Email" type="email" required />
      <NativeSelect name="role" label="Role" data={ROLES} defaultValue="ADMIN" />
      {isUnknown &&
        (isSuperAdmin ? (
          <>
            <p className="flush" role="status">
              There is no account with this email. Create one: choose a first password and give it to the person.
            </p>
            <TextInput name="name" label="Name" />
            <TextInput name="password" label="First password" autoComplete="off" required />
          </>
        ) : (
          <p className="flush" role="status">
            There is no account with this email. The person must register first, or a SuperAdmin creates an account.
          </p>
        ))}
      <ProblemAlert problem={problem} withFields />
      <div>
        <Button type="submit" variant="default">
          Add to the project
        </Button>
      </div>
    </form>
  );
}
