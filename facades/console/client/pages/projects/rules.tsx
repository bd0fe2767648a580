import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useQuery } from 'urql';
import { useAct } from '../../app/act.ts';
import { fieldError, type Problem } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { DiffProfile, DiffSeverity, ReviewPolicyQuery } from '../../gql/graphql.ts';
import { changedFields } from '../../parts/changed-fields.ts';
import { FormDialog, holdsValues, valuesOf } from '../../parts/form-dialog.tsx';
import { SubmitButton } from '../../parts/submit-button.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { NoRight, ProblemAlert } from '../../shell/problem.tsx';
import { ProjectFrame, type ShownProject } from './project-frame.tsx';
import { DIFF_POLICY, useDiffPolicy, withoutRule } from './use-diff-policy.ts';

const REVIEW_POLICY = graphql(`
  query ReviewPolicy($id: ID!) {
    project(id: $id) {
      id
      reviewPolicy { projectId requireOtherReviewer requireComment requireResolvedThreads requireReasonForBreaking }
    }
  }
`);

const UPDATE_REVIEW = graphql(`
  mutation UpdateReviewPolicy($input: UpdateReviewPolicyInput!) { updateReviewPolicy(input: $input) { projectId } }
`);

const RULES = [
  ['requireOtherReviewer', 'Another reviewer', 'Who created or changed a draft may not decide on it.'],
  ['requireComment', 'A comment', 'Requesting changes and rejecting require a comment.'],
  ['requireResolvedThreads', 'No open threads', 'Open threads block the approval.'],
  ['requireReasonForBreaking', 'A reason for breaking changes', 'Approving breaking changes requires a comment.'],
] as const;

const PROFILES = [
  { value: 'STRICT', label: 'Strict: what is not provably harmless is at least a warning' },
  { value: 'OASDIFF', label: 'oasdiff: the severities of that tool' },
  { value: 'LENIENT', label: 'Lenient: clients tolerate unknown values and fields' },
];

export const RulesPage = () => (
  <ProjectFrame part="Rules">
    {project => (
      <>
        <h2 className="section-title">Review rules</h2>
        {project.isAdmin ? (
          <ReviewRules project={project} />
        ) : (
          <NoRight what="The rules of review are seen and set" who="by the admins of the project." />
        )}
        <h2 className="section-head section-title">Breaking-change policy</h2>
        <DiffRules project={project} />
      </>
    )}
  </ProjectFrame>
);

function ReviewRules({ project }: { project: ShownProject }) {
  const [result, refresh] = useQuery({ query: REVIEW_POLICY, variables: { id: project.id } });
  const again = () => refresh({ requestPolicy: 'network-only' });
  return (
    <Loaded result={result} read={data => data.project?.reviewPolicy} retry={refresh} noun="project">
      {policy => <ReviewRulesForm key={project.id} {...{ project, policy, again }} />}
    </Loaded>
  );
}

type Policy = NonNullable<NonNullable<ReviewPolicyQuery['project']>['reviewPolicy']>;
type Ticks = Partial<Record<(typeof RULES)[number][0], boolean>>;
type ReviewRulesProps = { project: ShownProject; policy: Policy; again: () => void };

function ReviewRulesForm({ project, policy, again }: ReviewRulesProps) {
  const { act, busy, problem } = useAct(UPDATE_REVIEW);
  const [isSaved, setIsSaved] = useState(false);
  /** What was chosen. When the policy is read, only what differs from it stays. */
  const [ticks, setTicks] = useState<Ticks>({});
  /** What was stored since the policy was read; undefined if that is unknown, because an answer was lost. */
  const stored = useRef<Ticks>({});
  useEffect(() => {
    stored.current = {};
    setTicks(all =>
      Object.fromEntries(RULES.flatMap(([name]) => (all[name] === !policy[name] ? [[name, all[name]]] : []))),
    );
  }, [policy]);
  return (
    <form
      className="stack"
      onChange={() => setIsSaved(false)}
      onSubmit={async event => {
        event.preventDefault();
        const form = event.currentTarget;
        const values = valuesOf(form);
        const rules: Ticks = Object.fromEntries(RULES.map(([name]) => [name, ticks[name] ?? policy[name]]));
        const changed = changedFields(rules, { ...policy, ...stored.current });
        const isDone = !changed || (await act({ input: { projectId: project.id, ...changed } })) !== undefined;
        const known = isDone ? changed : Object.fromEntries(Object.keys(changed ?? {}).map(name => [name, undefined]));
        stored.current = { ...stored.current, ...known };
        setIsSaved(isDone && holdsValues(form, values));
        if (isDone) again();
      }}
    >
      <ProblemAlert problem={problem} />
      {RULES.map(([name, label, description]) => (
        <Checkbox
          key={name}
          {...{ name, label, description }}
          checked={ticks[name] ?? policy[name]}
          onChange={({ currentTarget: { checked } }) => setTicks(all => ({ ...all, [name]: checked }))}
          disabled={project.isArchived}
        />
      ))}
      {!project.isArchived && (
        <div className="row">
          <SubmitButton busy={busy}>Save the rules</SubmitButton>
          <span role="status">{isSaved && 'Saved'}</span>
        </div>
      )}
    </form>
  );
}

