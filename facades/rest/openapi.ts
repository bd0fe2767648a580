import { dump } from 'js-yaml';
import type { JsonSchema } from '../json-schema.ts';
import { type Operation, type Operations, operationOf } from '../operations.ts';
import {
  answerOf,
  errorSchemas,
  etagHeader,
  refused,
  response,
  successOrRefusal,
  unchanged,
} from './openapi-answers.ts';
import { Components } from './openapi-components.ts';
import { type Examples, refusal, withExample, withExamples } from './openapi-examples.ts';
import {
  docShareScheme,
  docShareUnlockScheme,
  eventContent,
  feedResponse,
  feedTokenScheme,
  fileResponse,
  idempotencyKey,
  info,
  mcpTokenScheme,
  rangeResponses,
  ref,
  tokenScheme,
} from './openapi-parts.ts';
import { bodyOf, fileBody, fileNote, parametersOf } from './openapi-requests.ts';
import { specialOperation } from './openapi-specials.ts';
import { categories, pathParameters, type Route, type Special } from './route.ts';

/** Builds the OpenAPI 3.1 document of the service from the rows and their operations. */
export function openapiDocument(
  routes: readonly Route[],
  specials: readonly Special[],
  operations: Operations,
  version: string,
  examples: Examples = {},
  basePath = '/',
): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  const put = (path: string, method: string, operation: JsonSchema): void => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const special of specials)
    put(special.path, special.method, withExamples(specialOperation(special, components), examples));
  for (const route of routes) {
    const operation = routeOperation(route, operationOf(operations, route.document), components);
    put(route.path, route.method, withExamples(operation, examples));
  }
  addLinks(paths);
  return {
    openapi: '3.1.0',
    info: { ...info, version },
    servers: [{ url: basePath, description: 'The server of this document.' }],
    tags: Object.entries(categories).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: tokenScheme,
        feedToken: feedTokenScheme,
        mcpToken: mcpTokenScheme,
        docShare: docShareScheme,
        docShareUnlock: docShareUnlockScheme,
      },
      responses: { Refused: withExample(response('The request was refused.', ref('ErrorEnvelope')), refusal) },
      schemas: { ...components.schemas(), ...errorSchemas },
    },
  };
}

export const openapiYaml = (...from: Parameters<typeof openapiDocument>): string =>
  dump(openapiDocument(...from), { noRefs: true, lineWidth: -1 });

function routeOperation(route: Route, operation: Operation, components: Components): JsonSchema {
  const inPath = pathParameters(route.path);
  const body = bodyOf(route, operation, inPath);
  return {
    operationId: route.operationId ?? operation.name.charAt(0).toLowerCase() + operation.name.slice(1),
    tags: [route.category],
    summary: route.summary,
    description: [operation.description, fileNote(route), `Who may call this: ${route.who}.`]
      .filter(Boolean)
      .join('\n\n'),
    ...securityOf(route),
    parameters: [...parametersOf(route, operation, inPath), ...(operation.creates ? [idempotencyKey] : [])],
    ...(body && {
      requestBody: {
        required: 'required' in body || 'minProperties' in body,
        content: { 'application/json': { schema: components.name(`${operation.name}Body`, body) } },
      },
    }),
    ...(route.files === 'only' && { requestBody: fileBody(route, components) }),
    responses: {
      '200': successOf(route, operation, components),
      ...((route.revalidates !== undefined || route.sends === 'file') && { '304': unchanged }),
      ...(route.sends === 'file' && rangeResponses),
      ...refused,
    },
  };
}

function successOf(route: Route, operation: Operation, components: Components): JsonSchema {
  if (route.sends === 'file') return fileResponse;
  if (route.sends === 'feed') return { ...feedResponse, headers: { ...feedResponse.headers, ...etagHeader } };
  const answer = answerOf(route, operation, components);
  const whole = response('The envelope: success or refusal.', successOrRefusal(answer));
  const headers = { ...(whole.headers as object), ...etagHeader };
  return answered(route, route.revalidates === undefined ? whole : { ...whole, headers });
}

/** Adds the streamed form to an answer. */
function answered({ streams }: Route, whole: JsonSchema): JsonSchema {
  if (streams === undefined) return whole;
  return { ...whole, content: { ...(whole.content as object), ...eventContent } };
}

function securityOf({ who, path, sends }: Route): JsonSchema {
  if (sends === 'feed') return { security: [{ token: [] }, { feedToken: [] }] };
  if (who === 'anyone') return { security: [] };
  if (who !== 'visitor') return {};
  const link = { docShare: [] };
  return { security: path.endsWith('/unlock') ? [link] : [link, { ...link, docShareUnlock: [] }] };
}

type Documented = { operationId?: string; responses?: Record<string, { links?: object }> };

/** Adds OpenAPI links from a POST to the GET of the same object: the id in the answer completes the path. */
function addLinks(paths: Record<string, Record<string, unknown>>): void {
  for (const [path, item] of Object.entries(paths)) {
    const made = item.post as Documented | undefined;
    const [readPath, read] = readerOf(path, paths);
    const success = made?.responses?.['200'];
    if (success === undefined || read?.operationId === undefined) continue;
    const own = pathParameters(path);
    const parameters = Object.fromEntries(
      pathParameters(readPath).map(name => [
        name,
        own.includes(name) ? `$request.path.${name}` : '$response.body#/detail/id',
      ]),
    );
    success.links = { [read.operationId]: { operationId: read.operationId, parameters } };
  }
}

/** The GET that reads the object which a POST to the collection creates. */
function readerOf(path: string, paths: Record<string, Record<string, unknown>>): [string, Documented | undefined] {
  const pattern = new RegExp(`^${path.replaceAll(/[{}]/g, '\\$&')}/\\{\\w+\\}$`);
  const found = Object.keys(paths).find(candidate => pattern.test(candidate) && paths[candidate]?.get !== undefined);
  return found === undefined ? [path, undefined] : [found, paths[found]?.get as Documented];
}
