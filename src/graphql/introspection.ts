import {
  type FieldNode,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getIntrospectionQuery,
  getNamedType,
  isObjectType,
  Kind,
  parse,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { type Fragments, fragmentsOf } from './fragments.ts';
import { refuse } from './limits.ts';

export const isIntrospection = (name: string): boolean =>
  name === SchemaMetaFieldDef.name || name === TypeMetaFieldDef.name;

/** The largest usual introspection query: graphql-js's own, with all its options. */
const WHOLE_SCHEMA = parse(
  getIntrospectionQuery({
    descriptions: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    schemaDescription: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);

/** Characters counted for each key (quotes and separators), and for values that are not texts. */
const FIELD_CHARACTERS = 8;

/**
 * Measures the response to an introspection query by walking it, until it exceeds the budget. Lists have their true
 * lengths. Every alias and fragment spread counts, also when a directive would skip it.
 */
export class IntrospectionMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  #budget: number | undefined;
  #characters = 0;

  constructor(schema: GraphQLSchema, fragments: Fragments, budget?: number) {
    this.#schema = schema;
    this.#fragments = fragments;
    this.#budget = budget;
  }

  get characters(): number {
    return this.#characters;
  }

  /** Adds `__schema`, or `__type` with its `name` argument. */
  take(field: FieldNode, typeName?: unknown): void {
    this.#spend(keyOf(field));
    if (!field.selectionSet) return;
    if (field.name.value === SchemaMetaFieldDef.name)
      this.#takeObject(field.selectionSet, getNamedType(SchemaMetaFieldDef.type) as GraphQLObjectType, this.#schema);
    else if (typeof typeName === 'string')
      this.#takeValue(field, TypeMetaFieldDef.type as GraphQLObjectType, this.#schema.getType(typeName));
  }

  #takeObject(set: SelectionSetNode, type: GraphQLObjectType, source: unknown): void {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) this.#takeField(selection, type, source);
      else {
        this.#spend('');
        const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
        if (inner) this.#takeObject(inner.selectionSet, type, source);
      }
    }
  }

  #takeField(field: FieldNode, type: GraphQLObjectType, source: unknown): void {
    this.#spend(keyOf(field));
    const definition = type.getFields()[field.name.value];
    if (!definition) return;
    const info = { schema: this.#schema } as GraphQLResolveInfo;
    const value = definition.resolve?.(source, { includeDeprecated: true }, undefined, info);
    this.#takeValue(field, getNamedType(definition.type), value);
  }

  #takeValue(field: FieldNode, type: ReturnType<typeof getNamedType>, value: unknown): void {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const item of value) this.#takeValue(field, type, item);
    else if (field.selectionSet && isObjectType(type)) this.#takeObject(field.selectionSet, type, value);
    else this.#spend(typeof value === 'string' ? value : '');
  }

  #spend(text: string): void {
    this.#budget ??= budgetOf(this.#schema);
    this.#characters += text.length + FIELD_CHARACTERS;
    if (this.#characters > this.#budget)
      throw refuse(
        'The introspection query is too large: it asks for more than twice the whole schema. Ask for fewer fields',
      );
  }
}

const keyOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;

const budgets = new WeakMap<GraphQLSchema, number>();

/** Twice the size of a full introspection response. Usual clients stay well below. */
function budgetOf(schema: GraphQLSchema): number {
  const known = budgets.get(schema);
  if (known !== undefined) return known;
  const whole = new IntrospectionMeter(schema, fragmentsOf(WHOLE_SCHEMA), Number.POSITIVE_INFINITY);
  for (const definition of WHOLE_SCHEMA.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      for (const field of definition.selectionSet.selections) if (field.kind === Kind.FIELD) whole.take(field);
  const budget = 2 * whole.characters;
  budgets.set(schema, budget);
  return budget;
}
