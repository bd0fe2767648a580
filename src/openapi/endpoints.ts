import { sha256 } from '../platform/crypto.ts';
import { isJsonObject, type JsonObject, type JsonValue, listOf, ownField } from '../platform/json.ts';
import { ReferenceHasher } from './hash.ts';
import {
  effectiveParameters,
  effectiveSecurity,
  effectiveServers,
  type OperationPlace,
  operationsOf,
} from './operations.ts';
import { Resolver } from './resolver.ts';

/** Labels may be cut: `EndpointDetail` has them in full. */
export type IndexedEndpoint = {
  /** In upper case. */
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  tags: string[];
  deprecated: boolean;
  /** SHA-256 of the operation with everything that applies to it and everything that it refers to. */
  hash: string;
};

export type EndpointDetail = {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  description?: string;
  tags: string[];
  deprecated: boolean;
  /** Parameters of path and operation, with references resolved. */
  parameters: JsonValue[];
  requestBody?: JsonValue;
  responses: JsonObject;
  /** The security requirements that apply: the operation's own, otherwise those of the document. */
  security: JsonValue[];
  servers: JsonValue[];
  callbacks?: JsonValue;
  /** Names of the component schemas that the operation refers to, directly or indirectly, sorted. */
  schemaRefs: string[];
  /** The operation with local references resolved. Definitions of the remaining ones are in `schemas`. */
  operation: JsonObject;
  /** Definitions for the remaining `$ref`s: component schemas by name, all others by pointer. */
  schemas?: JsonObject;
};

/** Indexes the endpoints of a document, in document order. */
export function indexEndpoints(document: JsonValue): IndexedEndpoint[] {
  if (!isJsonObject(document)) return [];
  const hasher = new ReferenceHasher(document);
  const endpoints: IndexedEndpoint[] = [];
  const hashes: SharedHashes = new WeakMap();
  for (const place of operationsOf(document))
    endpoints.push({
      method: place.method,
      path: place.path,
      ...shortLabels(labelsOf(place)),
      hash: hashOf(document, place, hasher, hashes),
    });
  return endpoints;
}

type Labels = { operationId?: string; summary?: string; tags: string[]; deprecated: boolean };

function labelsOf({ operation, pathItem }: OperationPlace): Labels {
  const operationId = ownField(operation, 'operationId');
  const summary = ownField(operation, 'summary') ?? ownField(pathItem, 'summary');
  const tags = ownField(operation, 'tags');
  return {
    ...(typeof operationId === 'string' ? { operationId } : {}),
    ...(typeof summary === 'string' ? { summary } : {}),
    tags: Array.isArray(tags) ? tags.filter(isText) : [],
    deprecated: operation.deprecated === true,
  };
}

const MAX_LABEL_CHARACTERS = 1000;
/** Limit for all tags of an operation together. */
const MAX_TAG_CHARACTERS = 2000;

/** Cuts long labels: many paths may refer to one operation, and each has its own entry in the index. */
const shortLabels = ({ operationId, summary, tags, deprecated }: Labels): Labels => ({
  ...(operationId === undefined ? {} : { operationId: shortLabel(operationId) }),
  ...(summary === undefined ? {} : { summary: shortLabel(summary) }),
  tags: shortTags(tags),
  deprecated,
});

const shortLabel = (text: string): string =>
  text.length > MAX_LABEL_CHARACTERS ? `${text.slice(0, MAX_LABEL_CHARACTERS)}…` : text;

function shortTags(tags: readonly string[]): string[] {
  let left = MAX_TAG_CHARACTERS;
  const end = tags.findIndex(tag => {
    left -= shortLabel(tag).length + 1;
    return left < 0;
  });
  return (end < 0 ? tags : tags.slice(0, end)).map(shortLabel);
}

const isText = (value: JsonValue): value is string => typeof value === 'string';

/**
 * The hashes of operations without their places. Many paths may refer to one path item: its operations are read once, and what a
 * path adds once for each list.
 */
type SharedHashes = WeakMap<JsonObject, { body: string; parameters: Field; servers: Field; added: string }>;
type Field = JsonValue | undefined;

function hashOf(document: JsonObject, place: OperationPlace, hasher: ReferenceHasher, hashes: SharedHashes): string {
  const { method, path, operation, pathItem } = place;
  const [parameters, servers] = [ownField(pathItem, 'parameters'), ownField(pathItem, 'servers')];
  let known = hashes.get(operation);
  if (known === undefined || known.parameters !== parameters || known.servers !== servers) {
    const added = hashOfAdded(document, place, hasher);
    known = { body: known?.body ?? hashOfBody(operation, hasher), parameters, servers, added };
    hashes.set(operation, known);
  }
  const texts = [ownField(pathItem, 'summary') ?? null, ownField(pathItem, 'description') ?? null];
  return sha256(`${known.body}\n${known.added}\n${JSON.stringify([method, path, ...texts])}`);
}

const hashOfBody = ({ parameters: _, security: __, servers: ___, ...body }: JsonObject, hasher: ReferenceHasher) =>
  hasher.hash('Operation', body, undefined);

/** The hash of what its path and the document add to an operation. */
function hashOfAdded(document: JsonObject, place: OperationPlace, hasher: ReferenceHasher): string {
  const security = effectiveSecurity(document, place);
  const added: JsonObject = {
    parameters: effectiveParameters(document, place),
    security: security ?? null,
    servers: effectiveServers(document, place) ?? null,
  };
  return hasher.hash('Operation', added, security);
}

/** One endpoint in full; undefined if there is none. `path` is as PostgreSQL stores it: without lone surrogates. */
export function endpointDetail(document: JsonValue, method: string, path: string): EndpointDetail | undefined {
  if (!isJsonObject(document)) return undefined;
  const place = operationsOf(document).find(
    found => found.path.toWellFormed() === path && found.method === method.toUpperCase(),
  );
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

const present = <K extends string>(key: K, value: JsonValue | undefined): { [key in K]?: JsonValue } =>
  value === undefined ? {} : ({ [key]: value } as { [key in K]?: JsonValue });

function withParameters(document: JsonObject, place: OperationPlace): JsonObject {
  const parameters = effectiveParameters(document, place);
  return parameters.length > 0 ? { ...place.operation, parameters } : place.operation;
}
