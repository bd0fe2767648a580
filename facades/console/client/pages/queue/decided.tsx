import { graphql } from '../../app/graphql.ts';
import { DraftList } from './draft-list.tsx';

const DECIDED = graphql(`
  query Decided($first: Int!, $offset: Int!) {
    decidedDrafts(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }
  }
`);

export const DecidedPage = () => (
  <DraftList
    title="Recently decided"
    query={DECIDED}
    read={data => data.decidedDrafts}
    time="updatedAt"
    renderEmpty={() => (
      <div className="card">
        <strong>Nothing was decided yet.</strong> Published and rejected drafts of your projects show up here.
      </div>
    )}
  />
);
