import {
  type DocumentNode,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  locatedError,
  type OperationDefinitionNode,
  responsePathAsArray,
  type SelectionSetNode,
} from 'graphql';
import type { GraphqlContext } from './context.ts';
import { isPromiseLike, plainResolverOf } from './measure-answers.ts';

// The operations of the facades are known at start, so they are compiled. Most fields then cost one function call. The
// executor of graphql-js would create a path, arguments and an info object for each field.

type VariableValues = GraphQLResolveInfo['variableValues'];
type Path = GraphQLResolveInfo['path'] | undefined;

/** The state of one execution. The first error ends it, because the facades report only one. */
type Run = { context: GraphqlContext; variables: VariableValues; errors: GraphQLError[] };

/** Returns a value of the answer, or a promise of it that is never rejected. */
type Step = (source: unknown, path: Path, run: Run) => unknown;
type Complete = (value: unknown, path: Path, run: Run) => unknown;

type Source = { schema: GraphQLSchema; operation: OperationDefinitionNode; fragments: Fragments };
type Fragments = Record<string, FragmentDefinitionNode>;

export type CompiledOperation = (
  variables: Record<string, unknown>,
  context: GraphqlContext,
) => Promise<ExecutionResult>;

/** Compiles a valid query or mutation. Undefined for subscriptions, and for syntax that no operation of the facades uses. */
export function compileOperation(schema: GraphQLSchema, { definitions }: DocumentNode): CompiledOperation | undefined {
  const operation = definitions.find(one => one.kind === Kind.OPERATION_DEFINITION);
  if (operation === undefined || operation.operation === 'subscription') return undefined;
  const root = schema.getRootType(operation.operation);
  // Not supported: several mutation fields, which would have to run one after the other.
  if (!root || (operation.operation === 'mutation' && !isOneField(operation.selectionSet))) return undefined;
  const fragments = Object.fromEntries(
    definitions.filter(one => one.kind === Kind.FRAGMENT_DEFINITION).map(one => [one.name.value, one]),
  );
  const complete = objectOf({ schema, operation, fragments }, root, [operation.selectionSet]);
  if (complete === undefined) return undefined;
  return async (given, context) => {
    const { variableValues: variables, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], given);
    if (errors !== undefined) return { errors };
    const run: Run = { context, variables, errors: [] };
    const data = (await complete(undefined, undefined, run)) as Record<string, unknown>;
    return run.errors.length > 0 ? { errors: run.errors } : { data };
  };
}

const isOneField = ({ selections: [first, ...others] }: SelectionSetNode): boolean =>
  first?.kind === Kind.FIELD && others.length === 0;

function objectOf(from: Source, type: GraphQLObjectType, sets: readonly SelectionSetNode[]): Complete | undefined {
  if (type.isTypeOf) return undefined;
  const nodes = new Map<string, FieldNode[]>();
  if (!sets.every(set => collect(from, type, set, nodes))) return undefined;
  const steps: (readonly [string, Step])[] = [];
  for (const [key, same] of nodes) {
    const step = stepOf(from, type, key, same as [FieldNode, ...FieldNode[]]);
    if (step === undefined) return undefined;
    steps.push([key, step]);
  }
  return (source, path, run) => {
    const data: Record<string, unknown> = {};
    let waiting: Promise<unknown>[] | undefined;
    for (const [key, step] of steps) {
      const value = step(source, path, run);
      data[key] = value;
      if (!isPromiseLike(value)) continue;
      waiting ??= [];
      waiting.push(
        Promise.resolve(value).then(awaited => {
          data[key] = awaited;
        }),
      );
    }
    return waiting === undefined ? data : Promise.all(waiting).then(() => data);
  };
}

/** Collects the fields of a selection by response key. Returns false for directives and other types. */
function collect(
  from: Source,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  nodes: Map<string, FieldNode[]>,
): boolean {
  return selections.every(selection => {
    if ((selection.directives?.length ?? 0) > 0) return false;
    if (selection.kind === Kind.FIELD) {
      const key = selection.alias?.value ?? selection.name.value;
      nodes.set(key, [...(nodes.get(key) ?? []), selection]);
      return true;
    }
    const part = selection.kind === Kind.INLINE_FRAGMENT ? selection : from.fragments[selection.name.value];
    const condition = part?.typeCondition?.name.value ?? type.name;
    return part !== undefined && condition === type.name && collect(from, type, part.selectionSet, nodes);
  });
}

