import { describe, expect, it } from 'vitest';
import { compileRoutes, operationsOf } from '../../facades/rest/compiled-routes.ts';
import { pathParameters } from '../../facades/rest/route.ts';
import { routes } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { petstore31Json } from '../support/documents.ts';
import { seed, seedPassword } from '../support/seed.ts';

const app = await testApp({ DOCSVC_AUTH_ALLOW_REGISTRATION: 'true' });
const { admin, superAdmin, createPerson } = await seed(app);
const project = await admin.createProject();
const document = await project.createDocument();
const version = await document.publish();
const draft = await document.createDraft();
const { reviewRevision } = await draft.submit();
const open = await document.createDraft();
const { revision } = await open.read();
const person = await createPerson();

/** Texts that PostgreSQL, JSON or a terminal cannot handle unchanged. */
const HOSTILE = {
  NUL: 'a\0b',
  'half of a surrogate pair': 'a\ud800b',
  'a text of 100,000 characters': 'x'.repeat(100_000),
  'a backslash and quotes': `\\'";--`,
  'control characters': '\u0001\u001b[31m\u202e',
};

const ids: Record<string, string> = {
  project_id: project.id,
  document_id: document.id,
  branch_id: document.branches.dev,
  draft_id: draft.id,
  version_id: version.id,
  team_id: project.teamId,
  user_id: person.id,
  kind: 'raw',
};

const fill = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '01900000-0000-7000-8000-000000000000');

const queries = compileRoutes(routes, operationsOf(schema, routes)).flatMap(({ method, path, operation }) =>
  method !== 'GET'
    ? []
    : operation.variables
        .filter(({ name }) => !pathParameters(path).includes(name) && !['project_id', 'document_id'].includes(name))
        .map(({ name }) => ({ path, name })),
);

const bodies: [string, string, Record<string, unknown>][] = [
  ['POST', '/open/auth/login', { email: person.email, password: seedPassword }],
  ['POST', '/open/auth/register', { email: 'x@example.com', name: 'x', password: seedPassword }],
  ['PATCH', '/private/identity/me', { name: 'x' }],
  ['POST', '/private/identity/me/password', { current_password: 'not the password', new_password: seedPassword }],
  ['POST', '/private/system/users', { email: 'y@example.com', name: 'y', password: seedPassword }],
  ['PATCH', `/private/system/users/${person.id}`, { name: 'x', password: seedPassword }],
  ['POST', '/private/teams', { name: 'x', description: 'x' }],
  ['PATCH', `/private/teams/${project.teamId}`, { name: 'x', description: 'x' }],
  ['POST', '/private/projects', { team_id: project.teamId, name: 'x', description: 'x', admin_user_id: admin.id }],
  ['PATCH', project.path, { name: 'x', description: 'x' }],
  ['POST', `${project.path}/members`, { user_id: person.id, role: 1 }],
  ['POST', `${project.path}/documents`, { name: 'x', document_type: 1, relative_path: 'x.yaml', description: 'x' }],
  ['PATCH', document.path, { name: 'x', description: 'x' }],
  ['POST', `${document.path}/branches`, { name: 'feature/x', description: 'x' }],
  [
    'POST',
    `${document.path}/drafts`,
    {
      branch_id: document.branches.dev,
      version_name: 'x',
      schema_content: petstore31Json,
      changelog: 'x',
      source_git_commit_id: 'x',
    },
  ],
  ['PATCH', open.path, { expected_revision: revision, version_name: 'x', changelog: 'x', source_git_commit_id: 'x' }],
  ['POST', `${draft.path}/request-changes`, { expected_review_revision: reviewRevision, comment: 'x' }],
  [
    'POST',
    `${document.path}/drafts/promote`,
    { source_version_id: version.id, target_branch_id: document.branches.test, version_name: 'x' },
  ],
  ['POST', `${document.path}/diffs`, { from_version_id: version.id, to_version_id: version.id }],
];

const fields = bodies.flatMap(([method, path, body]) =>
  Object.keys(body).map(field => ({
    method,
    path,
    body,
    field,
    name: path.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, '…'),
  })),
);

describe.each(Object.entries(HOSTILE))('%s', (_, text) => {
  it.each(queries)('as $name is never INTERNAL for GET $path', async ({ path, name }) => {
    const answer = await superAdmin.rest('GET', fill(path), { query: { [name]: text } });
    expect(['OK', 'INVALID_ARGUMENT', 'NOT_FOUND']).toContain(answer.status);
  });

  it.each(fields)('as $field is never INTERNAL for $method $name', async ({ method, path, body, field }) => {
    const caller = path.startsWith('/private/identity') ? admin : superAdmin;
    const answer = await caller.rest<Record<string, unknown>>(method, path, { body: { ...body, [field]: text } });
    expect(answer.status).not.toBe('INTERNAL');
    expect(answer.status).not.toBe('UNAVAILABLE');
    const kept = answer.code === 200 && typeof answer.detail[field] === 'string' ? answer.detail[field] : text;
    expect([text, text.trim()]).toContain(kept);
  });
});
