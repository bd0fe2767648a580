import { Checkbox } from '@mantine/core';
import { useAct } from '../../app/act.ts';
import { graphql } from '../../app/graphql.ts';
import { useConfig } from '../../app/use-config.ts';
import { useChosen } from '../../parts/use-chosen.ts';
import { ProblemAlert } from '../../shell/problem.tsx';

const NOTICES = graphql(`query Notices { authConfig { sendsMail } me { id mailNotices } }`);

const CHANGE = graphql(`
  mutation ChangeNotices($input: UpdateMeInput!) { updateMe(input: $input) { id mailNotices } }
`);

/** The setting whether the user receives e-mail. Hidden if the service sends no e-mail. */
export function Notices() {
  const data = useConfig(NOTICES);
  const { act, problem } = useAct(CHANGE);
  const { shown, choose } = useChosen(data?.me?.mailNotices === true, mailNotices => act({ input: { mailNotices } }));
  if (!data?.authConfig?.sendsMail || !data.me) return null;
  return (
    <section className="stack">
      <h2 className="section-title">E-mail</h2>
      <ProblemAlert problem={problem} />
      <Checkbox
        label="Send me e-mail about drafts"
        description="When a draft waits for your review, and when somebody decided on a draft of yours."
        checked={shown}
        onChange={event => choose(event.currentTarget.checked)}
      />
    </section>
  );
}
