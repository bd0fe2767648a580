import type { Problem } from './errors.ts';

/** What was refused after the person had left the page or dialog that sent it. */
export type LateProblem = {
  problem: Problem;
  /** The title and the address of the page that sent it. */
  page: string;
  to: string;
  /** The address of the draft that was saved, when only its submission was refused. */
  savedAt?: string | undefined;
};

type Listener = (late: LateProblem) => void;

let listener: Listener | undefined;

export const reportLate: Listener = late => listener?.(late);

/** There is one place where they are said, and none while nobody is signed in. */
export function hearLateProblems(said: Listener): () => void {
  listener = said;
  return () => {
    listener = undefined;
  };
}
