import { graphql } from '../../app/graphql.ts';
import { useWaiting } from '../../shell/waiting.tsx';
import { DraftList } from './draft-list.tsx';

const MY_DRAFTS = graphql(`
  query MyDrafts($first: Int!, $offset: Int!) {
    myDrafts(first: $first, offset: $offset) { totalCount nodes { id ...DraftRow } }
  }
`);

export function MinePage() {
  const { token } = useWaiting().myDrafts;
  return (
    <DraftList
      title="My drafts"
      query={MY_DRAFTS}
      read={data => data.myDrafts}
      time="updatedAt"
      token={token}
      renderEmpty={() => (
        <div className="card">
          <strong>You have written no draft yet.</strong> Open a document and drop a file on it.
        </div>
      )}
    />
  );
}
