import { Anchor } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { problemOf } from '../../app/errors.ts';
import { graphql } from '../../app/graphql.ts';
import { Comparison } from '../../parts/comparison.tsx';
import { isolated } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';

const COMPARE = graphql(`
  query Compare($from: ID!, $to: ID!) {
    compareVersions(fromVersionId: $from, toVersionId: $to) {
      id
      fromVersion { id versionName branch { id name } }
      toVersion { id versionName branch { id name } document { id name project { id name } } }
    }
  }
`);

export function ComparePage() {
  const { from = '', to = '' } = useParams();
  return <Compared key={`${from} ${to}`} from={from} to={to} />;
}

function Compared({ from, to }: { from: string; to: string }) {
  const [result, refresh] = useQuery({ query: COMPARE, variables: { from, to } });
  const found = result.data?.compareVersions;
  const document = found?.toVersion.document;
  const areOfTwoDocuments = result.error !== undefined && problemOf(result.error).code === 'INVALID_ARGUMENT';
  return (
    <Page
      wide
      title={
        found ? `${isolated(found.fromVersion.versionName)} to ${isolated(found.toVersion.versionName)}` : 'Comparison'
      }
      crumbs={
        document
          ? [
              { label: document.project.name, to: `/projects/${document.project.id}` },
              { label: document.name, to: `/documents/${document.id}` },
            ]
          : []
      }
    >
      {areOfTwoDocuments ? (
        <p>
          Only two versions of one document can be compared:{' '}
          <Anchor component={Link} to={`/versions/${from}`}>
            the first
          </Anchor>{' '}
          and{' '}
          <Anchor component={Link} to={`/versions/${to}`}>
            the second version
          </Anchor>{' '}
          are of different documents.
        </p>
      ) : (
        <Loaded result={result} read={data => data.compareVersions} retry={refresh} noun="comparison">
          {({ id, fromVersion, toVersion }) => (
            <>
              <p className="dim">
                From <VersionLink version={fromVersion} /> to <VersionLink version={toVersion} />.{' '}
                <Anchor component={Link} to={`/compare/${to}/${from}`} size="sm">
                  Swap
                </Anchor>
              </p>
              <Comparison diffId={id} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

type Named = { id: string; versionName: string; branch: { name: string } };

const VersionLink = ({ version: { id, versionName, branch } }: { version: Named }) => (
  <>
    <Anchor component={Link} to={`/versions/${id}`} className="name">
      {versionName}
    </Anchor>{' '}
    (<span className="mono">{branch.name}</span>)
  </>
);
