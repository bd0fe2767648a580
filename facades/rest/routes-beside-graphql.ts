import { OPENAPI_PATH, type Special } from './route.ts';

const text = { type: 'string' };

/** Public routes that do not use GraphQL, because they must answer when it cannot. */
export const specialRoutes: readonly Special[] = [
  {
    method: 'get',
    path: '/api/v1/open/health',
    answer: 'health',
    summary: 'Get service health',
    description:
      'Liveness and the state of the dependencies. The answer takes at most a second. With DOCSVC_HTTP_STATUS=mirror, the HTTP status is 503 while the service is not ready.',
    detail: {
      type: 'object',
      required: [
        'status',
        'healthy',
        'ready',
        'not_ready',
        'version',
        'commit',
        'uptime',
        'uptime_seconds',
        'dependencies',
      ],
      properties: {
        status: { type: 'string', enum: ['ok', 'degraded'] },
        healthy: { type: 'boolean', description: 'Whether the status is ok.' },
        ready: { type: 'boolean', description: 'Whether the service accepts requests, as on /ready.' },
        not_ready: {
          type: 'array',
          description: 'Why the service does not accept requests; empty if it does.',
          items: text,
        },
        version: text,
        commit: { type: 'string', description: 'The Git commit of the sources, or `unknown`.' },
        uptime: { type: 'number', description: 'The same as uptime_seconds.' },
        uptime_seconds: { type: 'number' },
        dependencies: {
          type: 'object',
          required: ['database'],
          properties: {
            database: {
              type: 'object',
              required: ['status', 'kind'],
              properties: { status: text, kind: text, latency_ms: { type: 'number' } },
            },
          },
        },
      },
    },
  },
  {
    method: 'get',
    path: '/api/v1/open/health/live',
    answer: 'live',
    summary: 'Check that the process runs',
    description: 'For orchestrators: restart the process when this does not answer.',
    detail: { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } },
  },
  {
    method: 'get',
    path: '/api/v1/open/health/ready',
    answer: 'ready',
    summary: 'Check whether the service accepts requests',
    description:
      'For orchestrators: HTTP 503 while the service starts, drains or has no database; `detail.errors` has the reasons.',
    detail: { type: 'object', required: ['status'], properties: { status: { const: 'ok' } } },
  },
  {
    method: 'get',
    path: OPENAPI_PATH,
    answer: 'openapi',
    summary: 'Read this document',
    description: 'The OpenAPI document of the service, as YAML and without an envelope.',
  },
  {
    method: 'post',
    path: '/api/v1/open/mcp',
    answer: 'mcp',
    summary: 'Call the MCP tools for software agents',
    description:
      'JSON-RPC 2.0 and the Model Context Protocol: tools/list and tools/call without a handshake, or any revision of MCP. The Authorization header holds a raw MCP token. Answers are JSON-RPC messages without an envelope; tools/list describes every tool.',
  },
];
