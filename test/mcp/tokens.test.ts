import { describe, expect, it } from 'vitest';
import { createKeyRing } from '../../src/platform/encryption.ts';
import { testApp } from '../support/app.ts';
import { ALL_SCOPES, agent, createToken, MCP_PATH, post } from '../support/mcp.ts';
import { type Person, seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const people = await seed(app);
const { db } = app.services;
const TOKENS = '/private/mcp-tokens';

type Token = { id: string; token?: string; token_masked: string; status: number; state: string; scopes: number[] };

const read = async (owner: Person, id: string) => (await owner.rest<Token>('GET', `${TOKENS}/${id}`)).detail;
const listed = async (owner: Person) => (await owner.rest<Token[]>('GET', TOKENS)).detail;
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('an MCP token', () => {
  it('is shown at creation and later to its owner; lists mask it', async () => {
    const owner = await people.createPerson();
    const made = await owner.rest<Token>('POST', TOKENS, { body: { name: '  Agent ', scopes: [3, 1, 3] } });
    expect(made.detail).toMatchObject({ name: 'Agent', scopes: [3, 1], status: 1, state: 'active' });
    expect(made.detail.token).toMatch(/^docsvc_mcp_[A-Za-z0-9_-]{43}$/);
    expect(made.detail.token_masked).toBe(`docsvc_mcp_…${made.detail.token?.slice(-4)}`);
    expect((await read(owner, made.detail.id)).token).toBe(made.detail.token);
    const [entry] = await listed(owner);
    expect(entry).toMatchObject({ id: made.detail.id, token_masked: made.detail.token_masked });
    expect(JSON.stringify(entry)).not.toContain(made.detail.token);
    const audited = await db.auditEntry.findMany({ where: { resourceId: made.detail.id }, orderBy: { id: 'asc' } });
    expect(audited.map(({ action }) => action)).toEqual(['mcp_token.create', 'mcp_token.reveal']);
    expect(JSON.stringify(audited)).not.toContain(made.detail.token);
  });

  it('is stored as a hash, and encrypted for its id', async () => {
    const { id, token } = await createToken(people.admin);
    const row = await db.mcpToken.findUniqueOrThrow({ where: { id } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(app.services.keyRing.decrypt(row.encryptedSecret as string, id)).toBe(token);
    expect(() => app.services.keyRing.decrypt(row.encryptedSecret as string, people.admin.id)).toThrow();
  });

  it('can still be shown after the encryption key was rotated', () => {
    const [a, b] = ['a', 'b'].map(letter => Buffer.from(letter.repeat(32)).toString('base64'));
    const sealed = createKeyRing(`old:${a}`).encrypt('secret', 'id');
    expect(createKeyRing(`new:${b},old:${a}`).decrypt(sealed, 'id')).toBe('secret');
    expect(() => createKeyRing(`new:${b}`).decrypt(sealed, 'id')).toThrow('"old"');
    expect(() => createKeyRing(`old:${b}`).decrypt(sealed, 'id')).toThrow();
    const bent = `${sealed.slice(0, -4)}AAAA`;
    expect(() => createKeyRing(`old:${a}`).decrypt(bent, 'id')).toThrow();
  });

  it.each([
    [{ name: 'x' }, 'scopes'],
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: [0] }, 'scopes'],
    [{ name: 'x', scopes: [5] }, 'scopes'],
    [{ name: 'x', scopes: ['1'] }, 'scopes'],
    [{ name: 'x', scopes: 1 }, 'scopes'],
    [{ name: ' ', scopes: [1] }, 'name'],
    [{ name: 'x'.repeat(201), scopes: [1] }, 'name'],
    [{ scopes: [1] }, 'name'],
    [{ name: 'x', scopes: [1], expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    [{ name: 'x', scopes: [1], expires_at: 'soon' }, 'expires_at'],
    [{ name: 'x', scopes: [1], expires_at: '2099-02-30T00:00:00Z' }, 'expires_at'],
  ])('is not created from %j', async (body, field) => {
    const answer = await people.admin.rest<{ errors: { field: string }[] }>('POST', TOKENS, { body });
    expect([answer.status, answer.detail.errors[0]?.field]).toEqual(['INVALID_ARGUMENT', field]);
  });

  it('is invisible to other users', async () => {
    const { id } = await createToken(people.admin);
    const other = await people.createPerson();
    expect((await other.rest('GET', `${TOKENS}/${id}`)).status).toBe('NOT_FOUND');
    expect((await other.rest('POST', `${TOKENS}/${id}/revoke`, { body: {} })).status).toBe('NOT_FOUND');
    expect((await people.superAdmin.rest('GET', `${TOKENS}/${id}`)).status).toBe('NOT_FOUND');
    expect(await listed(other)).toEqual([]);
    const system = `/private/system/users/${people.admin.id}/mcp-tokens`;
    expect((await other.rest('GET', system)).status).toBe('PERMISSION_DENIED');
    expect((await other.rest('POST', `${system}/${id}/revoke`, { body: {} })).status).toBe('PERMISSION_DENIED');
  });

  it('is managed by SuperAdmins, who never see it', async () => {
    const owner = await people.createPerson();
    const { id, token } = await createToken(owner);
    const system = `/private/system/users/${owner.id}/mcp-tokens`;
    const seen = await people.superAdmin.rest<Token[]>('GET', system);
    expect(seen.detail).toMatchObject([{ id, state: 'active' }]);
    expect(seen.text).not.toContain(token);
    const foreign = `/private/system/users/${people.admin.id}/mcp-tokens/${id}/revoke`;
    expect((await people.superAdmin.rest('POST', foreign, { body: {} })).status).toBe('NOT_FOUND');
    const revoked = await people.superAdmin.rest<Token>('POST', `${system}/${id}/revoke`, { body: {} });
    expect(revoked.detail).toMatchObject({ state: 'revoked', status: 2 });
    expect((await post(app, list, { token })).http).toBe(401);
    const act = await db.auditEntry.findFirst({ where: { action: 'mcp_token.revoke', resourceId: id } });
    expect(act).toMatchObject({ actorId: (await people.superAdmin.ask<{ id: string }>('{ me { id } }')).id });
  });

  it('ends when revoked, also twice, and stays masked', async () => {
    const { id, token } = await createToken(people.admin);
    const revoke = () => people.admin.rest<Token>('POST', `${TOKENS}/${id}/revoke`, { body: {} });
    expect((await revoke()).detail).toMatchObject({ status: 2, state: 'revoked' });
    expect((await revoke()).detail).toMatchObject({ status: 2, state: 'revoked' });
    const shown = await read(people.admin, id);
    expect(shown.token).toBeUndefined();
    expect(shown.token_masked).toBe(`docsvc_mcp_…${token.slice(-4)}`);
    expect((await db.mcpToken.findUniqueOrThrow({ where: { id } })).encryptedSecret).toBeNull();
    const answer = await post(app, list, { token });
    expect([answer.http, answer.error?.message]).toEqual([401, 'This MCP token was revoked']);
  });

  it('expires', async () => {
    const { id, token } = await createToken(people.admin, ALL_SCOPES, new Date(Date.now() + 60_000));
    expect((await post(app, list, { token })).http).toBe(200);
    await db.mcpToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } });
    const answer = await post(app, list, { token });
    expect([answer.http, answer.error?.message]).toEqual([401, 'This MCP token has expired']);
    const shown = await read(people.admin, id);
    expect(shown).toMatchObject({ status: 3, state: 'expired' });
    expect(shown.token).toBeUndefined();
  });

  it('ends with its owner: a disabled user has none', async () => {
    const owner = await people.createPerson();
    const { token } = await createToken(owner);
    const input = { id: owner.id, status: 'DISABLED' };
    await people.superAdmin.ask('mutation($input: UpdateUserInput!) { updateUser(input: $input) { id } }', { input });
    const answer = await post(app, list, { token });
    expect([answer.http, answer.error?.message]).toEqual([401, 'The owner of this MCP token is disabled']);
  });

  it('is only for MCP, and a session token is not; both refusals say what to use', async () => {
    const { token } = await createToken(people.admin);
    const rest = await app.rest('GET', '/private/identity/me', { token });
    expect([rest.status, rest.message]).toEqual(['UNAUTHENTICATED', expect.stringContaining('MCP token')]);
    const graphql = await app.graphql('{ me { id } }', {}, { token });
    expect([graphql.http, graphql.code]).toEqual([401, 'UNAUTHENTICATED']);
    const mcp = await post(app, list, { token: people.admin.token });
    expect([mcp.http, mcp.error?.message]).toEqual([401, expect.stringContaining('/api/v1/private/mcp-tokens')]);
    const bearer = await post(app, list, { token: `Bearer ${token}` });
    expect([bearer.http, bearer.error?.message]).toEqual([401, expect.stringContaining('remove the "Bearer " prefix')]);
    for (const wrong of [`${token}x`, token.slice(0, -1), 'docsvc_mcp_', 'x', '\u0001'])
      expect((await post(app, list, { token: wrong })).http).toBe(401);
  });

  it('has every use in the log, and the time of its last use to the minute', async () => {
    const owner = await people.createPerson();
    const { id, token } = await createToken(owner);
    const { call, rpc } = agent(app, token);
    await call('list_projects');
    await rpc('tools/list');
    await call('list_documents', { project_id: owner.id });
    await expect(call('nothing')).rejects.toThrow('-32602');
    await rpc('tools/invented');
    const usage = await owner.rest<{ action: string; actor_type: number; metadata: object; project_id?: string }[]>(
      'GET',
      '/private/mcp-usage',
      { query: { token_id: id } },
    );
    expect(usage.total).toBe(5);
    expect(usage.detail.map(({ action, actor_type, metadata }) => [action, actor_type, metadata])).toEqual([
      ['mcp.unknown', 2, { target: 'tools/invented', status: 'NOT_FOUND' }],
      ['mcp.tools/call', 2, { target: 'nothing', status: 'INVALID_ARGUMENT' }],
      ['mcp.tools/call', 2, { target: 'list_documents', status: 'PERMISSION_DENIED' }],
      ['mcp.tools/list', 2, { status: 'OK' }],
      ['mcp.tools/call', 2, { target: 'list_projects', status: 'OK' }],
    ]);
    // A project that the token cannot access records nothing.
    expect(usage.detail.map(entry => entry.project_id)).toEqual(Array(5).fill(undefined));
    expect((await people.admin.rest('GET', '/private/mcp-usage', { query: { token_id: id } })).status).toBe(
      'NOT_FOUND',
    );
    const aliases = Array.from({ length: 10 }, (_, skip) => `a${skip}: mcpUsage(offset: ${skip}) { nodes { id } }`);
    const statements = await statementsOf(app.database, () => owner.ask(`{ a: me { id } ${aliases.join(' ')} }`));
    expect(statements.filter(text => text.includes('FROM mcp_tokens'))).toHaveLength(1);
    const first = (await db.mcpToken.findUniqueOrThrow({ where: { id } })).lastUsedAt as Date;
    expect(Date.now() - first.getTime()).toBeLessThan(60_000);
    await call('list_projects');
    expect((await db.mcpToken.findUniqueOrThrow({ where: { id } })).lastUsedAt).toEqual(first);
    await db.mcpToken.update({ where: { id }, data: { lastUsedAt: new Date(Date.now() - 61_000) } });
    await call('list_projects');
    await expect
      .poll(async () => (await db.mcpToken.findUniqueOrThrow({ where: { id } })).lastUsedAt?.getTime())
      .toBeGreaterThanOrEqual(first.getTime());
  });

  it('has its use listed page by page, also for an owner of more tokens than a statement has parameters', async () => {
    const owner = await people.createPerson();
    const [used, other] = [await createToken(owner), await createToken(owner)];
    await app.database.pool.query(
      `INSERT INTO mcp_tokens (id, user_id, name, scopes, secret_hash, last_characters, updated_at)
       SELECT gen_random_uuid(), $1, 'Job', '{API_READ}', lpad(n::text, 64, '0'), 'abcd', now() FROM generate_series(1, 33000) n`,
      [owner.id],
    );
    for (const { token } of [used, other, used]) await agent(app, token).call('list_projects');
    await agent(app, used.token).rpc('tools/list');
    type Page = { totalCount: number; nodes: { actorId: string; action: string }[]; pageInfo: { endCursor: string } };
    const list = (page: string) =>
      owner.ask<Page>(`{ mcpUsage(${page}) { totalCount nodes { actorId action } pageInfo { endCursor } } }`);
    const [first, second] = [await list('first: 2'), await list('first: 2, offset: 2')];
    const [call, tools] = ['mcp.tools/call', 'mcp.tools/list'];
    expect(first).toMatchObject({ totalCount: 4, nodes: [{ action: tools }, { actorId: used.id, action: call }] });
    expect(second.nodes.map(({ actorId }) => actorId)).toEqual([other.id, used.id]);
    expect((await list(`first: 2, after: "${first.pageInfo.endCursor}"`)).nodes).toEqual(second.nodes);
    expect(await list('search: "LIST"')).toMatchObject({ totalCount: 1, nodes: [{ action: tools }] });
    expect(await list(`tokenId: "${other.id}"`)).toMatchObject({ totalCount: 1, nodes: [{ actorId: other.id }] });
    const unused = await owner.createProject();
    expect(await list(`projectId: "${unused.id}"`)).toMatchObject({ totalCount: 0, nodes: [] });
  });

  it('records in a project what it read there, and nothing that only names the project', async () => {
    const project = await people.admin.createProject();
    const document = await project.createDocument();
    await document.publish();
    const [own, foreign] = await Promise.all([createToken(people.admin), createToken(await people.createPerson())]);
    const uri = `docsvc://projects/${project.id}/documents/${document.id}/branches/dev/latest`;
    const named = { name: 'A name that somebody invented', arguments: { project_id: project.id } };
    for (const method of ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list', 'ping'])
      await agent(app, foreign.token).rpc(method, named);
    await agent(app, foreign.token).rpc('resources/read', { uri, ...named });
    await agent(app, own.token).rpc('resources/read', { uri });
    const query = { project_id: project.id, search: 'mcp.' };
    const { detail } = await people.admin.rest<{ action: string; metadata: object; actor_id: string }[]>(
      'GET',
      '/private/audit-logs',
      { query },
    );
    expect(detail).toMatchObject([
      { action: 'mcp.resources/read', metadata: { target: uri, status: 'OK' }, actor_id: own.id },
    ]);
    const listed = await db.auditEntry.findMany({ where: { actorId: foreign.id, action: 'mcp.tools/list' } });
    expect(listed.map(({ metadata }) => metadata)).toEqual([{ status: 'OK' }]);
  });

  it('has a rate limit of its own', async () => {
    const limited = await app.with({ DOCSVC_RATE_LIMITS: 'on' });
    const { token } = await createToken(people.admin);
    const send = () => limited.inject({ method: 'POST', url: MCP_PATH, headers: { authorization: token } });
    for (let count = 0; count < 1200; count += 100) await Promise.all(Array.from({ length: 100 }, send));
    const answer = await post(limited, list, { token });
    expect([answer.http, answer.error?.code]).toEqual([429, 429]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const other = await createToken(people.admin);
    expect((await post(limited, list, { token: other.token })).http).toBe(200);
  });
});
