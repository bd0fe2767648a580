import type { ReactNode } from 'react';
import { type TypedDocumentNode, useQuery } from 'urql';
import { Pager, usePage } from '../../parts/pager.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { DraftRows, type DraftRowsProps } from './draft-rows.tsx';
import { QueueFrame } from './queue-frame.tsx';
import { useAgainWhen } from './use-drafts.ts';

const SIZE = 25;

type Props<Data> = {
  title: string;
  query: TypedDocumentNode<Data, { first: number; offset: number; open?: boolean }>;
  filter?: { open: boolean };
  read: (data: Data) => { nodes: DraftRowsProps['drafts']; totalCount: number } | null | undefined;
  time: DraftRowsProps['time'];
  /** Changes whenever the list has changed. */
  token?: string;
  /** Stands above the list. */
  head?: ReactNode;
  renderEmpty: (data: Data) => ReactNode;
};

/** One list of drafts in all projects. */
export function DraftList<Data>(props: Props<Data>) {
  const { title, query, filter, read, time, token = '', head, renderEmpty } = props;
  const { page, first, offset, go } = usePage(SIZE);
  const [result, execute] = useQuery({ query, variables: { first, offset, ...filter } });
  useAgainWhen(token, execute);
  return (
    <QueueFrame title={title}>
      {head && <div className="row">{head}</div>}
      <Loaded result={result} read={read} noun="list" retry={execute}>
        {({ nodes, totalCount }) =>
          totalCount === 0 ? (
            renderEmpty(result.data as Data)
          ) : (
            <>
              <DraftRows drafts={nodes} time={time} />
              <Pager total={totalCount} size={SIZE} page={page} go={go} />
            </>
          )
        }
      </Loaded>
    </QueueFrame>
  );
}
