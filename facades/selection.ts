import {
  type FragmentDefinitionNode,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { JudgedBy } from '../src/graphql/judged-by.ts';
import { inWireNames } from './wire-descriptions.ts';

/** A selection with its types. Codecs and JSON Schemas are built from it. */
export type Shape =
  | { readonly kind: 'leaf'; readonly type: GraphQLLeafType }
  | { readonly kind: 'list'; readonly item: Shape }
  | ObjectShape;

export type ObjectShape = {
  readonly kind: 'object';
  readonly type: GraphQLObjectType;
  /** All selected fields by response key, including those of fragments. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The same selection as written: fragments by name, and the keys beside them. */
  readonly fragments: readonly NamedShape[];
  readonly ownKeys: readonly string[];
};

export type NamedShape = { readonly name: string; readonly shape: ObjectShape };

export type Field = {
  readonly shape: Shape;
  /** Whether an answer may lack it. Not if it is null only with an error: the facades answer an error without data. */
  readonly nullable: boolean;
  readonly description: string | undefined;
  readonly judgedBy: JudgedBy | undefined;
};

/**
 * The result of an operation: the value at the end of `path`. Objects with only one selected object are wrappers
 * (`project(id) { documents { … } }`) and are left out of the answer. `list` is set when the value is a list.
 */
export type Result = {
  readonly path: readonly string[];
  readonly field: Field;
  readonly list: 'connection' | 'plain' | undefined;
  /** The action that callers need, declared by the last field of the path. */
  readonly judgedBy: JudgedBy;
  /** The description of the last field of the path: for a connection, of the list and not of its items. */
  readonly description: string | undefined;
};

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function resultOf(schema: GraphQLSchema, definition: OperationDefinitionNode, fragments: Fragments): Result {
  const rootType = schema.getRootType(definition.operation);
  if (!rootType) throw new Error(`The schema has no ${definition.operation}`);
  const path: string[] = [];
  let judgedBy: JudgedBy = {};
  let shape: Shape = objectShape(rootType, definition.selectionSet, fragments);
  for (;;) {
    const [key, field] = onlyField(shape);
    path.push(key);
    judgedBy = field.judgedBy ?? judgedBy;
    const { description } = field;
    const items = pageItems(field.shape);
    if (items !== undefined)
      return { path: [...path, 'items'], field: items, list: 'connection', judgedBy, description };
    const list = field.shape.kind === 'list' ? 'plain' : undefined;
    if (!isWrapper(field.shape)) return { path, field, list, judgedBy, description };
    shape = field.shape;
  }
}

/** A connection selects exactly `total` and `items`. */
function pageItems(shape: Shape): Field | undefined {
  if (shape.kind !== 'object' || shape.fields.size !== 2 || !shape.fields.has('total')) return undefined;
  return shape.fields.get('items');
}

function onlyField(shape: Shape): [string, Field] {
  const [entry] = shape.kind === 'object' ? shape.fields : [];
  if (entry === undefined) throw new Error('selects nothing');
  return entry;
}

/** Whether only one field is selected, by name, and it is not a leaf. */
function isWrapper(shape: Shape): boolean {
  if (shape.kind !== 'object' || shape.fragments.length > 0 || shape.fields.size !== 1) return false;
  return onlyField(shape)[1].shape.kind !== 'leaf';
}

function objectShape(type: GraphQLObjectType, selectionSet: SelectionSetNode, fragments: Fragments): ObjectShape {
  const fields = new Map<string, Field>();
  const named: NamedShape[] = [];
  const ownKeys: string[] = [];
  for (const selection of selectionSet.selections) {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(selection.name.value);
      if (fragment?.typeCondition.name.value !== type.name) throw unsupported(selection);
      const shape = objectShape(type, fragment.selectionSet, fragments);
      named.push({ name: selection.name.value, shape });
      for (const [key, field] of shape.fields) addField(fields, key, field);
    } else if (selection.kind === Kind.FIELD) {
      const field = type.getFields()[selection.name.value];
      if (field === undefined) throw unsupported(selection);
      const key = selection.alias?.value ?? selection.name.value;
      ownKeys.push(key);
      addField(fields, key, {
        shape: shapeOf(field.type, selection.selectionSet, fragments),
        nullable: !isNonNullType(field.type) && field.extensions.nullOnlyWithError !== true,
        description: inWireNames(field.description),
        judgedBy: field.extensions.judgedBy as JudgedBy | undefined,
      });
    } else throw unsupported(selection);
  }
  return { kind: 'object', type, fields, fragments: named, ownKeys };
}

/** A key may be selected only once: merging the objects of two selections is not supported. */
function addField(fields: Map<string, Field>, key: string, field: Field): void {
  if (fields.has(key)) throw new Error(`${key} is selected twice`);
  fields.set(key, field);
}

function shapeOf(type: GraphQLOutputType, selectionSet: SelectionSetNode | undefined, fragments: Fragments): Shape {
  if (isNonNullType(type)) return shapeOf(type.ofType, selectionSet, fragments);
  if (isListType(type)) return { kind: 'list', item: shapeOf(type.ofType, selectionSet, fragments) };
  if (isLeafType(type)) return { kind: 'leaf', type };
  if (isObjectType(type) && selectionSet !== undefined) return objectShape(type, selectionSet, fragments);
  throw new Error(`${type.toString()}: interfaces and unions have no wire form`);
}

const unsupported = (selection: SelectionNode): Error =>
  new Error(`${selection.kind === Kind.INLINE_FRAGMENT ? 'inline fragment' : selection.name.value} has no wire form`);
