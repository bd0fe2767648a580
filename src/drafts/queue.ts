import type { Call } from '../access/call.ts';
import type { Draft, Prisma } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { containsText } from '../lists/search.ts';

// Lists of drafts across projects.

/** The submitted drafts of all projects that the caller may decide on, newest submission first. */
export function listReviewQueue(call: Call, args: PageArgs): Promise<Connection<Draft>> {
  const { draft: model } = call.db;
  const where = [matching(args.search)];
  return rootList(call, { action: 'draft.review', model, where, order: 'desc', time: bySubmission(call) }, args);
}

/** What was published or rejected in the projects of the caller, the newest submission first. */
export function listDecidedDrafts(call: Call, args: PageArgs): Promise<Connection<Draft>> {
  const { draft: model } = call.db;
  const where = [matching(args.search)];
  return rootList(call, { action: 'draft.read_decided', model, where, order: 'desc', time: bySubmission(call) }, args);
}

const bySubmission = ({ db }: Call) => ({
  field: 'submittedAt' as const,
  read: (id: string) => db.draft.findFirst({ where: { id }, select: { submittedAt: true } }),
});

/** The drafts of the caller in every status, newest first. */
export const listOwnDrafts = (call: Call, args: PageArgs): Promise<Connection<Draft>> =>
  rootList(
    call,
    { action: 'draft.read_own', model: call.db.draft, where: [matching(args.search)], order: 'desc' },
    args,
  );

function matching(search: string | null | undefined): Prisma.DraftWhereInput {
  if (!search) return {};
  const labels = containsText(search, ['versionName', 'changelog']);
  return { OR: [labels, { document: containsText(search, ['name', 'relativePath']) }] };
}
