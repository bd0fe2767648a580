import { SegmentedControl } from '@mantine/core';
import { graphql } from '../../app/graphql.ts';
import { useAddress } from '../../parts/use-address.ts';
import { useWaiting } from '../../shell/waiting.tsx';
import { DraftList } from './draft-list.tsx';

const MY_DRAFTS = graphql(`
  query MyDrafts($first: Int!, $offset: Int!, $open: Boolean) {
    myDrafts(first: $first, offset: $offset, open: $open) { totalCount nodes { id ...DraftRow } }
  }
`);

/** The own drafts: first those that are not decided, which the tab counts. */
export function MinePage() {
  const { token } = useWaiting().myDrafts;
  const { params, change } = useAddress();
  const isOpen = params.get('show') !== 'all';
  return (
    <DraftList
      title="My drafts"
      query={MY_DRAFTS}
      filter={{ open: isOpen }}
      read={data => data.myDrafts}
      time="updatedAt"
      token={token}
      head={
        <SegmentedControl
          aria-label="Which drafts"
          size="xs"
          value={isOpen ? 'open' : 'all'}
          onChange={value => change({ show: value === 'all' ? 'all' : '', page: '' })}
          transitionDuration={0}
          data={[
            { value: 'open', label: 'Open' },
            { value: 'all', label: 'All' },
          ]}
        />
      }
      renderEmpty={() => (
        <div className="card">
          <strong>{isOpen ? 'No draft of yours is open.' : 'You have written no draft yet.'}</strong> Open a document
          and drop a file on it.
        </div>
      )}
    />
  );
}
