import { Prisma } from '../generated/prisma/client.ts';
import type { State } from './changes.ts';

/** Escapes the LIKE wildcards in a text, so that they match literally. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * SQL: the column contains the text, taken literally and ignoring case. ILIKE would convert the pattern to lower case again for
 * each row, which takes longer than reading the row.
 */
export const columnContains = (column: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`lower(${column}) LIKE (SELECT lower(${`%${likeLiteral(text)}%`}))`;

/** The columns of rows `c` that a search looks into, and the indexes for them. */
export type Searched = {
  columns: readonly string[];
  /** The columns as one text, separated by BETWEEN. */
  text?: Prisma.Sql;
  /** Whether an index has the letter pairs of this text. */
  hasPairs?: boolean;
  /** The columns as one text, separated by spaces, and its trigram index, which needs an extension that some servers lack. */
  trigrams?: { text: Prisma.Sql; hasMoreColumns?: boolean; index: string };
};

/** SQL that selects the rows of a list with a condition, from another source or other columns than usual if they are given. */
export type SelectRows = (condition: Prisma.Sql, given?: { source?: Prisma.Sql; shown?: Prisma.Sql }) => Prisma.Sql;

export type Match = {
  /** The condition of a search. */
  where: Prisma.Sql;
  /** SQL of all matches without duplicates, if that is faster than `where`. */
  all?: (select: SelectRows) => Prisma.Sql;
  /** Whether `all` reads only rows of the list, so that it is faster for short lists too. */
  isAllInList?: boolean;
  /** The name of an index that may find them in the whole table. */
  index?: string;
  /** The state of the database in which the condition was read, if it was read from the database. */
  state?: State;
};

/** Separates the texts of several columns. No name contains it. */
const BETWEEN = '\u0001';
const joined = (columns: string[], between: 'chr(1)' | "' '"): Prisma.Sql =>
  Prisma.raw(columns.join(` || ${between} || `));

const labels = ['c."version_name"', `coalesce(c."changelog", '')`];
const names = ['c."name"', 'c."relative_path"'];
const texts = [...names, `coalesce(c."description", '')`];

/** Name and changelog of drafts and versions. */
const labelsWith = (index: string): Searched => ({
  columns: ['version_name', 'changelog'],
  text: joined(labels, 'chr(1)'),
  hasPairs: true,
  trigrams: { text: joined(labels, "' '"), index },
});

const trigrams = { text: joined(texts, "' '"), index: 'documents_text_idx' };

/** Lists of drafts and versions are long. Pages are read in list order; all matches are read from the index of pairs. */
const matchOfLabels =
  (searched: Searched) =>
  (search: string): Match => {
    const match = matchOf(searched, search);
    if (!spellingsOf(search).some(isPair)) return match;
    const { where } = matchOf({ ...searched, hasPairs: false }, search);
    return { where, all: select => select(match.where) };
  };
export const matchOfDraft = matchOfLabels(labelsWith('drafts_text_idx'));
export const matchOfVersion = matchOfLabels(labelsWith('versions_text_idx'));

/** The columns by which documents are found. */
export const searchedDocuments: Searched = {
  columns: ['name', 'relative_path', 'description'],
  text: joined(texts, 'chr(1)'),
  hasPairs: true,
  trigrams,
};

/** The columns of a document by which its drafts and latest versions are found. */
export const searchedNames: Searched = {
  columns: ['name', 'relative_path'],
  text: joined(names, 'chr(1)'),
  hasPairs: true,
  trigrams: { ...trigrams, hasMoreColumns: true },
};

const titles = ['c."name"', `coalesce(c."description", '')`];

/** Name and description of teams and projects. */
const titlesWith = (index: string): Searched => ({
  columns: ['name', 'description'],
  text: joined(titles, 'chr(1)'),
  hasPairs: true,
  trigrams: { text: joined(titles, "' '"), index },
});
export const searchedTeams = titlesWith('teams_text_idx');
export const searchedProjects = titlesWith('projects_text_idx');

const person = ['c."email"', 'c."name"'];
const emailAndName: Searched = {
  columns: ['email', 'name'],
  text: joined(person, "' '"),
  trigrams: { text: joined(person, "' '"), index: 'users_text_idx' },
};

/** The columns by which users are found. */
export const searchedUsers: Searched = { ...emailAndName, text: joined(person, 'chr(1)'), hasPairs: true };

/**
 * One of the columns contains the text, in any Unicode normal form. Names are stored composed (é is one character), other texts
 * as written.
 */
export function matchOf(searched: Searched, search: string): Match {
  const [match, ...others] = spellingsOf(search).map(spelling => matchOfSpelling(searched, spelling)) as [Match];
  if (others.length === 0) return match;
  const where = Prisma.sql`(${Prisma.join(
    [match, ...others].map(one => one.where),
    ' OR ',
  )})`;
  const isIndexed = [match, ...others].every(({ index }) => index !== undefined);
  return isIndexed ? { ...match, where } : { where };
}

/** The search of a list whose rows `c` are found by one text, which this SQL computes. */
export const matchOfText =
  (text: Prisma.Sql) =>
  (search: string): Match => {
    const each = spellingsOf(search).map(spelling => columnContains(text, spelling));
    return { where: Prisma.sql`(${Prisma.join(each, ' OR ')})` };
  };

/** The text as it is, in NFC and in NFD, without duplicates. */
export const spellingsOf = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
];

