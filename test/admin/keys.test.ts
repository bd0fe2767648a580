import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../../src/admin/commands.ts';
import { countByKid, reencrypt, requireKeys, SECRET_COLUMNS } from '../../src/admin/stored-secrets.ts';
import { createKeyRing } from '../../src/platform/encryption.ts';
import { findAccount } from '../../src/users/known-addresses.ts';
import { testApp } from '../support/app.ts';
import { seed, seedPassword } from '../support/seed.ts';
import { share } from '../support/share.ts';

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const OLD = `k1:${key(1)}`;
const NEW = `k2:${key(2)}`;
const app = await testApp({ DOCSVC_ENCRYPTION_KEYS: OLD });
const { admin } = await seed(app);
const { pool } = app.database;
const document = await (await admin.createProject()).createDocument();
await document.publish();

const tokens: { id: string; token: string }[] = [];
for (let index = 0; index < 3; index += 1) {
  const body = { name: `token ${index}`, scopes: [1] };
  tokens.push((await admin.rest<{ id: string; token: string }>('POST', '/private/mcp-tokens', { body })).detail);
}
const shared = await share(document);

const linesOf = async (lines: AsyncIterable<string>): Promise<string[]> => Array.fromAsync(lines);

describe('stored secrets', () => {
  it('stop a start whose keys cannot decrypt them, with a line for each key', async () => {
    await requireKeys(pool, createKeyRing(OLD));
    await requireKeys(pool, createKeyRing(`${NEW},${OLD}`));
    await expect(requireKeys(pool, createKeyRing(NEW))).rejects.toThrow(
      'DOCSVC_ENCRYPTION_KEYS lacks the key "k1" of 4 stored secrets',
    );
    await expect(requireKeys(pool, createKeyRing(`k1:${key(3)}`))).rejects.toThrow(
      'DOCSVC_ENCRYPTION_KEYS has another key "k1" than the one that stored secrets need',
    );
  });

  it('are in the columns that the commands know', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
       WHERE table_schema = current_schema() AND column_name LIKE 'encrypted%' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(
      SECRET_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort(),
    );
  });

  it('are encrypted again with the first key, also after a stop, and revealed meanwhile', async () => {
    const both = await app.with({ DOCSVC_ENCRYPTION_KEYS: `${NEW},${OLD}` });
    const ring = both.services.keyRing;
    // Stopped after the first statement.
    const sent = pool.query;
    let updates = 0;
    const stopping = {
      query: ((...args: Parameters<typeof sent>) => {
        if (/^UPDATE/.test(String(args[0])) && ++updates > 1) throw new Error('stopped');
        return (sent as (...all: unknown[]) => unknown).apply(pool, args);
      }) as typeof sent,
    };
    await expect(linesOf(reencrypt(stopping, ring) as AsyncIterable<never>)).rejects.toThrow('stopped');
    expect(Object.fromEntries(await countByKid(pool))).toEqual({ k1: 3, k2: 1 });
    for (const { id, token } of tokens)
      expect((await both.rest('GET', `/private/mcp-tokens/${id}`, { token: admin.token })).detail).toMatchObject({
        token,
      });

    const context = { services: both.services, database: both.database };
    expect(await linesOf(runCommand(context, ['keys', 'reencrypt'], ''))).toEqual([
      '3 secrets encrypted again',
      'Done.',
    ]);
    expect(await linesOf(runCommand(context, ['keys', 'reencrypt'], ''))).toEqual([
      'Nothing to do: the first key has encrypted all secrets.',
    ]);
    // A secret that nobody can decrypt keeps no other from a new key.
    const lost = tokens[0] as { id: string };
    await pool.query("UPDATE mcp_tokens SET encrypted_secret = 'k1.AAAA' WHERE id = $1", [lost.id]);
    await expect(linesOf(reencrypt(pool, ring) as AsyncIterable<never>)).rejects.toThrow(`mcp_tokens ${lost.id}`);
    await pool.query('UPDATE mcp_tokens SET encrypted_secret = $2 WHERE id = $1', [
      lost.id,
      ring.encrypt('restored', lost.id),
    ]);
    expect(await linesOf(runCommand(context, ['keys', 'status'], ''))).toEqual([
      'k2\t4 secrets\tencrypts',
      'k1\t0 secrets\tdecrypts',
      'Sessions: one secret',
    ]);
    const after = await app.with({ DOCSVC_ENCRYPTION_KEYS: NEW });
    const revealed = await after.rest('POST', `${document.path}/shares/${shared.id}/reveal`, { token: admin.token });
    expect(revealed.detail).toMatchObject({ secret: shared.secret });
  });

  it('are not touched by keys rotate when the keys come from settings, which it explains', async () => {
    const context = { services: app.services, database: app.database };
    const lines = await linesOf(runCommand(context, ['keys', 'rotate'], ''));
    expect(lines).toEqual([
      expect.stringMatching(/^DOCSVC_ENCRYPTION_KEYS comes from the settings\. Start all servers with the new key at/),
      expect.stringMatching(/^DOCSVC_JWT_SECRET comes from the settings\./),
    ]);
    expect(lines.join()).not.toContain(key(1));
  });
});

