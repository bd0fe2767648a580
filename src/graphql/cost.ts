import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import { DEFAULT_PAGE } from '../lists/page.ts';
import { MAX_PAGE } from '../platform/page-limits.ts';
import { collectFields, type Fragments, fieldsOf, fragmentsOf, type Selected } from './fragments.ts';
import type { GivenValues } from './given-values.ts';
import { IntrospectionMeter, isIntrospection } from './introspection.ts';
import { LIMITS, refuse, tooManyTimes, tooRepetitive } from './limits.ts';

type Cost = { complexity: number; depth: number; values: number };

/** Refuses a valid operation that would cost too much with these values. A page costs its size, and the cost of what is selected of each item. */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  given: GivenValues,
): void {
  const root = schema.getRootType(operation.operation);
  if (!root) return;
  const { complexity, depth, values } = new CostMeter(schema, document, given).cost(operation.selectionSet, root.name);
  if (depth > LIMITS.depth) throw refuse(`The query is ${depth} levels deep. At most ${LIMITS.depth} are allowed`);
  if (complexity > LIMITS.complexity)
    throw refuse(
      `The query asks for up to ${formatCount(complexity)} items, counting every page as full. At most ${formatCount(LIMITS.complexity)} are allowed: ask for smaller pages`,
    );
  if (values > LIMITS.values)
    throw refuse(
      `The query asks for up to ${formatCount(values)} values. At most ${formatCount(LIMITS.values)} are allowed: ask for smaller pages or fewer fields`,
    );
}

const formatCount = (count: number): string => count.toLocaleString('en-US');

export function isIntrospectionQuery(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  return fieldsOf(operation.selectionSet, '', fragmentsOf(document)).some(({ field }) =>
    isIntrospection(field.name.value),
  );
}

/** Measures the cost of an operation. Caches each selection, so that nested fragment spreads cannot make this slow. */
class CostMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;
  readonly #given: GivenValues;
  readonly #introspection: IntrospectionMeter;
  readonly #measured = new Map<SelectionSetNode, Cost>();
  #looked = 0;

  constructor(schema: GraphQLSchema, document: DocumentNode, given: GivenValues) {
    this.#schema = schema;
    this.#given = given;
    this.#fragments = fragmentsOf(document);
    this.#introspection = new IntrospectionMeter(schema, this.#fragments);
  }

  cost(set: SelectionSetNode, typeName: string): Cost {
    const known = this.#measured.get(set);
    if (known) return known;
    const { fields, looked } = collectFields(set, typeName, this.#fragments);
    this.#looked += looked;
    if (this.#looked > LIMITS.repeatedFields) throw tooRepetitive();
    checkAliases(fields);
    const total: Cost = { complexity: 0, depth: 0, values: 0 };
    for (const { field, typeName } of fields) {
      const { complexity, depth, values } = this.#fieldCost(field, typeName);
      total.complexity += complexity;
      total.depth = Math.max(total.depth, depth);
      total.values += values;
    }
    this.#measured.set(set, total);
    return total;
  }

  #fieldCost(field: FieldNode, typeName: string): Cost {
    const name = field.name.value;
    if (isIntrospection(name)) {
      // Introspection has its own budget.
      this.#introspection.take(field, this.#given.argument(field, 'name'));
      return { complexity: 0, depth: 0, values: 0 };
    }
    if (name === TypeNameMetaFieldDef.name) return { complexity: 0, depth: 0, values: 1 };
    const type = this.#schema.getType(typeName);
    const definition = isObjectType(type) ? type.getFields()[name] : undefined;
    const named = definition && getNamedType(definition.type);
    if (!field.selectionSet || !isCompositeType(named)) return { complexity: 0, depth: 1, values: 1 };
    const inner = this.cost(field.selectionSet, named.name);
    const page = definition?.extensions.page as keyof typeof DEFAULT_PAGE | undefined;
    const depth = inner.depth + 1;
    if (!page) return { complexity: inner.complexity + (isOfPage(typeName) ? 0 : 1), depth, values: inner.values };
    const size = this.#pageSize(field, DEFAULT_PAGE[page]);
    return { complexity: size + size * inner.complexity, depth, values: size * inner.values };
  }

  #pageSize(field: FieldNode, defaultSize: number): number {
    const value = this.#given.argument(field, 'first');
    return typeof value === 'number' ? Math.max(1, Math.min(value, MAX_PAGE)) : defaultSize;
  }
}

/**
 * A page costs its size already: `nodes`, `edges`, `node` and `pageInfo` cost nothing more. By their names, types are connections
 * (GraphQL Cursor Connections Specification, section 2) and edges.
 */
const isOfPage = (typeName: string): boolean => /(?:Connection|Edge)$/.test(typeName);

/** Refuses the same field under too many aliases in one selection, including its fragments. */
function checkAliases(fields: Selected[]): void {
  const keys = new Map<string, Set<string>>();
  for (const { field } of fields) {
    const known = keys.get(field.name.value) ?? new Set();
    known.add((field.alias ?? field.name).value);
    if (known.size > LIMITS.aliases) throw tooManyTimes(field.name.value);
    keys.set(field.name.value, known);
  }
}
