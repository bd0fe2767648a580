import { rolesFor } from '../access/policy.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { Db } from '../platform/database.ts';
import type { MailedEvent } from './types.ts';

export type Recipient = { id: string; name: string; email: string };

/**
 * Who gets e-mail about an event of a draft, by their rights at this moment: those who may decide on a draft that waits,
 * and otherwise its author. Nobody who has turned it off.
 */
export const recipientsOf = (
  db: Db,
  event: MailedEvent,
  draftId: string,
  only?: { userId: string },
): Promise<Recipient[]> => db.$queryRaw<Recipient[]>`
  SELECT u.id::text, u.name, u.email FROM drafts f
  JOIN users u ON u.status = 'ACTIVE' AND u.mail_notices AND ${only ? Prisma.sql`u.id = ${only.userId}::uuid` : Prisma.sql`TRUE`}
  LEFT JOIN members m ON m.project_id = f.project_id AND m.user_id = u.id
  WHERE f.id = ${draftId}::uuid AND ${event === 'DRAFT_SUBMITTED' ? isReviewer : isAuthor}
  ORDER BY u.id`;

const isReviewer = Prisma.sql`f.status = 'SUBMITTED' AND m.role::text = ANY(${rolesFor('draft.review')})
  AND NOT (u.id = f.created_by AND EXISTS (
    SELECT FROM review_policies p WHERE p.project_id = f.project_id AND p.require_other_reviewer))`;

const isAuthor = Prisma.sql`u.id = f.created_by
  AND (u.is_super_admin OR m.role::text = ANY(${rolesFor('draft.read')}))`;
