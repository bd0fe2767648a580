import fc from 'fast-check';
import { expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { petstoreNext } from '../support/documents.ts';
import { operations } from '../support/graphql-arbitrary.ts';
import { seed } from '../support/seed.ts';

// `REQUESTS=50000 SEED=7` sends more and different ones.
const RUNS = Number(process.env.REQUESTS ?? 400);

/** They end the session of the run, archive what all others need, or call a host that is named. */
const LEFT = ['logout', 'changePassword', 'archiveTeam', 'archiveProject', 'archiveDocument'];
const CALLING = ['testAiProvider', 'updateAiProvider', 'testWebhook', 'startOidcSignIn', 'finishOidcSignIn'];
/** Few may wait at once. */
const FEW = ['startDeviceLogin'];

const app = await testApp();
const { superAdmin } = await seed(app);
const project = await superAdmin.createProject();
const document = await project.createDocument();
const first = await document.publish();
const second = await document.publish({ content: petstoreNext });
const draft = await document.createDraft();
const submitted = await document.createDraft();
const { reviewRevision } = await submitted.submit();
const idOf = async (query: string, variables: object) =>
  [(await superAdmin.ask<{ id: string }>(query, variables)).id] as const;
const input = { documentId: document.id, branchId: document.branches.dev };
const ids: Record<string, readonly string[]> = {
  project: [project.id],
  team: [project.teamId],
  document: [document.id],
  branch: Object.values(document.branches),
  version: [first.id, second.id],
  draft: [draft.id, submitted.id],
  user: [(await project.addMember('writer')).id],
  diff: await idOf('query($a: ID!, $b: ID!) { compareVersions(fromVersionId: $a, toVersionId: $b) { id } }', {
    a: first.id,
    b: second.id,
  }),
  share: await idOf('mutation($input: CreateDocumentShareInput!) { createDocumentShare(input: $input) { id } }', {
    input,
  }),
  comment: await idOf('mutation($input: CreateCommentInput!) { createComment(input: $input) { id } }', {
    input: { draftId: submitted.id, body: 'Why?' },
  }),
};

/** An id belongs to what its name ends with, or else to what the root field does. */
function known(name: string, root: string): readonly unknown[] {
  if (name === 'documentType') return ['OPENAPI'];
  if (name === 'branch') return Object.keys(document.branches);
  if (name === 'expectedReviewRevision') return [reviewRevision];
  const noun = (name === 'id' ? root : (/^(\w+)Id$/.exec(name)?.[1] ?? '')).toLowerCase();
  return Object.entries(ids).find(([kind]) => noun.endsWith(kind))?.[1] ?? [];
}

/** Every run reaches these. */
const COMMON = ['OK', 'INVALID_ARGUMENT', 'NOT_FOUND', 'FAILED_PRECONDITION'];
/** What a caller can cause, unlike INTERNAL and UNAVAILABLE. */
const CAUSED = [...COMMON, 'UNAUTHENTICATED', 'PERMISSION_DENIED', 'ALREADY_EXISTS'];

it('an operation generated from the schema never causes an internal error', async () => {
  const codes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(operations(schema, known, [...LEFT, ...CALLING, ...FEW]), async ({ text, variables }) => {
      const { errors = [], code } = await superAdmin.graphql(text, variables);
      codes.add(code);
      for (const { message, extensions } of errors) expect(CAUSED, message).toContain(extensions.code);
    }),
    { numRuns: RUNS },
  );
  // Otherwise most operations would end before what they are about.
  expect([...codes]).toEqual(expect.arrayContaining(COMMON));
});
