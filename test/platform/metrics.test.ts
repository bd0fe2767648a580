import { expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/platform/database.ts';
import { createMetrics } from '../../src/platform/metrics.ts';

it('tells how many jobs wait and for how long in one scrape, with one statement', async () => {
  let statements = 0;
  const pool = {
    totalCount: 1,
    idleCount: 1,
    query: async () => {
      statements += 1;
      return { rows: [{ kind: 'mail', count: 2, lateSeconds: 7 }] };
    },
  };
  const metrics = createMetrics();
  metrics.watchDatabase({ pool, waiting: () => 0, isAnswering: async () => true } as unknown as OpenedDatabase);
  const text = await metrics.read();
  expect(text).toContain('docsvc_jobs{kind="mail"} 2');
  expect(text).toContain('docsvc_jobs_late_seconds{kind="mail"} 7');
  expect(statements).toBe(1);
});
