import { join } from 'node:path';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { createProbe } from '../../src/platform/database-probe.ts';
import { guardPool, watchDatabase } from '../../src/platform/database-watch.ts';

/** A URL with a certificate that cannot be read, as while it is replaced. */
const settings = {
  connectionString: `postgresql://user@127.0.0.1:1/name?sslrootcert=${join(import.meta.dirname, 'gone.pem')}`,
};

it('asks again after a probe that could not read its certificate', async () => {
  const probe = createProbe(settings);
  expect(await probe.ask()).toEqual({ kind: 'silent' });
  expect(await probe.ask()).toEqual({ kind: 'silent' });
  await probe.close();
});

it('tells a caller once why no connection can be made, and waits for it no longer', async () => {
  const watch = watchDatabase(settings);
  const ended: unknown[] = [];
  const failure = new Error('no certificate');
  const pool = {
    on: () => pool,
    connect() {
      throw failure;
    },
  } as unknown as pg.Pool;
  guardPool(pool, { ...watch, wait: () => ({ end: error => void ended.push(error) }) });
  await expect(pool.connect()).rejects.toBe(failure);
  const told: unknown[] = [];
  pool.connect(error => void told.push(error));
  expect(told).toEqual([failure]);
  expect(ended).toEqual([failure, failure]);
  await watch.close();
});
