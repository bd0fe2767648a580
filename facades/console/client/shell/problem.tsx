import { Alert } from '@mantine/core';
import type { Problem } from '../app/errors.ts';
import { showItself } from './in-sight.ts';

/** Shows an error. `withFields`: also the errors of fields, for use where no form shows them. */
export function ProblemAlert({ problem, withFields = false }: { problem: Problem | undefined; withFields?: boolean }) {
  if (problem === undefined) return null;
  return (
    <Alert color="red" variant="light" title={problem.title} role="alert" ref={showItself}>
      {problem.message}
      {withFields && problem.fields.length > 0 && (
        <ul>
          {problem.fields.map(({ field, message, line }) => (
            <li key={`${field} ${line} ${message}`}>{line === undefined ? message : `Line ${line}: ${message}`}</li>
          ))}
        </ul>
      )}
      {problem.code === 'INTERNAL' && problem.traceId && <div className="dim">Trace id: {problem.traceId}</div>}
    </Alert>
  );
}

/** Explains what the user may not do, mostly because of their role, and who may. */
type NoRightProps = { what: string; who: string; title?: string };

export const NoRight = ({ what, who, title = 'Your role does not include this' }: NoRightProps) => (
  <Alert color="gray" variant="light" title={title} role="note">
    {what} {who}
  </Alert>
);
