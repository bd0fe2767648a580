import { setTimeout as delay } from 'node:timers/promises';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runCommand } from '../../src/admin/commands.ts';
import { collect, collectComparisons, startCollector } from '../../src/contents/collecting.ts';
import { isDatabaseUnavailable } from '../../src/platform/database.ts';
import { testApp } from '../support/app.ts';
import { guideMarkdown } from '../support/documents.ts';
import type { DraftView } from '../support/draft-views.ts';
import { seed } from '../support/seed.ts';

const DAY_SECONDS = 86_400;
const app = await testApp();
const { admin } = await seed(app);
const { prisma, pool } = app.database;
const project = await admin.createProject();
const guide = await project.createDocument({ type: 'MARKDOWN' });

/** Collects everything that nothing needs, in runs of a few texts. */
async function collectAll(seconds = 0): Promise<{ texts: number; runs: number }> {
  const found = { texts: 0, runs: 0 };
  for (let after = ''; ; found.runs += 1) {
    const { last, texts } = await collect(app.services, { after, seconds, most: 5 });
    found.texts += texts;
    if (last === '') return found;
    after = last;
  }
}

/** Until nothing is left: a text that only another one needed goes in the next round. */
async function collectRounds(): Promise<void> {
  while ((await collectAll()).texts > 0);
}

const holds = async (word: string): Promise<boolean> => {
  const { rows } = await pool.query(`SELECT hash FROM texts WHERE hash = encode(sha256($1::bytea), 'hex')`, [word]);
  return rows.length > 0;
};

/** Stores a text that nobody has needed for two days. */
const storeOld = (content: string) =>
  pool.query(
    `INSERT INTO texts (hash, size_bytes, body, created_at)
     VALUES (encode(sha256($1::bytea), 'hex'), octet_length($1::bytea), $2, now() - interval '2 days')`,
    [Buffer.from(content), zstdCompressSync(content)],
  );

/** Comparisons that nobody has used for two days. */
const ageComparisons = () => pool.query(`UPDATE comparisons SET used_at = now() - interval '2 days'`);

const collectOldComparisons = async () =>
  (await collectComparisons(app.services, { after: '', seconds: DAY_SECONDS })).comparisons;

const verify = () => Array.fromAsync(runCommand({ services: app.services, database: app.database }, ['verify'], ''));

