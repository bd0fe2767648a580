import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../support/load-server.ts';
import { databaseUrl, runSql, startPostgresql } from '../support/postgresql.ts';
import { type Bound, secrets } from './failing-database.ts';

export type Settings = Record<string, string> & { DOCSVC_DATA_DIR: string };

/** Measures on a new database of each kind in a comma-separated list. */
export async function onDatabases(
  kinds: string,
  measure: (kind: DatabaseKind, settings: Settings) => Promise<Bound[]>,
): Promise<Bound[]> {
  const bounds: Bound[] = [];
  for (const kind of kinds.split(',') as DatabaseKind[]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-load-'));
    const postgresql = kind === 'postgresql' ? await startPostgresql() : undefined;
    try {
      if (postgresql) await runSql(postgresql.url, 'CREATE DATABASE docsvc_load');
      const settings = {
        ...secrets,
        DOCSVC_DATA_DIR: dataDir,
        ...(postgresql && { DOCSVC_DATABASE_URL: databaseUrl(postgresql.url, 'docsvc_load') }),
      };
      const measured = await measure(kind, settings);
      bounds.push(...measured.map(bound => ({ ...bound, name: `${kind}: ${bound.name}` })));
    } finally {
      await postgresql?.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return bounds;
}
