import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { openConsole } from '../support/console.ts';
import { petstore31Json, petstoreNext } from '../support/documents.ts';

const app = await testApp();
const other = await app.with({});
const { admin, tab } = await openConsole(app);

it('shows what another server process did: a submission in the queue, a decision on the review page', async () => {
  const by = (query: string, input: object) => other.graphql(query, { input }, { token: admin.token });
  const project = await admin.createProject();
  const pets = await project.createDocument({ name: 'Pets' });
  await pets.publish({ content: petstore31Json });
  const page = await tab(admin);
  await page.sees('Nothing waits for you');
  const draft = await pets.createDraft({ content: petstoreNext, versionName: '2.0.0' });
  await by('mutation($input: DraftInput!) { submitDraft(input: $input) { id } }', { id: draft.id });
  await page.press('Pets 2.0.0');
  await page.sees('Approving publishes 2.0.0 on dev');
  const { reviewRevision } = await draft.read();
  const decided = await by('mutation($input: ReviewDraftInput!) { approveDraft(input: $input) { id } }', {
    id: draft.id,
    expectedReviewRevision: reviewRevision,
  });
  expect(decided.code).toBe('OK');
  await page.sees('approved this draft');
  await page.press('Load the new state');
  await page.sees('Published as 2.0.0 on dev');
  expect(page.noise).toEqual([]);
});