describe('collecting', () => {
  it('is done every ten minutes, and never with DOCSVC_COLLECT_AFTER=off', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const [DOCSVC_COLLECT_AFTER, runs] of [
      ['1d', 1],
      ['off', 0],
    ] as const) {
      const further = vi.fn(async () => undefined);
      const collector = startCollector((await app.with({ DOCSVC_COLLECT_AFTER })).services, further);
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      await collector.stop();
      expect(further).toHaveBeenCalledTimes(runs);
    }
  });

  it('deletes the notes of drafts that were withdrawn long ago', async () => {
    const drafts = [await guide.createDraft(), await guide.createDraft()];
    for (const draft of drafts) await draft.withdraw();
    const [old, recent] = drafts.map(({ id }) => id);
    await pool.query("UPDATE withdrawn_drafts SET withdrawn_at = now() - interval '2 days' WHERE id = $1", [old]);
    await collect(app.services, { after: '', seconds: DAY_SECONDS });
    const left = await prisma.withdrawnDraft.findMany({ where: { id: { in: [old as string, recent as string] } } });
    expect(left.map(({ id }) => id)).toEqual([recent]);
  });

  it('deletes texts of withdrawn drafts with what was found about them, and nothing that is needed', async () => {
    const published = await guide.publish({ content: guideMarkdown });
    await collectRounds();
    const before = await prisma.text.count();
    const content = `${guideMarkdown}\nWithdrawn.\n`;
    const draft = await guide.createDraft({ content, versionName: '2' });
    expect(await holds(content)).toBe(true);
    await collectRounds();
    expect(await holds(content)).toBe(true);
    await draft.withdraw();
    expect(await collectAll(DAY_SECONDS)).toMatchObject({ texts: 0 });
    await collectRounds();
    expect(await holds(content)).toBe(false);
    // The comparison with the published version stays.
    expect((await prisma.text.count()) - before).toBeLessThanOrEqual(1);
    const { detail } = await admin.rest<{ content: string }>('GET', `${published.path}/content/raw`);
    expect(detail.content).toBe(guideMarkdown);
    expect(await admin.rest('GET', `${published.path}/content/stable`)).toMatchObject({ status: 'OK' });
    await guide.createDraft({ content, versionName: '3' });
    expect(await verify()).toEqual(expect.not.arrayContaining([expect.stringMatching(/^WRONG/)]));
  });

  it('examines a bounded number of texts in each run', async () => {
    const { runs } = await collectAll(DAY_SECONDS);
    expect(runs).toBe(Math.ceil((await prisma.text.count()) / 5));
  });

  it('cannot delete what was found about a content that a draft or a version has', async () => {
    for (const table of ['analyses', 'drafts', 'versions', 'texts'])
      await expect(pool.query(`DELETE FROM ${table}`)).rejects.toThrow();
  });

  it('deletes comparisons that no diff has and nobody uses, which are made again when somebody needs them', async () => {
    const document = await project.createDocument({ type: 'MARKDOWN', name: 'Compared' });
    await document.publish({ content: guideMarkdown });
    await document.publish({ content: `${guideMarkdown}\nTwo.\n`, versionName: '2' });
    const draft = await document.createDraft({ content: `${guideMarkdown}\nThree.\n`, versionName: '3' });
    const readChanges = async () => (await admin.rest<DraftView>('GET', draft.path)).detail.diff_preview;
    const changes = await readChanges();
    expect(await collectOldComparisons()).toBe(0);
    await ageComparisons();
    // Reading counts as use.
    await readChanges();
    await collectOldComparisons();
    const unneeded = () => prisma.comparison.count({ where: { diffs: { none: {} } } });
    expect(await unneeded()).toBe(1);
    expect(await readChanges()).toEqual(changes);
    await ageComparisons();
    expect(await collectOldComparisons()).toBeGreaterThan(0);
    expect(await unneeded()).toBe(0);
    expect(await readChanges()).toEqual(changes);
    await expect(pool.query('UPDATE comparisons SET item_count = 0')).rejects.toThrow('not allowed');
    await expect(pool.query('DELETE FROM comparisons')).rejects.toThrow('foreign key');
  });

  it('disturbs nobody who publishes a text at the moment at which it is collected', async () => {
    const documents = await Promise.all(
      [1, 2].map(n => project.createDocument({ type: 'MARKDOWN', name: `Same ${n}` })),
    );
    let isDone = false;
    const collecting = (async () => {
      for (; !isDone; await delay(5))
        await Promise.all([collect(app.services, { after: '', seconds: DAY_SECONDS }), collectOldComparisons()]).catch(
          error => expect(isDatabaseUnavailable(error)).toBe(true),
        );
    })();
    try {
      for (let round = 0; round < 3; round += 1) {
        const content = `# Same\n\nRound ${round}.\n`;
        await storeOld(content);
        const drafts = await Promise.all(
          documents.map(document => document.createDraft({ content, versionName: `${round}` })),
        );
        await Promise.all(drafts.map(draft => draft.submit()));
        await ageComparisons();
        await Promise.all(drafts.map(draft => draft.approve()));
      }
    } finally {
      isDone = true;
      await collecting;
    }
    expect(await verify()).toEqual(expect.not.arrayContaining([expect.stringMatching(/^WRONG/)]));
  });

  it('deletes tokens that have ended', async () => {
    const made = await Promise.all(
      ['one', 'two'].map(async name => {
        const { detail } = await admin.rest('POST', '/private/mcp-tokens', { body: { name, scopes: [1] } });
        return detail.id;
      }),
    );
    await admin.rest('POST', `/private/mcp-tokens/${made[0]}/revoke`);
    expect(await collect(app.services, { after: '', seconds: DAY_SECONDS })).toMatchObject({ tokens: 0 });
    expect(await collect(app.services, { after: '', seconds: 0 })).toMatchObject({ tokens: 1 });
    expect(await prisma.mcpToken.findMany({ select: { id: true } })).toEqual([{ id: made[1] }]);
  });
});
