import type { Context } from '../access/context.ts';
import { authorize, isInScope, type ProjectAction } from '../access/policy.ts';
import type { DocumentType, PrismaClient } from '../generated/prisma/client.ts';
import { notFound } from '../platform/errors.ts';
import { type Batch, batched, rowsByKey } from './batch.ts';

/** What the policy asks about a row that something refers to. Its project is that of what refers to it. */
type Facts = { documentType?: DocumentType; createdById?: string | null };

/** A kind of row that others refer to by its id: what reading it takes, and how many are read at once. */
export type Reference<Target> = {
  action: ProjectAction;
  noun: string;
  /** What an MCP token's right to read it depends on; nothing for what any reading token may read. */
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

/** The row that a reference inside a project leads to; null where the caller may not read it. */
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

/** The same where something always is: NOT_FOUND for a caller who may not read it. */
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
