import { useState } from 'react';
import { type AnyVariables, type DocumentInput, useMutation } from 'urql';
import { type Problem, problemOf } from './errors.ts';

/** A mutation with what a form needs: whether it runs, and what was wrong. It gives nothing when it failed. */
export function useAct<Data, Variables extends AnyVariables>(document: DocumentInput<Data, Variables>) {
  const [{ fetching }, execute] = useMutation<Data, Variables>(document);
  const [problem, setProblem] = useState<Problem>();
  async function act(variables: Variables): Promise<Data | undefined> {
    setProblem(undefined);
    const { data, error } = await execute(variables);
    if (error !== undefined) setProblem(problemOf(error));
    return error === undefined ? data : undefined;
  }
  return { act, busy: fetching, problem, forget: () => setProblem(undefined) };
}
