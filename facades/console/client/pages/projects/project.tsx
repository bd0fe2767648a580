import { Anchor, Button, Loader } from '@mantine/core';
import { Link } from 'react-router';
import { Empty } from '../../parts/empty.tsx';
import { SearchField, useSearch } from '../../parts/search-field.tsx';
import { useDialog } from '../../parts/use-dialog.ts';
import { Failure } from '../../shell/loaded.tsx';
import { NewDocument } from './new-document.tsx';
import { ProjectFrame, type ShownProject } from './project-frame.tsx';
import { DocumentTree } from './tree.tsx';
import { useAllDocuments } from './use-all-documents.ts';

const feedOf = (id: string): string => `/api/v1/private/projects/${id}/versions.atom`;

export function ProjectPage() {
  const { opened, open, close } = useDialog();
  return (
    <ProjectFrame
      part=""
      actions={({ isAdmin, isArchived }) =>
        isAdmin && !isArchived && <Button onClick={() => open(true)}>New document</Button>
      }
    >
      {project => (
        <>
          {opened && <NewDocument close={close} projectId={project.id} />}
          <Documents project={project} />
          <p className="dim">
            Feed readers follow the <Anchor href={feedOf(project.id)}>feed of published versions</Anchor>. They sign in
            with any user name, and an{' '}
            <Anchor component={Link} to="/me/api-tokens">
              API token
            </Anchor>{' '}
            as the password.
          </p>
        </>
      )}
    </ProjectFrame>
  );
}

function Documents({ project }: { project: ShownProject }) {
  const search = useSearch();
  const { rows: documents, total, problem, isDone } = useAllDocuments(project.id, search);
  return (
    <div className="stack">
      <div className="tools">
        <SearchField label="Search documents" />
        <span className="row dim" role="status">
          {!isDone && total !== undefined && <Loader size="xs" aria-hidden="true" />}
          {total !== undefined && (total === 1 ? '1 document' : `${total} documents`)}
        </span>
      </div>
      {problem && <Failure problem={problem} noun="project" />}
      {isDone && total === 0 ? (
        <NoDocuments isSearch={search !== ''} project={project} />
      ) : (
        <DocumentTree documents={documents} isOpen={search !== ''} />
      )}
    </div>
  );
}

function NoDocuments({ isSearch, project }: { isSearch: boolean; project: ShownProject }) {
  if (isSearch) return <Empty title="No document has this in its name, path or description" />;
  return (
    <Empty title="There is no document yet">
      <span>
        {project.isArchived
          ? 'The project is archived: nothing can be created in it.'
          : project.isAdmin
            ? 'Create the first one: an OpenAPI description or a Markdown text. It gets the branches dev, test and prod.'
            : 'An admin of this project creates documents.'}
      </span>
    </Empty>
  );
}
