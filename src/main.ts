import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { type Config, ConfigError, publicUrl, readConfig } from './platform/config.ts';
import { FolderInUseError } from './platform/embedded.ts';
import { MigrationError } from './platform/migrations.ts';
import { openServices, startJobs } from './start.ts';
import { ensureFirstAdmin, type FirstAdmin } from './users/first-admin.ts';

const STOP_LIMIT_MS = 15_000;

await main();

async function main(): Promise<void> {
  try {
    await start(readConfig(process.env));
  } catch (error) {
    console.error(explain(error));
    process.exit(1);
  }
}

/** What the person who starts the server can act on is told in plain lines; anything else with its stack. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof MigrationError || error instanceof FolderInUseError)
    return error.message;
  const { code, stack } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'DOCSVC_PORT is in use by another program: stop it or choose another port';
  return stack ?? String(error);
}

async function start(config: Config): Promise<void> {
  const { services, close } = await openServices(config);
  const firstAdmin = await ensureFirstAdmin(services);
  process.on('unhandledRejection', error => services.log.error({ err: error }, 'a failure that nobody waited for'));
  const readiness = { isReady: true };
  const app = await createApp(services, readiness);
  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  services.reach.publicUrl = publicUrl(config, port);
  await startJobs(services);
  console.log(greeting(config, services.reach.publicUrl, services.databaseKind, firstAdmin));

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    readiness.isReady = false;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await app.close();
    await close();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function greeting(config: Config, base: string, databaseKind: string, firstAdmin: FirstAdmin): string {
  const database = databaseKind === 'embedded' ? `embedded, in ${config.dataDir}` : 'PostgreSQL';
  return [
    '',
    `docsvc is ready on ${base}`,
    `  GraphQL   ${base}/graphql${config.graphiql ? '  (open it in a browser to try queries)' : ''}`,
    `  REST      ${base}/api/v1  (described by ${base}/api/v1/open/docs/openapi.yaml)`,
    `  MCP       ${base}/api/v1/open/mcp  (for agents: docs/mcp.md)`,
    `  Health    ${base}/api/v1/open/health`,
    `  Database  ${database}`,
    ...signInLines(base, firstAdmin),
    '',
  ].join('\n');
}

function signInLines(base: string, firstAdmin: FirstAdmin): string[] {
  switch (firstAdmin.kind) {
    case 'none-needed':
      return [];
    case 'from-settings':
      return [`  Sign in   as ${firstAdmin.email} with the password of the settings`];
    case 'first-registration':
      return [`  Sign in   register at ${base}/api/v1/open/auth/register: the first user becomes SuperAdmin`];
    case 'generated':
      return [`  Sign in   as ${firstAdmin.email}; the password is in ${firstAdmin.passwordFile}`];
  }
}
