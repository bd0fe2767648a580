import type { Context } from '../access/context.ts';
import { Prisma } from '../generated/prisma/client.ts';
import type { DomainError } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { type Batch, batched } from './batch.ts';
import type { Parent } from './child-list.ts';
import type { Connection, Row } from './page.ts';

/** Where something in a document is. */
export type Place = { id: string; documentId: string; projectId: string };

/** A filter of children by the id of something else in their parent. */
export type IdFilter = {
  column: string;
  places: Batch<string, Place | null>;
  /** The error for an id of nothing in the parent. */
  missing(context: Context, parent: Parent, id: string): DomainError | Promise<DomainError>;
};

type Given = readonly [IdFilter, id: string | null | undefined];

/** Lists with filters by id. Only if nothing is found, looks for the ids in the parent: NOT_FOUND if one is not there. */
export async function filteredById<Child extends Row>(
  context: Context,
  parent: Parent,
  given: readonly Given[],
  list: (where: Prisma.Sql[]) => Promise<Connection<Child>>,
): Promise<Connection<Child>> {
  const filters = given.flatMap(([filter, id]) => (id ? [{ filter, id }] : []));
  const found = await list(filters.map(({ filter, id }) => hasId(filter.column, id)));
  if (found.rows.length === 0)
    await Promise.all(filters.map(({ filter, id }) => requireInParent(context, parent, filter, id)));
  return found;
}

const hasId = (column: string, id: string): Prisma.Sql =>
  isId(id) ? Prisma.sql`c.${Prisma.raw(column)} = ${id}::uuid` : Prisma.sql`FALSE`;

async function requireInParent(context: Context, parent: Parent, filter: IdFilter, id: string): Promise<void> {
  const place = isId(id) ? await batched(context, filter.places, id.toLowerCase()) : null;
  const parentId = parent.column === 'project_id' ? place?.projectId : place?.documentId;
  if (parentId !== parent.id.toLowerCase()) throw await filter.missing(context, parent, id);
}
