import { isNonNullType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { type Case, cases, createStage, ROLES, type Role } from '../support/authorization-cases.ts';
import { type Caller, type Cast, castOf, seed } from '../support/seed.ts';
import { databaseDigest } from '../support/statements.ts';

const app = await testApp();
const people = await seed(app);
const stage = await createStage(people);
const cast = await castOf(people, stage.project);

const STATUS = { ok: 'OK', U: 'UNAUTHENTICATED', D: 'PERMISSION_DENIED', N: 'NOT_FOUND' } as const;

const rootFields = {
  query: schema.getQueryType()?.getFields() ?? {},
  mutation: schema.getMutationType()?.getFields() ?? {},
  subscription: schema.getSubscriptionType()?.getFields() ?? {},
};

/** The operation that selects only the type name of its result. */
function operation({ field }: Case, variables: object): string {
  const kinds = ['query', 'mutation', 'subscription'] as const;
  const kind = kinds.find(name => field in rootFields[name]) ?? 'query';
  const args = rootFields[kind][field]?.args.filter(({ name, type }) => name in variables || isNonNullType(type)) ?? [];
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  return `${kind}${declared && `(${declared})`} { ${field}${passed && `(${passed})`} { __typename } }`;
}

/** Users that may sign out or change their password without affecting other tests. */
async function newCast(): Promise<Cast> {
  const [admin, superadmin, others] = await Promise.all([
    stage.project.addMember('admin'),
    stage.createSuperAdmin(),
    castOf(people, stage.project),
  ]);
  return { ...others, admin, superadmin };
}

async function expectStatus(one: Case, role: Role, caller: Caller): Promise<void> {
  const variables = (await one.variables?.(stage, caller)) ?? {};
  const expected = STATUS[one.expected[ROLES.indexOf(role)] as keyof typeof STATUS];
  const before = expected === 'OK' ? undefined : await databaseDigest(app.database);
  const answer = await caller.graphql<Record<string, { __typename: string } | { __typename: string }[] | null> | null>(
    operation(one, variables),
    variables,
  );
  expect(answer.code).toBe(expected);
  if (expected === 'OK')
    return expect([answer.data?.[one.field]].flat()[0]).toMatchObject({ __typename: expect.any(String) });
  expect(answer.data?.[one.field] ?? null).toBeNull();
  expect(await databaseDigest(app.database)).toBe(before);
}

describe('every root field of GraphQL', () => {
  it('is checked for changes by a digest of the database', async () => {
    const before = await databaseDigest(app.database);
    expect(await databaseDigest(app.database)).toBe(before);
    await people.admin.ask('mutation { updateMe(input: { name: "Somebody else" }) { id } }');
    expect(await databaseDigest(app.database)).not.toBe(before);
  });

  it('has a line in the table', () => {
    const named = new Set(cases.map(({ field }) => field));
    expect(
      Object.values(rootFields)
        .flatMap(Object.keys)
        .filter(name => !named.has(name)),
    ).toEqual([]);
  });

  describe.each(cases)('$name', one => {
    it.each(ROLES)('answers %s as the table says, and a refusal changes nothing', async role => {
      const callers = one.ownPeople ? await newCast() : cast;
      await expectStatus(one, role, callers[role]);
    });
  });
});

describe('lists', () => {
  it.each(['teams', 'projects'])('of %s contain nothing of a foreign team for an outsider', async list => {
    const total = async (caller: Caller) =>
      (await caller.ask<{ totalCount: number }>(`{ ${list} { totalCount } }`)).totalCount;
    expect(await total(cast.outsider)).toBe(list === 'projects' ? 0 : await teamsMadeBy(cast.outsider));
    expect(await total(cast.reader)).toBeGreaterThan(0);
  });
});

const teamsMadeBy = async (caller: Caller): Promise<number> => {
  const { id } = await caller.ask<{ id: string }>('{ me { id } }');
  return app.database.prisma.team.count({ where: { createdById: id } });
};
