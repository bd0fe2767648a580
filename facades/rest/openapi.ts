import { dump } from 'js-yaml';
import { type Operation, type Operations, operationOf } from '../load.ts';
import {
  type JsonSchema,
  objectSchema,
  resultSchema,
  type SchemaOptions,
  variableSchema,
  variablesSchema,
} from '../operation.ts';
import type { NamedShape } from '../selection.ts';
import { inWireNames } from '../wire-names.ts';
import {
  docShareScheme,
  docShareUnlockScheme,
  envelopeSchemas,
  eventContent,
  fileResponse,
  info,
  mcpTokenScheme,
  ref,
  response,
  tokenScheme,
} from './openapi-parts.ts';
import { categories, pathParameters, type Route, type Special, sourceOf } from './route.ts';

/** The OpenAPI 3.1 document of the service, made of the rows and their operations. */
export function openapiDocument(
  routes: readonly Route[],
  specials: readonly Special[],
  operations: Operations,
  version: string,
): JsonSchema {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  const put = (path: string, method: string, operation: JsonSchema): void => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const special of specials) put(special.path, special.method, specialOperation(special));
  for (const route of routes)
    put(route.path, route.method, routeOperation(route, operationOf(operations, route.document), components));
  return {
    openapi: '3.1.0',
    info: { ...info, version },
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: Object.entries(categories).map(([name, description]) => ({ name, description })),
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: tokenScheme,
        mcpToken: mcpTokenScheme,
        docShare: docShareScheme,
        docShareUnlock: docShareUnlockScheme,
      },
      responses: { Refused: response('The request was refused.', ref('ErrorEnvelope')) },
      schemas: { ...components.schemas(), ...envelopeSchemas },
    },
  };
}

export const openapiYaml = (...from: Parameters<typeof openapiDocument>): string =>
  dump(openapiDocument(...from), { noRefs: true, lineWidth: -1 });

/** The schemas of the fragments that were met, each written once. */
class Components {
  readonly #shapes = new Map<string, NamedShape>();

  readonly options: SchemaOptions = {
    fragmentRef: fragment => {
      this.#shapes.set(fragment.name, fragment);
      return ref(fragment.name);
    },
  };