function DiffRules({ project }: { project: ShownProject }) {
  const [result, refresh] = useQuery({ query: DIFF_POLICY, variables: { id: project.id } });
  const { choose, edit, busy, problem, forget } = useDiffPolicy(project.id, () =>
    refresh({ requestPolicy: 'network-only' }),
  );
  const { opened, open, close } = useDialog();
  const focus = useFocusInside<HTMLDivElement>();
  return (
    <div {...focus}>
      <Loaded result={result} read={data => data.project?.diffPolicy} retry={refresh} noun="project">
        {({ profile, overrides }) => (
          <div className="stack">
            {!opened && <ProblemAlert problem={problem} withFields />}
            {project.isAdmin && !project.isArchived ? (
              <ProfileForm profile={profile} choose={choose} isLoading={result.fetching} />
            ) : (
              <p>{PROFILES.find(({ value }) => value === profile)?.label}</p>
            )}
            <div className="tools">
              <h3 className="side-title">Severities of single rules</h3>
              {project.isAdmin && !project.isArchived && (
                <Button
                  variant="default"
                  size="compact-md"
                  onClick={() => {
                    forget();
                    open(true);
                  }}
                >
                  New override
                </Button>
              )}
            </div>
            {opened && (
              <NewOverride
                projectId={project.id}
                close={close}
                busy={busy}
                problem={problem}
                add={async (rule, severity) => {
                  const isDone = await edit(present => [...withoutRule(rule)(present), { rule, severity }]);
                  if (isDone) close();
                  return isDone;
                }}
              />
            )}
            {overrides.length === 0 ? (
              <p className="dim flush">Every rule has the severity of the profile.</p>
            ) : (
              <ul className="rows">
                {overrides.map(({ rule, severity }) => (
                  <li key={rule}>
                    <span className="mono">{rule}</span>
                    <span className="row">
                      {severity.toLowerCase()}
                      {project.isAdmin && !project.isArchived && (
                        <Button
                          variant="default"
                          size="compact-sm"
                          aria-label={`Remove the override of ${rule}`}
                          onClick={() => void edit(withoutRule(rule))}
                        >
                          Remove
                        </Button>
                      )}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </div>
  );
}

type ProfileProps = {
  profile: DiffProfile;
  choose: (profile: DiffProfile) => Promise<boolean>;
  /** The stored profile is on its way. */
  isLoading: boolean;
};

function ProfileForm({ profile, choose, isLoading }: ProfileProps) {
  const [busy, setBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  return (
    <form
      className="stack"
      onChange={() => setIsSaved(false)}
      onSubmit={async event => {
        event.preventDefault();
        const values = valuesOf(event.currentTarget);
        setBusy(true);
        const isDone = await choose(values.profile as DiffProfile);
        setBusy(false);
        setIsSaved(isDone);
      }}
    >
      <NativeSelect
        // Shows the stored profile when others have changed it. This would undo a choice while that profile is on its way.
        key={profile}
        disabled={busy || isLoading}
        name="profile"
        label="Profile"
        data={PROFILES}
        defaultValue={profile}
      />
      <div className="row">
        <SubmitButton busy={busy}>Save the profile</SubmitButton>
        <span role="status">{isSaved && 'Saved'}</span>
      </div>
    </form>
  );
}

const SEVERITIES = [
  { value: 'BREAKING', label: 'Breaking' },
  { value: 'WARNING', label: 'Warning' },
  { value: 'INFO', label: 'Non-breaking: it neither breaks nor warns' },
];

type OverrideProps = {
  close: () => void;
  busy: boolean;
  problem: Problem | undefined;
  projectId: string;
  add: (rule: string, severity: DiffSeverity) => Promise<boolean>;
};

const NewOverride = ({ projectId, add, problem, ...rest }: OverrideProps) => (
  <FormDialog
    title="New override"
    label="Save the override"
    opened
    keptAs={`new-override:${projectId}`}
    submit={({ rule = '', severity }) => add(rule.trim(), severity as DiffSeverity)}
    problem={problem}
    {...rest}
  >
    <TextInput
      name="rule"
      label="Rule"
      description="As it is written beside a change, such as response-property-removed."
      required
      data-autofocus
      error={fieldError(problem, 'overrides')}
    />
    <NativeSelect name="severity" label="Severity" data={SEVERITIES} />
  </FormDialog>
);
