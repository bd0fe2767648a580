import { Alert } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Problem } from '../app/errors.ts';
import { showItself } from './in-sight.ts';

/** Shows an error. `withFields`: also the errors of fields that the form around it does not show. */
export function ProblemAlert({ problem, withFields = false }: { problem: Problem | undefined; withFields?: boolean }) {
  if (problem === undefined) return null;
  return (
    <Alert color="red" variant="light" title={problem.title} role="alert" ref={showItself}>
      {problem.message}
      {withFields && <FieldProblems fields={problem.fields} />}
      {problem.code === 'INTERNAL' && problem.traceId && <div className="dim">Trace id: {problem.traceId}</div>}
    </Alert>
  );
}

/** The errors of fields, without those that the form shows at a field. */
function FieldProblems({ fields }: Pick<Problem, 'fields'>) {
  const list = useRef<HTMLUListElement>(null);
  const [others, setOthers] = useState(fields);
  useLayoutEffect(() => {
    const atFields = list.current?.closest('form')?.querySelectorAll('.mantine-InputWrapper-error') ?? [];
    const shown = [...atFields].map(({ textContent }) => textContent);
    setOthers(fields.filter(({ message }) => !shown.includes(message)));
  }, [fields]);
  return (
    <ul ref={list} hidden={others.length === 0}>
      {others.map(({ field, message, line }) => (
        <li key={`${field} ${line} ${message}`}>{line === undefined ? message : `Line ${line}: ${message}`}</li>
      ))}
    </ul>
  );
}

/** Explains what the user may not do, mostly because of their role, and who may. */
type NoRightProps = { what: string; who: string; title?: string };

export const NoRight = ({ what, who, title = 'Your role does not include this' }: NoRightProps) => (
  <Alert color="gray" variant="light" title={title} role="note">
    {what} {who}
  </Alert>
);
