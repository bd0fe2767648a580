import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ShownDocument } from './document-frame.tsx';
import { newDraftAddress } from './new-draft-address.ts';
import type { BranchChoice } from './use-all-branches.ts';

/** Buttons for writers and admins: new draft, and promotion between branches. */
export const WriteActions = ({
  document: { id, isAdmin, isWriter, isArchived, branches },
  branch,
}: {
  document: ShownDocument;
  /** The branch that the page shows. */
  branch?: BranchChoice | undefined;
}) =>
  isWriter &&
  !isArchived && (
    <>
      {isAdmin && branches.some(({ latestVersionId }) => latestVersionId !== null) && (
        <Button component={Link} to={`/documents/${id}/promote`} variant="default">
          Promote
        </Button>
      )}
      <Button component={Link} to={newDraftAddress(id, branch)}>
        New draft
      </Button>
    </>
  );
