import { Anchor, Badge } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { Ago } from '../../app/time.tsx';
import type { EndpointStep } from '../../gql/graphql.ts';
import { PagedRows, usePage } from '../../parts/pager.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { Operation } from '../versions/operation.tsx';

const ENDPOINT = graphql(`
  query Endpoint($id: ID!) {
    endpoint(id: $id) {
      id method path
      version {
        id versionName
        branch { id name }
        document { id name project { id name } }
      }
    }
  }
`);

const HISTORY = graphql(`
  query EndpointHistory($branchId: ID!, $method: String!, $path: String!, $first: Int!, $offset: Int!) {
    branch(id: $branchId) {
      id
      endpointHistory(method: $method, path: $path, first: $first, offset: $offset) {
        totalCount
        nodes {
          step versionId
          version { id versionName publishedAt publishedBy { id name } }
          items { key message isBreaking }
        }
      }
    }
  }
`);

const SIZE = 20;

export function EndpointPage() {
  const { endpointId: id = '' } = useParams();
  const [result, refresh] = useQuery({ query: ENDPOINT, variables: { id } });
  const found = result.data?.endpoint;
  const version = found?.version;
  return (
    <Page
      title={found ? `${found.method} ${found.path}` : 'Endpoint'}
      crumbs={
        version
          ? [
              { label: version.document.project.name, to: `/projects/${version.document.project.id}` },
              { label: version.document.name, to: `/documents/${version.document.id}?branch=${version.branch.id}` },
              { label: version.versionName, to: `/versions/${version.id}/operations/${id}` },
            ]
          : []
      }
    >
      <Loaded result={result} read={data => data.endpoint} retry={refresh} noun="endpoint">
        {({ method, path, version: { branch } }) => (
          <div className="stack">
            <History branch={branch} method={method} path={path} />
            <Operation id={id} isAlone />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

const STEPS: Record<EndpointStep, [label: string, color: string]> = {
  APPEARED: ['Appeared', 'green'],
  CHANGED: ['Changed', 'blue'],
  REMOVED: ['Removed', 'red'],
};

type HistoryProps = { branch: { id: string; name: string }; method: string; path: string };

function History({ branch, method, path }: HistoryProps) {
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({
    query: HISTORY,
    variables: { branchId: branch.id, method, path, first, offset },
  });
  return (
    <section className="stack" aria-label="History">
      <h2 className="section-title">
        History on <span className="mono">{branch.name}</span>
      </h2>
      <Loaded result={result} read={data => data.branch?.endpointHistory} retry={refresh} noun="branch">
        {({ nodes, totalCount }) => (
          <PagedRows total={totalCount} size={SIZE} page={page} go={go}>
            {nodes.map(({ step, version, items }) => (
              <li key={version.id}>
                <div>
                  <Badge color={STEPS[step][1]} variant="light" radius="sm" className="plain-badge">
                    {STEPS[step][0]}
                  </Badge>{' '}
                  in{' '}
                  <Anchor component={Link} to={`/versions/${version.id}`} className="name">
                    {version.versionName}
                  </Anchor>{' '}
                  <span className="dim">
                    by <span className="name">{version.publishedBy.name}</span> <Ago at={version.publishedAt} />
                  </span>
                  {step === 'CHANGED' && (
                    <ul>
                      {(items ?? []).map(({ key, message, isBreaking }) => (
                        <li key={key}>
                          {isBreaking && <strong>Breaking: </strong>}
                          <span className="name">{message}</span>
                        </li>
                      ))}
                    </ul>
                  )}
                </div>
              </li>
            ))}
          </PagedRows>
        )}
      </Loaded>
    </section>
  );
}
