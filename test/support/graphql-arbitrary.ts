import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

/** An operation with one root field. */
export type Operation = { text: string; variables: Record<string, unknown> };

/** Existing values, such as ids, for an argument or field of this name in this root field. */
export type KnownValues = (name: string, root: string) => readonly unknown[];

/**
 * Texts that an implementation may handle wrongly: escapes, wildcards, very long texts, special keys, dates and
 * numbers.
 */
export const hostileText = fc.oneof(
  fc.constantFrom('', ' ', '\n', '%', '_', '\\', "'", '"', '\0', 'a\0b', '\ud800', '\u202e', '\u200b', '🎉', 'null'),
  fc.constantFrom('__proto__', 'constructor', '../..', 'x'.repeat(3_000), 'x'.repeat(70_000), '🎉'.repeat(250_000)),
  fc.constantFrom(
    '0000-00-00',
    '+275760-09-13T00:00:00.000Z',
    '2030-06-30T23:59:60Z',
    '9007199254740993',
    '-0',
    '1e400',
  ),
  fc.constantFrom('01900000-0000-7000-8000-00000000000A', '{01900000-0000-7000-8000-000000000000}', '0'.repeat(32)),
);

const times = ['2026-01-01T00:00:00Z', '2999-01-01T00:00:00.000Z', '2026-01-01T00:00:00+14:00', '1969-12-31T23:59:59Z'];
const oddTimes = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-02-30T00:00:00Z', '2026-01-01', ''];

const mostly = (usual: fc.Arbitrary<unknown>, odd: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });

/** Mostly valid values, so that an invalid one is not hidden by an earlier error. */
const scalars: Record<string, fc.Arbitrary<unknown>> = {
  ID: fc.oneof(fc.uuid({ version: 7 }), fc.constant(''), hostileText),
  String: mostly(fc.stringMatching(/^[a-z]{3,12}$/), fc.oneof(fc.string({ unit: 'grapheme' }), hostileText)),
  Int: mostly(fc.integer({ min: 0, max: 100 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
  Float: fc.double({ noNaN: true, noDefaultInfinity: true }),
  Boolean: fc.boolean(),
  DateTime: mostly(fc.constantFrom(...times), fc.constantFrom(...oddTimes)),
  JSON: fc.jsonValue(),
};

/** A field of an operation, before its variables have names. */
type Selected = { field: string; args: { name: string; type: string; value: unknown }[]; selection: Selection };
/** The fields for each object type; undefined for a scalar. */
type Selection = { type: string; leaves: string[]; selected: Selected[] }[] | undefined;

/** Operations with values that the types of the schema allow, some of which the service must refuse. */
export function operations(
  schema: GraphQLSchema,
  known: KnownValues,
  left: readonly string[],
): fc.Arbitrary<Operation> {
  const kinds = [['query', schema.getQueryType()] as const, ['mutation', schema.getMutationType()] as const];
  return fc.oneof(
    ...kinds.flatMap(([kind, type]) =>
      Object.values(type?.getFields() ?? {})
        .filter(({ name }) => !left.includes(name))
        .map(field => selected(field, known, field.name, 2).map(root => print(kind, root))),
    ),
  );
}

const isRequired = ({ type, defaultValue }: { type: GraphQLInputType; defaultValue?: unknown }): boolean =>
  isNonNullType(type) && defaultValue === undefined;

function selected(
  field: GraphQLField<unknown, unknown>,
  known: KnownValues,
  root: string,
  depth: number,
): fc.Arbitrary<Selected> {
  const values = recordOf(field.args, known, root).map(record =>
    field.args
      .filter(({ name }) => Object.hasOwn(record, name))
      .map(({ name, type }) => ({ name, type: String(type), value: record[name] })),
  );
  return fc
    .tuple(values, selectionOf(field.type, known, root, depth))
    .map(([args, selection]) => ({ field: field.name, args, selection }));
}

function selectionOf(type: GraphQLOutputType, known: KnownValues, root: string, depth: number) {
  const named = getNamedType(type);
  if (isLeafType(named)) return fc.constant(undefined);
  const parts = objectsOf(named).map(object => {
    const fields = Object.values(object.getFields());
    const leaves = fields.filter(one => isLeafType(getNamedType(one.type)) && one.args.length === 0);
    const others = depth === 0 ? [] : fields.filter(one => !leaves.includes(one));
    return fc
      .subarray(others, { maxLength: Math.min(3, others.length) })
      .chain(chosen => fc.tuple(...chosen.map(one => selected(one, known, root, depth - 1))))
      .map(made => ({ type: object.name, leaves: leaves.map(({ name }) => name), selected: made }));
  });
  return fc.tuple(...parts) as fc.Arbitrary<Selection>;
}

const objectsOf = (type: GraphQLNamedType): GraphQLObjectType[] => {
  if (isUnionType(type)) return [...type.getTypes()];
  return isObjectType(type) || isInterfaceType(type) ? [type as GraphQLObjectType] : [];
};

type Input = { name: string; type: GraphQLInputType; defaultValue?: unknown };

/** Values for arguments or input fields. Optional ones are sometimes absent, and sometimes null. */
function recordOf(inputs: readonly Input[], known: KnownValues, root: string): fc.Arbitrary<Record<string, unknown>> {
  const model = inputs.map(input => {
    const value = valueFor(input.type, input.name, known, root);
    return [input.name, isNonNullType(input.type) ? value : fc.option(value, { freq: 12 })];
  });
  return fc.record(Object.fromEntries(model), {
    requiredKeys: inputs.filter(isRequired).map(({ name }) => name),
  });
}

function valueFor(type: GraphQLInputType, name: string, known: KnownValues, root: string): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueFor(type.ofType, name, known, root);
  if (isListType(type)) return fc.array(valueFor(type.ofType, name, known, root), { maxLength: 3 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(value => value.name));
  if (isInputObjectType(type)) return recordOf(Object.values(type.getFields()), known, root);
  const existing = known(name, root);
  const any = scalars[type.name] as fc.Arbitrary<unknown>;
  return existing.length === 0 ? any : mostly(fc.constantFrom(...existing), any);
}

function print(kind: string, root: Selected): Operation {
  const declarations: string[] = [];
  const variables: Record<string, unknown> = {};
  const printed = ({ field, args, selection }: Selected): string => {
    const named = args.map(({ name, type, value }) => {
      const variable = `v${declarations.length}`;
      declarations.push(`$${variable}: ${type}`);
      variables[variable] = value;
      return `${name}: $${variable}`;
    });
    const parts = (selection ?? []).map(
      ({ type, leaves, selected: inner }) =>
        `... on ${type} { __typename ${[...leaves, ...inner.map(one => printed(one))].join(' ')} }`,
    );
    return `${field}${named.length > 0 ? `(${named.join(', ')})` : ''}${selection ? ` { ${parts.join(' ')} }` : ''}`;
  };
  const body = printed(root);
  return {
    text: `${kind}${declarations.length > 0 ? `(${declarations.join(', ')})` : ''} { ${body} }`,
    variables,
  };
}
