import { timingSafeEqual } from 'node:crypto';
import Fastify from 'fastify';
import { createSchema, createYoga } from 'graphql-yoga';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { endpointDetail } from '../../src/openapi/endpoints.ts';
import { decompress, sha256 } from '../../src/platform/crypto.ts';

// A hand-written server for the same reads: Fastify, Yoga, pg and jose, with the same checks and the same JSON. The benchmark
// starts it as a separate process.

const { DATABASE_URL, JWT_SECRET } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const key = new TextEncoder().encode(JWT_SECRET);
const app = Fastify();

type Row = Record<string, unknown>;

async function rows(name: string, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>({ name, text, values })).rows;
}

/** The user of a session. Throws unless they may read the project. */
async function authorized(token: string | undefined, projectId: string | null): Promise<Row> {
  const { payload } = await jwtVerify(token ?? '', key, {
    algorithms: ['HS256'],
    issuer: 'docsvc',
    audience: 'docsvc-session',
  });
  const [user] = await rows(
    'user',
    `SELECT u.id, u.email, u.name, u.is_super_admin, u.status, u.session_epoch, u.mail_notices, u.created_at, u.updated_at,
      m.role, p.id AS project_id
    FROM users u LEFT JOIN projects p ON p.id = $2
      LEFT JOIN members m ON m.project_id = p.id AND m.user_id = u.id WHERE u.id = $1`,
    [payload.sub, projectId],
  );
  if (user === undefined || user.session_epoch !== payload.epoch || user.status !== 'ACTIVE')
    throw new Error('session');
  if (projectId !== null && (user.project_id === null || (user.role === null && !user.is_super_admin)))
    throw new Error('project');
  return user;
}

const present = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
const STATUS = { ACTIVE: 1, DISABLED: 2, ARCHIVED: 2 } as const;
const FORMAT = { OPENAPI_3_0: 1, OPENAPI_3_1: 2, MARKDOWN: 3 } as const;
const SOURCE = { WEB: 1, MCP: 2, PROMOTE: 3 } as const;
const TYPE = { OPENAPI: 1, MARKDOWN: 2 } as const;

const answer = (detail: unknown, total?: number) => ({
  ...{ code: 200, status: 'OK', message: 'OK', detail, ...(total !== undefined && { total }) },
  ...{ trace_id: crypto.randomUUID().replaceAll('-', ''), timestamp: Math.floor(Date.now() / 1000) },
});

const VERSION = `v.id, v.project_id, v.document_id, v.branch_id, v.draft_id, v.version_name, v.changelog,
  v.source_git_commit_id, v.document_format, v.source_type, v.sequence, v.content_hash, v.canonical_hash,
  v.warning_count, v.published_by, v.published_at, v.created_at`;

function versionOf({ content_hash, canonical_hash, warning_count, ...row }: Row): Row {
  const isMarkdown = row.document_format === 'MARKDOWN';
  return present({
    ...row,
    document_format: FORMAT[row.document_format as keyof typeof FORMAT],
    source_type: SOURCE[row.source_type as keyof typeof SOURCE],
    raw_content_hash: content_hash,
    normalized_content_hash: isMarkdown ? null : canonical_hash,
    stable_content_hash: isMarkdown ? canonical_hash : null,
    ...{ hash: content_hash, warnings: warning_count, status: 1, updated_at: row.created_at },
  });
}

const ENDPOINT = `e.id, e.version_id, e.method, e.path, e.operation_id, e.summary, e.tags, e.deprecated, e.hash,
  e.created_at, e.created_at AS updated_at`;

const P = '/api/v1/private/projects/:project';
type Asked = { Params: Record<string, string>; Querystring: { page_size?: string } };
const read = (path: string, work: (asked: Asked['Params'], size: number, user: Row) => Promise<unknown>) =>
  app.get<Asked>(path, async ({ headers, params, query }) =>
    work(params, Number(query.page_size ?? 200), await authorized(headers.authorization, params.project ?? null)),
  );

read('/api/v1/private/identity/me', async (_, __, user) => {
  const { id, email, name, is_super_admin, status, mail_notices, created_at, updated_at } = user;
  return answer({
    id,
    email,
    name,
    is_super_admin,
    status: STATUS[status as 'ACTIVE'],
    mail_notices,
    created_at,
    updated_at,
  });
});