describe('two JWT secrets', () => {
  const [FORMER, NEXT] = ['the former secret of thirty-two bytes', 'the next secret, of thirty-two bytes'];

  it('let sessions, repeated creations and known addresses of either process live on', async () => {
    const former = await app.with({ DOCSVC_JWT_SECRET: FORMER });
    const between = await app.with({ DOCSVC_JWT_SECRET: FORMER, DOCSVC_JWT_OTHER_SECRET: NEXT });
    const next = await app.with({ DOCSVC_JWT_SECRET: NEXT, DOCSVC_JWT_OTHER_SECRET: FORMER });
    const body = { email: admin.email, password: seedPassword };
    const address = '198.51.100.5';
    const signIn = async (at: typeof app) =>
      (await at.rest<{ token: string }>('POST', '/open/auth/login', { body, address })).detail.token;
    const knownAt = async (at: typeof app, from = address) => {
      const { isKnown, isRecent } = await findAccount({ ...at.services, address: from }, admin.email, [admin.email]);
      return { isKnown, isRecent };
    };
    const old = await signIn(former);
    // Known by the other secret, so the next sign-in remembers it by its own.
    expect(await knownAt(next)).toEqual({ isKnown: true, isRecent: false });
    const meanwhile = await signIn(next);
    expect(await knownAt(next)).toEqual({ isKnown: true, isRecent: true });
    expect(await knownAt(next, '198.51.100.6')).toEqual({ isKnown: false, isRecent: false });
    for (const at of [between, next])
      for (const token of [old, meanwhile])
        expect((await at.rest('GET', '/private/identity/me', { token })).status).toBe('OK');
    expect((await former.rest('GET', '/private/identity/me', { token: meanwhile })).status).toBe('UNAUTHENTICATED');

    const creation = { token: old, body: { name: 'Once' }, headers: { 'idempotency-key': 'rotated' } };
    const made = await former.rest('POST', '/private/teams', creation);
    expect((await next.rest('POST', '/private/teams', creation)).detail.id).toBe(made.detail.id);
    const changed = { ...creation, body: { name: 'Twice' } };
    expect((await next.rest('POST', '/private/teams', changed)).status).toBe('FAILED_PRECONDITION');
  });
});

describe('a password that was hashed with weaker parameters', () => {
  it('is hashed again at the next sign-in, and still opens', async () => {
    const { db } = app.services;
    const salt = Buffer.alloc(16, 1);
    const cost = { memory: 8192, passes: 2, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: seedPassword, nonce: salt, tagLength: 32, ...cost });
    const [saltText, tagText] = [salt, tag].map(bytes => bytes.toString('base64').replaceAll('=', ''));
    const weak = `$argon2id$v=19$m=8192,t=2,p=1$${saltText}$${tagText}`;
    await db.user.update({ where: { id: admin.id }, data: { passwordHash: weak } });
    const body = { email: admin.email, password: seedPassword };
    for (let round = 0; round < 2; round += 1)
      expect((await app.rest('POST', '/open/auth/login', { body })).status).toBe('OK');
    const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: admin.id } });
    expect(passwordHash).toContain('m=19456,t=2,p=1');
  });
});
