import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { untilSomebodyWaits } from '../support/meanwhile.ts';
import { type Document, type Draft, seed } from '../support/seed.ts';

/** Every request locks rows in this order. Otherwise two of them could wait for each other. */
const ORDER = ['projects', 'teams', 'documents', 'branches', 'drafts'] as const;

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

type Target = { document: Document; draft: Draft; branch: string };

const acts: Record<string, (target: Target) => Promise<{ status: string }>> = {
  'renames a document': ({ document }) => admin.rest('PATCH', document.path, { body: { name: 'Other' } }),
  'archives a document': ({ document }) => admin.rest('POST', `${document.path}/archive`),
  'renames a branch': ({ branch }) => admin.rest('PATCH', branch, { body: { name: 'feature/other' } }),
  'archives a branch': ({ branch }) => admin.rest('POST', `${branch}/archive`),
  'submits a draft': ({ draft }) => admin.rest('POST', `${draft.path}/submit`),
};

const cases = Object.keys(acts).flatMap(act =>
  (['projects', 'teams', 'documents'] as const).map(awaited => ({ act, awaited })),
);

it.each(cases)(
  'a request that $act waits for the row of $awaited and holds none after it',
  async ({ act, awaited }) => {
    const document = await project.createDocument();
    const draft = await document.createDraft();
    const { detail } = await admin.rest('POST', `${document.path}/branches`, { body: { name: 'feature/one' } });
    const ids = {
      projects: project.id,
      teams: project.teamId,
      documents: document.id,
      branches: detail.id,
      drafts: draft.id,
    };
    const other = await app.database.pool.connect();
    try {
      await other.query('BEGIN');
      await other.query(`SELECT FROM ${awaited} WHERE id = $1 FOR NO KEY UPDATE`, [ids[awaited]]);
      const answer = acts[act]?.({ document, draft, branch: `${document.path}/branches/${detail.id}` });
      await untilSomebodyWaits(app.database.pool);
      for (const table of ORDER.slice(ORDER.indexOf(awaited)))
        await other.query(`SELECT FROM ${table} WHERE id = $1 FOR NO KEY UPDATE NOWAIT`, [ids[table]]);
      await other.query('COMMIT');
      expect(await answer).toMatchObject({ status: 'OK' });
    } finally {
      other.release(true);
    }
  },
);
