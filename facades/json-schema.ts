import {
  type GraphQLEnumType,
  type GraphQLEnumValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLLeafType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { wireName } from '../src/platform/fields.ts';
import type { Operation } from './operations.ts';
import type { Field, NamedShape, ObjectShape, Shape } from './selection.ts';
import type { Bounds, Variable } from './variables.ts';
import { inWireNames } from './wire-descriptions.ts';

/** A JSON Schema (2020-12), as used by OpenAPI 3.1 and MCP. */
export type JsonSchema = { [keyword: string]: unknown };

export type SchemaOptions = {
  /** Returns a reference for the schema of a fragment. Without it, every fragment is inlined. */
  fragmentRef?: (fragment: NamedShape) => JsonSchema;
};

/** The variables of an operation as one JSON object, except `leaveOut`, which come from elsewhere. */
export function variablesSchema(
  operation: Operation,
  { leaveOut = [] }: { leaveOut?: readonly string[] } = {},
): JsonSchema {
  const variables = operation.variables.filter(variable => !leaveOut.includes(variable.name));
  const required = variables.filter(isExpected).map(variable => variable.name);
  return {
    type: 'object',
    properties: Object.fromEntries(variables.map(variable => [variable.name, variableSchema(variable)])),
    ...(required.length > 0 && { required }),
  };
}

/**
 * `expected_` tokens are nullable in the schema, because the domain checks them after permissions. For callers those that may not
 * be empty are required.
 */
export const isExpected = ({ required, name, bounds }: Variable): boolean =>
  required || (name.startsWith('expected_') && bounds.minLength !== undefined);

export function variableSchema(variable: Variable): JsonSchema {
  const schema = inputSchema(variable.type, variable.bounds);
  const description = [variable.description, schema.description].filter(Boolean).join(' ');
  return {
    ...schema,
    ...(description !== '' && { description }),
    ...(variable.defaultValue !== undefined && { default: variable.defaultValue }),
  };
}

/** The schema of an operation's result, without wrappers. A connection becomes the array of its items. */
export function resultSchema(operation: Operation, options: SchemaOptions = {}): JsonSchema {
  return shapeSchema(operation.result.field.shape, operation.result.path.at(-1) ?? '', options);
}

export function objectSchema(shape: ObjectShape, options: SchemaOptions): JsonSchema {
  const { fragmentRef } = options;
  if (fragmentRef === undefined) return fieldsSchema(shape.fields, options);
  const refs = shape.fragments.map(fragmentRef);
  const own = new Map([...shape.fields].filter(([key]) => shape.ownKeys.includes(key)));
  const [ref] = refs;
  if (ref === undefined) return fieldsSchema(own, options);
  return own.size === 0 && refs.length === 1 ? ref : { allOf: [...refs, fieldsSchema(own, options)] };
}

/** The wire value of an enum. Under the key `state`, the wire value is the name. */
export function wireOf(value: GraphQLEnumValue, key = ''): string | number {
  const wire = value.extensions.wire;
  const named = key === 'state' || (typeof wire !== 'number' && typeof wire !== 'string');
  return named ? value.name.toLowerCase() : wire;
}

/** In the order of declaration, not by name, so that messages list them in a familiar order. */
export const sortedByWire = (type: GraphQLEnumType): GraphQLEnumValue[] =>
  type.getValues().toSorted((a, b) => Number(a.extensions.order ?? 0) - Number(b.extensions.order ?? 0));

function fieldsSchema(fields: ReadonlyMap<string, Field>, options: SchemaOptions): JsonSchema {
  const required = [...fields].filter(([, field]) => !field.nullable).map(([key]) => key);
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries([...fields].map(([key, field]) => [key, fieldSchema(key, field, options)])),
  };
}

function fieldSchema(key: string, field: Field, options: SchemaOptions): JsonSchema {
  const schema = shapeSchema(field.shape, key, options);
  const description = [field.description, schema.description].filter(Boolean).join(' ');
  return description === '' ? schema : { ...schema, description };
}

function shapeSchema(shape: Shape, key: string, options: SchemaOptions): JsonSchema {
  if (shape.kind === 'list') return { type: 'array', items: shapeSchema(shape.item, key, options) };
  return shape.kind === 'leaf' ? leafSchema(shape.type, key) : objectSchema(shape, options);
}

function inputSchema(type: GraphQLInputType, bounds: Bounds): JsonSchema {
  if (isNonNullType(type)) return inputSchema(type.ofType, bounds);
  if (isListType(type)) return arraySchema(type.ofType, bounds);
  if (isInputObjectType(type)) return inputObjectSchema(type);
  return { ...leafSchema(type as GraphQLLeafType, ''), ...bounds };
}

function arraySchema(item: GraphQLInputType, { minItems, ...bounds }: Bounds): JsonSchema {
  return { type: 'array', ...(minItems !== undefined && { minItems }), items: inputSchema(item, bounds) };
}

function inputObjectSchema(type: GraphQLInputObjectType): JsonSchema {
  const fields = Object.values(type.getFields());
  const required = fields.filter(field => isNonNullType(field.type)).map(({ name }) => wireName(name));
  const schemaOf = ({ type: fieldType, description, extensions }: GraphQLInputField): JsonSchema => {
    const schema = inputSchema(fieldType, (extensions.bounds as Bounds | undefined) ?? {});
    return { ...schema, description: [inWireNames(description), schema.description].filter(Boolean).join(' ') };
  };
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(fields.map(field => [wireName(field.name), schemaOf(field)])),
    additionalProperties: false,
  };
}

const scalarSchemas: Readonly<Record<string, JsonSchema>> = {
  ID: { type: 'string', format: 'uuid' },
  String: { type: 'string' },
  Int: { type: 'integer' },
  Float: { type: 'number' },
  Boolean: { type: 'boolean' },
  DateTime: { type: 'string', format: 'date-time' },
  JSON: {},
};

function leafSchema(type: GraphQLLeafType, key: string): JsonSchema {
  if (isEnumType(type)) return enumSchema(type, key);
  const schema = scalarSchemas[type.name];
  if (schema === undefined) throw new Error(`The scalar ${type.name} has no wire form`);
  return schema;
}

function enumSchema(type: GraphQLEnumType, key: string): JsonSchema {
  const names = Map.groupBy(sortedByWire(type), value => wireOf(value, key));
  const wires = [...names.keys()];
  const numbers = wires.every(wire => typeof wire === 'number');
  if (!numbers) return { type: 'string', enum: wires };
  // Two names may share an integer when each is used in a different place.
  const described = [...names].map(([wire, values]) => `${wire} = ${values.map(({ name }) => name).join(' or ')}`);
  return {
    type: 'integer',
    enum: wires,
    description: `${described.join(', ')}.`,
    ...([...names.values()].every(values => values.length === 1) && {
      'x-enum-varnames': [...names.values()].map(([value]) => value?.name),
    }),
  };
}
