import type { Services } from '../access/call.ts';
import { isDatabaseUnavailable } from '../platform/database.ts';
import { observe } from '../platform/observing.ts';

/** How often a process collects, and how many texts, comparisons or tokens one run examines. */
const PAUSE_MS = 10 * 60_000;
const MOST = 1_000;

export type Collector = { stop(): Promise<void> };

/**
 * Deletes, every ten minutes, what nothing needs any more and what was not used for the time of DOCSVC_COLLECT_AFTER.
 * Each run examines a part of the texts and comparisons, and continues where the previous one ended. `further`: what others
 * delete.
 */
export function startCollector(services: Services, further: (db: Services['db']) => Promise<unknown>): Collector {
  const seconds = services.config.collectAfterSeconds;
  if (seconds === undefined) return { stop: async () => {} };
  let last = { text: '', comparison: '' };
  let running = Promise.resolve();
  async function run(age: number): Promise<void> {
    try {
      last = await observe({ kind: 'job', name: 'collect', label: 'collect' }, async () => {
        const texts = await collect(services, { after: last.text, seconds: age });
        // After the texts, so that a caller who has just read a comparison still finds its text.
        const comparisons = await collectComparisons(services, { after: last.comparison, seconds: age });
        await further(services.db);
        return { text: texts.last, comparison: comparisons.last };
      });
    } catch (error) {
      // The database is unavailable or other writers were in the way: the next run tries again.
      if (!isDatabaseUnavailable(error)) services.log.error({ err: error }, 'nothing was collected');
    }
  }
  const timer = setInterval(() => {
    running = run(seconds);
  }, PAUSE_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}

export type Collected = {
  /** The digest that the next run begins after; empty to begin again. */
  last: string;
  texts: number;
  tokens: number;
};

type Part = { after: string; seconds: number; most?: number };

/** Examines the texts after a digest. Deletes old tokens and notes of withdrawn drafts. */
export async function collect(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { after, seconds, most = MOST }: Part,
): Promise<Collected> {
  const [row] = await db.$queryRaw<{ last: string | null; deleted: number }[]>`
    SELECT last, deleted FROM collect_texts(${after}, make_interval(secs => ${seconds}), ${most}::int)`;
  const tokens =
    (await db.$executeRaw`
      DELETE FROM mcp_tokens WHERE id IN (SELECT id FROM mcp_tokens
        WHERE least(revoked_at, expires_at) < now() - make_interval(secs => ${seconds}) LIMIT ${most}::int)`) +
    (await db.$executeRaw`
      DELETE FROM api_tokens WHERE id IN (SELECT id FROM api_tokens
        WHERE least(revoked_at, expires_at) < now() - make_interval(secs => ${seconds}) LIMIT ${most}::int)`);
  // Only what was found in a list before a withdrawal needs its row, and that is remembered for minutes.
  await db.$executeRaw`
    DELETE FROM withdrawn_drafts WHERE id IN (SELECT id FROM withdrawn_drafts
      WHERE withdrawn_at < now() - make_interval(secs => ${seconds}) LIMIT ${most}::int)`;
  const texts = row?.deleted ?? 0;
  if (texts + tokens > 0) log.info({ texts, tokens }, 'collected');
  return { last: row?.last ?? '', texts, tokens };
}

/** Examines the comparisons after an id, and deletes those that no diff has and nobody used. */
export async function collectComparisons(
  { db, log }: Pick<Services, 'db' | 'log'>,
  { after, seconds, most = MOST }: Part,
): Promise<{ last: string; comparisons: number }> {
  const [row] = await db.$queryRaw<{ last: string | null; deleted: number }[]>`
    SELECT last, deleted FROM collect_comparisons(${after}, make_interval(secs => ${seconds}), ${most}::int)`;
  const comparisons = row?.deleted ?? 0;
  if (comparisons > 0) log.info({ comparisons }, 'collected');
  return { last: row?.last ?? '', comparisons };
}
