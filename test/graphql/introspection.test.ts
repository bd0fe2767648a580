import { buildClientSchema, getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/schema.ts';
import { testApp } from '../support/app.ts';
import { seed } from '../support/seed.ts';

const app = await testApp();
const { admin } = await seed(app);
const guarded = await app.with({ DOCSVC_INTROSPECTION: 'signed-in' });

const whole = getIntrospectionQuery({
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  experimentalDirectiveDeprecation: true,
  oneOf: true,
});

const typeOf = (levels: number): string => (levels === 0 ? 'kind name' : `kind name ofType { ${typeOf(levels - 1)} }`);

/** Written as one selection without fragments, as gql.tada sends it. */
const inOne = `query IntrospectionQuery { __schema {
  queryType { name } mutationType { name } subscriptionType { name }
  types {
    kind name description specifiedByURL isOneOf
    fields(includeDeprecated: true) {
      name description isDeprecated deprecationReason type { ${typeOf(9)} }
      args(includeDeprecated: true) { name description type { ${typeOf(9)} } defaultValue isDeprecated deprecationReason }
    }
    interfaces { name }
    possibleTypes { name }
    inputFields(includeDeprecated: true) {
      name description type { ${typeOf(9)} } defaultValue isDeprecated deprecationReason
    }
    enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  }
  directives { name description isRepeatable locations args { name type { ${typeOf(9)} } defaultValue } }
} }`;

describe('introspection', () => {
  it.each([
    ['graphql-js with all options, and code generators', whole],
    ['graphql-js as it is, and Apollo', getIntrospectionQuery()],
    ['GraphiQL', getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true })],
    ['clients that ask for no descriptions', getIntrospectionQuery({ descriptions: false })],
    ['clients that ask for very deep types', getIntrospectionQuery({ typeDepth: 20 })],
    ['clients that write it without fragments', inOne],
  ])('returns the whole schema to anonymous and signed-in callers: %s', async (_, query) => {
    for (const [service, token] of [
      [app, undefined],
      [app, admin.token],
      [guarded, admin.token],
    ] as const) {
      const { data, errors } = await service.graphql<never>(query, {}, token === undefined ? {} : { token });
      expect(errors).toBeUndefined();
      const told = buildClientSchema(data);
      expect(Object.keys(told.getTypeMap()).sort()).toEqual(Object.keys(schema.getTypeMap()).sort());
      expect(told.getMutationType()?.getFields().createDraft?.args[0]?.type.toString()).toBe('CreateDraftInput!');
    }
  });

  it('returns the whole schema for two parallel selections, and not for three', async () => {
    const [operation = '', fragments = ''] = whole.split(/(?=fragment FullType)/);
    const body = operation.slice(operation.indexOf('{') + 1, operation.lastIndexOf('}'));
    const pieces = (count: number) =>
      `{ ${Array.from({ length: count }, (_, n) => body.replace('__schema', `s${n}: __schema`)).join(' ')} } ${fragments}`;
    expect((await app.graphql(pieces(3))).errors?.[0]?.message).toBe(
      'The introspection query is too large: it asks for more than twice the whole schema. Ask for fewer fields',
    );
    expect((await app.graphql(pieces(1))).code).toBe('OK');
  });

  it('is only for signed-in callers if the settings say so, but __typename is for all', async () => {
    const asks = [
      '{ __schema { queryType { name } } }',
      '{ ...Q } fragment Q on Query { ... { a: __type(name: "Query") { name } } }',
      whole,
    ];
    for (const query of asks) {
      expect(await guarded.graphql(query)).toMatchObject({
        code: 'UNAUTHENTICATED',
        errors: [{ message: 'Sign in to read the schema: on this service, introspection requires sign-in' }],
      });
      expect((await guarded.graphql(query, {}, { token: admin.token })).code).toBe('OK');
    }
    expect((await guarded.graphql('{ __typename }')).data).toEqual({ __typename: 'Query' });
    expect((await guarded.graphql('{ mee }')).errors?.[0]?.message).toBe('Cannot query field "mee" on type "Query".');
    expect((await app.graphql('{ mee }')).errors?.[0]?.message).toMatch(/Did you mean "me"/);
  });

  it('is not given away by suggestions about variables, short or long', async () => {
    const login = 'mutation($input: LoginInput!) { login(input: $input) { token } }';
    for (const padding of ['', 'x'.repeat(20_000)]) {
      const input = { email: 'a@b.c', emial: `a@b.c${padding}`, password: 'a long password' };
      const message = async (service: typeof app) =>
        (await service.graphql(login, { input })).errors?.map(error => error.message).join() ?? '';
      expect(await message(app)).toContain('Did you mean "email"?');
      const hidden = await message(guarded);
      expect(hidden).toContain('emial');
      expect(hidden).not.toContain('Did you mean');
    }
  });
});
