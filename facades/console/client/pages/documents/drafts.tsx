import { Anchor, Badge } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { Ago } from '../../app/time.tsx';
import type { DraftStatus } from '../../gql/graphql.ts';
import { Empty } from '../../parts/empty.tsx';
import { oneOf } from '../../parts/one-of.ts';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { whole } from '../../parts/whole.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { DocumentFrame, type ShownDocument } from './document-frame.tsx';
import { WriteActions } from './write-actions.tsx';

const DRAFTS = graphql(`
  query DocumentDrafts($id: ID!, $status: DraftStatus, $search: String, $first: Int!, $offset: Int!) {
    document(id: $id) {
      id
      drafts(status: $status, search: $search, first: $first, offset: $offset) {
        totalCount
        nodes { id versionName status updatedAt changelog branch { id name } author { id name } }
      }
    }
  }
`);

const SIZE = 50;

const STATUS_NAMES: Record<DraftStatus, [name: string, color: string]> = {
  DRAFT: ['Draft', 'gray'],
  SUBMITTED: ['Waits for review', 'blue'],
  CHANGES_REQUESTED: ['Changes requested', 'orange'],
  PUBLISHED: ['Published', 'green'],
  REJECTED: ['Rejected', 'red'],
};

export const DraftsPage = () => (
  <DocumentFrame part="Drafts" actions={document => <WriteActions document={document} />}>
    {document => <Drafts document={document} />}
  </DocumentFrame>
);

function Drafts({ document }: { document: ShownDocument }) {
  const [params] = useSearchParams();
  const search = useSearch();
  const { page, first, offset, go } = usePage(SIZE);
  const status = oneOf(STATUS_NAMES, params.get('status'));
  const variables = { id: document.id, search, first, offset, ...(status && { status }) };
  const [result, refresh] = useQuery({ query: DRAFTS, variables });
  return (
    <div className="stack">
      <SearchField label="Search drafts" />
      <Loaded result={result} read={data => whole(data.document, 'drafts')} retry={refresh} noun="document">
        {({ drafts: { nodes, totalCount } }) =>
          totalCount === 0 ? (
            <Empty title={search === '' ? 'There is no draft' : 'No draft has this in its name or changelog'} />
          ) : (
            <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
              {nodes.map(({ id, versionName, status: state, updatedAt, branch, author, changelog }) => (
                <li key={id}>
                  <div>
                    <Anchor component={Link} to={`/drafts/${id}`} className="name" fw={600}>
                      {versionName}
                    </Anchor>{' '}
                    <span className="dim">
                      for <span className="mono">{branch?.name}</span>, by <span className="name">{author.name}</span>,
                      changed <Ago at={updatedAt} />
                    </span>
                    {changelog && <div className="name">{changelog.split('\n', 1)[0]}</div>}
                  </div>
                  <Badge color={STATUS_NAMES[state][1]} variant="light" radius="sm" className="plain-badge">
                    {STATUS_NAMES[state][0]}
                  </Badge>
                </li>
              ))}
            </PagedRows>
          )
        }
      </Loaded>
    </div>
  );
}