/** The condition for one spelling. It uses the index of pairs or of trigrams if the text permits that. */
function matchOfSpelling({ columns, text, hasPairs, trigrams }: Searched, search: string): Match {
  if (text === undefined || search.includes(BETWEEN)) {
    const each = columns.map(column => columnContains(Prisma.raw(`c."${column}"`), search));
    return { where: Prisma.sql`(${Prisma.join(each, ' OR ')})` };
  }
  const exact = columnContains(text, search);
  if (hasPairs && isPairInSomeSpelling(search)) {
    const found = hasPairsOf(Prisma.sql`lower(${text})`, search);
    return { where: isPair(search) ? found : Prisma.sql`(${found} AND ${exact})` };
  }
  if (trigrams === undefined || !TRIGRAM.test(search)) return { where: exact };
  const found = Prisma.sql`lower(${trigrams.text}) LIKE lower(${`%${likeLiteral(search)}%`})`;
  const isExact = !trigrams.hasMoreColumns && !search.includes(' ');
  return { where: isExact ? found : Prisma.sql`(${found} AND ${exact})`, index: trigrams.index };
}

/** A text with a space may match the end of the email and the start of the name. */
export const matchOfMember = (search: string): Match =>
  matchOf(search.includes(' ') ? emailAndName : searchedUsers, search);

/** A trigram index finds only texts with three letters or digits in a row. */
export const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether the text has two characters, both as it is and in lower case. */
export const isPair = (text: string): boolean =>
  [text, text.toLowerCase()].every(spelling => [...spelling].length === 2);

/** In NFD, two letters may have more characters. The index finds their pairs, but cannot check their order. */
export const isPairInSomeSpelling = (text: string): boolean => isPair(text) || isPair(text.normalize('NFC'));

/** SQL: a text in lower case has all letter pairs of another one. */
export function hasPairsOf(lowerText: Prisma.Sql, search: string): Prisma.Sql {
  const characters = [...search];
  const pairs = characters.slice(1).map((second, index) => Prisma.sql`lower(${`${characters[index]}${second}`})`);
  return Prisma.sql`letter_pairs(${lowerText}) @> ARRAY[${Prisma.join(pairs)}]`;
}

/** A Prisma condition: one of the columns contains the text, taken literally and ignoring case. */
export function containsText<Column extends string>(search: string | null | undefined, columns: Column[]) {
  if (!search) return {};
  const conditions = spellingsOf(search).flatMap(spelling => {
    const condition = { contains: likeLiteral(spelling), mode: 'insensitive' as const };
    return columns.map(column => ({ [column]: condition }) as { [C in Column]?: typeof condition });
  });
  return { OR: conditions };
}
