import { useCallback, useEffect, useMemo, useState } from 'react';
import { type TypedDocumentNode, useClient } from 'urql';
import { ownRequest } from '../app/ask.ts';
import { type Problem, problemOf } from '../app/errors.ts';

/** The largest page size of the service. */
const PAGE = 200;

type Page<Row> = { totalCount: number; nodes: readonly Row[] };

export type AllRows<Row> = {
  rows: readonly Row[];
  /** The number of rows on the service; undefined until it is known. */
  total: number | undefined;
  isDone: boolean;
  problem: Problem | undefined;
  again: () => void;
};

type Read<Row> = { of: string; rows: readonly Row[]; total?: number; isDone: boolean; problem?: Problem };

type Query<Data, Variables> = TypedDocumentNode<Data, Variables & { first: number; offset: number }>;

/** The first page if no query has loaded it. */
const NOTHING: Page<never> = { totalCount: Number.POSITIVE_INFINITY, nodes: [] };

/** Loads all rows of a list, page by page. `rows` has the rows that are already loaded. */
export const useAllRows = <Data, Variables extends object, Row>(
  query: Query<Data, Variables>,
  variables: Variables,
  read: (data: Data) => Page<Row> | null | undefined,
): AllRows<Row> => useOtherRows(query, variables, read, NOTHING);

/** `useAllRows` for a list whose first rows another query has loaded. Sends no request if these are all rows. */
export function useOtherRows<Data, Variables extends object, Row>(
  query: Query<Data, Variables>,
  variables: Variables,
  read: (data: Data) => Page<Row> | null | undefined,
  first: Page<Row> | undefined,
): AllRows<Row> {
  const client = useClient();
  const [tries, setTries] = useState(0);
  const [known, length] = [first?.nodes.length ?? 0, first?.totalCount ?? 0];
  const isWhole = known >= length;
  const of = JSON.stringify(variables);
  const [others, setOthers] = useState<Read<Row>>({ of, rows: [], isDone: false });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` stands for the variables; `tries` repeats.
  useEffect(() => {
    if (isWhole) return;
    let isWanted = true;
    async function load() {
      const rows: Row[] = [];
      for (let isDone = false; !isDone; ) {
        const page = { ...variables, first: PAGE, offset: known + rows.length };
        const request = ownRequest(query, page);
        const { data, error } = await client.executeQuery(request, { requestPolicy: 'network-only' }).toPromise();
        const found = data ? read(data) : undefined;
        if (!isWanted) return;
        if (!found) return setOthers({ of, rows, isDone: true, ...(error && { problem: problemOf(error) }) });
        rows.push(...found.nodes);
        isDone = found.nodes.length === 0 || known + rows.length >= found.totalCount;
        const next = { of, rows: [...rows], total: found.totalCount, isDone };
        // While reloading, keep the complete list until the new list is complete.
        setOthers(was => (was.of === of && was.isDone && !isDone ? was : next));
      }
    }
    void load();
    return () => {
      isWanted = false;
    };
  }, [client, query, of, known, length, tries]);
  const isPresent = others.of === of;
  const nodes = first?.nodes;
  return {
    rows: useMemo(() => [...(nodes ?? []), ...(isWhole ? [] : others.rows)], [nodes, isWhole, others.rows]),
    total: isWhole ? first?.totalCount : others.total,
    isDone: first !== undefined && (isWhole || (isPresent && others.isDone)),
    problem: isPresent && !isWhole ? others.problem : undefined,
    again: useCallback(() => setTries(was => was + 1), []),
  };
}
