import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  adminSettings,
  makeDocument,
  publishVersion,
  type Resource,
  signIn,
  succeed,
} from '../../test/support/http-client.ts';
import { databaseUrl, runSql, startPostgresql } from '../../test/support/postgresql.ts';
import { startServer } from '../../test/support/process.ts';
import type { TimedRequest } from '../../test/support/timed.ts';
import { vendorDocument } from '../../test/support/vendor-document.ts';

const JWT_SECRET = 'a secret that only this benchmark uses';
const ROWS = 60;
export const VERSION_FIELDS =
  'id versionName changelog documentFormat sequence publishedAt publishedById rawContentHash';

/** The requests that a benchmark compares, by name. */
export type Reads = Readonly<Record<string, TimedRequest>>;

export type Suite = 'rest' | 'graphql';

export type World = {
  base: string;
  process: ChildProcess;
  /** The environment that the reference needs to give the same answers. */
  reference: { DATABASE_URL: string; JWT_SECRET: string };
  reads: Record<Suite, Reads>;
  stop(): Promise<void>;
};

export const settingsOf = (dataDir: string, url: string) => ({
  ...adminSettings,
  DOCSVC_DATA_DIR: dataDir,
  DOCSVC_LOG_LEVEL: 'warn',
  DOCSVC_DATABASE_URL: url,
  DOCSVC_JWT_SECRET: JWT_SECRET,
  DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
});

/**
 * Starts the service on a separate PostgreSQL, with 61 documents. One of them has 60 versions of 60 operations and a share,
 * and on another branch versions of 15 KB and of 1 MB.
 */
export async function startWorld(): Promise<World> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-bench-'));
  const postgresql = await startPostgresql();
  const database = `docsvc_bench_${process.pid}`;
  await runSql(postgresql.url, `CREATE DATABASE ${database}`);
  const url = databaseUrl(postgresql.url, database);
  const server = await startServer(settingsOf(dataDir, url));
  const { rest, token } = await signIn(server.base);
  const { project, document, branches } = await makeDocument(rest);
  const [dev, test] = [branches.dev, branches.test] as [string, string];
  for (let index = 0; index < ROWS; index += 1) {
    const body = { name: `Document ${index}`, document_type: 1, relative_path: `bench/${index}.json` };
    await succeed(rest('POST', `${pathOf(project)}/documents`, body));
  }
  const publish = (branch_id: string, version_name: string, schema_content: string): Promise<Resource> =>
    publishVersion(rest, document, { branch_id, version_name, schema_content });
  const small = await publish(test, '15 KB', vendorDocument({ operations: 7, words: 20 }));
  const large = await publish(test, '1 MB', vendorDocument({ operations: 450, words: 20 }));
  let version = small;
  for (let release = 0; release < ROWS; release += 1)
    version = await publish(dev, `${release}`, vendorDocument({ operations: ROWS, words: 20, release }));
  const path = `${document}/versions/${version.id}`;
  const [endpoint] = await succeed(rest<Resource[]>('GET', `${path}/endpoints`));
  const share = await succeed(rest<Resource & { secret: string }>('POST', `${document}/shares`, { branch_id: dev }));
  const get = (route: string, authorization = token): TimedRequest => ({
    method: 'GET',
    path: `/api/v1${route}`,
    headers: { authorization },
  });
  const query = (text: string): TimedRequest => ({
    ...{ method: 'POST', path: '/graphql', headers: { authorization: token }, body: { query: text } },
  });
  const documentId = document.split('/').at(-1);
  return {
    base: server.base,
    process: server.process,
    reference: { DATABASE_URL: url, JWT_SECRET },
    reads: {
      rest: {
        me: get('/private/identity/me'),
        version: get(path),
        'endpoint in full': get(`${path}/endpoints/${endpoint?.id}`),
        '50 versions': get(`${document}/versions?page_size=50`),
        '50 endpoints': get(`${path}/endpoints?page_size=50`),
        '50 documents': get(`${pathOf(project)}/documents?page_size=50`),
        'content of 15 KB': get(`${document}/versions/${small.id}/content/raw`),
        'content of 1 MB': get(`${document}/versions/${large.id}/content/raw`),
        'content by a share': get(
          `/open/document-shares/${share.id}/versions/${version.id}/content`,
          `DocShare ${share.secret}`,
        ),
      },
      graphql: {
        me: query('{ me { id email name isSuperAdmin status createdAt } }'),
        version: query(`{ version(id: "${version.id}") { ${VERSION_FIELDS} } }`),
        '50 versions': query(
          `{ document(id: "${documentId}") { versions(first: 50) { totalCount nodes { ${VERSION_FIELDS} } } } }`,
        ),
      },
    },
    async stop() {
      await server.stop();
      await postgresql.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const pathOf = (id: string): string => `/private/projects/${id}`;
