import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { VersionEndpointsQuery } from '../../gql/graphql.ts';

const ENDPOINTS = graphql(`
  query VersionEndpoints($id: ID!, $first: Int!, $offset: Int!) {
    version(id: $id) {
      id
      endpoints(first: $first, offset: $offset) {
        totalCount
        nodes { id method path summary operationId tags deprecated }
      }
    }
  }
`);

export type ListedEndpoint = NonNullable<NonNullable<VersionEndpointsQuery['version']>['endpoints']>['nodes'][number];

const PAGE = 200;

type Found = { endpoints: ListedEndpoint[]; total?: number; problem?: Problem };

/** All operations of a version: first only the first page, then all of them. */
export function useEndpoints(id: string): Found {
  const client = useClient();
  const [found, setFound] = useState<Found>({ endpoints: [] });
  useEffect(() => {
    let isWanted = true;
    const read = async (offset: number) => {
      const variables = { id, first: PAGE, offset };
      // The cache is always right, because a version never changes.
      const { data, error } = await client.query(ENDPOINTS, variables, { requestPolicy: 'cache-first' }).toPromise();
      if (error) throw error;
      return data?.version?.endpoints;
    };
    async function load() {
      try {
        const page = await read(0);
        if (!page || !isWanted) return;
        setFound({ endpoints: page.nodes, total: page.totalCount });
        const offsets = Array.from({ length: Math.ceil(page.totalCount / PAGE) - 1 }, (_, index) => (index + 1) * PAGE);
        const others = await Promise.all(offsets.map(read));
        if (isWanted && others.length > 0)
          setFound({
            endpoints: [page, ...others].flatMap(one => one?.nodes ?? []),
            total: page.totalCount,
          });
      } catch (error) {
        if (isWanted) setFound({ endpoints: [], problem: problemOf(error as never) });
      }
    }
    setFound({ endpoints: [] });
    void load();
    return () => {
      isWanted = false;
    };
  }, [client, id]);
  return found;
}
