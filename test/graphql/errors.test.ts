import { describe, expect, it, vi } from 'vitest';
import { findUnavailable } from '../../src/graphql/errors.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const UNLOCK = 'mutation($input: UnlockPublicShareInput!) { unlockPublicShare(input: $input) { unlockProof } }';
const INPUT = 'Variable "$input" got an invalid value';

const messagesOf = async (query: string, variables = {}, token?: string) =>
  (await app.graphql(query, variables, { token })).errors?.map(({ message }) => message);

it('the log has the reason and the code of an outage in one line, also if the host has several addresses', () => {
  const error = vi.fn();
  const log = { error } as unknown as typeof app.services.log;
  const refused = Object.assign(new Error('connect ECONNREFUSED ::1:5432'), { code: 'ECONNREFUSED' });
  const everywhere = Object.assign(new AggregateError([refused, refused]), { code: 'ECONNREFUSED' });
  for (const thrown of [refused, everywhere])
    expect(findUnavailable(thrown, { traceId: 't', log })).toMatchObject({ status: 'UNAVAILABLE' });
  const line = { trace_id: 't', reason: 'connect ECONNREFUSED ::1:5432', code: 'ECONNREFUSED' };
  expect(error.mock.calls).toEqual([1, 2].map(() => [line, 'database unavailable']));
});

describe('an error of GraphQL itself describes the problem and never repeats the value, which may be a password', () => {
  it.each([
    [{ password: 'private' }, '; Expected value of type "UnlockPublicShareInput" to include required field "shareId"'],
    [
      { password: 'private', shareId: 'x', more: 1 },
      '; Expected value of type "UnlockPublicShareInput" not to include unknown field "more"',
    ],
    [{ password: 1234567, shareId: 'x' }, ' at "input.password"; String cannot represent a non string value'],
    [{ password: ['private'], shareId: 'x' }, ' at "input.password"; String cannot represent a non string value'],
    ['private', '; Expected value of type "UnlockPublicShareInput" to be an object'],
    [
      { password: 'a; private at "x"; b' },
      '; Expected value of type "UnlockPublicShareInput" to include required field "shareId"',
    ],
    [{ password: 'private, found: private' }, ''],
    [{ password: 'one; private, found: private' }, ''],
  ])('of the variable %j', async (input, reason) => {
    expect(await messagesOf(UNLOCK, { input })).toEqual([`${INPUT}${reason}`]);
  });

  it('of a time in the query', async () => {
    expect(await messagesOf('{ auditLog(from: "yesterday") { totalCount } }')).toEqual([
      'A DateTime must be an RFC 3339 time such as 2026-01-31T12:00:00.000Z',
    ]);
  });

  it('of a value in the query', async () => {
    const query = 'mutation { unlockPublicShare(input: { password: ["private"], x: 1 }) { unlockProof } }';
    expect(await messagesOf(query)).toEqual([
      'String cannot represent a non string value',
      'Expected value of type "UnlockPublicShareInput" to include required field "shareId"',
      'Expected value of type "UnlockPublicShareInput" not to include unknown field "x"',
    ]);
  });

  it.each([
    ['{ unlockPublicShare(input: { "private" }) { id } }', 'Expected Name, found String'],
    ['{ unlockPublicShare(input: { """private "quoted" text\n""" }) { id } }', 'Expected Name, found BlockString'],
    ['{ unlockPublicShare(input: { 47110815 }) { id } }', 'Expected Name, found Int'],
    ['47110815', 'Unexpected Int'],
  ])('of a syntax error: %s', async (query, reason) => {
    expect(await messagesOf(query)).toEqual([`Syntax Error: ${reason}.`]);
  });

  it('however long it is', async () => {
    const password = '; at "x"; '.repeat(200_000);
    const { admin } = await seed(app);
    expect(await messagesOf(UNLOCK, { input: { password } }, admin.token)).toEqual([
      `${INPUT}; Expected value of type "UnlockPublicShareInput" to include required field "shareId"`,
    ]);
  });
});

describe('an error of a query names the place in it', () => {
  it.each([
    ['a syntax error', '{\n  me { id }\n  ]\n}', { line: 3, column: 3 }],
    ['an unknown field', '{\n  nothing\n}', { line: 2, column: 3 }],
    ['a wrong time', '{\n  auditLog(from: "yesterday") { totalCount }\n}', { line: 2, column: 18 }],
    ['a failed field', '{\n  __typename\n  project(id: "x") { id }\n}', { line: 3, column: 3 }],
  ])('of %s', async (_, query, place) => {
    const { text } = await app.graphql(query);
    expect(JSON.parse(text).errors[0].locations).toEqual([place]);
  });
});
