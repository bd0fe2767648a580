import { useState } from 'react';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { DraftRows } from './draft-rows.tsx';
import { More } from './more.tsx';
import { QueueFrame } from './queue-frame.tsx';

const DECIDED = graphql(`
  query Decided($first: Int!) {
    decidedDrafts(first: $first) { totalCount nodes { id ...DraftRow } }
  }
`);

const PAGE = 25;

export function DecidedPage() {
  const [first, setFirst] = useState(PAGE);
  const [result, execute] = useQuery({ query: DECIDED, variables: { first } });
  return (
    <QueueFrame title="Recently decided">
      <Loaded result={result} read={data => data.decidedDrafts} noun="list" retry={execute}>
        {({ nodes, totalCount }) =>
          nodes.length === 0 ? (
            <div className="card">
              <strong>Nothing was decided yet.</strong> Published and rejected drafts of your projects show up here.
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
