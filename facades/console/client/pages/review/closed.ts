import type { DraftStatus } from '../../gql/graphql.ts';
import { archivedPart } from '../../parts/archived-part.ts';

type Status = { status: DraftStatus };

export const isDecided = ({ status }: Status): boolean => status === 'PUBLISHED' || status === 'REJECTED';

/** Whether the discussion is read-only: the draft is decided, or a part of its path is archived. */
export const isClosed = (review: Status & Parameters<typeof archivedPart>[0]): boolean =>
  isDecided(review) || archivedPart(review) !== undefined;
