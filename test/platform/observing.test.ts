import { GraphQLError, parse } from 'graphql';
import { expect, it, vi } from 'vitest';
import type { Call } from '../../src/access/call.ts';

// Own copies of the modules: an observer stays for all later tests of the process.
vi.resetModules();
const { addObserver } = await import('../../src/platform/observing.ts');
const { runCancellable } = await import('../../src/graphql/cancellation.ts');
const { DomainError, notFound } = await import('../../src/platform/errors.ts');

const outcomes: string[] = [];
addObserver({
  begin: ({ kind }) => ({
    run: inner => inner(),
    end: error => void outcomes.push(`${kind} ${error === undefined ? 'ok' : 'error'}`),
  }),
});

const failing = (originalError: Error | undefined) => new GraphQLError('failed', { originalError });

it.each([
  ['nothing', undefined, 'ok'],
  ['a refusal', [failing(notFound('Project'))], 'ok'],
  ['an invalid variable', [failing(undefined)], 'ok'],
  ['a refusal of a part', [failing(failing(notFound('Project')))], 'ok'],
  ['an unexpected error', [failing(new TypeError('x is undefined'))], 'error'],
  ['a database that is away', [failing(new DomainError('UNAVAILABLE', 'away'))], 'error'],
  [
    'a timeout after a refusal',
    [failing(notFound('Project')), failing(new DomainError('DEADLINE_EXCEEDED', 'late'))],
    'error',
  ],
])('a GraphQL operation is observed by its errors: %s', async (_, errors, outcome) => {
  outcomes.length = 0;
  const result = { data: null, ...(errors && { errors }) };
  expect(await runCancellable({ document: parse('{ me { id } }') }, {} as Call, () => result)).toBe(result);
  expect(outcomes).toEqual([`graphql ${outcome}`]);
});