read(`${P}/documents/:document/versions/:version`, async params => {
  const values = [params.version, params.project, params.document];
  const text = `SELECT ${VERSION} FROM versions v WHERE v.id = $1 AND v.project_id = $2 AND v.document_id = $3`;
  const [version] = await rows('version', text, values);
  if (version === undefined) throw new Error('version');
  return answer(versionOf(version));
});

read(`${P}/documents/:document/versions`, async ({ project, document }, size) => {
  const [found] = await rows('document', 'SELECT id FROM documents WHERE id = $1 AND project_id = $2', [
    document,
    project,
  ]);
  if (found === undefined) throw new Error('document');
  const [counted] = await rows('versions total', 'SELECT count(*)::int AS n FROM versions WHERE document_id = $1', [
    document,
  ]);
  const text = `SELECT ${VERSION} FROM versions v WHERE v.document_id = $1 ORDER BY v.id DESC LIMIT $2`;
  return answer((await rows('versions', text, [document, size])).map(versionOf), counted?.n as number);
});

read(`${P}/documents/:document/versions/:version/endpoints`, async ({ project, document, version }, size) => {
  const [found] = await rows(
    'owner',
    'SELECT id FROM versions WHERE id = $1 AND project_id = $2 AND document_id = $3',
    [version, project, document],
  );
  if (found === undefined) throw new Error('version');
  const [counted] = await rows('endpoints total', 'SELECT count(*)::int AS n FROM endpoints WHERE version_id = $1', [
    version,
  ]);
  const text = `SELECT ${ENDPOINT} FROM endpoints e WHERE e.version_id = $1 ORDER BY e.id LIMIT $2`;
  return answer((await rows('endpoints', text, [version, size])).map(present), counted?.n as number);
});

read(`${P}/documents/:document/versions/:version/endpoints/:endpoint`, async params => {
  const text = `SELECT ${ENDPOINT}, t.size_bytes, t.body FROM endpoints e JOIN versions v ON v.id = e.version_id
    JOIN texts t ON t.hash = v.canonical_hash
    WHERE e.id = $1 AND v.id = $2 AND v.project_id = $3 AND v.document_id = $4`;
  const [found] = await rows('endpoint', text, [params.endpoint, params.version, params.project, params.document]);
  if (found === undefined) throw new Error('endpoint');
  const { size_bytes, body, ...row } = found;
  const document = JSON.parse(await decompress(body as Buffer, size_bytes as number));
  const detail = endpointDetail(document, row.method as string, row.path as string);
  if (detail === undefined) throw new Error('operation');
  const { requestBody, schemaRefs, operationId: _, ...fields } = detail;
  return answer(present({ ...row, ...fields, request_body: requestBody ?? null, schema_refs: schemaRefs }));
});

read(`${P}/documents`, async ({ project }, size) => {
  const [counted] = await rows('documents total', 'SELECT count(*)::int AS n FROM documents WHERE project_id = $1', [
    project,
  ]);
  const text = `SELECT id, project_id, name, description, document_type, relative_path, status, created_by, created_at,
    updated_at FROM documents WHERE project_id = $1 ORDER BY id LIMIT $2`;
  const found = await rows('documents', text, [project, size]);
  const documentOf = ({ document_type, status, ...row }: Row) =>
    present({ ...row, document_type: TYPE[document_type as 'OPENAPI'], status: STATUS[status as 'ACTIVE'] });
  return answer(found.map(documentOf), counted?.n as number);
});

read(`${P}/documents/:document/versions/:version/content/raw`, async params => {
  const text = `SELECT v.id, t.hash, t.size_bytes, t.body FROM versions v JOIN texts t ON t.hash = v.content_hash
    WHERE v.id = $1 AND v.project_id = $2 AND v.document_id = $3`;
  const [found] = await rows('content', text, [params.version, params.project, params.document]);
  if (found === undefined) throw new Error('version');
  const { id: owner_id, hash, size_bytes, body } = found;
  const content = await decompress(body as Buffer, size_bytes as number);
  return answer({ owner_type: 'version', owner_id, content_kind: 'raw', content, hash, size_bytes });
});

