import { openDatabase } from '../../src/platform/database.ts';

// A separate process for embedded.test.ts: inserts rows forever and prints each acknowledged one.
const [dataDir] = process.argv.slice(2);
try {
  const { pool } = await openDatabase({ dataDir });
  console.log('open');
  await pool.query('CREATE TABLE IF NOT EXISTS rows (id bigint PRIMARY KEY, body bytea)');
  const { rows } = await pool.query('SELECT coalesce(max(id), 0)::int AS last FROM rows');
  for (let id = rows[0].last + 1; ; id++) {
    await pool.query('INSERT INTO rows VALUES ($1, $2)', [id, Buffer.alloc(5_000, id)]);
    console.log(id);
  }
} catch (error) {
  console.log((error as Error).message);
  process.exit(1);
}
