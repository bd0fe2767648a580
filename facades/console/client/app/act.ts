import { type AnyVariables, type DocumentInput, useMutation } from 'urql';
import { useProblem } from './use-problem.ts';

/** A mutation with what a form needs: whether it runs, and what was wrong. It gives nothing when it failed. */
export function useAct<Data, Variables extends AnyVariables>(document: DocumentInput<Data, Variables>) {
  const [{ fetching }, execute] = useMutation<Data, Variables>(document);
  const { problem, note } = useProblem();
  async function act(variables: Variables): Promise<Data | undefined> {
    note(undefined);
    const { data, error } = await execute(variables);
    if (error !== undefined) note(error);
    return error === undefined ? data : undefined;
  }
  return { act, busy: fetching, problem, forget: () => note(undefined) };
}
