import { Alert, Anchor, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type Asked, act, ask } from '../../app/ask.ts';
import { graphql } from '../../app/graphql.ts';
import { useUser } from '../../app/session.ts';
import { Ago } from '../../app/time.tsx';
import { useProblem } from '../../app/use-problem.ts';
import { valuesOf } from '../../parts/form-dialog.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { Page } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import '../../parts/parts.css';

const READ = graphql(
  `query DeviceLogin($code: String!) { deviceLogin(userCode: $code) { userCode address startedAt } }`,
);

const ALLOW = graphql(`
  mutation AllowDeviceLogin($input: DecideDeviceLoginInput!) { allowDeviceLogin(input: $input) { address } }
`);

const REFUSE = graphql(`
  mutation RefuseDeviceLogin($input: DecideDeviceLoginInput!) { refuseDeviceLogin(input: $input) { address } }
`);

/** The page that `docsvc login --device` names. The code may be in the fragment of the address. */
export function DevicePage() {
  const { hash } = useLocation();
  return (
    <Page title="Sign in the command line">
      <Device key={hash} linked={new URLSearchParams(hash.slice(1)).get('code') ?? ''} />
    </Page>
  );
}

type Waiting = { userCode: string; address: string; startedAt: string };

function Device({ linked }: { linked: string }) {
  const [waiting, setWaiting] = useState<Waiting>();
  const [outcome, setOutcome] = useState('');
  const inside = useFocusInside<HTMLDivElement>();
  return (
    <div className="narrow-column stack" {...inside}>
      <p role="status" className="outcome">
        {outcome}
      </p>
      {waiting ? (
        <Decision
          waiting={waiting}
          onDone={text => {
            setWaiting(undefined);
            setOutcome(text);
          }}
          onBack={() => setWaiting(undefined)}
        />
      ) : (
        outcome === '' && <CodeForm linked={linked} onFound={setWaiting} />
      )}
      {outcome !== '' && (
        <Anchor component={Link} to="/me/api-tokens">
          My API tokens
        </Anchor>
      )}
    </div>
  );
}

function CodeForm({ linked, onFound }: { linked: string; onFound: (waiting: Waiting) => void }) {
  const { problem, note } = useProblem();
  const [busy, setBusy] = useState(false);
  async function find(code: string) {
    setBusy(true);
    const { data, error } = await ask(READ, { code });
    setBusy(false);
    note(error);
    if (data?.deviceLogin) onFound(data.deviceLogin);
  }
  return (
    <form
      className="stack"
      onSubmit={event => {
        event.preventDefault();
        void find(valuesOf(event.currentTarget).code ?? '');
      }}
    >
      <p className="flush">
        Type the code that <code>docsvc login --device</code> shows in your terminal.
      </p>
      <ProblemAlert problem={problem} />
      <TextInput
        name="code"
        label="Code"
        defaultValue={linked}
        required
        maxLength={40}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <div>
        <SubmitButton busy={busy}>Continue</SubmitButton>
      </div>
    </form>
  );
}

type Variables = { input: { userCode: string } };

const DECISIONS = {
  allow: {
    send: (variables: Variables): Promise<Asked<unknown>> => act(ALLOW, variables),
    outcome:
      'The login is allowed. Go on in your terminal, and stay signed in here until it says that you are signed in.',
  },
  refuse: {
    send: (variables: Variables): Promise<Asked<unknown>> => act(REFUSE, variables),
    outcome: 'The login is refused. Nobody was signed in.',
  },
};

type DecisionProps = { waiting: Waiting; onDone: (outcome: string) => void; onBack: () => void };

function Decision({ waiting: { userCode, address, startedAt }, onDone, onBack }: DecisionProps) {
  const { email } = useUser();
  const { problem, note } = useProblem();
  const [deciding, setDeciding] = useState<keyof typeof DECISIONS>();
  async function decide(decided: keyof typeof DECISIONS) {
    setDeciding(decided);
    const { error } = await DECISIONS[decided].send({ input: { userCode } });
    setDeciding(undefined);
    note(error);
    if (!error) onDone(DECISIONS[decided].outcome);
  }
  return (
    <section className="stack" aria-label="The login">
      <dl className="facts">
        <div>
          <dt>Code</dt>
          <dd className="mono">{userCode}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>
            <Ago at={startedAt} />
          </dd>
        </div>
        <div>
          <dt>From the address</dt>
          <dd className="mono">{address}</dd>
        </div>
      </dl>
      <Alert color="yellow" variant="light" title="Did you start this login?" role="note">
        Allow it only if you yourself have just run <code>docsvc login --device</code> on your own computer, and it
        shows this code. If somebody sent you the code or a link, refuse: they would get into your account.
      </Alert>
      <p className="flush">
        The command line will be able to do everything that <span className="name">{email}</span> may do.
      </p>
      <ProblemAlert problem={problem} />
      <div className="row">
        <SubmitButton
          type="button"
          busy={deciding === 'allow'}
          disabled={deciding === 'refuse'}
          onClick={() => decide('allow')}
        >
          Allow
        </SubmitButton>
        <SubmitButton
          type="button"
          variant="default"
          busy={deciding === 'refuse'}
          disabled={deciding === 'allow'}
          onClick={() => decide('refuse')}
        >
          Refuse
        </SubmitButton>
        <Button variant="subtle" disabled={deciding !== undefined} onClick={onBack}>
          Another code
        </Button>
      </div>
    </section>
  );
}
