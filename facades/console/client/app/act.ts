import { useRef } from 'react';
import { type AnyVariables, type DocumentInput, useMutation } from 'urql';
import { withSession } from './ask.ts';
import { sendOnce } from './send-once.ts';
import { useProblem } from './use-problem.ts';

/**
 * A mutation with what a form needs: whether it runs, and what was wrong. It gives nothing when it failed, or when the
 * same is underway already: a second click asks for nothing more.
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
