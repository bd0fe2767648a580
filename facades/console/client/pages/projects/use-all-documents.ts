import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { type Problem, problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import type { ProjectDocumentsQuery } from '../../gql/graphql.ts';

const DOCUMENTS = graphql(`
  query ProjectDocuments($id: ID!, $search: String, $first: Int!, $offset: Int!) {
    project(id: $id) {
      id
      documents(search: $search, first: $first, offset: $offset) {
        totalCount
        nodes { id name relativePath documentType status }
      }
    }
  }
`);

export type ListedDocument = NonNullable<ProjectDocumentsQuery['project']>['documents']['nodes'][number];

const PAGE = 200;

type Found = { documents: ListedDocument[]; total?: number; problem?: Problem; isDone: boolean };

const NONE: Found = { documents: [], isDone: false };

/** All documents of a project that fit a search, page after page; what is there already is shown meanwhile. */
export function useAllDocuments(id: string, search: string): Found {
  const client = useClient();
  const [found, setFound] = useState<Found>(NONE);
  useEffect(() => {
    let isWanted = true;
    async function load() {
      const documents: ListedDocument[] = [];
      for (let total = 1; documents.length < total && isWanted; ) {
        const variables = { id, search, first: PAGE, offset: documents.length };
        const { data, error } = await client.query(DOCUMENTS, variables, { requestPolicy: 'network-only' }).toPromise();
        const page = data?.project?.documents;
        if (!isWanted) return;
        if (page === undefined)
          return setFound({ documents, isDone: true, ...(error && { problem: problemOf(error) }) });
        documents.push(...page.nodes);
        total = page.nodes.length === 0 ? 0 : page.totalCount;
        setFound({ documents: [...documents], total: page.totalCount, isDone: documents.length >= total });
      }
    }
    void load();
    return () => {
      isWanted = false;
    };
  }, [client, id, search]);
  return found;
}
