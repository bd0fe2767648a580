import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  visit,
} from 'graphql';
import { type Result, resultOf } from './selection.ts';
import { type Variable, variablesOf } from './variables.ts';

/** One `.graphql` operation, read and checked at start: what a route or a tool is made of. */
export type Operation = {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  /** The operation with the fragments that it reaches and nothing else. */
  readonly document: DocumentNode;
  readonly variables: readonly Variable[];
  readonly result: Result;
  /** What the schema says about the root field. */
  readonly description: string | undefined;
};

export type Operations = ReadonlyMap<string, Operation>;

/** Reads all `.graphql` files of the folders, or throws one error that lists everything the schema does not know. */
export function loadOperations(schema: GraphQLSchema, ...folders: string[]): Operations {
  return compileOperations(schema, folders.flatMap(readDefinitions));
}

export function compileOperations(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): Operations {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) addFragment(fragments, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  }
  const mistakes: string[] = [];
  const compiled = new Map<string, Operation>();
  for (const definition of operations) {
    try {
      const operation = compileOperation(schema, definition, fragments);
      if (compiled.has(operation.name)) throw new Error('is there twice');
      compiled.set(operation.name, operation);
    } catch (error) {
      mistakes.push(`${definition.name?.value ?? 'unnamed operation'}: ${(error as Error).message}`);
    }
  }
  if (mistakes.length > 0) throw new Error(`Operations that do not fit the schema:\n${mistakes.join('\n')}`);
  return compiled;
}

export const parseDefinitions = (text: string): readonly DefinitionNode[] =>
  parse(text, { noLocation: true }).definitions;

function readDefinitions(folder: string): DefinitionNode[] {
  const files = readdirSync(folder).filter(name => name.endsWith('.graphql'));
  return files.sort().flatMap(name => parseDefinitions(readFileSync(join(folder, name), 'utf8')));
}

function addFragment(fragments: Map<string, FragmentDefinitionNode>, fragment: FragmentDefinitionNode): void {
  if (fragments.has(fragment.name.value)) throw new Error(`The fragment ${fragment.name.value} is there twice`);
  fragments.set(fragment.name.value, fragment);
}

function compileOperation(
  schema: GraphQLSchema,
  definition: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Operation {
  const kind = definition.operation;
  if (definition.name === undefined || kind === 'subscription') throw new Error('must be a named query or mutation');
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [definition, ...reached(definition, fragments)] };
  const mistakes = validate(schema, document, specifiedRules, { maxErrors: 10 });
  if (mistakes.length > 0) throw new Error(mistakes.map(mistake => mistake.message).join('; '));
  const [root, ...others] = definition.selectionSet.selections;
  if (root?.kind !== Kind.FIELD || others.length > 0) throw new Error('must select one root field');
  return {
    name: definition.name.value,
    kind,
    document,
    variables: variablesOf(schema, definition, document),
    result: resultOf(schema, definition, fragments),
    description: schema.getRootType(kind)?.getFields()[root.name.value]?.description ?? undefined,
  };
}

/** The fragments that a definition spreads, directly or through another, in the order of their first use. */
function reached(
  from: DefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Set<FragmentDefinitionNode> {
  const found = new Set<FragmentDefinitionNode>();
  const search = (definition: DefinitionNode): void => {
    visit(definition, {
      FragmentSpread(spread) {
        const fragment = fragments.get(spread.name.value);
        if (fragment === undefined || found.has(fragment)) return;
        found.add(fragment);
        search(fragment);
      },
    });
  };
  search(from);
  return found;
}
