import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminSettings, makeDocument, type Resource, signIn, succeed } from '../../test/support/http-client.ts';
import { databaseUrl, runSql, startPostgresql } from '../../test/support/postgresql.ts';
import { startServer } from '../../test/support/process.ts';
import { vendorDocument } from '../../test/support/vendor-document.ts';

const JWT_SECRET = 'a secret that only this benchmark uses';
const ROWS = 60;

/** The paths that are read, by name. */
export type Reads = Record<'me' | 'version' | 'endpoint' | 'versions' | 'endpoints' | 'documents', string>;

export type World = {
  base: string;
  token: string;
  /** What the reference needs to answer the same. */
  reference: { DATABASE_URL: string; JWT_SECRET: string };
  reads: Reads;
  stop(): Promise<void>;
};

/** The settings of a service on this database. */
export const settingsOf = (dataDir: string, url: string) => ({
  ...adminSettings,
  DOCSVC_DATA_DIR: dataDir,
  DOCSVC_LOG_LEVEL: 'warn',
  DOCSVC_DATABASE_URL: url,
  DOCSVC_JWT_SECRET: JWT_SECRET,
  DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
});

/** The service on a PostgreSQL of its own, with 60 documents, and one document with 60 versions and 60 endpoints. */
export async function startWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-bench-'));
  const postgresql = await startPostgresql();
  const database = `docsvc_bench_${process.pid}`;
  await runSql(postgresql.url, `CREATE DATABASE ${database}`);
  const url = databaseUrl(postgresql.url, database);
  const server = await startServer(settingsOf(dataDir, url));
  const { rest, token } = await signIn(server.base);
  const { project, document, branches } = await makeDocument(rest);
  for (let index = 0; index < ROWS; index += 1) {
    const body = { name: `Document ${index}`, document_type: 1, relative_path: `bench/${index}.json` };
    await succeed(rest('POST', `${pathOf(project)}/documents`, body));
  }
  let version: Resource | undefined;
  for (let release = 0; release < ROWS; release += 1) {
    const schema_content = vendorDocument({ operations: ROWS, words: 20, release });
    const body = { branch_id: branches.dev, version_name: `${release}`, schema_content };
    const draft = await succeed(rest('POST', `${document}/drafts`, body));
    const submitted = await succeed(rest('POST', `${document}/drafts/${draft.id}/submit`, {}));
    const decision = { expected_review_revision: submitted.review_revision };
    version = await succeed(rest('POST', `${document}/drafts/${draft.id}/approve`, decision));
  }
  const path = `${document}/versions/${version?.id}`;
  const [endpoint] = await succeed(rest<Resource[]>('GET', `${path}/endpoints`));
  return {
    base: server.base,
    token,
    reference: { DATABASE_URL: url, JWT_SECRET },
    reads: {
      me: '/private/identity/me',
      version: path,
      endpoint: `${path}/endpoints/${endpoint?.id}`,
      versions: `${document}/versions?page_size=50`,
      endpoints: `${path}/endpoints?page_size=50`,
      documents: `${pathOf(project)}/documents?page_size=50`,
    },
    async stop() {
      await server.stop();
      await postgresql.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const pathOf = (id: string): string => `/private/projects/${id}`;
