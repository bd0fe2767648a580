import { describe, expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { meanwhile } from '../support/meanwhile.ts';
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
    const answer = await meanwhile(
      app,
      [`UPDATE ${place} SET status = 'ARCHIVED' WHERE id = $1`],
      idOf({ document, place }),
      () => (acts[act] as (typeof acts)[string])(draft),
    );
    expect(answer).toMatchObject({ status: 'FAILED_PRECONDITION' });
    expect(answer.message).toMatch(/archived/);
    expect(await draft.read()).toEqual(before);
  });
});
