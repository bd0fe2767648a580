import { join } from 'node:path';
import { adminSettings } from './http-client.ts';

/** The folder with a stored database of each release. */
export const RELEASES = join(import.meta.dirname, '../releases');

/** The settings that the stored databases were made with. */
export const releaseSettings = {
  ...adminSettings,
  DOCSVC_JWT_SECRET: 'a secret of the stored databases of releases',
  DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 18).toString('base64')}`,
};

/** The expected answers from a stored database, by the path after /api/v1. */
export type Expected = {
  contents: Record<string, string>;
  /** Method and path of each operation. */
  endpoints: Record<string, string[]>;
  diffs: Record<string, object>;
  /** The names of drafts that are not decided. */
  drafts: Record<string, string>;
  /** Secrets, by method and path of the request that reveals them. */
  secrets: Record<string, string>;
};
