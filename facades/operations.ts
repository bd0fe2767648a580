import { type DocumentNode, type GraphQLSchema, Kind } from 'graphql';
import { type Result, resultOf } from './selection.ts';
import { type Variable, variablesOf } from './variables.ts';
import { inWireNames } from './wire-descriptions.ts';

/** One operation. Routes and tools are built from it. */
export type Operation = {
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The operation with only the fragments that it uses. */
  readonly document: DocumentNode;
  readonly variables: readonly Variable[];
  readonly result: Result;
  /** What it does or reads: the description of the mutation, or of the field that a query reads. */
  readonly description: string | undefined;
  /** Whether it creates something, so that an idempotency key applies. */
  readonly creates: boolean;
};

export type Operations = ReadonlyMap<DocumentNode, Operation>;

/**
 * Compiles each document once. Throws one error that lists all documents that cannot be compiled. Does not validate
 * them: the code generator and a test do, because validation takes longer than compilation.
 */
export function loadOperations(schema: GraphQLSchema, documents: Iterable<DocumentNode>): Operations {
  const mistakes: string[] = [];
  const operations = new Map<DocumentNode, Operation>();
  for (const document of new Set(documents)) {
    try {
      operations.set(document, loadOperation(schema, document));
    } catch (error) {
      mistakes.push(`${nameOf(document)}: ${(error as Error).message}`);
    }
  }
  if (mistakes.length > 0) throw new Error(`Operations that do not fit the schema:\n${mistakes.join('\n')}`);
  return operations;
}

export function operationOf(operations: Operations, document: DocumentNode): Operation {
  const operation = operations.get(document);
  if (operation === undefined) throw new Error(`${nameOf(document)} was not loaded`);
  return operation;
}

function loadOperation(schema: GraphQLSchema, document: DocumentNode): Operation {
  const [definition, ...more] = document.definitions.filter(one => one.kind === Kind.OPERATION_DEFINITION);
  if (definition === undefined || more.length > 0) throw new Error('must be a document of one operation');
  const kind = definition.operation;
  if (definition.name === undefined) throw new Error('must be a named operation');
  const [root, ...others] = definition.selectionSet.selections;
  if (root?.kind !== Kind.FIELD || others.length > 0) throw new Error('must select one root field');
  const field = schema.getRootType(kind)?.getFields()[root.name.value];
  const fragments = document.definitions.filter(one => one.kind === Kind.FRAGMENT_DEFINITION);
  const result = resultOf(schema, definition, new Map(fragments.map(fragment => [fragment.name.value, fragment])));
  return {
    name: definition.name.value,
    kind,
    document,
    variables: variablesOf(schema, definition, document),
    result,
    description: kind === 'query' ? result.description : inWireNames(field?.description),
    creates: field?.extensions.creates === true,
  };
}

function nameOf({ definitions: [first] }: DocumentNode): string {
  return (first !== undefined && 'name' in first && first.name?.value) || 'unnamed operation';
}
