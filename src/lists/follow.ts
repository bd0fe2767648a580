import type { Context } from '../access/context.ts';
import { authorize, type Facts, isInScope, type ProjectAction } from '../access/policy.ts';
import type { DocumentType, PrismaClient } from '../generated/prisma/client.ts';
import { notFound } from '../platform/errors.ts';
import { type Batch, batched, rowsByKey } from './batch.ts';

/** A kind of row that others refer to by id: the action to read it, and how to load many at once. */
export type Reference<Target> = {
  action: ProjectAction;
  noun: string;
  /** The facts that decide whether an MCP token may read it; absent when every token with a read scope may. */
  factsOf?(target: Target): Facts & { documentType: DocumentType };
  rows: Batch<string, Target | null>;
};

export const reference = <Target extends { id: string }>(
  { action, noun, factsOf }: Omit<Reference<Target>, 'rows'>,
  find: (db: PrismaClient, ids: string[]) => PromiseLike<Target[]>,
): Reference<Target> => ({
  action,
  noun,
  ...(factsOf && { factsOf }),
  rows: { load: (context, ids) => rowsByKey(ids, 'id', find(context.db, [...ids])) },
});

/** Loads the row that a reference inside a project names; null if the caller may not read it. */
export async function findReferenced<Target>(
  context: Context,
  { action, factsOf, rows }: Reference<Target>,
  id: string,
  projectId: string,
): Promise<Target | null> {
  await authorize(context, action, projectId);
  const target = await batched(context, rows, id);
  if (target === null || (factsOf && !isInScope(context, action, factsOf(target)))) return null;
  return target;
}

/** Like `findReferenced`, for references that always have a target: throws NOT_FOUND if the caller may not read it. */
export async function follow<Target>(
  context: Context,
  to: Reference<Target>,
  id: string,
  projectId: string,
): Promise<Target> {
  const target = await findReferenced(context, to, id, projectId);
  if (target === null) throw notFound(to.noun);
  return target;
}
