import { type FragmentType, graphql, readFragment } from '../../app/graphql.ts';
import type { BranchChoicesFragment } from '../../gql/graphql.ts';
import { type AllRows, useOtherRows } from '../../parts/use-all-rows.ts';

const CHOICES = graphql(`
  fragment BranchChoices on BranchConnection {
    totalCount
    nodes { id name isDefault isProtected status latestVersionId latestVersion { id versionName } }
  }
`);

const OTHERS = graphql(`
  query OtherBranches($id: ID!, $first: Int!, $offset: Int!) {
    document(id: $id) { id branches(first: $first, offset: $offset) { ...BranchChoices } }
  }
`);

export type BranchChoice = BranchChoicesFragment['nodes'][number];

/** All branches of a document. `first`: the branches that the page has already loaded. */
export const useAllBranches = (id: string, first: FragmentType<typeof CHOICES> | undefined): AllRows<BranchChoice> =>
  useOtherRows(OTHERS, { id }, data => readFragment(CHOICES, data.document?.branches), readFragment(CHOICES, first));
