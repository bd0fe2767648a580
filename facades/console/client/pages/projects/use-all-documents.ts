import { graphql } from '../../app/graphql.ts';
import type { ProjectDocumentsQuery } from '../../gql/graphql.ts';
import { type AllRows, useAllRows } from '../../parts/use-all-rows.ts';

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

export type ListedDocument = NonNullable<NonNullable<ProjectDocumentsQuery['project']>['documents']>['nodes'][number];

/** All documents of a project that match a search. */
export const useAllDocuments = (id: string, search: string): AllRows<ListedDocument> =>
  useAllRows(DOCUMENTS, { id, search }, data => data.project?.documents);
