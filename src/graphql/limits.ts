import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Lexer,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  type ValueNode,
} from 'graphql';
import { DEFAULT_PAGE, MAX_PAGE } from './connections.ts';

export const LIMITS = { depth: 15, tokens: 10_000, aliases: 30, complexity: 5_000 };

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'INVALID_ARGUMENT' } });

/** Brackets of all kinds, values and arguments included: the parser and the validation call themselves for each. */
const NESTING = 100;

const OPENING: string[] = [TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L];
const CLOSING: string[] = [TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R];

/** Reads a document of a caller within the limit of tokens and without a deep stack. */
export function parseDocument(text: string): DocumentNode {
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  for (let count = 0; count <= LIMITS.tokens; count += 1) {
    const { kind } = lexer.advance();
    if (kind === TokenKind.EOF) break;
    if (OPENING.includes(kind)) depth += 1;
    if (CLOSING.includes(kind)) depth -= 1;
    if (depth > NESTING) throw refuse(`The query is nested more than ${LIMITS.depth} levels deep`);
  }
  return parse(text, { maxTokens: LIMITS.tokens });
}

/**
 * Refuses a document whose shape alone is too much, before validation, which itself is slow on such documents: the
 * same field more than 30 times in one selection, or selections nested too deep in the text.
 */
export function checkShape(document: DocumentNode): void {
  for (const definition of document.definitions)
    if ('selectionSet' in definition) checkSelections(definition.selectionSet, 1);
}

function checkSelections(set: SelectionSetNode, depth: number): void {
  if (depth > 50) throw refuse(`The query is nested more than ${LIMITS.depth} levels deep`);
  const uses = new Map<string, number>();
  for (const selection of set.selections) {
    const name =
      selection.kind === 'Field'
        ? selection.name.value
        : selection.kind === 'FragmentSpread'
          ? `...${selection.name.value}`
          : '...';
    const count = (uses.get(name) ?? 0) + 1;
    if (count > LIMITS.aliases) throw refuse(`The field "${name}" is asked for more than ${LIMITS.aliases} times`);
    uses.set(name, count);
    if (selection.kind !== 'FragmentSpread' && selection.selectionSet)
      checkSelections(selection.selectionSet, depth + 1);
  }
}

type Cost = { complexity: number; depth: number };

/** Refuses a valid operation that would cost too much with these variables. A page costs its size. */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  const root = schema.getRootType(operation.operation);
  if (!root) return;
  const { complexity, depth } = new CostMeter(schema, document, operation, variables).cost(
    operation.selectionSet,
    root.name,
  );
  if (depth > LIMITS.depth) throw refuse(`The query is ${depth} levels deep; at most ${LIMITS.depth} are allowed`);
  if (complexity > LIMITS.complexity)
    throw refuse(
      `The query costs ${complexity}, a page its size; at most ${LIMITS.complexity} is allowed: ask for smaller pages`,
    );
}

/** Each fragment is measured once, so that fragments that spread each other cannot make the measuring itself slow. */
class CostMeter {
  readonly #schema: GraphQLSchema;
  readonly #fragments: Map<string, FragmentDefinitionNode>;
  readonly #operation: OperationDefinitionNode;
  readonly #variables: Record<string, unknown>;
  readonly #measured = new Map<string, Cost>();

  constructor(
    schema: GraphQLSchema,
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Record<string, unknown>,
  ) {
    this.#schema = schema;
    this.#operation = operation;
    this.#variables = variables;
    const fragments = document.definitions.filter(definition => definition.kind === 'FragmentDefinition');
    this.#fragments = new Map(fragments.map(fragment => [fragment.name.value, fragment]));
  }

  cost(set: SelectionSetNode, typeName: string): Cost {
    const total: Cost = { complexity: 0, depth: 0 };
    for (const selection of set.selections) {
      const { complexity, depth } =
        selection.kind === 'Field'
          ? this.#fieldCost(selection, typeName)
          : selection.kind === 'InlineFragment'
            ? this.cost(selection.selectionSet, selection.typeCondition?.name.value ?? typeName)
            : this.#fragmentCost(selection.name.value);
      total.complexity += complexity;
      total.depth = Math.max(total.depth, depth);
    }
    return total;
  }

  #fragmentCost(name: string): Cost {
    const known = this.#measured.get(name);
    if (known) return known;
    const fragment = this.#fragments.get(name);
    if (!fragment) return { complexity: 0, depth: 0 };
    const cost = this.cost(fragment.selectionSet, fragment.typeCondition.name.value);
    this.#measured.set(name, cost);
    return cost;
  }

  #fieldCost(field: FieldNode, typeName: string): Cost {
    const name = field.name.value;
    // Introspection is bounded by graphql-js itself.
    if (name.startsWith('__')) return { complexity: 0, depth: 0 };
    const type = this.#schema.getType(typeName);
    const definition = isObjectType(type) ? type.getFields()[name] : undefined;
    if (!definition) return { complexity: 0, depth: 1 };
    const named = getNamedType(definition.type);
    const below = field.selectionSet && isCompositeType(named) ? this.cost(field.selectionSet, named.name) : undefined;
    const inner = below ?? { complexity: 0, depth: 0 };
    const page = definition.extensions.page as keyof typeof DEFAULT_PAGE | undefined;
    if (!page) return { complexity: inner.complexity + (below ? 1 : 0), depth: inner.depth + 1 };
    const size = this.#pageSize(field, DEFAULT_PAGE[page]);
    return { complexity: size + size * inner.complexity, depth: inner.depth + 1 };
  }

  #pageSize(field: FieldNode, defaultSize: number): number {
    const first = field.arguments?.find(argument => argument.name.value === 'first');
    const value = first && this.#value(first.value);
    return typeof value === 'number' ? Math.max(1, Math.min(value, MAX_PAGE)) : defaultSize;
  }

  #value(node: ValueNode): unknown {
    if (node.kind === 'IntValue') return Number(node.value);
    if (node.kind !== 'Variable') return undefined;
    const name = node.name.value;
    if (name in this.#variables) return this.#variables[name];
    const declared = this.#operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
    return declared?.defaultValue && this.#value(declared.defaultValue);
  }
}
