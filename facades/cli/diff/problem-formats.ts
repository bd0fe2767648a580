import { annotatedFiles } from '../annotated-files.ts';
import { annotationOf, type Found } from '../check.ts';
import type { FileProblem, Io } from '../outcome.ts';
import { problemsAsJunit, problemsAsSarif } from './report-formats.ts';

/** Why files cannot be compared, for the formats that a pipeline reads; nothing for others. */
export function problemsAs(format: string | undefined, problems: readonly FileProblem[], io: Io): string {
  const fileOf = annotatedFiles(io);
  const found = problems.map(
    ({ file = '', ...problem }): Found => ({ ...problem, severity: 'error', file: fileOf(file) }),
  );
  if (format === 'github') return found.map(one => `${annotationOf(one)}\n`).join('');
  if (format === 'junit') return problemsAsJunit(found);
  return format === 'sarif' ? problemsAsSarif(found) : '';
}
