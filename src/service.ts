import { lookup } from 'node:dns/promises';
import type { AddressInfo } from 'node:net';
import { listenForAdmin } from './admin/socket.ts';
import { createApp, createServiceEdge } from './app.ts';
import { type Collector, startCollector } from './contents/collecting.ts';
import { deleteOldMails } from './events/mails.ts';
import { greeting, startWarnings } from './greeting.ts';
import type { Observation } from './observation.ts';
import { collectAtRest } from './platform/collect-at-rest.ts';
import { type Config, publicUrl } from './platform/config.ts';
import type { OpenedDatabase } from './platform/database.ts';
import { LETTERS_WARNING, searchesLetters } from './platform/database-check.ts';
import type { Edge } from './platform/http/edge.ts';
import { newerWarning } from './platform/migrations.ts';
import { lowerPoolPriority } from './platform/pool-priority.ts';
import { type Signals, stopGracefully } from './platform/shutdown.ts';
import { refuseListening } from './platform/start-failures.ts';
import { endProcess } from './platform/threads.ts';
import { openServices, type RunningServices, startDeliveries, startJobs } from './start.ts';
import { ensureFirstAdmin } from './users/first-admin.ts';
import { deleteOldDeliveries } from './webhooks/deliveries.ts';

/** What server.ts has started before the service was loaded. */
export type Begun = { opening: Promise<OpenedDatabase>; observation: Observation; signals: Signals };

/** Serves until a signal ends the process. */
export async function runService(config: Config, { opening, observation, signals }: Begun): Promise<void> {
  const opened = await openServices(config, undefined, opening);
  const { services, close, unknownMigrations } = opened;
  const firstAdmin = await ensureFirstAdmin(services);
  if (!(await searchesLetters(opened.database))) services.log.warn(LETTERS_WARNING);
  if (unknownMigrations.length > 0) services.log.warn(newerWarning(unknownMigrations));
  process.on('unhandledRejection', error => services.log.error({ err: error }, 'unhandled promise rejection'));
  const edge = createServiceEdge(services);
  const app = await createApp(services, edge);
  await observation.serve(app, opened.database);
  await app.listen({ host: config.host, port: config.port }).catch(error => refuseListening(error));
  const { address, port } = app.server.address() as AddressInfo;
  services.site.publicUrl = publicUrl(config, port);
  const { log, jobs, deliveries, mails } = services;
  const work = startWork(services);
  // What is being started can be stopped only when it has been.
  const stopJobs = async () => {
    const collector = await work;
    await Promise.all([jobs.stop(), deliveries.stop(), mails.stop(), collector.stop()]);
  };
  const sendSpans = () =>
    observation.close().catch(error => log.warn({ err: error }, 'the last spans could not be sent'));
  const closeAll = () => app.close().finally(close).finally(sendSpans);
  const running = { edge, log, delayMs: config.shutdownDelayMs, stopJobs, close: closeAll };
  // From here on, requests may be underway.
  signals.handle(async (signal, hurry) => endProcess(await stopGracefully(running, signal, hurry)));
  if (config.host === 'localhost') await listenOnAll(edge, address, port);
  await work;
  collectAtRest();
  await lowerPoolPriority();
  if (services.databaseKind === 'embedded') await listenForAdmin(opened);
  for (const warning of startWarnings(config, firstAdmin)) log.warn(warning);
  // Its disk may be full: as for the log, that does not matter.
  process.stdout.on('error', () => {});
  console.log(greeting(config, services.site.publicUrl, services.databaseKind, firstAdmin));
  loadQueryCompiler(opened.database);
}

async function startWork(services: RunningServices['services']): Promise<Collector> {
  await startJobs(services);
  await startDeliveries(services);
  return startCollector(services, db => Promise.all([deleteOldDeliveries(db), deleteOldMails(db)]));
}

/**
 * Sends a statement through Prisma, which loads its query compiler for the first one. Nothing else at the start uses Prisma, so
 * the first request would have to wait for it.
 */
function loadQueryCompiler({ prisma }: OpenedDatabase): void {
  void prisma.$queryRaw`SELECT 1`.catch(() => undefined);
}

/** `localhost` may resolve to both loopback addresses. The server also listens on the second one, if it can. */
async function listenOnAll(edge: Edge, taken: string, port: number): Promise<void> {
  for (const { address } of await lookup('localhost', { all: true }))
    if (address !== taken) await edge.listenAlso(address, port).catch(() => undefined);
}
