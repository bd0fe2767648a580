import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { makeDocument, signIn } from '../test/support/http-client.ts';
import { databaseUrl, runSql, startPostgresql } from '../test/support/postgresql.ts';
import { startServer } from '../test/support/process.ts';
import { timedClient } from '../test/support/timed.ts';
import { fill, sizesOf } from './growth/fill.ts';
import { settingsOf } from './reads/world.ts';

// Compares lists on a small and on a large database: 1 % and 100 % of 10,000 documents, 100,000 versions, 1,000,000
// endpoints and 1,000,000 audit rows in one project. npm run bench -- growth [largest share, 1 when absent]. Names the
// large tables that a list reads sequentially.

const REQUESTS = 60;
const largest = Number(process.argv[2] ?? 1);

type Read = { ms: number; scanned: string[] };

const postgresql = await startPostgresql();
try {
  const small = await measure(largest / 100);
  const large = await measure(largest);
  for (const [name, { ms, scanned }] of large) {
    const before = small.get(name)?.ms ?? Number.NaN;
    const scans = scanned.length === 0 ? '' : `  scans ${scanned.join(', ')}`;
    console.log(
      `${name.padEnd(34)} p99 ${ms.toFixed(1).padStart(7)} ms  ${(ms / before).toFixed(1).padStart(5)} x${scans}`,
    );
  }
} finally {
  await postgresql.stop();
}

async function measure(share: number): Promise<Map<string, Read>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-bench-'));
  const database = `docsvc_growth_${Math.round(share * 10_000)}_${process.pid}`;
  await runSql(postgresql.url, `CREATE DATABASE ${database}`);
  const url = databaseUrl(postgresql.url, database);
  const server = await startServer(settingsOf(dataDir, url));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rest, token } = await signIn(server.base);
    const { project } = await makeDocument(rest);
    const made = await fill(client, project, sizesOf(share));
    const send = timedClient(server.base);
    const found = new Map<string, Read>();
    for (const [name, path] of Object.entries(readsOf(project, made))) {
      const before = await sequentialScans(client);
      const times: number[] = [];
      for (let count = 0; count < REQUESTS; count += 1) {
        const answer = await send({ method: 'GET', path: `/api/v1${path}`, headers: { authorization: token } });
        if (!answer.text.includes('"status":"OK"')) throw new Error(`${path}: ${answer.text.slice(0, 300)}`);
        times.push(answer.ms);
      }
      const after = await sequentialScans(client);
      const scanned = [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table);
      found.set(name, { ms: times.toSorted((a, b) => a - b)[Math.floor(REQUESTS * 0.99)] as number, scanned });
    }
    return found;
  } finally {
    await client.end();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The offset of the last page. */
function lastPage(count: number): number {
  return Math.max(0, count - 50);
}

type Made = Awaited<ReturnType<typeof fill>>;

function readsOf(project: string, { document, version, documents, versions, entries }: Made): Record<string, string> {
  const P = `/private/projects/${project}`;
  const page = 'page_size=50';
  const audit = `/private/audit-logs?project_id=${project}&${page}`;
  return {
    'documents, first page': `${P}/documents?${page}`,
    'documents, last page': `${P}/documents?${page}&offset=${lastPage(documents)}`,
    'documents, search': `${P}/documents?${page}&search=ment%2077`,
    'versions of a document': `${P}/documents/${document}/versions?${page}`,
    'versions of a project': `${P}/versions?${page}`,
    'versions of a project, last page': `${P}/versions?${page}&offset=${lastPage(versions)}`,
    'endpoints of a version': `${P}/documents/${document}/versions/${version}/endpoints?${page}`,
    'audit log': audit,
    'audit log, last page': `${audit}&offset=${lastPage(entries)}`,
    'audit log of a rare action': `${audit}&action=project.archive`,
  };
}

/** How often each large table was read sequentially. The statistics of a connection are written when it is idle. */
async function sequentialScans(client: pg.Client): Promise<Map<string, number>> {
  await new Promise(resolve => setTimeout(resolve, 1_100));
  const { rows } = await client.query<{ relname: string; seq_scan: string }>(
    "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE relname IN ('documents', 'versions', 'endpoints', 'audit_entries', 'drafts', 'branches')",
  );
  return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
}
