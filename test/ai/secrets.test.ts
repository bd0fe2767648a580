import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/platform/database.ts';
import { migratedDatabaseIn } from '../support/database.ts';
import { adminSettings, makeDocument, signIn, succeed } from '../support/http-client.ts';
import { answerOf, eventStream, eventsOf, json, startModelServer } from '../support/model-server.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

/**
 * A run of the real server with keys that are set, used and refused in every way, by a provider that repeats them in
 * its answers.
 */
const KEYS = ['system', 'project', 'tried', 'replaced', 'refused'].map(name => `sk-${name}-3f9c2e71d4a80b56`);
const [SYSTEM = '', PROJECT = '', TRIED = '', REPLACED = '', REFUSED = ''] = KEYS;
const ENCRYPTION_KEY = Buffer.from('an encryption key of 32 bytes...').toString('base64');

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-secrets-'));
let server: ServerProcess | undefined;
afterAll(async () => {
  await server?.stop('SIGKILL');
  await rm(dataDir, { recursive: true });
});
const { url } = await migratedDatabaseIn(dataDir);
const environment = {
  ...adminSettings,
  DOCSVC_DATA_DIR: dataDir,
  DOCSVC_JWT_SECRET: 'a secret of at least thirty-two bytes',
  DOCSVC_ENCRYPTION_KEYS: `k1:${ENCRYPTION_KEY}`,
  DOCSVC_LOG_LEVEL: 'debug',
  ...(url === undefined ? {} : { DOCSVC_DATABASE_URL: url }),
};

let turn = 0;
const models = await startModelServer((response, { headers }, request) => {
  const key = `${headers.authorization}`;
  const error = { error: { message: `wrong key ${key}`, code: key, type: key, param: key } };
  const ways = [
    () => json(response, answerOf('CHAT_COMPLETIONS', 'Yes.')),
    () => json(response, error, 401, { 'x-key': key }),
    () => json(response, error, 400),
    () => json(response, error, 500),
    () => response.writeHead(302, { location: `https://elsewhere.example/?key=${key}` }).end(),
    () => response.writeHead(200, { 'content-type': 'text/html' }).end(`<b>${key}</b>`),
    () => eventStream(response).end(`data: ${JSON.stringify(error)}\n\n`),
    () => eventStream(response).end(eventsOf('CHAT_COMPLETIONS', ['Yes.']).join('')),
    () => request.socket.resetAndDestroy(),
    () => {},
  ];
  return (ways[turn++ % ways.length] as () => unknown)();
});

/** Every row of every table as text, and every possible encoding of the keys. */
async function dump(): Promise<string> {
  const database = await openDatabase(url === undefined ? { dataDir } : { url });
  try {
    const tables = await database.pool.query<{ name: string }>(
      "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows)
      texts.push(
        name,
        ...(await database.pool.query(`SELECT t::text AS row FROM ${name} t`)).rows.map(({ row }) => row),
      );
    return texts.join('\n');
  } finally {
    await database.close();
  }
}

const formsOf = (key: string): string[] => [
  key,
  Buffer.from(key).toString('hex'),
  Buffer.from(key).toString('base64').slice(0, -4),
  Buffer.from(key).toString('base64url').slice(0, -4),
  key.slice(0, -4),
];

it('neither the database nor the log of a run contains a key', async () => {
  server = await startServer(environment);
  const { rest, graphql, token } = await signIn(server.base);
  const place = await makeDocument(rest);
  const [system, project] = ['/private/ai/provider', `/private/projects/${place.project}/ai/provider`];
  const provider = { name: 'Models', base_url: models.url, model: 'm', enabled: true, timeout_ms: 1000 };
  const answers: unknown[] = [];
  const note = async (answer: Promise<unknown>) => answers.push(await answer);

  await note(succeed(rest('PUT', system, { ...provider, api_key: REPLACED })));
  await note(succeed(rest('PUT', system, { ...provider, api_key: SYSTEM })));
  await note(succeed(rest('PUT', project, { ...provider, api_key: PROJECT })));
  for (const path of [system, project]) await note(rest('GET', path));
  for (let way = 0; way < 10; way += 1) await note(rest('POST', `${project}/test`));
  for (const api_key of [TRIED, '', TRIED, '']) await note(rest('POST', `${system}/test`, { ...provider, api_key }));

  // Keys in requests that are refused for other reasons, or that are malformed.
  const refused = { ...provider, api_key: REFUSED };
  await note(rest('PUT', project, { ...refused, base_url: `https://${REFUSED}@models.example` }));
  await note(rest('PUT', project, { ...refused, base_url: `https://models.example/?key=${REFUSED}` }));
  await note(rest('PUT', project, { ...refused, api_key: `${REFUSED} with blanks` }));
  await note(rest('PUT', project, { ...refused, api_key: [REFUSED] }));
  await note(rest('PUT', project, { ...refused, temperature: REFUSED }));
  await note(rest('PUT', `${project}/${REFUSED}`, refused));
  const raw = (path: string, body: string) =>
    fetch(`${server?.base}${path}`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': 'application/json' },
      body,
    });
  await raw(`/api/v1${project}`, `{"api_key": "${REFUSED}", `);
  await raw(`/api/v1${project}?api_key=${REFUSED}`, '{}');
  await note(
    graphql(`mutation { updateAiProvider(input: { apiKey: "${REFUSED}", nope: 1 }) { name } }`, {}).catch(() => {}),
  );

  await server.stop();
  const logs = server.output();

  expect(turn).toBeGreaterThan(12);
  expect(models.seen.map(({ headers }) => headers.authorization)).toEqual(
    expect.arrayContaining([PROJECT, SYSTEM, TRIED].map(key => `Bearer ${key}`)),
  );
  const stored = await dump();
  expect(stored).toMatch(/,k1\.[\w-]{60,},0b56,/);
  const places = { logs, stored, answers: JSON.stringify(answers) };
  for (const [place, text] of Object.entries(places)) {
    expect(text.length, place).toBeGreaterThan(1000);
    for (const form of [...KEYS.flatMap(formsOf), ENCRYPTION_KEY])
      expect(text.includes(form), `${place}: ${form}`).toBe(false);
  }
});
