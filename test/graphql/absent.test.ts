import { isNonNullType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { type Case, cases, createStage, ROLES } from '../support/authorization-cases.ts';
import { type Caller, castOf, seed } from '../support/seed.ts';
import { statementsOf, withoutLaterRows } from '../support/statements.ts';

const app = await testApp();
const people = await seed(app);
const stage = await createStage(people);
const { outsider } = await castOf(people, stage.project);

const kinds = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};

function operation({ field }: Case, variables: object): string {
  const [kind, type] = Object.entries(kinds).find(([, type]) => type?.getFields()[field]) ?? [];
  const args =
    type?.getFields()[field]?.args.filter(({ name, type }) => name in variables || isNonNullType(type)) ?? [];
  const declared = args.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const passed = args.map(({ name }) => `${name}: $${name}`).join(', ');
  return `${kind}(${declared}) { ${field}(${passed}) { __typename } }`;
}

const ID = /\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** The same with ids that do not exist. */
const unknown = (variables: object): object =>
  JSON.parse(JSON.stringify(variables).replaceAll(ID, id => `00000000${id.slice(8)}`));

const withoutProject = (variables: object): object =>
  JSON.parse(JSON.stringify(variables, (key, value) => (key === 'projectId' ? undefined : value)));

/** The whole answer without its trace id, and the number of statements. */
async function answerTo(caller: Caller, one: Case, variables: object) {
  let text = '';
  const statements = await statementsOf(app.database, async () => {
    const { http, data, errors } = await caller.graphql(operation(one, variables), variables);
    const shown = errors?.map(({ extensions: { traceId, ...extensions }, ...error }) => ({ ...error, extensions }));
    text = JSON.stringify({ http, data, errors: shown });
  });
  // Ignore delayed audit rows of earlier sign-ins. The refused call itself writes nothing.
  return { text, statements: withoutLaterRows(statements).length };
}

const hidden = cases.filter(({ expected }) => expected[ROLES.indexOf('outsider')] === 'N');

describe('an object of a foreign project', () => {
  it.each(hidden)('looks to $name like a missing one: the same answer with as many statements', async one => {
    const variables = (await one.variables?.(stage, outsider)) ?? {};
    const foreign = await answerTo(outsider, one, variables);
    expect(foreign.text).toContain('NOT_FOUND');
    expect(await answerTo(outsider, one, unknown(variables))).toEqual(foreign);
  });

  const byProject =
    /^(\w+ of a project|(add|update|remove)ProjectMember.*|memberCandidates|createDocument|createWebhook|createApiToken for a project|drafts|update(Diff|Review)Policy)$/;
  it.each(hidden.filter(({ name }) => !byProject.test(name)))(
    'looks to $name like a missing one, even without a project',
    async one => {
      const variables = withoutProject((await one.variables?.(stage, outsider)) ?? {});
      const foreign = await answerTo(outsider, one, variables);
      expect(foreign.text).toContain('NOT_FOUND');
      expect(await answerTo(outsider, one, unknown(variables))).toEqual(foreign);
    },
  );
});
