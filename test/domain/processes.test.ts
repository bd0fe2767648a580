import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migratedDatabaseIn } from '../support/database.ts';
import { openapiWith } from '../support/documents.ts';
import {
  adminSettings,
  type HttpClient,
  makeDocument,
  type Resource,
  signIn,
  succeed,
  type Workplace,
} from '../support/http-client.ts';
import { startIdentityProvider } from '../support/identity-provider.ts';
import { freePort } from '../support/postgresql.ts';
import { type ServerProcess, startServer } from '../support/process.ts';

/** What a caller does at one server process holds at the next request to another one: nothing is kept in a process. */

const dataDir = await mkdtemp(join(tmpdir(), 'docsvc-processes-'));
const { url = '' } = await migratedDatabaseIn(dataDir);
const servers: ServerProcess[] = [];
const ports = [await freePort(), await freePort()];
const publicUrl = `http://127.0.0.1:${ports[0]}`;
const provider = await startIdentityProvider(() => `${publicUrl}/sign-in/oidc`);
afterAll(async () => {
  for (const server of servers) await server.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

async function start(port?: number): Promise<ServerProcess> {
  const server = await startServer({
    ...adminSettings,
    DOCSVC_DATA_DIR: dataDir,
    DOCSVC_DATABASE_URL: url,
    DOCSVC_LOG_LEVEL: 'error',
    DOCSVC_PORT: String(port),
    DOCSVC_PUBLIC_URL: publicUrl,
    DOCSVC_OIDC_CREATE_USERS: 'on',
    ...provider.settings,
    DOCSVC_JWT_SECRET: 'a secret of sessions that both processes know',
    DOCSVC_ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  });
  servers.push({ ...server, base: `http://127.0.0.1:${port}` });
  return servers.at(-1) as ServerProcess;
}

let here: HttpClient;
let there: HttpClient;
let workplace: Workplace;
let project: string;

beforeAll(async () => {
  const [first, second] = [await start(ports[0]), await start(ports[1])];
  ({ rest: here } = await signIn(first.base));
  ({ rest: there } = await signIn(second.base));
  workplace = await makeDocument(here);
  project = `/private/projects/${workplace.project}`;
  expect(await approve(there, await submit('1'))).toBe('OK');
});

async function submit(version_name: string): Promise<Resource> {
  const { document, branches } = workplace;
  const body = {
    branch_id: branches.dev,
    version_name,
    schema_content: openapiWith({}, { 'x-version': version_name }),
  };
  const { id } = await succeed(here('POST', `${document}/drafts`, body));
  return succeed(here('POST', `${document}/drafts/${id}/submit`));
}

const approve = async (client: HttpClient, { id, review_revision }: Resource): Promise<string> =>
  (await client('POST', `${workplace.document}/drafts/${id}/approve`, { expected_review_revision: review_revision }))
    .status;

/** The status with which the second process answers this credential. */
async function seenWith(authorization: string, path = '/private/identity/me'): Promise<string> {
  const answer = await fetch(`${servers[1]?.base}/api/v1${path}`, { headers: { authorization } });
  return ((await answer.json()) as { status: string }).status;
}

const PASSWORD = 'correct horse battery staple';

async function createPerson(email: string): Promise<{ id: string; token: string }> {
  const { id } = await succeed(here('POST', '/private/system/users', { email, name: email, password: PASSWORD }));
  const { token } = await succeed(here<{ token: string }>('POST', '/open/auth/login', { email, password: PASSWORD }));
  return { id, token };
}

describe('what one process did, the other one knows at its next request', () => {
  it('a member, another role, and the end of the membership', async () => {
    const { id, token } = await createPerson('member@example.com');
    expect(await seenWith(token, project)).toBe('PERMISSION_DENIED');
    await succeed(here('POST', `${project}/members`, { user_id: id, role: 1 }));
    expect(await seenWith(token, project)).toBe('OK');
    await succeed(here('DELETE', `${project}/members/${id}`));
    expect(await seenWith(token, project)).toBe('PERMISSION_DENIED');
  });

  it('the end of a session, and a disabled user', async () => {
    const [left, disabled] = [await createPerson('left@example.com'), await createPerson('disabled@example.com')];
    expect([await seenWith(left.token), await seenWith(disabled.token)]).toEqual(['OK', 'OK']);
    const headers = { authorization: left.token };
    await fetch(`${servers[0]?.base}/api/v1/private/identity/me/logout`, { method: 'POST', headers });
    await succeed(here('PATCH', `/private/system/users/${disabled.id}`, { status: 2 }));
    expect([await seenWith(left.token), await seenWith(disabled.token)]).toEqual([
      'UNAUTHENTICATED',
      'UNAUTHENTICATED',
    ]);
  });

  it('a revoked token and a revoked share', async () => {
    const token = await succeed(
      here<{ id: string; token: string }>('POST', '/private/api-tokens', { name: 'CI', scopes: [1] }),
    );
    expect(await seenWith(token.token, project)).toBe('OK');
    await succeed(here('POST', `/private/api-tokens/${token.id}/revoke`));
    expect(await seenWith(token.token, project)).toBe('UNAUTHENTICATED');

    const { document, branches } = workplace;
    const share = await succeed(
      here<{ id: string; secret: string }>('POST', `${document}/shares`, { branch_id: branches.dev }),
    );
    const visit = () => seenWith(`DocShare ${share.secret}`, `/open/document-shares/${share.id}`);
    expect(await visit()).toBe('OK');
    await succeed(here('POST', `${document}/shares/${share.id}/revoke`));
    expect(await visit()).toBe('NOT_FOUND');
  });

  it('the rules of a project, and an archived one', async () => {
    const draft = await submit('2');
    await succeed(here('PUT', `${project}/review-policy`, { require_other_reviewer: true }));
    expect(await approve(there, draft)).toBe('FAILED_PRECONDITION');
    await succeed(here('POST', `${project}/archive`));
    expect((await there('POST', `${workplace.document}/branches`, { name: 'feature/late' })).status).toBe(
      'FAILED_PRECONDITION',
    );
    await succeed(here('POST', `${project}/unarchive`));
  });

  it('a sign-in by the provider that began at the other process', async () => {
    provider.person = { sub: 'ana', email: 'ana@example.com', email_verified: true };
    const { url, flow } = await succeed(here<{ url: string; flow: string }>('POST', '/open/auth/oidc/start', {}));
    const answer = { flow, ...(await provider.signIn(url)) };
    const { token } = await succeed(there<{ token: string }>('POST', '/open/auth/oidc/finish', answer));
    expect(await seenWith(token)).toBe('OK');
    expect((await here('POST', '/open/auth/oidc/finish', answer)).status).toBe('UNAUTHENTICATED');
  });
});
