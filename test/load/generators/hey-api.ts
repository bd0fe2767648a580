import { account, base, detailOf, schema_content } from './answer.ts';
import { client } from './generated/client.gen.ts';
import * as api from './generated/sdk.gen.ts';

client.setConfig({ baseUrl: base });
const { token } = detailOf((await api.login({ body: account })).data);
client.setConfig({ baseUrl: base, auth: token });
const team = detailOf((await api.createTeam({ body: { name: 'Pets' } })).data);
const project = detailOf((await api.createProject({ body: { team_id: team.id, name: 'Pets' } })).data);
const { data: made } = await api.createDocument({
  path: { project_id: project.id },
  body: { name: 'Pets', document_type: 1, relative_path: 'pets.json' },
});
const path = { project_id: project.id, document_id: detailOf(made).id };
const branch = detailOf((await api.listBranches({ path })).data).find(({ is_default }) => is_default);
const { data: created } = await api.createDraft({
  path,
  body: { branch_id: branch?.id ?? '', version_name: '1.0.0', schema_content },
});
const inDraft = { path: { ...path, draft_id: detailOf(created).id } };
const submitted = detailOf((await api.submitDraft(inDraft)).data);
const { data: approved } = await api.approveDraft({
  ...inDraft,
  body: { expected_review_revision: submitted.review_revision ?? '' },
});
const { data: read } = await api.getVersion({ path: { ...path, version_id: detailOf(approved).id } });
console.log(`published ${detailOf(read).version_name} as ${detailOf(read).sequence}`);
