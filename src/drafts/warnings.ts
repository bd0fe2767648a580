import type { Call } from '../access/call.ts';
import type { Draft } from '../generated/prisma/client.ts';
import type { Context } from '../graphql/context.ts';
import { type Problem, readWarnings } from '../versions/service.ts';

/** Whether each name is published on its branch already, in the order of the pairs. */
export async function republishedNames(call: Call, pairs: [branchId: string, name: string][]): Promise<boolean[]> {
  const rows = await call.db.version.findMany({
    where: { OR: pairs.map(([branchId, versionName]) => ({ branchId, versionName })) },
    select: { branchId: true, versionName: true },
    distinct: ['branchId', 'versionName'],
  });
  const published = new Set(rows.map(row => JSON.stringify([row.branchId, row.versionName])));
  return pairs.map(pair => published.has(JSON.stringify(pair)));
}

/** The findings in the content, and that the name of the version is in use where it may be used again. */
export async function readDraftWarnings(call: Context, draft: Draft, isRepublished: boolean): Promise<Problem[]> {
  const found = await readWarnings(call, draft);
  if (!isRepublished) return found;
  const message = `A version "${draft.versionName}" is published on this branch already; the sequence will tell them apart`;
  return [{ rule: 'version-name-published', message }, ...found];
}
