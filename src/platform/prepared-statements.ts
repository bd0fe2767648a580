/** Limits, because each name costs memory in every connection. Other statements are parsed and planned each time. */
const MAX_STATEMENTS = 500;
const MAX_CHARACTERS = 20_000;

/** A list of each length is another statement: all of them together get at most half of the names. */
const LIST = /\bIN \(\$\d+,\s*\$\d+/;

/** The result of `*` changes when a migration adds a column, and PostgreSQL then refuses the prepared statement. */
const ALL_COLUMNS = /(SELECT|RETURNING|\.)\s*\*/i;

/**
 * The best index depends on the text, so a generic plan for all texts is slow. And the words of a search, which may be several
 * in any spelling, make many different statements.
 */
const SEARCH = /\bILIKE\b|\bLIKE lower\(|\bstrpos\(|\bletter_pairs\(/;

/** The best index depends on how many actors these are: one token, or all of a person. A generic plan assumes ten. */
const ACTORS = /\bactor_id = ANY\(/;

const UNNAMED = [ALL_COLUMNS, SEARCH, ACTORS];

/**
 * Names statements by their text, so that each connection parses and plans them only once. The empty name stands for a
 * statement that is not kept.
 */
export function createStatementNames(most = MAX_STATEMENTS): (statement: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  let lists = 0;
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= most || sql.length > MAX_CHARACTERS || UNNAMED.some(pattern => pattern.test(sql))) return '';
    if (LIST.test(sql)) {
      if (lists >= most / 2) return '';
      lists += 1;
    }
    const name = `docsvc_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
