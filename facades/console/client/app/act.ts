import { useRef } from 'react';
import { type AnyVariables, type DocumentInput, useMutation } from 'urql';
import { withSession } from './ask.ts';
import { sendOnce } from './send-once.ts';
import { useProblem } from './use-problem.ts';

/**
 * A mutation for a form. `busy`: it is running; `problem`: why it failed; `forget` clears the problem. `act` returns
 * undefined if it failed, or if a call with the same variables is running, so that a double click sends one request.
 */
export function useAct<Data, Variables extends AnyVariables>(document: DocumentInput<Data, Variables>) {
  const [{ fetching }, execute] = useMutation<Data, Variables>(document);
  const { problem, note } = useProblem();
  const underway = useRef(new Set<string>());
  async function act(variables: Variables): Promise<Data | undefined> {
    const key = JSON.stringify(variables);
    if (underway.current.has(key)) return undefined;
    underway.current.add(key);
    note(undefined);
    const { data, error } = await sendOnce(document, variables, more =>
      execute(variables, { fetchOptions: withSession(more) }),
    );
    underway.current.delete(key);
    if (error !== undefined) note(error);
    return error === undefined ? data : undefined;
  }
  return { act, busy: fetching, problem, forget: () => note(undefined) };
}