app.get<Asked>('/api/v1/open/document-shares/:share/versions/:version/content', async ({ headers, params }) => {
  const text = `SELECT s.secret_hash, s.password_hash, s.expires_at, s.revoked_at, v.id, t.hash, t.size_bytes, t.body,
      d.document_type
    FROM document_shares s JOIN documents d ON d.id = s.document_id
      JOIN versions v ON v.id = $2 AND v.branch_id = s.branch_id JOIN texts t ON t.hash = v.content_hash
    WHERE s.id = $1`;
  const [found] = await rows('share', text, [params.share, params.version]);
  const given = sha256(headers.authorization?.replace('DocShare ', '') ?? '');
  if (found === undefined || !timingSafeEqual(Buffer.from(found.secret_hash as string), Buffer.from(given)))
    throw new Error('share');
  const { expires_at, revoked_at, password_hash } = found;
  if (revoked_at !== null || password_hash !== null || (expires_at as Date) < new Date()) throw new Error('share');
  const content = await decompress(found.body as Buffer, found.size_bytes as number);
  return answer({
    version_id: found.id,
    content,
    content_kind: 'raw',
    document_type: TYPE[found.document_type as 'OPENAPI'],
  });
});

/** A version with its project, if the user of the token may read it. */
async function graphVersions(token: string | undefined, column: string, id: string, most: number): Promise<Row[]> {
  const [found] = await rows(`project by ${column}`, `SELECT project_id FROM versions WHERE ${column} = $1 LIMIT 1`, [
    id,
  ]);
  if (found === undefined) return [];
  await authorized(token, found.project_id as string);
  const text = `SELECT ${VERSION} FROM versions v WHERE v.${column} = $1 ORDER BY v.id DESC LIMIT $2`;
  return rows(`versions by ${column}`, text, [id, most]);
}

type GraphContext = { request: Request };
const tokenOf = ({ request }: GraphContext) => request.headers.get('authorization') ?? undefined;
const iso = (column: string) => (row: Row) => (row[column] as Date).toISOString();

const yoga = createYoga<{ reply?: unknown }>({
  logging: false,
  schema: createSchema({
    typeDefs: `
      type User { id: ID! email: String! name: String! isSuperAdmin: Boolean! status: String! createdAt: String! }
      type Version { id: ID! versionName: String! changelog: String documentFormat: String! sequence: Int!
        publishedAt: String! publishedById: ID! rawContentHash: String! }
      type Versions { totalCount: Int! nodes: [Version!]! }
      type Document { versions(first: Int!): Versions! }
      type Query { me: User version(id: ID!): Version document(id: ID!): Document }`,
    resolvers: {
      Query: {
        me: (_: unknown, __: unknown, context: GraphContext) => authorized(tokenOf(context), null),
        version: async (_: unknown, { id }: { id: string }, context: GraphContext) =>
          (await graphVersions(tokenOf(context), 'id', id, 1))[0],
        document: (_: unknown, { id }: { id: string }) => ({ id }),
      },
      User: { isSuperAdmin: (row: Row) => row.is_super_admin, createdAt: iso('created_at') },
      Document: {
        versions: async ({ id }: { id: string }, { first }: { first: number }, context: GraphContext) => {
          const nodes = await graphVersions(tokenOf(context), 'document_id', id, first);
          const count = 'SELECT count(*)::int AS n FROM versions WHERE document_id = $1';
          const [counted] = await rows('graph versions total', count, [id]);
          return { nodes, totalCount: counted?.n };
        },
      },
      Version: {
        versionName: (row: Row) => row.version_name,
        documentFormat: (row: Row) => row.document_format,
        publishedAt: iso('published_at'),
        publishedById: (row: Row) => row.published_by,
        rawContentHash: (row: Row) => row.content_hash,
      },
    },
  }),
});
app.route({
  url: '/graphql',
  method: 'POST',
  async handler(request, reply) {
    const { status, headers, body } = await yoga.handleNodeRequestAndResponse(request, reply, { reply });
    return reply.status(status).headers(Object.fromEntries(headers)).send(body);
  },
});
// Yoga reads the body itself.
app.removeAllContentTypeParsers();
app.addContentTypeParser('application/json', (_request, _payload, done) => done(null));

console.log(`reference on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
