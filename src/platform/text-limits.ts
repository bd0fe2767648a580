/** Length limits of texts, in characters. Input checks and schema descriptions read them here. */
export const CHARACTERS = {
  name: 200,
  description: 4000,
  versionName: 100,
  changelog: 20_000,
  sourceGitCommitId: 100,
  comment: 4000,
  discussion: 10_000,
  relativePath: 512,
  reason: 2000,
  chatTitle: 200,
} as const;

/** The largest content that a server takes, unless `DOCSVC_MAX_CONTENT_BYTES` says otherwise. */
export const USUAL_CONTENT_BYTES = 16 * 1024 * 1024;

/** Length of the password of an account. */
export const PASSWORD_BYTES = { least: 8, most: 1024 };
