import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { closeStatement } from './batches.ts';
import type { Bind } from './large-values.ts';

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
 * Names statements by their text from their second use, so that each connection parses and plans them only once. The empty
 * name stands for a statement that is not kept. Each combination of filters is another text: what was used twice competes only
 * for half of the names. A name is never given to another text.
 */
export function createStatementNames(most = MAX_STATEMENTS): (statement: { readonly sql: string }) => string {
  const usedOnce = new LRUCache<string, true>({ max: most });
  const usedTwice = new LRUCache<string, string>({ max: most / 2 });
  const usedOften = new LRUCache<string, string>({
    max: most / 2,
    dispose: (name, sql, reason) => {
      if (reason === 'evict') usedTwice.set(sql, name);
    },
  });
  let given = 0;

  function nameAgain(sql: string): string | undefined {
    const name = usedTwice.get(sql);
    if (name === undefined || LIST.test(sql)) return name;
    usedTwice.delete(sql);
    usedOften.set(sql, name);
    return name;
  }

  function nameOnSecondUse(sql: string): string {
    if (!usedOnce.delete(sql)) {
      usedOnce.set(sql, true);
      return '';
    }
    given += 1;
    const name = `docsvc_${given}`;
    usedTwice.set(sql, name);
    return name;
  }

  const isNameable = (sql: string) => sql.length <= MAX_CHARACTERS && !UNNAMED.some(pattern => pattern.test(sql));
  return ({ sql }) => usedOften.get(sql) ?? nameAgain(sql) ?? (isNameable(sql) ? nameOnSecondUse(sql) : '');
}

/**
 * Closes prepared statements that a connection has not used for the longest time. It does so when the connection is taken from
 * the pool, before any other message: PostgreSQL skips messages that follow an error.
 */
export function closeUnusedStatements(pool: pg.Pool): void {
  const namesOf = new WeakMap<pg.ClientBase, Set<string>>();
  pool.on('connect', client => namesOf.set(client, collectNames(client)));
  pool.on('acquire', client => {
    const names = namesOf.get(client) as Set<string>;
    for (const name of names) {
      if (names.size <= MAX_STATEMENTS) return;
      names.delete(name);
      closeStatement(client, name);
    }
  });
}

/** The names of the statements that a connection has prepared. The last one is the one that was used last. */
function collectNames(client: pg.ClientBase): Set<string> {
  const { connection } = client as unknown as { connection: { bind(config: Bind): void } };
  const bind = connection.bind.bind(connection);
  const names = new Set<string>();
  connection.bind = config => {
    if (config.statement) {
      names.delete(config.statement);
      names.add(config.statement);
    }
    bind(config);
  };
  return names;
}
