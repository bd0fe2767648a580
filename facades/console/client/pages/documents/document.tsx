import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '../../app/graphql.ts';
import { Ago } from '../../app/time.tsx';
import type { DocumentVersionsQuery } from '../../gql/graphql.ts';
import { ChangeCounts, many } from '../../parts/badges.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Pager, usePage } from '../../parts/pager.tsx';
import { useFocusInside } from '../../parts/use-focus-inside.ts';
import { whole } from '../../parts/whole.ts';
import { isolated } from '../../parts/words.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { DocumentFrame, type ShownDocument } from './document-frame.tsx';
import type { BranchChoice as Branch } from './use-all-branches.ts';
import { WriteActions } from './write-actions.tsx';

const VERSIONS = graphql(`
  query DocumentVersions($id: ID!, $branchId: ID, $first: Int!, $offset: Int!) {
    document(id: $id) {
      id
      overview { endpointCount versionCount openDraftCount rawSizeBytes }
      versions(branchId: $branchId, first: $first, offset: $offset) {
        totalCount
        nodes {
          id versionName sequence publishedAt changelog branchId
          publishedBy { id name }
          diffFromPrevious {
            id
            summary { unchanged breakingChanges warnings infos addedLines removedLines }
          }
        }
      }
    }
  }
`);

type Listed = NonNullable<NonNullable<DocumentVersionsQuery['document']>['versions']>['nodes'][number];

const SIZE = 50;

export function DocumentPage() {
  const wanted = useSearchParams()[0].get('branch');
  // The branch named in the address, else the first one to show; undefined if the document has no such branch.
  const branchOf = ({ branches }: ShownDocument): Branch | undefined =>
    wanted === null ? firstBranch(branches) : branches.find(({ id }) => id === wanted);
  return (
    <DocumentFrame
      part=""
      branchOf={branchOf}
      actions={document => <WriteActions document={document} branch={branchOf(document)} />}
    >
      {document => <Timeline document={document} branch={branchOf(document)} />}
    </DocumentFrame>
  );
}

/** The default branch if it has a version, else the first branch with a version, else the first branch. */
function firstBranch(branches: readonly Branch[]): Branch | undefined {
  const published = branches.filter(({ latestVersionId }) => latestVersionId !== null);
  return published.find(({ isDefault }) => isDefault) ?? published[0] ?? branches[0];
}

function Timeline({ document, branch }: { document: ShownDocument; branch: Branch | undefined }) {
  // The first of two versions to compare. The other one may be on another page or branch.
  const [base, setBase] = useState<Listed>();
  const focus = useFocusInside<HTMLDivElement>();
  const baseBranch = document.branches.find(({ id }) => id === base?.branchId);
  return (
    <div className="stack" {...focus}>
      <BranchChoice branches={document.branches} shown={branch} />
      <div role="status">
        {base && (
          <p className="row flush">
            Choose what to compare with {isolated(base.versionName)} on {baseBranch?.name}.
            <Button variant="light" size="compact-sm" onClick={() => setBase(undefined)}>
              Cancel
            </Button>
          </p>
        )}
      </div>
      {branch === undefined ? (
        <Empty title="This document has no such branch">
          <span>The address is wrong, or the branch is no longer listed. Choose another branch.</span>
        </Empty>
      ) : (
        <VersionsOf document={document} branchId={branch.id} base={base} setBase={setBase} />
      )}
    </div>
  );
}

function BranchChoice({ branches, shown }: { branches: readonly Branch[]; shown: Branch | undefined }) {
  const setParams = useSearchParams()[1];
  const options = branches.map(({ id, name, latestVersionId }) => ({
    value: id,
    label: latestVersionId === null ? `${name} (nothing published)` : name,
  }));
  return (
    <div className="tools">
      <NativeSelect
        label="Branch"
        value={shown?.id ?? ''}
        onChange={event => setParams({ branch: event.currentTarget.value })}
        data={shown === undefined ? [{ value: '', label: 'Choose a branch', disabled: true }, ...options] : options}
      />
    </div>
  );
}

