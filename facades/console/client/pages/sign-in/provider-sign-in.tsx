import { useEffect, useState } from 'react';
import { actAsNobody } from '../../app/ask.ts';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { leaveFor, type OidcAnswer, takeReturn } from '../../app/oidc.ts';
import { beginSession } from '../../app/session.ts';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';

const START = graphql(`mutation StartOidcSignIn { startOidcSignIn { url flow } }`);

const FINISH = graphql(`
  mutation FinishOidcSignIn($input: FinishOidcSignInInput!) {
    finishOidcSignIn(input: $input) { token expiresAt user { id email name isSuperAdmin } }
  }
`);

/** The sign-in by the OpenID Connect provider. Also finishes the sign-in after the redirect from the provider. */
export function ProviderSignIn({ name }: { name: string }) {
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  async function start() {
    setBusy(true);
    const { data, error } = await actAsNobody(START, {});
    if (data?.startOidcSignIn) return leaveFor(data.startOidcSignIn.url, data.startOidcSignIn.flow);
    setBusy(false);
    setProblem(error && problemOf(error));
  }
  async function finish(input: OidcAnswer) {
    setBusy(true);
    const { data, error } = await actAsNobody(FINISH, { input });
    setBusy(false);
    if (data?.finishOidcSignIn) beginSession(data.finishOidcSignIn);
    else setProblem(error && problemOf(error));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, as `takeReturn` returns only once.
  useEffect(() => {
    const returned = takeReturn();
    if (returned === undefined) return;
    if ('answer' in returned) void finish(returned.answer);
    else setProblem({ code: 'UNAUTHENTICATED', title: '', message: returned.failure, fields: [], traceId: undefined });
  }, []);
  return (
    <>
      <ProblemAlert problem={problem && { ...problem, title: 'You are not signed in' }} />
      <SubmitButton type="button" variant="default" onClick={start} busy={busy}>
        Sign in with {name}
      </SubmitButton>
    </>
  );
}
