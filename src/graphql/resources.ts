import { CHARACTERS } from '../platform/text-limits.ts';
import { wireEnum } from './enums.ts';

export const ResourceStatus = wireEnum('ResourceStatus', 'Whether a team, project, document or branch is in use.', {
  ACTIVE: [1, 'In use.'],
  ARCHIVED: [2, 'Read-only: changes fail with FAILED_PRECONDITION.'],
});

/** Length limits of text fields that several types share. */
export const textBounds = {
  name: { minLength: 1, maxLength: CHARACTERS.name, pattern: '\\S' },
  description: { maxLength: CHARACTERS.description },
  versionName: { minLength: 1, maxLength: CHARACTERS.versionName, pattern: '\\S' },
  changelog: { maxLength: CHARACTERS.changelog },
  sourceGitCommitId: { maxLength: CHARACTERS.sourceGitCommitId },
  comment: { maxLength: CHARACTERS.comment },
};
