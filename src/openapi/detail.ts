import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import { labelsOf } from './endpoints.ts';
import {
  effectiveParameters,
  effectiveSecurity,
  effectiveServers,
  type OperationPlace,
  operationsOf,
} from './operations.ts';
import { Resolver } from './resolver.ts';

export type EndpointDetail = {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  description?: string;
  tags: string[];
  deprecated: boolean;
  /** Those of the path and of the operation, references resolved. */
  parameters: JsonValue[];
  requestBody?: JsonValue;
  responses: JsonObject;
  /** What applies: the operation's own, or else that of the document. */
  security: JsonValue[];
  servers: JsonValue[];
  callbacks?: JsonValue;
  /** The component schemas that are reached, by name, sorted. */
  schemaRefs: string[];
  /** The operation with local references resolved; one that was not is explained under `schemas`. */
  operation: JsonObject;
  /** What the `$ref`s left in `operation` refer to: component schemas by name, all else by pointer. */
  schemas?: JsonObject;
};

export function endpointDetail(document: JsonValue, method: string, path: string): EndpointDetail | undefined {
  if (!isJsonObject(document)) return undefined;
  const place = operationsOf(document).find(found => found.path === path && found.method === method.toUpperCase());
  if (!place) return undefined;
  const resolver = new Resolver(document);
  const operation = resolver.resolve('Operation', withParameters(document, place)) as JsonObject;
  const description = ownField(place.operation, 'description') ?? ownField(place.pathItem, 'description');
  const schemas = resolver.definitions();
  return {
    method: place.method,
    path,
    ...labelsOf(place),
    ...(typeof description === 'string' ? { description } : {}),
    parameters: listOf(operation.parameters),
    ...present('requestBody', operation.requestBody),
    responses: isJsonObject(operation.responses) ? operation.responses : {},
    security: listOf(effectiveSecurity(document, place)),
    servers: listOf(effectiveServers(document, place)),
    ...present('callbacks', operation.callbacks),
    schemaRefs: resolver.schemaNames(),
    operation,
    ...(Object.keys(schemas).length > 0 ? { schemas } : {}),
  };
}

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const present = <K extends string>(key: K, value: JsonValue | undefined): { [key in K]?: JsonValue } =>
  value === undefined ? {} : ({ [key]: value } as { [key in K]?: JsonValue });

function withParameters(document: JsonObject, place: OperationPlace): JsonObject {
  const parameters = effectiveParameters(document, place);
  return parameters.length > 0 ? { ...place.operation, parameters } : place.operation;
}
