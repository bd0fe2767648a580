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

const STEPS = ['Password', 'Team and project', 'First document', 'Invite'] as const;

/**
 * The first steps in a new installation: password, team and project, document, people. The step is in the address.
 */
export function WelcomePage() {
  const [params, setParams] = useSearchParams();
  const { name } = useUser();
  const step = Math.min(STEPS.length, Math.max(1, Math.trunc(Number(params.get('step'))) || 1));
  const [project, setProject] = useState(params.get('project') ?? '');
  const isHere = useIsHere();
  const next = (more: Record<string, string> = {}) => {
    if (!isHere()) return;
    const { project: made } = more;
    if (made) setProject(made);
    setParams({ step: String(step + 1), ...(project && { project }), ...more });
  };
  const present = useRef<HTMLLIElement>(null);
  const begun = useRef(step);
  useEffect(() => {
    if (begun.current !== step) present.current?.focus();
    begun.current = step;
  }, [step]);
  return (
    <Page title={`Welcome, ${isolated(name)}`}>
      <ol className="steps" aria-label="Steps">
        {STEPS.map((label, index) => (
          <li key={label} {...(index + 1 === step && { 'aria-current': 'step', tabIndex: -1, ref: present })}>
            {index + 1 < step ? '✓ ' : `${index + 1}. `}
            {label}
          </li>
        ))}
      </ol>
      {step === 1 && <PasswordStep onDone={() => next()} />}
      {step === 2 && <ProjectStep onDone={id => next({ project: id })} />}
      {step === 3 && <DocumentStep projectId={project} onDone={draft => next({ draft })} />}
      {step === 4 && (
        <>
          <InviteStep projectId={project} />
          <div className="row more">
            {params.get('draft') ? (
              <Button component={Link} to={`/drafts/${params.get('draft')}`}>
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
          <Anchor component="button" type="button" onClick={() => next()}>
            Skip this step
          </Anchor>
        </p>
      )}
    </Page>
  );
}
