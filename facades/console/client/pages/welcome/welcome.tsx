import { Anchor, Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useUser } from '../../app/session.ts';
import { useIsHere } from '../../parts/use-is-here.ts';
import { isolated } from '../../parts/words.tsx';
import { Page } from '../../shell/page.tsx';
import { DocumentStep } from './document-step.tsx';
import { InviteStep } from './invite-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { ProjectStep } from './project-step.tsx';
import { forgetFirstText } from './use-first-document.ts';

/** The steps, and the parameter of the address that tells the result of a step, which the last one has not. */
const STEPS = [
  { label: 'Password', result: 'password' },
  { label: 'Team and project', result: 'project' },
  { label: 'First document', result: 'draft' },
  { label: 'Invite', result: '' },
];

/**
 * The first steps in a new installation: password, team and project, document, people. The step is in the address, with
 * the results of the steps before.
 */
export function WelcomePage() {
  const [params, setParams] = useSearchParams();
  const { name } = useUser();
  const step = Math.min(STEPS.length, Math.max(1, Math.trunc(Number(params.get('step')) || 1)));
  const [results, setResults] = useState<Record<string, string>>(() => Object.fromEntries(params));
  const { project = '', draft } = results;
  const isHere = useIsHere();
  const next = (more: Record<string, string> = {}) => {
    if (!isHere()) return;
    const known = { ...results, ...more };
    setResults(known);
    setParams({ ...known, step: String(step + 1) });
  };
  function skip() {
    if (step === 3) forgetFirstText(project);
    next();
  }
  const present = useRef<HTMLLIElement>(null);
  const begun = useRef(step);
  useEffect(() => {
    if (begun.current !== step) present.current?.focus();
    begun.current = step;
  }, [step]);
  return (
    <Page title={`Welcome, ${isolated(name)}`}>
      <ol className="steps" aria-label="Steps">
        {STEPS.map(({ label, result }, index) => (
          <li key={label} {...(index + 1 === step && { 'aria-current': 'step', tabIndex: -1, ref: present })}>
            {results[result] ? '✓' : `${index + 1}.`} {label}
          </li>
        ))}
      </ol>
      {step === 1 && <PasswordStep onDone={() => next({ password: 'changed' })} />}
      {step === 2 && <ProjectStep onDone={id => next({ project: id, draft: '' })} />}
      {step === 3 && <DocumentStep projectId={project} onDone={id => next({ draft: id })} />}
      {step === 4 && (
        <>
          <InviteStep projectId={project} />
          <div className="row more">
            {draft ? (
              <Button component={Link} to={`/drafts/${draft}`}>
                Go to your first review
              </Button>
            ) : (
              <Button component={Link} to={`/projects/${project}`}>
                Go to the project
              </Button>
            )}
          </div>
        </>
      )}
      {step < STEPS.length && (step !== 2 || project !== '') && (
        <p>
          <Anchor component="button" type="button" onClick={skip}>
            Skip this step
          </Anchor>
        </p>
      )}
    </Page>
  );
}
