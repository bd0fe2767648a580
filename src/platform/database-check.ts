import type pg from 'pg';
import type { OpenedDatabase } from './database.ts';
import { OperatorError } from './errors.ts';

const LEAST_VERSION = { number: 140_000, name: '14' };

/** Checks settings that the service sets for each session itself, but cannot set behind a pooler. */
export async function checkPooled({ pool }: Pick<OpenedDatabase, 'pool'>): Promise<void> {
  const { rows } = await pool.query<{ zone: string; timeout: string; name: string }>(
    `SELECT current_setting('TimeZone') AS zone, current_setting('statement_timeout') AS timeout,
       quote_ident(current_database()) AS name`,
  );
  const { zone, timeout, name } = rows[0] as { zone: string; timeout: string; name: string };
  const lacking = [
    ...(zone === 'UTC' ? [] : [`ALTER DATABASE ${name} SET TimeZone = 'UTC'`]),
    ...(timeout === '0' ? [`ALTER DATABASE ${name} SET statement_timeout = '30s'`] : []),
  ];
  if (lacking.length > 0)
    throw new OperatorError(
      `DOCSVC_DATABASE_POOLING transaction needs settings of the database: ${lacking.join('; ')}`,
    );
}

type Server = { version: number; name: string; encoding: string };

const DESCRIBE = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`;

/**
 * Checks that the server in a setting answers and is recent enough, and that the database uses UTF-8. A new database must also
 * have a locale that searches need. Throws OperatorError.
 */
export async function checkServer({ pool }: Pick<OpenedDatabase, 'pool'>, setting: string): Promise<void> {
  const { rows } = await pool.query<Server>(DESCRIBE).catch(error => {
    throw new OperatorError(`${setting} cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  const { version, name, encoding } = rows[0] as Server;
  if (version < LEAST_VERSION.number)
    throw new OperatorError(`${setting} names a PostgreSQL ${name}: ${LEAST_VERSION.name} or newer is required`);
  if (encoding !== 'UTF8')
    throw new OperatorError(`${setting} names a database with encoding ${encoding}: create it with encoding UTF8`);
  if (!(await hasTables(pool)) && !(await searchesLetters({ pool })))
    throw new OperatorError(
      `${setting} names a database whose locale ${LACKS_LETTERS}: create it with a UTF-8 locale, such as LOCALE_PROVIDER builtin BUILTIN_LOCALE 'C.UTF-8', or before PostgreSQL 18 LOCALE 'C.UTF-8'`,
    );
}

async function hasTables(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists`,
  );
  return rows[0]?.exists === true;
}

const LACKS_LETTERS = 'does not know letters such as Ä as searches need';

/** Whether the locale of the database knows which characters are letters, and converts their case as everywhere. */
export async function searchesLetters({ pool }: Pick<OpenedDatabase, 'pool'>): Promise<boolean> {
  const { rows } = await pool.query<{ is: boolean }>(
    // Before PostgreSQL 18, the full-text search uses LC_CTYPE, whatever the provider of the locale is.
    `SELECT lower('Ä') = 'ä' AND 'ä' ~ '[[:alnum:]]' AND lower('I') = 'i'
      AND to_tsvector('simple', 'Ä') = to_tsvector('simple', 'ä') AS is`,
  );
  return rows[0]?.is === true;
}

/** For an installation that began before new databases were checked. */
export const LETTERS_WARNING = `The locale of the database ${LACKS_LETTERS}: move to one with a UTF-8 locale (docs/postgresql.md#locale)`;

/** The indexes of trigrams that are missing: the migrations create them where they find pg_trgm. */
export async function missingTrigrams({ pool }: Pick<OpenedDatabase, 'pool'>): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name WHERE NOT EXISTS (
      SELECT FROM pg_index WHERE indexrelid = to_regclass(name) AND indisvalid)`,
    [TRIGRAM_INDEXES],
  );
  return rows.map(({ name }) => name);
}

const TRIGRAM_INDEXES = [
  'documents_text_idx',
  'versions_text_idx',
  'drafts_text_idx',
  'users_text_idx',
  'teams_text_idx',
  'projects_text_idx',
  'endpoint_texts_text_idx',
];

export const trigramsHint = (missing: string[]): string =>
  `Searches read all rows of some lists, without the indexes ${missing.join(', ')} (docs/running-large.md#long-lists).`;

/** A host name with several addresses gives one error for each address. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? (error.errors as Error[]).map(reasonOf).join(', ') : (error as Error).message;
