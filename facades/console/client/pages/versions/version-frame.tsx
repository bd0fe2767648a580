import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { Ago } from '../../app/time.tsx';
import type { DocumentFormat } from '../../gql/graphql.ts';
import { SubNav } from '../../parts/sub-nav.tsx';
import { isolated, titleOf } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';

const VERSION = graphql(`
  query Version($id: ID!) {
    version(id: $id) {
      id versionName sequence changelog publishedAt documentFormat warningCount sourceGitCommitId
      publishedBy { id name }
      branch { id name latestVersionId }
      document { id name relativePath documentType project { id name myRole } }
      diffFromPrevious { id }
    }
  }
`);

export type ShownVersion = {
  id: string;
  versionName: string;
  format: DocumentFormat;
  isMarkdown: boolean;
  documentName: string;
  previousDiffId: string | undefined;
};

type Props = { part: string; children: (version: ShownVersion) => ReactNode };

/** The frame of all pages of a version: title, actions and tabs. */
export function VersionFrame({ part, children }: Props) {
  const { versionId: id = '' } = useParams();
  const [result, refresh] = useQuery({ query: VERSION, variables: { id } });
  const found = result.data?.version;
  const isMarkdown = found?.document.documentType === 'MARKDOWN';
  return (
    <Page
      wide
      title={found ? titleOf(part, `${isolated(found.document.name)} ${isolated(found.versionName)}`) : 'Version'}
      crumbs={
        found
          ? [
              { label: found.document.project.name, to: `/projects/${found.document.project.id}` },
              { label: found.document.name, to: `/documents/${found.document.id}?branch=${found.branch.id}` },
            ]
          : []
      }
      actions={
        found?.branch.latestVersionId &&
        found.branch.latestVersionId !== id && (
          <Button component={Link} to={`/versions/${found.branch.latestVersionId}`} variant="default">
            To the latest version
          </Button>
        )
      }
    >
      <Loaded result={result} read={data => data.version} retry={refresh} noun="version">
        {version => (
          <>
            <p className="dim name">
              <span className="mono">{version.branch.name}</span> #{version.sequence}, published by{' '}
              <bdi>{version.publishedBy.name}</bdi> <Ago at={version.publishedAt} />
              {version.sourceGitCommitId && (
                <>
                  , commit <span className="mono">{version.sourceGitCommitId.slice(0, 12)}</span>
                </>
              )}
              {version.changelog && <span className="changelog">{version.changelog}</span>}
            </p>
            <SubNav
              label="Parts of the version"
              links={[
                {
                  to: `/versions/${id}`,
                  label: isMarkdown ? 'Text' : 'Reference',
                  end: true,
                  also: `/versions/${id}/operations`,
                },
                { to: `/versions/${id}/source`, label: 'Source' },
                ...(version.diffFromPrevious ? [{ to: `/versions/${id}/changes`, label: 'Changes' }] : []),
              ]}
            />
            {children({
              id,
              versionName: version.versionName,
              format: version.documentFormat,
              isMarkdown,
              documentName: version.document.name,
              previousDiffId: version.diffFromPrevious?.id,
            })}
          </>
        )}
      </Loaded>
    </Page>
  );
}