function stepOf(
  from: Source,
  type: GraphQLObjectType,
  key: string,
  nodes: [FieldNode, ...FieldNode[]],
): Step | undefined {
  const field = type.getFields()[nodes[0].name.value];
  const sets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const complete = field && completeOf(from, field.type, sets, `${type}.${field.name}`);
  if (field === undefined || complete === undefined) return undefined;
  const pathOf = (path: Path) => ({ prev: path, key, typename: type.name });
  const infoOf = (path: NonNullable<Path>, { variables: variableValues }: Run): GraphQLResolveInfo => ({
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType: type,
    path,
    schema: from.schema,
    fragments: from.fragments,
    rootValue: undefined,
    operation: from.operation,
    variableValues,
    getAbortSignal: () => undefined,
    getAsyncHelpers: () => ASYNC_HELPERS,
  });
  const fail = (error: unknown, path: NonNullable<Path>, { errors }: Run): null => {
    errors.push(locatedError(error, nodes, responsePathAsArray(path)));
    return null;
  };
  const plain = plainResolverOf(field);
  if (plain !== undefined) {
    const take = (value: unknown, path: Path, run: Run) => {
      run.context.answer.take(key, value);
      return complete(value, path, run);
    };
    return (source, path, run) => {
      if (run.errors.length > 0) return null;
      try {
        const value = plain(source);
        if (!isPromiseLike(value)) return take(value, path, run);
        return value.then(awaited => take(awaited, path, run)).then(undefined, error => fail(error, pathOf(path), run));
      } catch (error) {
        return fail(error, pathOf(path), run);
      }
    };
  }
  const resolve = field.resolve as NonNullable<GraphQLField<unknown, GraphqlContext>['resolve']>;
  return (source, path, run) => {
    if (run.errors.length > 0) return null;
    const place = pathOf(path);
    const failed = (error: unknown) => fail(error, place, run);
    try {
      const args = getArgumentValues(field, nodes[0], run.variables);
      const value = resolve(source, args, run.context, infoOf(place, run));
      if (isPromiseLike(value)) return value.then(awaited => complete(awaited, place, run)).then(undefined, failed);
      const completed = complete(value, place, run);
      return isPromiseLike(completed) ? completed.then(undefined, failed) : completed;
    } catch (error) {
      return failed(error);
    }
  };
}

const ASYNC_HELPERS: ReturnType<GraphQLResolveInfo['getAsyncHelpers']> = {
  promiseAll: values => Promise.all(values),
  track: () => {},
};

/** Converts a value of a field to the answer. `name` is the field in messages, as graphql-js writes them. */
function completeOf(
  from: Source,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  name: string,
): Complete | undefined {
  const isRequired = isNonNullType(type);
  const complete = presentOf(from, isRequired ? type.ofType : type, sets, name);
  if (complete === undefined) return undefined;
  return (value, path, run) => {
    if (value instanceof Error) throw value;
    if (value !== null && value !== undefined) return complete(value, path, run);
    if (isRequired) throw new Error(`Cannot return null for non-nullable field ${name}.`);
    return null;
  };
}

/** The same for values that are not null. */
function presentOf(
  from: Source,
  type: GraphQLOutputType,
  sets: readonly SelectionSetNode[],
  name: string,
): Complete | undefined {
  if (isLeafType(type)) return value => type.coerceOutputValue(value);
  if (isObjectType(type)) return objectOf(from, type, sets);
  if (!isListType(type)) return undefined;
  const complete = completeOf(from, type.ofType, sets, name);
  if (complete === undefined) return undefined;
  const itemOf = (item: unknown, index: number, path: Path, run: Run) =>
    complete(item, { prev: path, key: index, typename: undefined }, run);
  return (items, path, run) => {
    if (isAsyncIterable(items)) return completeInPieces(items, (item, index) => itemOf(item, index, path, run));
    const completed = Array.from(items as Iterable<unknown>, (item, index) => itemOf(item, index, path, run));
    return completed.some(isPromiseLike) ? Promise.all(completed) : completed;
  };
}

async function completeInPieces(items: AsyncIterable<unknown>, complete: (item: unknown, index: number) => unknown) {
  const completed: unknown[] = [];
  for await (const item of items) completed.push(complete(item, completed.length));
  return Promise.all(completed);
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
