import type { BranchChoice } from './use-all-branches.ts';

/** The address of a new draft, on the given branch if drafts are possible there, else on the default branch. */
export const newDraftAddress = (documentId: string, branch: BranchChoice | undefined): string =>
  `/documents/${documentId}/new-draft${branch?.status === 'ACTIVE' ? `?branch=${branch.id}` : ''}`;
