import { NativeSelect } from '@mantine/core';
import { useQuery } from 'urql';
import { graphql } from '../app/graphql.ts';
import { Ago } from '../app/time.tsx';
import { Loaded } from '../shell/loaded.tsx';
import { Empty } from './empty.tsx';
import { oneOf } from './one-of.ts';
import { PagedRows, usePage } from './pager.tsx';
import { SearchField, useSearch } from './search-field.tsx';
import { useAddress } from './use-address.ts';

const AUDIT = graphql(`
  query Audit($projectId: ID, $search: String, $resourceType: String, $first: Int!, $offset: Int!) {
    auditLog(projectId: $projectId, search: $search, resourceType: $resourceType, first: $first, offset: $offset) {
      totalCount
      nodes { id action actorType actor { id name } resourceType resourceId metadata createdAt traceId }
    }
  }
`);

const KINDS = {
  '': 'About everything',
  draft: 'draft',
  version: 'version',
  comment: 'comment',
  diff: 'comparison',
  document: 'document',
  branch: 'branch',
  diff_exception: 'accepted change',
  project: 'project',
  member: 'member',
  document_share: 'document share',
  mcp_token: 'MCP token',
  api_token: 'API token',
  webhook: 'webhook',
  ai_summary: 'AI explanation',
  chat_session: 'AI chat',
  user: 'user',
  team: 'team',
};

const SIZE = 50;

const ACTORS = {
  USER: '',
  MCP_TOKEN: ' by an MCP token',
  API_TOKEN: ' by an API token',
  SYSTEM: 'The service',
  ANONYMOUS: 'Somebody',
} as Record<string, string>;

/** The audit log, newest first: of one project, or of the system without `projectId`. */
export function AuditList({ projectId }: { projectId?: string }) {
  const search = useSearch();
  const { params, change } = useAddress();
  const resourceType = oneOf(KINDS, params.get('kind')) ?? '';
  const { page, first, offset, go } = usePage(SIZE);
  const variables = {
    first,
    offset,
    ...(projectId !== undefined && { projectId }),
    ...(search !== '' && { search }),
    ...(resourceType !== '' && { resourceType }),
  };
  const [result, refresh] = useQuery({ query: AUDIT, variables });
  return (
    <div className="stack">
      <div className="row">
        <SearchField label="Search actions" />
        <NativeSelect
          aria-label="About"
          value={resourceType}
          onChange={({ currentTarget: { value } }) => change({ kind: value, page: '' })}
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        />
      </div>
      <Loaded result={result} read={data => data.auditLog} retry={refresh} noun="audit">
        {({ nodes, totalCount }) =>
          totalCount === 0 ? (
            <Empty title={search + resourceType === '' ? 'Nothing has happened yet' : 'No entry matches'} />
          ) : (
            <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
              {nodes.map(({ id, action, actorType, actor, resourceType: type, resourceId, metadata, createdAt }) => (
                <li key={id}>
                  <div>
                    <span className="name">
                      {actor ? `${actor.name}${ACTORS[actorType] ?? ''}` : (ACTORS[actorType] ?? 'Somebody')}
                    </span>
                    : <span className="mono">{action}</span>
                    <div className="dim mono">
                      {type} {resourceId} {isEmpty(metadata) ? '' : JSON.stringify(metadata)}
                    </div>
                  </div>
                  <span className="dim">
                    <Ago at={createdAt} />
                  </span>
                </li>
              ))}
            </PagedRows>
          )
        }
      </Loaded>
    </div>
  );
}

const isEmpty = (metadata: unknown): boolean => Object.keys((metadata ?? {}) as object).length === 0;
