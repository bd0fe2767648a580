import type { Problem } from './errors.ts';

/** An error that arrived after the user left the page or dialog that sent the request. */
export type LateProblem = {
  problem: Problem;
  /** The title and the address of the page that sent it. */
  page: string;
  to: string;
  /** The address of the saved draft, if only its submission failed. */
  savedAt?: string | undefined;
};

type Listener = (late: LateProblem) => void;

let listener: Listener | undefined;

export const reportLate: Listener = late => listener?.(late);

/** Sets the only listener, which the shell has while somebody is signed in. Returns a function that removes it. */
export function hearLateProblems(said: Listener): () => void {
  listener = said;
  return () => {
    listener = undefined;
  };
}
