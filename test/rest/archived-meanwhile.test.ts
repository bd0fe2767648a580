import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { type Draft, type Document as SeededDocument, seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);

type Place = 'teams' | 'projects' | 'documents' | 'branches';

const idOf = ({ document, place }: { document: SeededDocument; place: Place }): string =>
  ({
    teams: document.project.teamId,
    projects: document.project.id,
    documents: document.id,
    branches: document.branches.dev,
  })[place];

/** Archives in a separate transaction, which commits only when the request waits for it. */
async function archiveWhile(table: Place, id: string, request: () => Promise<{ status: string; message: string }>) {
  const client = await app.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`UPDATE ${table} SET status = 'ARCHIVED' WHERE id = $1`, [id]);
    const answer = request();
    await untilSomebodyWaits();
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release();
  }
}

async function untilSomebodyWaits(): Promise<void> {
  for (let waited = 0; waited < 10_000; waited += 20) {
    const { rows } = await app.database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length > 0) return;
    await delay(20);
  }
  throw new Error('the request waits for nobody');
}

const acts: Record<string, (draft: Draft) => Promise<{ status: string; message: string }>> = {
  async change(draft) {
    const { revision } = await draft.read();
    return admin.rest('PATCH', draft.path, { body: { expected_revision: revision, changelog: 'New' } });
  },
  submit: draft => admin.rest('POST', `${draft.path}/submit`),
  async approve(draft) {
    const { reviewRevision } = await draft.read();
    return admin.rest('POST', `${draft.path}/approve`, { body: { expected_review_revision: reviewRevision } });
  },
};

const cases = (['teams', 'projects', 'documents', 'branches'] as const).flatMap(place =>
  Object.keys(acts).map(act => ({ place, act })),
);

describe('a parent that is archived while a request waits', () => {
  it.each(cases)('in $place refuses to $act a draft', async ({ place, act }) => {
    const document = await (await admin.createProject()).createDocument();
    const draft = await document.createDraft();
    if (act === 'approve') await draft.submit();
    const before = await draft.read();
    const answer = await archiveWhile(place, idOf({ document, place }), () =>
      (acts[act] as (typeof acts)[string])(draft),
    );
    expect(answer).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(answer.message).toMatch(/archived/);
    expect(await draft.read()).toEqual(before);
  });
});
