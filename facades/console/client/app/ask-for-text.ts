import { useCallback, useEffect, useState } from 'react';
import { type AnyVariables, CombinedError, type TypedDocumentNode } from 'urql';
import { type Asked, noteStatus, withSession } from './ask.ts';
import { noteReached } from './connection.ts';
import { inWorker } from './in-worker.ts';
import { sendOnce } from './send-once.ts';
import { currentSession } from './session.ts';

type Answer<Data> = { status: number; result?: { data?: Data; errors?: CombinedError['graphQLErrors'] } };

/**
 * `ask` and `act` for requests with the text of a document: a worker parses the JSON, so a large text blocks no frame.
 */
export const askForText = <Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  signal?: AbortSignal,
  key?: string,
): Promise<Asked<Data>> => sendOnce(document, variables, more => send(document, variables, more, signal), key);

async function send<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  more: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Asked<Data>> {
  const token = currentSession()?.token;
  const query = document as unknown as string;
  try {
    const { status, result } = await inWorker<Answer<Data>>(
      { ask: { query, variables: variables ?? {} }, ...withSession(more) },
      signal,
    );
    noteReached(true);
    noteStatus(status, token);
    if (result === undefined) return { data: undefined, error: withoutAnswer(status) };
    const { data, errors } = result;
    return { data: data ?? undefined, error: errors && new CombinedError({ graphQLErrors: errors }) };
  } catch (error) {
    if (!signal?.aborted) noteReached(false);
    return { data: undefined, error: new CombinedError({ networkError: error as Error }) };
  }
}

const withoutAnswer = (status: number): CombinedError =>
  new CombinedError({ networkError: new Error('It is no answer of the service'), response: { status } });

type Result<Data> = Asked<Data> & { fetching: boolean };

/** Like `useQuery`, with `askForText`. Undefined variables send nothing. The function repeats the query. */
export function useText<Data, Variables extends AnyVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables | undefined,
): [Result<Data>, () => void] {
  const key = JSON.stringify(variables);
  const [tries, setTries] = useState(0);
  const [result, setResult] = useState<Result<Data>>({ data: undefined, error: undefined, fetching: true });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the variables; `tries` repeats the query.
  useEffect(() => {
    const abort = new AbortController();
    setResult({ data: undefined, error: undefined, fetching: true });
    if (variables !== undefined)
      void askForText(document, variables, abort.signal).then(asked => {
        if (!abort.signal.aborted) setResult({ ...asked, fetching: false });
      });
    return () => abort.abort();
  }, [document, key, tries]);
  return [result, useCallback(() => setTries(was => was + 1), [])];
}
