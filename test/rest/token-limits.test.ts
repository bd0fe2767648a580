import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { createToken, post } from '../support/mcp.ts';
import { type Person, seed } from '../support/seed.ts';

/** Requests of tokens count twice: 1,200 a minute for each, and 6,000 for all tokens of one owner. */

const app = await testApp({ DOCSVC_RATE_LIMITS: 'on' });
const { createPerson } = await seed(app);
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

type Send = (count: number) => Promise<boolean>;

/** Sends many requests as one batch. Returns whether they were accepted. */
async function mcpToken(owner: Person): Promise<Send> {
  const { token } = await createToken(owner);
  return async count =>
    (
      await post(
        app,
        Array.from({ length: count }, () => ping),
        { token },
      )
    ).http === 200;
}

async function apiToken(owner: Person): Promise<() => Promise<boolean>> {
  const { detail } = await owner.rest<{ token: string }>('POST', '/private/api-tokens', {
    body: { name: 'Robot', scopes: [1] },
  });
  return async () => (await app.rest('GET', '/private/projects', { token: detail.token })).status === 'OK';
}

it('many tokens of one owner do not multiply the limit', async () => {
  const [owner, other] = [await createPerson(), await createPerson()];
  const tokens = await Promise.all(Array.from({ length: 6 }, () => mcpToken(owner)));
  const robot = await apiToken(owner);
  const accepted: boolean[] = [];
  for (const send of tokens) for (let sent = 0; sent < 1200; sent += 20) accepted.push(await send(20));
  expect(accepted.filter(Boolean)).toHaveLength(6000 / 20);
  expect([await robot(), await (await mcpToken(owner))(1)]).toEqual([false, false]);
  // The limit of tokens is neither that of the owner's own sessions nor of other people.
  expect((await owner.rest('GET', '/private/projects')).status).toBe('OK');
  expect([await (await apiToken(other))(), await (await mcpToken(other))(1)]).toEqual([true, true]);
});

it('a busy token takes only a fifth of what the tokens of its owner may send', async () => {
  const owner = await createPerson();
  const [busy, calm] = [await mcpToken(owner), await apiToken(owner)];
  for (let sent = 0; sent < 1200; sent += 20) expect(await busy(20)).toBe(true);
  for (let sent = 0; sent < 600; sent += 20) expect(await busy(20)).toBe(false);
  expect(await calm()).toBe(true);
});
