import type { Context } from '../access/context.ts';
import { type Batch, batched, rowsByKey } from '../lists/batch.ts';

/** What others see of a user who share a project with them. */
export type PersonRow = { id: string; name: string };

/** The names behind the ids of users, by one statement. */
export const personById: Batch<string, PersonRow> = {
  async load({ db }, ids) {
    const rows = db.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
    return (await rowsByKey(ids, 'id', rows)) as PersonRow[];
  },
};

/** The caller is known already. */
export async function personOf(context: Context, userId: string): Promise<PersonRow> {
  const { actor } = context;
  if (actor.kind === 'user' && actor.user.id === userId) return { id: userId, name: actor.user.name };
  return batched(context, personById, userId);
}
