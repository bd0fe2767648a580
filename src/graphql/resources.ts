import { wireEnum } from './enums.ts';

export const ResourceStatus = wireEnum('ResourceStatus', 'Whether a team, project, document or branch is in use.', {
  ACTIVE: [1, 'In use.'],
  ARCHIVED: [2, 'Kept for reading; changes are FAILED_PRECONDITION.'],
});

/** Bounds of the text fields that several nouns have. */
export const textBounds = {
  name: { minLength: 1, maxLength: 200 },
  description: { maxLength: 4000 },
  versionName: { minLength: 1, maxLength: 100 },
  changelog: { maxLength: 20_000 },
  sourceGitCommitId: { maxLength: 100 },
  comment: { maxLength: 4000 },
};
