import { describe, expect, it } from 'vitest';
import { compileRoutes, operationsOf } from '../../facades/rest/compiled-routes.ts';
import { routes } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { castOf, seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const app = await testApp();
const people = await seed(app);
const project = await people.admin.createProject();
const document = await project.createDocument();
const version = await document.publish();
const draft = await document.createDraft();
const cast = await castOf(people, project);

const NOBODY = '01900000-0000-7000-8000-000000000000';

const existing: Record<string, string> = {
  project_id: project.id,
  document_id: document.id,
  branch_id: document.branches.dev,
  draft_id: draft.id,
  version_id: version.id,
  user_id: project.admin.id,
  kind: 'raw',
};

/** The path of a row with existing ids if there are any, or with unknown ids. */
const fill = (path: string, ids: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? (name === 'kind' ? 'raw' : NOBODY));

const rows = compileRoutes(routes, operationsOf(schema, routes)).map(({ method, path, route }) => ({
  method,
  path,
  who: route.who,
  // Feed readers know HTTP statuses only.
  refusal: route.sends === 'feed' ? 401 : 200,
}));
const privateRows = rows.filter(({ path }) => path.startsWith('/api/v1/private/'));
const projectRows = rows.filter(({ path }) => path.includes('{project_id}'));
const adminRows = rows.filter(({ who }) => who === 'superadmin');

const bodyOf = (method: string) => (method === 'GET' ? {} : { body: {} });

describe('every private route', () => {
  it.each(privateRows)('$method $path requires a token', async ({ method, path, refusal }) => {
    const answer = await app.rest(method, fill(path, existing), bodyOf(method));
    expect(answer).toMatchObject({ http: refusal, code: 401, status: 'UNAUTHENTICATED' });
    expect(answer.message).toMatch(/Sign in/);
  });

  it.each(privateRows)('$method $path asks to drop a Bearer prefix', async ({ method, path }) => {
    const headers = { authorization: `Bearer ${people.admin.token}` };
    const answer = await app.rest(method, fill(path, existing), { headers, ...bodyOf(method) });
    expect(answer).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });
    expect(answer.message).toMatch(/remove the "Bearer " prefix/);
  });
});

describe('every route of a project', () => {
  it.each(projectRows)(
    '$method $path refuses an outsider alike whether anything exists or not',
    async ({ method, path }) => {
      const before = await databaseDigest(app.database);
      const refuse = async (ids: Record<string, string>) => {
        const { code, status, message } = await cast.outsider.rest(method, fill(path, ids), bodyOf(method));
        return { code, status, message };
      };
      const refused = await refuse(existing);
      expect(refused).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
      expect(await refuse({})).toEqual(refused);
      expect(await refuse({ project_id: project.id })).toEqual(refused);
      expect(await databaseDigest(app.database)).toBe(before);
    },
  );

  it.each(projectRows)(
    '$method $path is NOT_FOUND for a SuperAdmin when the project does not exist',
    async ({ method, path }) => {
      const answer = await people.superAdmin.rest(method, fill(path, {}), bodyOf(method));
      expect(answer).toMatchObject({ code: 404, status: 'NOT_FOUND' });
    },
  );

  it.each(projectRows.filter(({ who }) => who === 'writer' || who === 'project admin'))(
    '$method $path refuses a reader before it looks at the body',
    async ({ method, path }) => {
      const bodies = [{}, '[]', '{"name":', { version_name: 7, role: 'x', name: 7 }];
      for (const body of method === 'GET' ? [undefined] : bodies)
        expect(await cast.reader.rest(method, fill(path, existing), { body })).toMatchObject({
          status: 'PERMISSION_DENIED',
        });
    },
  );

  it.each(projectRows.filter(({ who }) => who === 'project admin'))(
    '$method $path refuses a writer',
    async ({ method, path }) => {
      expect(await cast.writer.rest(method, fill(path, existing), bodyOf(method))).toMatchObject({
        status: 'PERMISSION_DENIED',
      });
    },
  );
});

describe('every route of the system', () => {
  it.each(adminRows)('$method $path refuses a project admin, for every body', async ({ method, path }) => {
    for (const body of method === 'GET' ? [undefined] : [{}, '{"email":']) {
      const answer = await cast.admin.rest(method, fill(path, existing), { body });
      expect(answer).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
    }
  });
});

describe('a token', () => {
  it('that this service did not issue is UNAUTHENTICATED', async () => {
    for (const token of [
      'x',
      'a.b.c',
      `${people.admin.token}x`,
      'DocShare abc',
      people.admin.token.replace(/^[^.]*/, 'eyJhbGciOiJub25lIn0'),
    ])
      expect(await app.rest('GET', '/private/identity/me', { token })).toMatchObject({
        code: 401,
        status: 'UNAUTHENTICATED',
      });
  });

  it('that is invalid is ignored by public routes', async () => {
    expect(await app.rest('GET', '/open/auth/config', { token: 'x' })).toMatchObject({ code: 200 });
  });

  it('with a Bearer prefix is refused by GraphQL with the same words', async () => {
    const answer = await app.graphql('{ me { id } }', {}, { token: `Bearer ${people.admin.token}` });
    expect(answer).toMatchObject({ http: 401, code: 'UNAUTHENTICATED' });
    expect(answer.errors?.[0]?.message).toMatch(/remove the "Bearer " prefix/);
  });
});

describe('the creation of teams', () => {
  it('is for SuperAdmins only if the settings say so', async () => {
    const strict = await app.with({ DOCSVC_TEAM_CREATION: 'superadmin' });
    const make = (token: string | undefined) => strict.rest('POST', '/private/teams', { token, body: { name: 'x' } });
    expect(await make(cast.admin.token)).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
    expect(await make(cast.superadmin.token)).toMatchObject({ code: 200 });
  });
});
