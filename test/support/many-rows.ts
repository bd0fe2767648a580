import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** Rows that the service itself wrote, and their texts, which generated rows refer to. */
export type Seed = {
  team: string;
  project: string;
  user: string;
  webhook: string;
  content: string;
  canonical: string;
  comparison: string;
};

export type Sizes = { documents: number; versions: number; endpoints: number; entries: number; users: number };

export const sizesOf = (share: number): Sizes => ({
  documents: Math.round(10_000 * share),
  versions: Math.round(100_000 * share),
  endpoints: Math.round(1_000_000 * share),
  entries: Math.round(1_000_000 * share),
  users: Math.round(20 + 980 * share),
});

/** Values for the parameters of lists, by the names of REST. */
export type Samples = Readonly<Record<string, string>>;

/** Fills a database with rows that SQL generates (many-rows.sql). */
export async function fill(url: string, seed: Seed, sizes: Sizes): Promise<Samples> {
  const values: Record<string, string | number> = { ...sizes, now: Date.now() };
  for (const [name, value] of Object.entries(seed)) values[name] = `'${value}'`;
  const withValues = (sql: string) => sql.replaceAll(/(?<!:):([a-z]+)\b/g, (_, name) => String(values[name]));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(withValues(await readFile(new URL('./many-rows.sql', import.meta.url), 'utf8')));
    // Index-only scans need the visibility map, and the planner needs statistics.
    await client.query('VACUUM ANALYZE');
    const { rows } = await client.query<Samples>(withValues(SAMPLES));
    return rows[0] as Samples;
  } finally {
    await client.end();
  }
}

/** The largest project and its largest document, with its first version and that one's draft. */
const SAMPLES = `
  SELECT :project AS project_id, :team AS team_id, :user AS user_id, :user AS actor, :webhook AS webhook_id,
    pg_temp.id(3, 0, :documents) AS document_id, pg_temp.branch(0, 0) AS branch_id,
    pg_temp.id(5, 0, :versions * 6 / 5) AS draft_id, pg_temp.id(6, 0, :versions) AS version_id,
    pg_temp.id(6, 0, :versions) AS from_version_id, (SELECT id FROM made WHERE d = 0 AND n > 0 LIMIT 1) AS to_version_id,
    pg_temp.id(12, 0, 500) AS token_id, pg_temp.id(5, 0, :versions * 6 / 5) AS resource_id`;
