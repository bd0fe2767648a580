import { availableParallelism } from 'node:os';
import type { Services } from './access/call.ts';
import { createRateLimits } from './access/rate-limits.ts';
import { requireKeys } from './admin/stored-secrets.ts';
import { createProviderClient } from './ai/provider/client.ts';
import { summaryJob } from './ai/summary-job.ts';
import { countedRow } from './audit/service.ts';
import { createDeliveries } from './events/deliveries.ts';
import { createMails } from './events/mails.ts';
import { SUMMARY_JOB } from './events/summaries.ts';
import { type Config, publicUrl } from './platform/config.ts';
import { isDatabaseUnavailable, type OpenedDatabase, openDatabase } from './platform/database.ts';
import { createKeyRing } from './platform/encryption.ts';
import { prepareDatabase } from './platform/grants.ts';
import { createJobs } from './platform/jobs.ts';
import { readKeys } from './platform/key-files.ts';
import { createLog } from './platform/logging.ts';
import { pendingMigrations } from './platform/migrations.ts';
import { reachOf } from './platform/outbound/reach.ts';
import { closedUnless, openOwnDatabase } from './platform/own-database.ts';
import { checkReplica, createReplica, noReplica, type Replica } from './platform/replica.ts';
import { insertNewRows, readRows } from './platform/rows.ts';
import { createWorkers } from './platform/workers.ts';
import { createWriteBehind } from './platform/write-behind.ts';
import { createSender } from './webhooks/sender.ts';

export type RunningServices = { services: Services; database: OpenedDatabase; close(): Promise<void> };

/** What to do with pending migrations. `leave`: open the database without applying them. */
export type Pending = 'apply' | 'refuse' | 'leave';

/** Opens the services that use cases need: keys, database, worker threads. */
export async function openServices(
  config: Config,
  pending: Pending = config.migrate ? 'apply' : 'refuse',
  opening: Promise<OpenedDatabase> = openOwnDatabase(config),
): Promise<RunningServices & { unknownMigrations: string[] }> {
  const database = await opening;
  const mode = pending === 'apply' ? 'apply' : 'verify';
  let unknownMigrations: string[] = [];
  try {
    if (pending !== 'leave' || (await pendingMigrations(database)).length === 0) {
      unknownMigrations = (await prepareDatabase(database, config.databaseMigrationUrl, { mode })).unknown;
      await requireKeys(database.pool, createKeyRing(readKeys(config).encryptionKeys));
    }
    return { ...serve(config, database, await openReplica(config, database)), unknownMigrations };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function openReplica(config: Config, primary: OpenedDatabase): Promise<Replica> {
  const { databaseReplicaUrl: url, databasePooling: pooling } = config;
  if (url === undefined) return noReplica(primary);
  const database = await openDatabase({ url, pooling });
  await closedUnless(database, () => checkReplica(primary, database));
  return createReplica(primary, database, createLog(config));
}

/** Starts the job loop. It runs the jobs that this process or other processes staged. */
export const startJobs = (services: Services): Promise<void> =>
  services.jobs.start({ [SUMMARY_JOB]: summaryJob(services) });

/** Starts to send the deliveries and, if e-mail is configured, the e-mails that this process or others staged. */
export async function startDeliveries(services: Services): Promise<void> {
  await services.deliveries.start(createSender(services));
  const { mail } = services.config;
  if (mail === undefined) return;
  const { createMailer } = await import('./mail/mailer.ts');
  await services.mails.start(createMailer(services, mail));
}

/** Creates the services over an open, migrated database. */
export function serve(config: Config, database: OpenedDatabase, replica = noReplica(database)): RunningServices {
  const { jwtSecret, otherJwtSecret, encryptionKeys } = readKeys(config);
  const log = createLog(config);
  const workers = createWorkers({
    file: new URL('./contents/worker/tasks.ts', import.meta.url),
    threads: Math.min(4, Math.max(2, availableParallelism() - 1)),
    deadlineMs: 20_000,
    memoryMb: 1024,
    budgetBytes: 1024 * 1024 * 1024,
  });
  const queues = { db: database.prisma, log, isAlone: database.kind === 'embedded' };
  const aiClient = createProviderClient({ reach: reachOf(config, config.aiAllowedHosts) });
  const services: Services = {
    aiClient,
    config,
    site: { publicUrl: publicUrl(config) },
    db: database.prisma,
    pool: database.pool,
    replica,
    databaseKind: database.kind,
    isDatabaseAnswering: database.isAnswering,
    jwtKey: new TextEncoder().encode(jwtSecret),
    otherJwtKey: otherJwtSecret === undefined ? undefined : new TextEncoder().encode(otherJwtSecret),
    keyRing: createKeyRing(encryptionKeys),
    jobs: createJobs(queues),
    deliveries: createDeliveries(queues),
    mails: createMails(queues),
    limits: createRateLimits(database.prisma, config),
    log,
    usage: createWriteBehind({
      write: rows => readRows(database.prisma, insertNewRows('audit_entries', rows)),
      mayRetry: isDatabaseUnavailable,
      onLost: (count, error) => log.error({ err: error, rows: count }, 'audit rows were lost'),
      withCount: countedRow,
    }),
    workers,
  };
  return {
    services,
    database,
    close: async () => {
      await services.deliveries.stop();
      await services.mails.stop();
      await services.jobs.stop();
      await services.usage.close();
      await aiClient.close();
      await workers.close();
      await replica.close();
      await database.close();
    },
  };
}
