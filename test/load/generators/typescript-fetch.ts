import { account, base, detailOf, schema_content } from './answer.ts';
import * as api from './generated/index.ts';

const { token } = detailOf(
  await new api.OpenApi(new api.Configuration({ basePath: base })).login({ loginBody: account }),
);
const signedIn = new api.Configuration({ basePath: base, apiKey: () => token });
const team = detailOf(await new api.TeamsApi(signedIn).createTeam({ createTeamBody: { name: 'Pets' } }));
const createProjectBody = { teamId: team.id, name: 'Pets' };
const project = detailOf(await new api.ProjectsApi(signedIn).createProject({ createProjectBody }));
const made = await new api.DocumentsApi(signedIn).createDocument({
  projectId: project.id,
  createDocumentBody: { name: 'Pets', documentType: 1, relativePath: 'pets.json' },
});
const path = { projectId: project.id, documentId: detailOf(made).id };
const branches = detailOf(await new api.BranchesApi(signedIn).listBranches(path));
const branchId = branches.find(({ isDefault }) => isDefault)?.id ?? '';
const drafts = new api.DraftsApi(signedIn);
const createDraftBody = { branchId, versionName: '1.0.0', schemaContent: schema_content };
const draftId = detailOf(await drafts.createDraft({ ...path, createDraftBody })).id;
const submitted = detailOf(await drafts.submitDraft({ ...path, draftId }));
const approveDraftBody = { expectedReviewRevision: submitted.reviewRevision ?? '' };
const versionId = detailOf(await drafts.approveDraft({ ...path, draftId, approveDraftBody })).id;
const read = detailOf(await new api.VersionsApi(signedIn).getVersion({ ...path, versionId }));
console.log(`published ${read.versionName} as ${read.sequence}`);
