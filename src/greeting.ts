import { basePath } from './platform/base-path.ts';
import type { Config } from './platform/config.ts';
import { isLoopback } from './platform/loopback.ts';
import type { FirstAdmin } from './users/first-admin.ts';

/** The text printed for the operator when the server is ready. */
export function greeting(config: Config, base: string, databaseKind: string, firstAdmin: FirstAdmin): string {
  const database = databaseKind === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL';
  const hasPages = basePath(config.publicUrl) === '/';
  return [
    '',
    `docsvc is ready on ${base}`,
    ...(hasPages ? [`  Console   ${base}/  (open it in a browser)`] : []),
    `  GraphQL   ${base}/graphql${config.graphiql ? '  (open it in a browser to try queries)' : ''}`,
    `  REST      ${base}/api/v1  (described by ${base}${hasPages ? '/reference' : '/api/v1/open/docs/openapi.yaml'})`,
    `  MCP       ${base}/api/v1/open/mcp  (for agents: docs/mcp.md)`,
    `  Health    ${base}/api/v1/open/health`,
    `  Database  ${database}`,
    ...signInLines(base, firstAdmin, hasPages),
    ...startWarnings(config, firstAdmin).map(warning => `  Warning   ${warning}`),
    '',
  ].join('\n');
}

function signInLines(base: string, firstAdmin: FirstAdmin, hasPages: boolean): string[] {
  switch (firstAdmin.kind) {
    case 'none-needed':
      return [];
    case 'from-settings':
      return [`  Sign in   as ${firstAdmin.email} with the password from the settings`];
    case 'first-registration':
      return [
        `  Sign in   register ${hasPages ? `at ${base}/` : `by POST ${base}/api/v1/open/auth/register`}: the first user becomes SuperAdmin`,
      ];
    case 'generated':
      return [`  Sign in   as ${firstAdmin.email}; the password is in ${firstAdmin.passwordFile}`];
  }
}

export function startWarnings({ host, publicUrl }: Config, firstAdmin: FirstAdmin): string[] {
  const below =
    basePath(publicUrl) === '/'
      ? []
      : ['the console does not work below a path, nor do the links to it in messages: use a host name of its own'];
  const names = publicUrl === undefined ? [host] : [host, new URL(publicUrl).hostname];
  if (names.every(isLoopback)) return below;
  return [
    ...below,
    ...(firstAdmin.kind === 'first-registration'
      ? ['the first person to register becomes SuperAdmin, and the service is reachable by others: register now']
      : []),
    ...(publicUrl === undefined
      ? [
          'requests for any host name are answered: set DOCSVC_PUBLIC_URL to protect against DNS rebinding and to give share links the address that others open',
        ]
      : []),
  ];
}
