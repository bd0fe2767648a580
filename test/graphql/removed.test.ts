import { expect, it } from 'vitest';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const project = await admin.createProject();

it('returns everything about a member who was just removed', async () => {
  const member = await project.addMember('writer');
  const input = { projectId: project.id, userId: member.id };
  const query = `mutation($input: RemoveProjectMemberInput!) {
    removeProjectMember(input: $input) { projectId userId userEmail userName userStatus role addedById }
  }`;
  expect(await admin.ask(query, { input })).toEqual({
    projectId: project.id,
    userId: member.id,
    userEmail: member.email,
    userName: member.email.replace('@example.com', ''),
    userStatus: 'ACTIVE',
    role: 'WRITER',
    addedById: admin.id,
  });
});

it('returns everything about a draft that was just withdrawn', async () => {
  const document = await project.createDocument();
  const draft = await document.createDraft({ versionName: 'gone' });
  const query = `mutation($id: ID!) { withdrawDraft(input: { id: $id }) {
    versionName status document { id } branch { name } version { id } baseVersionId warningCount
    reviews { totalCount } content(kind: RAW) { sizeBytes } diffPreview { summary { addedEndpoints } }
  } }`;
  expect(await admin.ask(query, { id: draft.id })).toEqual({
    versionName: 'gone',
    status: 'DRAFT',
    document: { id: document.id },
    branch: { name: 'dev' },
    version: null,
    baseVersionId: null,
    warningCount: expect.any(Number),
    reviews: { totalCount: 0 },
    content: { sizeBytes: expect.any(Number) },
    diffPreview: { summary: { addedEndpoints: 3 } },
  });
});
