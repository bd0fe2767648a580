import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';
import { DRAFT_VIEW, type DraftView, type GraphqlDraft, raceReads, viewOf } from '../support/draft-views.ts';
import { agent, createToken } from '../support/mcp.ts';
import { type Document, type Draft, seed } from '../support/seed.ts';

/**
 * A draft, its preview and its review revision must come from one snapshot. `npm run load -- snapshots` reads more
 * often.
 */

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const { call } = agent(app, (await createToken(admin)).token);

const PUBLISHED = 'query($id: ID!) { draft(id: $id) { status version { id } } }';

/** A document with a version, and a submitted draft of another content on the same branch. */
async function submitNext(document: Document): Promise<Draft> {
  await document.publish({ content: petstore31Json });
  const draft = await document.createDraft({ content: petstoreNext });
  await draft.submit();
  return draft;
}

function readsOf(draft: Draft): (() => Promise<DraftView>)[] {
  const ids = { project_id: project.id, document_id: draft.document.id, draft_id: draft.id };
  return [
    async () => (await admin.rest<DraftView>('GET', draft.path)).detail,
    async () => (await admin.rest<{ draft: DraftView }>('GET', `${draft.path}/content/raw`)).detail.draft,
    async () => (await call('get_api_version_draft', ids)).value.draft,
    async () => viewOf(await admin.ask<GraphqlDraft>(DRAFT_VIEW, { id: draft.id })),
  ];
}

it('no read of a draft mixes the moments before and after its approval', async () => {
  for (let round = 0; round < 8; round++) {
    const draft = await submitNext(await project.createDocument());
    const { mixed, states, count } = await raceReads({
      reads: [...readsOf(draft), ...readsOf(draft)],
      approve: () => draft.approve(),
    });
    expect(mixed).toEqual([]);
    expect(states).toContain('published');
    expect(count).toBeGreaterThanOrEqual(6);
  }
});

it('a draft has a version when it is published, not before', async () => {
  const draft = await submitNext(await project.createDocument());
  const seen: boolean[] = [];
  let isOver = false;
  const read = async () => {
    while (!isOver) {
      const { status, version } = await admin.ask<{ status: string; version: object | null }>(PUBLISHED, {
        id: draft.id,
      });
      seen.push((status === 'PUBLISHED') === (version !== null));
    }
  };
  const readers = [read(), read(), read(), read()];
  await draft.approve();
  isOver = true;
  await Promise.all(readers);
  expect(seen).not.toContain(false);
});
