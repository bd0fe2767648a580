import type { GraphQLSchema } from 'graphql';
import { loadOperations, type Operation, type Operations, operationOf } from '../load.ts';
import { type Codec, compileCodec } from './codec.ts';
import { gateDocuments } from './gate.ts';
import { pathParameters, type Route, type Source, shortForm, sourceOf } from './route.ts';

/** A route in one of its forms, compiled. */
export type CompiledRoute = {
  readonly route: Route;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly source: Source;
  readonly codec: Codec;
  /** For callers who take the answer in pieces. */
  readonly stream?: { readonly operation: Operation; readonly codec: Codec } | undefined;
};

/** Everything that the facade executes: the operations of the rows and those of the gate. */
export const operationsOf = (schema: GraphQLSchema, routes: readonly Route[]): Operations =>
  loadOperations(schema, [
    ...routes.flatMap(({ document, streams = [] }) => [document, streams].flat()),
    ...gateDocuments,
  ]);

/** The long and, where there is one, the short form of every route. */
export function compileRoutes(routes: readonly Route[], operations: Operations): CompiledRoute[] {
  return routes.flatMap(route => {
    const short = shortForm(route.path);
    return [compileRoute(route, route.path, operations), ...(short ? [compileRoute(route, short, operations)] : [])];
  });
}

function compileRoute(route: Route, path: string, operations: Operations): CompiledRoute {
  const operation = operationOf(operations, route.document);
  const inPath = pathParameters(path);
  const absent = pathParameters(route.path).filter(name => !inPath.includes(name));
  for (const name of pathParameters(route.path)) {
    const variable = operation.variables.find(candidate => candidate.name === name);
    if (variable === undefined) throw new Error(`${operation.name} has no variable $${name}`);
    if (variable.required && absent.includes(name)) throw new Error(`${operation.name}: $${name} must be nullable`);
  }
  const source = sourceOf(route);
  const codec = compileCodec(operation, inPath, source, route.keys);
  const streamed = route.streams && operationOf(operations, route.streams);
  const stream = streamed && { operation: streamed, codec: compileCodec(streamed, inPath, source, route.keys) };
  requireKnownAliases(operation, route);
  return { route, method: route.method.toUpperCase(), path, operation, source, codec, stream };
}

function requireKnownAliases(operation: Operation, { keys }: Route): void {
  for (const name of Object.values(keys?.aliases ?? {}))
    if (!operation.variables.some(variable => variable.name === name))
      throw new Error(`${operation.name} has no variable $${name}`);
}
