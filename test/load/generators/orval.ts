import { account, detailOf, schema_content } from './answer.ts';
import * as api from './generated/client.ts';

const { token } = detailOf((await api.login(account)).data);
const signedIn = { headers: { authorization: token } };
const team = detailOf((await api.createTeam({ name: 'Pets' }, signedIn)).data);
const project = detailOf((await api.createProject({ team_id: team.id, name: 'Pets' }, signedIn)).data);
const document = { name: 'Pets', document_type: 1, relative_path: 'pets.json' } as const;
const { id } = detailOf((await api.createDocument(project.id, document, signedIn)).data);
const branches = detailOf((await api.listBranches(project.id, id, undefined, signedIn)).data);
const branch_id = branches.find(({ is_default }) => is_default)?.id ?? '';
const draft = { branch_id, version_name: '1.0.0', schema_content };
const created = detailOf((await api.createDraft(project.id, id, draft, signedIn)).data);
const submitted = detailOf((await api.submitDraft(project.id, id, created.id, signedIn)).data);
const review = { expected_review_revision: submitted.review_revision ?? '' };
const approved = detailOf((await api.approveDraft(project.id, id, created.id, review, signedIn)).data);
const read = detailOf((await api.getVersion(project.id, id, approved.id, signedIn)).data);
console.log(`published ${read.version_name} as ${read.sequence}`);
