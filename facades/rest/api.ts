import type { GraphQLSchema } from 'graphql';
import type { Operations } from '../load.ts';
import { type CompiledRoute, compileRoutes, operationsOf } from './compiled.ts';
import { openapiYaml } from './openapi.ts';
import type { Route } from './route.ts';
import { routes, specials } from './routes.ts';

/** What follows from the rows and the schema alone: made once, for every app that answers them. */
export type RestApi = {
  readonly compiled: readonly CompiledRoute[];
  readonly operations: Operations;
  /** Its description as an OpenAPI document. */
  readonly yaml: string;
};

/** Throws when a row or an operation does not fit the schema. The facade's own rows unless a test brings others. */
export function compileApi(schema: GraphQLSchema, version: string, rows: readonly Route[] = routes): RestApi {
  const operations = operationsOf(schema, rows);
  const compiled = compileRoutes(rows, operations);
  return { compiled, operations, yaml: openapiYaml(rows, specials, operations, version) };
}
