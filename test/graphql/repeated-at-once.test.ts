import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { type Case, cases, createStage, ROLES, type Role } from '../support/authorization-cases.ts';
import { castOf, seed } from '../support/seed.ts';

// Simulates a double click, or a client that repeats a request before the first one is answered.

const app = await testApp();
const people = await seed(app);
const stage = await createStage(people);
const mutations = schema.getMutationType()?.getFields() ?? {};

/** The codes that such requests may get: no internal error. */
const CAUSED = ['OK', 'FAILED_PRECONDITION', 'ALREADY_EXISTS', 'NOT_FOUND', 'UNAUTHENTICATED'];

const roleFor = ({ expected }: Case): Role => ROLES.findLast((_, index) => expected[index] === 'ok') as Role;

const rows = cases
  .filter(({ field, expected }) => field in mutations && expected.includes('ok'))
  .map(one => ({ one, name: one.name, role: roleFor(one) }));

function operation(field: string, variables: object): string {
  const args = mutations[field]?.args.filter(({ name }) => name in variables) ?? [];
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  return `mutation${declared && `(${declared})`} { ${field}${passed && `(${passed})`} { __typename } }`;
}

describe('a mutation that is sent three times at once', () => {
  it.each(rows)('succeeds at least once, without internal errors: $name', async ({ one, role }) => {
    const caller = role === 'superadmin' ? await stage.createSuperAdmin() : (await castOf(people, stage.project))[role];
    const variables: Record<string, unknown> = { ...(await one.variables?.(stage, caller)) };
    const text = operation(one.field, variables);
    const answers = await Promise.all([1, 2, 3].map(() => caller.graphql(text, variables)));
    expect(answers.map(({ code }) => code)).toContain('OK');
    for (const { code, errors } of answers) expect(CAUSED, errors?.[0]?.message).toContain(code);
  });
});

describe('archiving or restoring three times at once', () => {
  it('succeeds each time, and the audit log has one entry', async () => {
    const { admin, superAdmin } = people;
    const { project, path, branches, id } = await (await admin.createProject()).createDocument();
    const places = {
      branch: [`${path}/branches/${branches.test}`, branches.test],
      document: [path, id],
      project: [project.path, project.id],
      team: [`/private/teams/${project.teamId}`, project.teamId],
    };
    const acts = [
      ...Object.keys(places).map(noun => [noun, 'archive'] as const),
      ...Object.keys(places)
        .map(noun => [noun, 'unarchive'] as const)
        .reverse(),
    ];
    for (const [noun, act] of acts) {
      const [address, resourceId = ''] = places[noun as keyof typeof places];
      const answers = await Promise.all([1, 2, 3].map(() => superAdmin.rest('POST', `${address}/${act}`)));
      const status = act === 'archive' ? 2 : 1;
      const found = answers.map(one => `${one.status} ${one.detail?.status}`);
      expect([noun, act, ...found]).toEqual([noun, act, ...Array(3).fill(`OK ${status}`)]);
      const where = { resourceId, action: `${noun}.${act}` };
      expect(await app.database.prisma.auditEntry.count({ where })).toBe(1);
    }
  });
});

describe('withdrawing a draft three times at once', () => {
  it('succeeds once, and is NOT_FOUND for the others', async () => {
    const draft = await stage.document.createDraft();
    const answers = await Promise.all([1, 2, 3].map(() => people.admin.rest('DELETE', draft.path)));
    expect(answers.map(({ status, message }) => `${status}: ${message}`).sort()).toEqual([
      'NOT_FOUND: Draft not found',
      'NOT_FOUND: Draft not found',
      'OK: OK',
    ]);
  });
});
