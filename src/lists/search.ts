import { Prisma } from '../generated/prisma/client.ts';

/** Escapes the LIKE wildcards in a text, so that they match literally. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * SQL: the column contains the text, taken literally and ignoring case. ILIKE would turn the pattern to lower case again for
 * each row, which takes longer than the row itself.
 */
export const columnContains = (column: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`lower(${column}) LIKE (SELECT lower(${`%${likeLiteral(text)}%`}))`;

/** What a search looks into: columns of rows `c`, and a text of them that an index of trigrams may be on. */
export type Searched = { columns: string[]; text?: Prisma.Sql };

/** Name and changelog of drafts and versions. */
export const searchedLabels: Searched = {
  columns: ['version_name', 'changelog'],
  text: Prisma.sql`c."version_name" || ' ' || coalesce(c."changelog", '')`,
};

/** What documents are found by. */
export const searchedDocuments: Searched = {
  columns: ['name', 'relative_path', 'description'],
  text: Prisma.sql`c."name" || ' ' || c."relative_path" || ' ' || coalesce(c."description", '')`,
};

/** What their drafts and latest versions are found by: the index finds them by the description too. */
export const searchedNames: Searched = { ...searchedDocuments, columns: ['name', 'relative_path'] };

/** SQL: one of the columns contains the text. A statement with a text that the index finds gets a plan for that text. */
export function columnsContain({ columns, text }: Searched, search: string): Prisma.Sql {
  const each = columns.map(column => columnContains(Prisma.raw(`c."${column}"`), search));
  const exact = Prisma.sql`(${Prisma.join(each, ' OR ')})`;
  if (text === undefined || !TRIGRAM.test(search)) return exact;
  return Prisma.sql`(lower(${text}) LIKE lower(${`%${likeLiteral(search)}%`}) AND ${exact})`;
}

/** A trigram has only letters and digits. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** A Prisma condition: one of the columns contains the text, taken literally and ignoring case. */
export function containsText<Column extends string>(search: string | null | undefined, columns: Column[]) {
  if (!search) return {};
  const condition = { contains: likeLiteral(search), mode: 'insensitive' as const };
  return { OR: columns.map(column => ({ [column]: condition })) as { [C in Column]?: typeof condition }[] };
}
