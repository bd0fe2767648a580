import type { JsonSchema } from '../json-schema.ts';
import { refused, response, successOrRefusal, successSchema, unchanged } from './openapi-answers.ts';
import type { Components } from './openapi-components.ts';
import type { Special } from './route.ts';

/** The OpenAPI operation of a route that does not use GraphQL. */
export function specialOperation(special: Special, components: Components): JsonSchema {
  if (special.answer === 'mcp') return mcpOperation(special, components);
  const { summary, description } = special;
  const name = special.answer.charAt(0).toUpperCase() + special.answer.slice(1);
  const success = successOf(name, special, components);
  const responses = { '200': success, ...(special.answer === 'openapi' && { '304': unchanged }), ...refused };
  return { operationId: `get${name}`, tags: ['Open'], summary, description, security: [], responses };
}

function successOf(name: string, { detail }: Special, components: Components): JsonSchema {
  if (detail === undefined)
    return { description: 'The document.', content: { 'application/yaml': { schema: { type: 'string' } } } };
  const answer = components.name(`${name}Answer`, successSchema(detail));
  return response('The envelope: success or refusal.', successOrRefusal(answer));
}

const requestSchema = {
  type: 'object',
  required: ['jsonrpc', 'method'],
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    id: {
      type: 'integer',
      description: 'Repeated in the answer; a request without it is a notification. JSON-RPC also takes a string.',
    },
    method: { type: 'string', description: 'tools/list, tools/call or another method of MCP.' },
    params: {
      type: 'object',
      properties: { name: { type: 'string', description: 'The tool.' }, arguments: { type: 'object' } },
    },
  },
};

const answerSchema = {
  type: 'object',
  required: ['jsonrpc'],
  properties: {
    jsonrpc: { type: 'string', enum: ['2.0'] },
    id: { description: 'The id of the request; null when it could not be read.' },
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' }, data: { type: 'object' } },
    },
  },
};

const call = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'list_projects', arguments: { page_size: 10 } },
};

/** One message in, one out; tools/list describes the arguments and results of the tools. */
function mcpOperation({ summary, description }: Special, components: Components): JsonSchema {
  const json = (schema: JsonSchema, example: object): JsonSchema => ({
    content: { 'application/json': { schema, example } },
  });
  const named = components.name('McpAnswer', answerSchema);
  const answer = json(named, { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: '{"items":[]}' }] } });
  const error = json(named, { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } });
  return {
    operationId: 'callMcp',
    tags: ['MCP Tokens'],
    summary,
    description,
    security: [{ mcpToken: [] }],
    requestBody: { required: true, ...json(components.name('McpRequest', requestSchema), call) },
    responses: {
      '200': { description: 'The answer.', ...answer },
      '202': { description: 'A notification has no answer.' },
      default: { description: 'The request was refused, as a JSON-RPC error.', ...error },
    },
  };
}
