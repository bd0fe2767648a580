import { readFileSync } from 'node:fs';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../facades/rest/compiled-routes.ts';
import { routes } from '../../facades/rest/routes.ts';
import { schema } from '../../src/schema.ts';

const ownTypes = Object.values(schema.getTypeMap()).filter(
  type => !isIntrospectionType(type) && !isSpecifiedScalarType(type),
);

type Described = { name: string; description?: string | null };

/** The type and everything in it, each with its path. */
function partsOf(type: GraphQLNamedType): [string, Described][] {
  const below = (part: Described, prefix: string): [string, Described] => [`${prefix}.${part.name}`, part];
  if (isEnumType(type)) return [[type.name, type], ...type.getValues().map(value => below(value, type.name))];
  if (isInputObjectType(type))
    return [[type.name, type], ...Object.values(type.getFields()).map(field => below(field, type.name))];
  if (!isObjectType(type) && !isInterfaceType(type)) return [[type.name, type]];
  const fields = Object.values(type.getFields()).flatMap(field => [
    below(field, type.name),
    ...field.args.map(argument => below(argument, `${type.name}.${field.name}`)),
  ]);
  return [[type.name, type], ...fields];
}

describe('the GraphQL schema', () => {
  it('is the one that schema.graphql shows', () => {
    const committed = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
    expect(`${printSchema(lexicographicSortSchema(schema))}\n`).toBe(committed);
  });

  it('describes every type, field, argument and enum value', () => {
    const parts = ownTypes.flatMap(partsOf);
    expect(parts.length).toBeGreaterThan(400);
    // The three root types are named by GraphQL itself.
    const silent = parts.filter(([, part]) => !part.description?.trim()).map(([path]) => path);
    expect(silent.filter(path => path !== 'Query' && path !== 'Mutation')).toEqual([]);
  });

  it('names fields in backticks in its descriptions, so that facades can call them as they are sent', () => {
    const parts = ownTypes.flatMap(partsOf);
    const names = new Set(parts.map(([path]) => path.split('.').at(-1) ?? ''));
    // Also a field of OpenAPI, which is what is meant.
    names.delete('operationId');
    const bare = parts.flatMap(([path, { description }]) =>
      [...(description ?? '').replaceAll(/`[^`]*`/g, '').matchAll(/\b[a-z]+[A-Z]\w*/g)]
        .filter(([word]) => names.has(word))
        .map(([word]) => `${path}: ${word}`),
    );
    expect(names).toContain('versionName');
    expect(bare).toEqual([]);
  });

  it('writes enum values in capitals and fields in camel case', () => {
    const enumValues = ownTypes
      .filter(isEnumType)
      .flatMap(type => type.getValues().map(value => `${type.name}.${value.name}`));
    expect(enumValues.filter(path => !/\.[A-Z][A-Z0-9_]*$/.test(path))).toEqual([]);
    const fields = ownTypes.filter(isObjectType).flatMap(type => Object.keys(type.getFields()));
    expect(fields.filter(name => !/^[a-z][a-zA-Z0-9]*$/.test(name))).toEqual([]);
  });

  it('returns null for every root field that fails', () => {
    const roots = [schema.getQueryType(), schema.getMutationType()].flatMap(type =>
      Object.values(type?.getFields() ?? {}),
    );
    expect(roots.filter(field => String(field.type).endsWith('!')).map(field => field.name)).toEqual([]);
  });

  it('has one argument for every mutation: the input', () => {
    const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
    const others = mutations.filter(
      ({ name, args }) =>
        !['logout', 'startOidcSignIn', 'startDeviceLogin'].includes(name) &&
        args.map(arg => arg.name).join() !== 'input',
    );
    expect(others.map(field => field.name)).toEqual([]);
  });
});

/** For the console and the command line of this service only: marks of what the user has seen, and device logins. */
const GRAPHQL_ONLY = [
  'allowDeviceLogin',
  'finishDeviceLogin',
  'markChangesSeen',
  'refuseDeviceLogin',
  'startDeviceLogin',
];

describe('the operations of the facades', () => {
  const operations = operationsOf(schema, routes);

  it('are valid against the schema, one root field each, and every row has one', () => {
    expect(routes.filter(({ document }) => !operations.has(document)).map(({ path }) => path)).toEqual([]);
  });

  it('reach every mutation: each one has a route', () => {
    const reached = new Set([...operations.values()].map(({ result }) => result.path[0]));
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.filter(name => !reached.has(name))).toEqual(GRAPHQL_ONLY);
  });
});
