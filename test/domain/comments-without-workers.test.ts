import { afterEach, describe, expect, it, vi } from 'vitest';
import { WorkerError } from '../../src/platform/workers.ts';
import { testApp } from '../support/app.ts';
import { petstoreNext } from '../support/documents.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();
const draft = await document.createDraft();
const comments = `${draft.path}/comments`;

type Shown = { id: string; body: string };

const post = async (body: object) => {
  const answer = await admin.rest<Shown>('POST', comments, { body });
  expect(answer).toMatchObject({ status: 'OK' });
  return `${comments}/${answer.detail.id}`;
};

/** A comment on a line of a text that has changed since. Without a change, a line stays where it is. */
async function onChangedLine(): Promise<string> {
  const path = await post({ body: 'A line', anchor: { line: 2 } });
  changes += 1;
  await draft.update({ content: petstoreNext.replace(/"version": *"/, `$&${changes}.`) });
  return path;
}
let changes = 0;

describe('a comment that no worker has time to render or place', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each<[string, () => Promise<[method: string, path: string, body?: object]>]>([
    ['is not written', async () => ['POST', comments, { body: 'Nobody renders this' }]],
    ['is not changed', async () => ['PATCH', await post({ body: 'Before' }), { body: 'Nobody renders this either' }]],
    ['is not deleted from a draft that has changed', async () => ['DELETE', await onChangedLine()]],
    ['is not resolved in one', async () => ['POST', `${await onChangedLine()}/resolve`, {}]],
  ])('%s', async (_, prepare) => {
    const [method, path, body] = await prepare();
    const { db, workers } = app.services;
    const stored = () => db.comment.findMany({ orderBy: { id: 'asc' } });
    const send = () => admin.rest(method, path, { ...(body && { body }) });
    const before = await stored();
    vi.spyOn(workers, 'run').mockRejectedValue(new WorkerError('OVERLOADED', 'No thread was free'));
    expect(await send()).toMatchObject({ status: 'UNAVAILABLE' });
    expect(await stored()).toEqual(before);
    vi.restoreAllMocks();
    expect(await send()).toMatchObject({ status: 'OK' });
  });

  it('is placed as its anchor was checked', async () => {
    const { workers } = app.services;
    const run = vi.spyOn(workers, 'run');
    await post({ body: 'A line that exists', anchor: { line: 1 } });
    expect(run.mock.calls.map(([task]) => task)).toEqual(['markedLine', 'renderBodies']);
  });
});
