import { Prisma } from '../generated/prisma/client.ts';

/** Escapes the LIKE wildcards in a text, so that they match literally. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * SQL: the column contains the text, taken literally and ignoring case. ILIKE would turn the pattern to lower case again for
 * each row, which takes longer than the row itself.
 */
export const columnContains = (column: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`lower(${column}) LIKE (SELECT lower(${`%${likeLiteral(text)}%`}))`;

/** A Prisma condition: one of the columns contains the text, taken literally and ignoring case. */
export function containsText<Column extends string>(search: string | null | undefined, columns: Column[]) {
  if (!search) return {};
  const condition = { contains: likeLiteral(search), mode: 'insensitive' as const };
  return { OR: columns.map(column => ({ [column]: condition })) as { [C in Column]?: typeof condition }[] };
}
