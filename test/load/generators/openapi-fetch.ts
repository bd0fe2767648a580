import createClient from 'openapi-fetch';
import { account, base, detailOf, schema_content } from './answer.ts';
import type { paths } from './generated/schema.ts';

const D = '/api/v1/private/projects/{project_id}/documents';

const client = createClient<paths>({ baseUrl: base });
const { token } = detailOf((await client.POST('/api/v1/open/auth/login', { body: account })).data);
client.use({ onRequest: ({ request }) => request.headers.set('authorization', token) });
const team = detailOf((await client.POST('/api/v1/private/teams', { body: { name: 'Pets' } })).data);
const project = detailOf(
  (await client.POST('/api/v1/private/projects', { body: { team_id: team.id, name: 'Pets' } })).data,
);
const { data: made } = await client.POST(D, {
  params: { path: { project_id: project.id } },
  body: { name: 'Pets', document_type: 1, relative_path: 'pets.json' },
});
const path = { project_id: project.id, document_id: detailOf(made).id };
const branches = detailOf((await client.GET(`${D}/{document_id}/branches`, { params: { path } })).data);
const branch = branches.find(({ is_default }) => is_default);
const { data: created } = await client.POST(`${D}/{document_id}/drafts`, {
  params: { path },
  body: { branch_id: branch?.id ?? '', version_name: '1.0.0', schema_content },
});
const inDraft = { params: { path: { ...path, draft_id: detailOf(created).id } } };
const submitted = detailOf((await client.POST(`${D}/{document_id}/drafts/{draft_id}/submit`, inDraft)).data);
const { data: approved } = await client.POST(`${D}/{document_id}/drafts/{draft_id}/approve`, {
  ...inDraft,
  body: { expected_review_revision: submitted.review_revision ?? '' },
});
const { data: read } = await client.GET(`${D}/{document_id}/versions/{version_id}`, {
  params: { path: { ...path, version_id: detailOf(approved).id } },
});
console.log(`published ${detailOf(read).version_name} as ${detailOf(read).sequence}`);
