import type { Call } from '../access/call.ts';
import type { Draft, Prisma } from '../generated/prisma/client.ts';
import type { Connection, PageArgs } from '../lists/page.ts';
import { rootList } from '../lists/root-list.ts';
import { containsText } from '../lists/search.ts';

// Lists of drafts across projects.

/** The submitted drafts of all projects that the caller may decide on, newest submission first. */
export function listReviewQueue(call: Call, args: PageArgs): Promise<Connection<Draft>> {
  const { draft: model } = call.db;
  const read = (id: string) => model.findFirst({ where: { id }, select: { submittedAt: true } });
  const time = { field: 'submittedAt', read } as const;
  return rootList(call, { action: 'draft.review', model, where: [matching(args.search)], order: 'desc', time }, args);
}

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
