import { type ReactNode, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useQuery } from 'urql';
import { useFileDrop } from '../../app/file-drop.ts';
import { graphql } from '../../app/graphql.ts';
import { keepFile } from '../../app/kept.ts';
import { NOT_UTF8 } from '../../app/read-text.ts';
import { useUser } from '../../app/session.ts';
import type { DocumentType } from '../../gql/graphql.ts';
import { archivedPart } from '../../parts/archived-part.ts';
import { Archived, TYPE_NAMES } from '../../parts/badges.tsx';
import { SubNav } from '../../parts/sub-nav.tsx';
import { whole } from '../../parts/whole.ts';
import { isolated, titleOf } from '../../parts/words.tsx';
import { Failure, Loaded, Skeletons } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { ProblemAlert } from '../../shell/problem.tsx';
import { ManageDocument } from './manage-document.tsx';
import { newDraftAddress } from './new-draft-address.ts';
import { type BranchChoice, useAllBranches } from './use-all-branches.ts';

const DOCUMENT = graphql(`
  query Document($id: ID!) {
    document(id: $id) {
      id name description relativePath documentType status
      project { id name myRole status team { id status } }
      branches(first: 200) { ...BranchChoices }
    }
  }
`);

export type ShownDocument = {
  id: string;
  name: string;
  projectId: string;
  documentType: DocumentType;
  branches: readonly BranchChoice[];
  isAdmin: boolean;
  isWriter: boolean;
  /** The archived part, if any: the document, its project or its team. */
  archived: string | undefined;
  isArchived: boolean;
};

type Props = {
  part: string;
  actions?: (document: ShownDocument) => ReactNode;
  /** The branch that the page shows, on which a dropped file becomes a draft. */
  branchOf?: (document: ShownDocument) => BranchChoice | undefined;
  children: (document: ShownDocument) => ReactNode;
};

/** The frame of all pages of a document: title, actions and tabs. */
export function DocumentFrame({ part, actions, branchOf, children }: Props) {
  const { documentId: id = '' } = useParams();
  const user = useUser();
  const [result, refresh] = useQuery({ query: DOCUMENT, variables: { id } });
  const found = whole(result.data?.document, 'branches');
  const branches = useAllBranches(id, found?.branches);
  const role = user.isSuperAdmin ? 'ADMIN' : found?.project.myRole;
  const navigate = useNavigate();
  const archived = found ? archivedPart({ project: found.project, document: found }) : undefined;
  const shown = found && {
    id,
    name: found.name,
    projectId: found.project.id,
    documentType: found.documentType,
    branches: branches.rows,
    isAdmin: role === 'ADMIN',
    isWriter: role === 'ADMIN' || role === 'WRITER',
    archived,
    isArchived: archived !== undefined,
  };
  const mayDrop = shown?.isWriter === true && !shown.isArchived;
  const [isRefused, setRefused] = useState(false);
  const isOver = useFileDrop(mayDrop, text => {
    setRefused(text === undefined);
    if (text === undefined) return;
    keepFile(`new-draft:${id}`, text);
    navigate(newDraftAddress(id, shown ? branchOf?.(shown) : undefined), { state: { isDropped: true } });
  });
  const project = found && { label: found.project.name, to: `/projects/${found.project.id}` };
  return (
    <Page
      title={found ? titleOf(part, isolated(found.name)) : 'Document'}
      crumbs={[{ label: 'Projects', to: '/projects' }, ...(project ? [project] : [])]}
      actions={
        shown &&
        found && (
          <>
            {shown.isAdmin && archivedPart({ project: found.project }) === undefined && (
              <ManageDocument shown={{ ...found, id, isArchived: found.status === 'ARCHIVED' }} />
            )}
            {branches.isDone && actions?.(shown)}
          </>
        )
      }
    >
      <Loaded result={result} read={() => found} retry={refresh} noun="document">
        {({ description, relativePath, documentType, status }) => (
          <>
            <p className="dim name">
              <span className="mono">{relativePath}</span> · {TYPE_NAMES[documentType]}
              {description && (
                <>
                  {' · '}
                  <bdi>{description}</bdi>
                </>
              )}{' '}
              {status === 'ARCHIVED' && <Archived />}
            </p>
            <SubNav
              label="Parts of the document"
              links={[
                { to: `/documents/${id}`, label: 'Versions', end: true },
                { to: `/documents/${id}/drafts`, label: 'Drafts' },
                { to: `/documents/${id}/branches`, label: 'Branches' },
                ...(shown?.isAdmin ? [{ to: `/documents/${id}/shares`, label: 'Shares' }] : []),
                ...(documentType === 'OPENAPI' ? [{ to: `/documents/${id}/accepted`, label: 'Accepted changes' }] : []),
              ]}
            />
            <ProblemAlert problem={isRefused ? NOT_UTF8 : undefined} />
            {branches.problem ? (
              <Failure problem={branches.problem} noun="document" retry={branches.again} />
            ) : shown && branches.isDone ? (
              <div className={isOver ? 'drop-target' : undefined}>{children(shown)}</div>
            ) : (
              <Skeletons />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}