  schemas(): Record<string, JsonSchema> {
    const made: Record<string, JsonSchema> = {};
    // Writing one may meet others: a Map takes them up while it is walked.
    for (const [name, { shape }] of this.#shapes) {
      const description = inWireNames(shape.type.description);
      made[name] = { ...(description && { description }), ...objectSchema(shape, this.options) };
    }
    return Object.fromEntries(Object.entries(made).sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function routeOperation(route: Route, operation: Operation, components: Components): JsonSchema {
  const inPath = pathParameters(route.path);
  const body = sourceOf(route) === 'body' ? bodySchema(route, operation, inPath) : undefined;
  const hasBody = body !== undefined && Object.keys(body.properties as object).length > 0;
  const success = envelopeOf(resultSchema(operation, components.options), operation);
  return {
    operationId: operation.name.charAt(0).toLowerCase() + operation.name.slice(1),
    tags: [route.category],
    summary: route.summary,
    description: [operation.description, `May do this: ${route.who}.`].filter(Boolean).join('\n\n'),
    ...securityOf(route),
    parameters: parametersOf(route, operation, inPath),
    ...(hasBody && {
      requestBody: { required: 'required' in body, content: { 'application/json': { schema: body } } },
    }),
    responses: {
      '200':
        route.sends === 'file'
          ? fileResponse
          : answered(route, response('The envelope: success or refusal.', { oneOf: [success, ref('ErrorEnvelope')] })),
      ...refused,
    },
  };
}

function bodySchema({ keys }: Route, operation: Operation, inPath: readonly string[]): JsonSchema {
  const schema = variablesSchema(operation, { leaveOut: inPath, nulls: true });
  const properties = { ...(schema.properties as Record<string, JsonSchema>) };
  for (const [alias, name] of Object.entries(keys?.aliases ?? {}))
    properties[alias] = { ...properties[name], description: anotherName(name) };
  for (const name of keys?.unused ?? []) properties[name] = { description: 'Accepted and not used.' };
  return { ...schema, properties, additionalProperties: false };
}

const anotherName = (name: string): string => `Another name of \`${name}\`.`;

/** An answer that also comes in pieces. */
function answered({ streams }: Route, whole: JsonSchema): JsonSchema {
  if (streams === undefined) return whole;
  return { ...whole, content: { ...(whole.content as object), ...eventContent } };
}

function securityOf({ who, path }: Route): JsonSchema {
  if (who === 'anyone') return { security: [] };
  if (who !== 'visitor') return {};
  const link = { docShare: [] };
  return { security: path.endsWith('/unlock') ? [link] : [link, { ...link, docShareUnlock: [] }] };
}

const refused = {
  '4XX': { $ref: '#/components/responses/Refused' },
  '5XX': { $ref: '#/components/responses/Refused' },
};

/** The schema speaks of parents that may be named; in a path they are. */
const parents: Readonly<Record<string, string>> = { project_id: 'The project.', document_id: 'The document.' };

function parametersOf(route: Route, operation: Operation, inPath: readonly string[]): JsonSchema[] {
  const place = (name: string) => (inPath.includes(name) ? 'path' : 'query');
  const shown = operation.variables.filter(({ name }) => place(name) === 'path' || sourceOf(route) === 'query');
  const parameters = shown.map(variable => {
    const { description: said, ...schema } = variableSchema(variable);
    const required = place(variable.name) === 'path' || variable.required;
    const description = (place(variable.name) === 'path' && parents[variable.name]) || (said as string | undefined);
    return {
      name: variable.name,
      in: place(variable.name),
      required,
      ...(description !== undefined && { description }),
      schema,
    };
  });
  if (sourceOf(route) === 'body') return parameters;
  const aliases = Object.entries(route.keys?.aliases ?? {}).map(([alias, name]) => {
    const { schema } = parameters.find(parameter => parameter.name === name) as (typeof parameters)[number];
    return { name: alias, in: 'query', required: false, description: anotherName(name), schema };
  });
  return [...parameters, ...aliases];
}

function envelopeOf(detail: JsonSchema, { result }: Operation): JsonSchema {
  const nullable = result.path.length > 1 && result.field.nullable;
  const total = { type: 'integer', minimum: 0, description: 'How many items there are in all.' };
  return {
    allOf: [
      ref('Envelope'),
      {
        type: 'object',
        required: ['detail', ...(result.list ? ['total'] : [])],
        properties: {
          detail: nullable ? { oneOf: [detail, { type: 'null' }] } : detail,
          ...(result.list && { total }),
        },
      },
    ],
  };
}

function specialOperation(special: Special): JsonSchema {
  if (special.answer === 'mcp') return mcpOperation(special);
  const { detail } = special;
  const success = detail
    ? response('The envelope.', {
        allOf: [ref('Envelope'), { type: 'object', required: ['detail'], properties: { detail } }],
      })
    : { description: 'The document.', content: { 'application/yaml': { schema: { type: 'string' } } } };
  const operationId = `get${special.answer.charAt(0).toUpperCase()}${special.answer.slice(1)}`;
  const { summary, description } = special;
  return { operationId, tags: ['Open'], summary, description, security: [], responses: { '200': success, ...refused } };
}

/** One message in, one out; what the tools take and give, tools/list tells. */
function mcpOperation({ summary, description }: Special): JsonSchema {
  const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
  const request = {
    type: 'object',
    required: ['jsonrpc', 'method'],
    properties: {
      jsonrpc: { const: '2.0' },
      id: { type: ['string', 'integer'], description: 'Repeated in the answer; without it nothing is answered.' },
      method: { type: 'string', description: 'tools/list, tools/call or another method of MCP.' },
      params: {
        type: 'object',
        properties: { name: { type: 'string', description: 'The tool.' }, arguments: { type: 'object' } },
      },
    },
  };
  const answer = {
    type: 'object',
    required: ['jsonrpc'],
    properties: { jsonrpc: { const: '2.0' }, id: {}, result: { type: 'object' }, error: { type: 'object' } },
  };
  return {
    operationId: 'callMcp',
    tags: ['MCP Tokens'],
    summary,
    description,
    security: [{ mcpToken: [] }],
    requestBody: { required: true, ...json(request) },
    responses: {
      '200': { description: 'The answer.', ...json(answer) },
      '202': { description: 'Nothing is answered to a notification.' },
      '4XX': { description: 'The request was refused, as a JSON-RPC error.', ...json(answer) },
      '5XX': { description: 'Something went wrong on our side, as a JSON-RPC error.', ...json(answer) },
    },
  };
}
