import { PGlite } from '@electric-sql/pglite';
import Fastify from 'fastify';
import pg from 'pg';

// A minimal server with the same kind of database: Fastify and pg, or Fastify and PGlite in its own folder.

const { DOCSVC_DATABASE_URL: url, DOCSVC_DATA_DIR: folder } = process.env;
if (url === undefined) await new PGlite(`${folder}/bare`).query('SELECT 1');
else await new pg.Pool({ connectionString: url }).query('SELECT 1');
const app = Fastify();
app.get('/', () => ({ status: 'ok' }));
console.log(`ready on ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
