import { expect, it } from 'vitest';
import { requireNotAborted, runForCaller, runWithSignal } from '../../src/platform/callers.ts';
import type { OpenedDatabase } from '../../src/platform/database.ts';
import { createReplica } from '../../src/platform/replica.ts';

/** A database whose statements return the row of `answer`, and fail for callers who have disconnected. */
const databaseOf = (name: string, answer: () => object) =>
  ({
    prisma: name,
    pool: {
      query: async () => {
        requireNotAborted();
        return { rows: [answer()] };
      },
    },
    close: async () => {},
  }) as unknown as OpenedDatabase;

it('reads from the primary while that is itself a replica, as after a failover', async () => {
  const primary = databaseOf('primary', () => ({ lsn: null }));
  const copy = databaseOf('replica', () => ({ isCurrent: true }));
  const replica = createReplica(primary, copy, { warn: () => {} });
  expect(await replica.read(async db => db as unknown as string)).toBe('primary');
});

it('uses the replica for others after a caller has disconnected while it lagged behind', async () => {
  const gone = new AbortController();
  const warnings: unknown[] = [];
  let isCurrent = false;
  const primary = databaseOf('primary', () => ({ lsn: '0/1' }));
  const copy = databaseOf('replica', () => {
    if (!isCurrent) gone.abort();
    return { isCurrent };
  });
  const replica = createReplica(primary, copy, { warn: (warning: unknown) => void warnings.push(warning) });
  const read = () => replica.read(async db => db as unknown as string);
  await expect(runForCaller('one', () => runWithSignal(gone.signal, read))).rejects.toMatchObject({
    status: 'DEADLINE_EXCEEDED',
  });
  isCurrent = true;
  expect(await runForCaller('other', read)).toBe('replica');
  expect(warnings).toEqual([]);
});
