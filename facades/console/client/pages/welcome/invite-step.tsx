import { NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { act, ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import { useProblem } from '../../app/use-problem.ts';
import type { MemberRole } from '../../gql/graphql.ts';
import { ROLES } from '../../parts/roles.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';

const CANDIDATES = graphql(`
  query WelcomeCandidates($projectId: ID!, $search: String!) {
    memberCandidates(projectId: $projectId, search: $search, first: 200) { nodes { id name email } }
    project(id: $projectId) { id members(search: $search, first: 200) { nodes { id userEmail } } }
  }
`);
const CREATE_USER = graphql(`mutation WelcomeUser($input: CreateUserInput!) { createUser(input: $input) { id name } }`);
const ADD = graphql(`mutation WelcomeMember($input: ProjectMemberInput!) { addProjectMember(input: $input) { id } }`);

type Outcome = 'added' | 'unknown' | 'member' | { error: CombinedError };

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

async function add(projectId: string, values: FormData): Promise<Outcome> {
  const read = (name: string) => String(values.get(name) ?? '');
  const email = read('email').trim();
  // The search finds every address that contains this one, so compare the whole address.
  const { data, error } = await ask(CANDIDATES, { projectId, search: email });
  if (error) return { error };
  if (data?.project?.members?.nodes.some(({ userEmail }) => isSame(userEmail, email))) return 'member';
  let userId = data?.memberCandidates?.nodes.find(each => isSame(each.email, email))?.id;
  if (!userId && read('password')) {
    const input = { email, name: read('name') || null, password: read('password') };
    const made = await act(CREATE_USER, { input });
    if (made.error) return { error: made.error };
    userId = made.data?.createUser?.id;
  }
  if (!userId) return 'unknown';
  const added = await act(ADD, { input: { projectId, userId, role: read('role') as MemberRole } });
  return added.error ? { error: added.error } : 'added';
}

/** Adds people to the project. A SuperAdmin can create accounts for people who have none. */
export function InviteStep({ projectId }: { projectId: string }) {
  const { isSuperAdmin } = useUser();
  const { problem, note } = useProblem();
  const [added, setAdded] = useState<string[]>([]);
  const [found, setFound] = useState<Outcome>();
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    const outcome = await add(projectId, values);
    setBusy(false);
    note(typeof outcome === 'object' ? outcome.error : undefined);
    // After an error, keep the fields of a new account, if they are shown.
    if (typeof outcome === 'object') return;
    setFound(outcome);
    if (outcome !== 'added') return;
    setAdded(was => [...was, String(values.get('email'))]);
    form.reset();
  }
  if (projectId === '') return <p>There is no project yet, so nobody can be added. You can do it later.</p>;
  return (
    <form onSubmit={submit} className="stack form">
      <p className="flush">Add the people who will review, write or read. You can skip this and add them later.</p>
      {added.length > 0 && <p role="status">Added: {added.join(', ')}</p>}
      <TextInput
        name="email"
        label="Email"
        type="email"
        required
        readOnly={busy}
        onChange={() => setFound(undefined)}
      />
      <NativeSelect name="role" label="Role" data={ROLES} defaultValue="ADMIN" />
      {found === 'member' && (
        <p className="flush" role="status">
          The person with this email is a member already.
        </p>
      )}
      {found === 'unknown' &&
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
        <SubmitButton variant="default" busy={busy}>
          Add to the project
        </SubmitButton>
      </div>
    </form>
  );
}
