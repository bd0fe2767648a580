import { Prisma } from '../generated/prisma/client.ts';
import type { State } from './changes.ts';

/** Escapes the LIKE wildcards in a text, so that they match literally. */
export const likeLiteral = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/**
 * SQL: the column contains the text, taken literally and ignoring case. ILIKE would turn the pattern to lower case again for
 * each row, which takes longer than the row itself.
 */
export const columnContains = (column: Prisma.Sql, text: string): Prisma.Sql =>
  Prisma.sql`lower(${column}) LIKE (SELECT lower(${`%${likeLiteral(text)}%`}))`;

/** What a search looks into: columns of rows `c`, and the indexes that find a text in them. */
export type Searched = {
  columns: readonly string[];
  /** The columns as one text, with BETWEEN between them. */
  text?: Prisma.Sql;
  /** Whether an index has the letter pairs of this text. */
  hasPairs?: boolean;
  /** The columns as one text with spaces between them, and the index of its trigrams, which some servers do not have. */
  trigrams?: { text: Prisma.Sql; hasMoreColumns?: boolean; index: string };
};

/** SQL that selects the rows of a list with a condition, from another source if it is given. */
export type SelectRows = (condition: Prisma.Sql, source?: Prisma.Sql) => Prisma.Sql;

export type Match = {
  /** The condition of a search. */
  where: Prisma.Sql;
  /** SQL of all matches, each of them once, if an index finds them better than by the condition. */
  all?: (select: SelectRows) => Prisma.Sql;
  /** The name of an index that may find them in the whole table. */
  index?: string;
  /** The state of the database that the condition was read from, if it was. */
  state?: State;
};

/** Texts of several columns have this character between them, which no name has. */
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

/** Their lists are long: pages of many matches are read in list order, and all matches from the index of pairs. */
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

/** What documents are found by. */
export const searchedDocuments: Searched = {
  columns: ['name', 'relative_path', 'description'],
  text: joined(texts, 'chr(1)'),
  hasPairs: true,
  trigrams,
};

/** What their drafts and latest versions are found by. */
export const searchedNames: Searched = {
  columns: ['name', 'relative_path'],
  text: joined(names, 'chr(1)'),
  hasPairs: true,
  trigrams: { ...trigrams, hasMoreColumns: true },
};

const person = ['c."email"', 'c."name"'];
const emailAndName: Searched = {
  columns: ['email', 'name'],
  text: joined(person, "' '"),
  trigrams: { text: joined(person, "' '"), index: 'users_text_idx' },
};

/** What users are found by. */
export const searchedUsers: Searched = { ...emailAndName, text: joined(person, 'chr(1)'), hasPairs: true };

/**
 * One of the columns contains the text, however Unicode spells its letters: names are stored composed (é is one character),
 * other texts as written.
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

/** The text as it is, with composed and with decomposed letters; one text where they are the same. */
export const spellingsOf = (text: string): string[] => [
  ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
];

/** A statement with a text that an index finds gets a plan for that text. */
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

/** A text with a space may go from the email of a member to their name. */
export const matchOfMember = (search: string): Match =>
  matchOf(search.includes(' ') ? emailAndName : searchedUsers, search);

/** A trigram has only letters and digits. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u;

/** Whether the text has two characters, in lower case too. */
export const isPair = (text: string): boolean =>
  [text, text.toLowerCase()].every(spelling => [...spelling].length === 2);

/** Decomposed, two letters have more characters. The index finds their pairs, but not that they follow each other. */
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
