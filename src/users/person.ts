import type { Context } from '../access/context.ts';
import { type Batch, batched, rowsByKey } from '../lists/batch.ts';

/** The fields of a user that people who share a project with them may see. */
export type PersonRow = { id: string; name: string };

/** Loads the names of users by id, with one statement. */
export const personById: Batch<string, PersonRow> = {
  async load({ db }, ids) {
    const rows = db.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } });
    return (await rowsByKey(ids, 'id', rows)) as PersonRow[];
  },
};

/** Loads a user by id. Needs no statement for the caller themselves. */
export async function personOf(context: Context, userId: string): Promise<PersonRow> {
  const { actor } = context;
  if (actor.kind === 'user' && actor.user.id === userId) return { id: userId, name: actor.user.name };
  return batched(context, personById, userId);
}
