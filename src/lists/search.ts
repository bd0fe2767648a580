/** A literal for LIKE: the wildcards of the caller's text mean themselves. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** The Prisma condition that one of the columns contains the searched text, taken literally and ignoring case. */
export function containsText<Column extends string>(search: string | null | undefined, columns: Column[]) {
  if (!search) return {};
  const condition = { contains: likeLiteral(search), mode: 'insensitive' as const };
  return { OR: columns.map(column => ({ [column]: condition })) as { [C in Column]?: typeof condition }[] };
}