type BaseProps = { base: Listed | undefined; setBase: (base: Listed | undefined) => void };

function VersionsOf({ document, branchId, ...choice }: BaseProps & { document: ShownDocument; branchId: string }) {
  const { page, first, offset, go } = usePage(SIZE);
  const [result, refresh] = useQuery({ query: VERSIONS, variables: { id: document.id, branchId, first, offset } });
  return (
    <Loaded result={result} read={data => whole(data.document, 'versions')} retry={refresh} noun="document">
      {({ overview, versions }) => (
        <>
          <p className="dim">
            {many(overview.versionCount, 'version')} on all branches
            {document.documentType === 'OPENAPI' && `, ${many(overview.endpointCount, 'endpoint')} in the latest`},{' '}
            {many(overview.openDraftCount, 'open draft')}, {sizeOf(overview.rawSizeBytes)}
          </p>
          {versions.totalCount === 0 ? (
            <NothingPublished document={document} branchId={branchId} />
          ) : (
            <Versions versions={versions.nodes} {...choice} />
          )}
          <Pager total={versions.totalCount} size={SIZE} page={page} go={go} />
        </>
      )}
    </Loaded>
  );
}

/** The list of versions. Two clicks compare two of them: the first chooses the base, the second the other version. */
function Versions({ versions, base, setBase }: BaseProps & { versions: Listed[] }) {
  const navigate = useNavigate();
  const isOlder = (one: Listed, other: Listed) => one.publishedAt < other.publishedAt;
  function compareWith(version: Listed) {
    if (base === undefined) return;
    const [from, to] = isOlder(base, version) ? [base, version] : [version, base];
    navigate(`/compare/${from.id}/${to.id}`);
  }
  return (
    <ul className="rows">
      {versions.map(version => (
        <li key={version.id}>
          <div>
            <Anchor component={Link} to={`/versions/${version.id}`} className="name" fw={600}>
              {version.versionName}
            </Anchor>{' '}
            <span className="dim">
              #{version.sequence}, published by <span className="name">{version.publishedBy.name}</span>{' '}
              <Ago at={version.publishedAt} />
            </span>
            {version.changelog && <div className="name">{firstLine(version.changelog)}</div>}
          </div>
          <span className="row">
            {version.diffFromPrevious ? (
              <Anchor component={Link} to={`/versions/${version.id}/changes`} c="inherit">
                <ChangeCounts summary={version.diffFromPrevious.summary} />
              </Anchor>
            ) : (
              version.sequence === 1 && <span className="dim">first version</span>
            )}
            <CompareButton {...{ version, base, setBase, compareWith }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

type CompareProps = BaseProps & {
  version: Listed;
  compareWith: (version: Listed) => void;
};

function CompareButton({ version, base, setBase, compareWith }: CompareProps) {
  const { versionName } = version;
  if (base === undefined)
    return (
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => setBase(version)}
        aria-label={`Compare ${versionName} with another version`}
      >
        Compare
      </Button>
    );
  if (base.id === version.id) return <span className="dim">Chosen</span>;
  return (
    <Button size="compact-sm" onClick={() => compareWith(version)} aria-label={`Compare with ${versionName}`}>
      With this one
    </Button>
  );
}

function NothingPublished({ document, branchId }: { document: ShownDocument; branchId: string }) {
  return (
    <Empty title="Nothing is published on this branch">
      <span>
        {document.isWriter
          ? 'Create a draft and submit it. What a reviewer approves becomes the first version.'
          : 'Writers create drafts; what a reviewer approves becomes the first version.'}
      </span>
      {document.isWriter && !document.isArchived ? (
        <Button component={Link} to={`/documents/${document.id}/new-draft?branch=${branchId}`} variant="default">
          Write the first draft
        </Button>
      ) : (
        <Button component={Link} to={`/documents/${document.id}/drafts`} variant="default">
          To the drafts
        </Button>
      )}
    </Empty>
  );
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

function sizeOf(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
