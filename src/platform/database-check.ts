import type { OpenedDatabase } from './database.ts';
import { OperatorError } from './errors.ts';

const LEAST_VERSION = { number: 140_000, name: '14' };

type Server = { version: number; name: string; encoding: string };

const DESCRIBE = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_version') AS name, current_setting('server_encoding') AS encoding`;

/** Checks at the start that the server that a setting names answers and can be used. */
export async function checkServer({ pool }: Pick<OpenedDatabase, 'pool'>, setting: string): Promise<void> {
  const { rows } = await pool.query<Server>(DESCRIBE).catch(error => {
    throw new OperatorError(`${setting} cannot be used: ${reasonOf(error)}`, { cause: error });
  });
  const { version, name, encoding } = rows[0] as Server;
  if (version < LEAST_VERSION.number)
    throw new OperatorError(`${setting} names a PostgreSQL ${name}: ${LEAST_VERSION.name} or newer is required`);
  if (encoding !== 'UTF8')
    throw new OperatorError(`${setting} names a database with encoding ${encoding}: create it with encoding UTF8`);
}

/** A name with several addresses fails once for each. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? (error.errors as Error[]).map(reasonOf).join(', ') : (error as Error).message;
