import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useWaiting } from '../../shell/waiting.tsx';
import { DraftRows } from './draft-rows.tsx';
import { More } from './more.tsx';
import { QueueFrame } from './queue-frame.tsx';
import { useAgainWhen } from './use-drafts.ts';

const MY_DRAFTS = graphql(`
  query MyDrafts($first: Int!) {
    myDrafts(first: $first) { totalCount nodes { id ...DraftRow } }
  }
`);

const PAGE = 25;

export function MinePage() {
  const [first, setFirst] = useState(PAGE);
  const [result, execute] = useQuery({ query: MY_DRAFTS, variables: { first } });
  useAgainWhen(useWaiting().myDrafts.token, execute);
  return (
    <QueueFrame title="My drafts">
      <Loaded result={result} read={data => data.myDrafts} noun="list" retry={execute}>
        {({ nodes, totalCount }) =>
          nodes.length === 0 ? (
            <div className="card">
              <strong>You have written no draft yet.</strong> Open a document and drop a file on it.
            </div>
          ) : (
            <>
              <DraftRows drafts={nodes} time="updatedAt" />
              <More shown={nodes.length} total={totalCount} onMore={() => setFirst(Math.min(100, first + PAGE))} />
            </>
          )
        }
      </Loaded>
    </QueueFrame>
  );
}
