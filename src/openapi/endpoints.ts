import { isJsonObject, type JsonObject, type JsonValue, ownField } from '../platform/json.ts';
import { ReferenceHasher } from './hash.ts';
import {
  effectiveParameters,
  effectiveSecurity,
  effectiveServers,
  type OperationPlace,
  operationsOf,
} from './operations.ts';

export type Endpoint = {
  /** Upper case. */
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  tags: string[];
  deprecated: boolean;
  /** SHA-256 of the operation with all that applies to it and all that it refers to. */
  hash: string;
};

/** The endpoints of a document, in document order. */
export function indexEndpoints(document: JsonValue): Endpoint[] {
  if (!isJsonObject(document)) return [];
  const hasher = new ReferenceHasher(document);
  return operationsOf(document).map(place => ({
    method: place.method,
    path: place.path,
    ...labelsOf(place),
    hash: hashOf(document, place, hasher),
  }));
}

export type Labels = { operationId?: string; summary?: string; tags: string[]; deprecated: boolean };

export function labelsOf({ operation, pathItem }: OperationPlace): Labels {
  const operationId = ownField(operation, 'operationId');
  const summary = ownField(operation, 'summary') ?? ownField(pathItem, 'summary');
  const tags = ownField(operation, 'tags');
  return {
    ...(typeof operationId === 'string' ? { operationId } : {}),
    ...(typeof summary === 'string' ? { summary } : {}),
    tags: Array.isArray(tags) ? tags.filter(tag => typeof tag === 'string') : [],
    deprecated: operation.deprecated === true,
  };
}

function hashOf(document: JsonObject, place: OperationPlace, hasher: ReferenceHasher): string {
  const { method, path, operation, pathItem } = place;
  const security = effectiveSecurity(document, place);
  const effective: JsonObject = {
    ...operation,
    parameters: effectiveParameters(document, place),
    security: security ?? null,
    servers: effectiveServers(document, place) ?? null,
    // Names that no OpenAPI field has, so that nothing else can look like them.
    'x-:endpoint': [method, path, ownField(pathItem, 'summary') ?? null, ownField(pathItem, 'description') ?? null],
  };
  return hasher.hash('Operation', effective, security);
}
