import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { hostileRequests } from '../support/hostile-graphql.ts';
import { seed } from '../support/seed.ts';
import { statementsOf } from '../support/statements.ts';

const app = await testApp();
const { admin } = await seed(app);

const STRANGERS_BYTES = 60_000;

const send = (payload: object, token?: string) =>
  app.inject({ method: 'POST', url: '/graphql', headers: token ? { authorization: token } : {}, payload });

describe('a hostile request is refused before anything is resolved', () => {
  it.each(hostileRequests)('$name', async ({ refusal, name: _, ...request }) => {
    // Anonymous callers may not send large bodies. Large queries are sent by a signed-in user, whose look-up costs one
    // statement.
    const token = JSON.stringify(request).length > STRANGERS_BYTES ? admin.token : undefined;
    let body = '';
    const statements = await statementsOf(app.database, async () => {
      body = (await send(request, token)).body;
    });
    const { data, errors } = JSON.parse(body);
    expect(errors[0].message).toBe(refusal);
    expect(errors[0].extensions.code).toBe('INVALID_ARGUMENT');
    expect(data).toBeUndefined();
    expect(errors.length).toBeLessThanOrEqual(21);
    expect(body.length).toBeLessThan(64 * 1024);
    expect(statements).toHaveLength(token === undefined ? 0 : 1);
  });
});
