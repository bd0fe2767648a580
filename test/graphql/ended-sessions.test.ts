import { expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { cases, createStage } from '../support/authorization-cases.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { seed } from '../support/seed.ts';

// The session of a caller ends during a slow mutation of a GraphQL request. The request must not change anything more.

const app = await testApp();
const people = await seed(app);
const stage = await createStage(people);
const { id: slow } = await (await people.admin.createProject()).createDocument();
const mutations = schema.getMutationType()?.getFields() ?? {};

const OPEN = ['login', 'register', 'startDeviceLogin', 'finishDeviceLogin'];
const rows = cases.filter(({ field, expected }) => field in mutations && expected[5] === 'ok' && !OPEN.includes(field));

it.each(rows)(
  '$name is refused after a slow mutation, during which the session ended',
  async ({ field, variables }) => {
    const caller = await stage.createSuperAdmin();
    const { id } = await caller.ask<{ id: string }>('{ me { id } }');
    const given: Record<string, unknown> = { slow, ...(await variables?.(stage, caller)) };
    const args = mutations[field]?.args.filter(({ name }) => name in given) ?? [];
    const declared = ['$slow: ID!', ...args.map(({ name, type }) => `$${name}: ${type}`)].join(', ');
    const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
    const text = `mutation(${declared}) {
    waits: updateDocument(input: { id: $slow, description: "late" }) { id }
    late: ${field}${passed && `(${passed})`} { __typename }
  }`;
    const ending = `UPDATE users SET session_epoch = session_epoch + 1 WHERE id = '${id}' AND $1::text <> ''`;
    const { errors } = await meanwhile(app, ['SELECT FROM documents WHERE id = $1 FOR UPDATE', ending], slow, () =>
      caller.graphql(text, given),
    );
    expect(errors?.map(({ path, extensions }) => `${path?.[0]} ${extensions.code}`)).toEqual([
      'waits UNAUTHENTICATED',
      'late UNAUTHENTICATED',
    ]);
  },
);
