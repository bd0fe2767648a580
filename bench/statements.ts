import { Prisma } from '../src/generated/prisma/client.ts';
import { type OpenedDatabase, openDatabase } from '../src/platform/database.ts';
import { newId } from '../src/platform/ids.ts';
import { migrate } from '../src/platform/migrations.ts';
import { findRow } from '../src/platform/rows.ts';
import { databaseUrl, runSql, startPostgresql } from '../test/support/postgresql.ts';
import { median } from '../test/support/timed.ts';

// Compares the CPU time of a look-up by Prisma and by `readRows`, in alternating rounds on PostgreSQL. npm run bench --
// statements.

const [ROUNDS, LOOK_UPS] = [9, 1_500];
const USERS = { table: 'users', fields: Prisma.UserScalarFieldEnum };

const server = await startPostgresql();
const name = `docsvc_bench_${process.pid}`;
await runSql(server.url, `CREATE DATABASE ${name}`);
const database = await openDatabase({ url: databaseUrl(server.url, name) });
try {
  await migrate(database, { mode: 'apply' });
  await compare(database);
} finally {
  await database.close();
  await server.stop();
}

async function compare({ prisma }: OpenedDatabase): Promise<void> {
  const { id } = await prisma.user.create({
    data: { id: newId(), email: 'somebody@example.com', name: 'Somebody', passwordHash: 'none' },
  });
  const ways = {
    prisma: () => prisma.user.findUnique({ where: { id } }),
    direct: () => findRow(prisma, USERS, Prisma.sql`c.id = ${id}::uuid`),
  };
  const micros: Record<keyof typeof ways, number[]> = { prisma: [], direct: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const way of Object.keys(ways) as (keyof typeof ways)[]) {
      const before = process.cpuUsage();
      for (let count = 0; count < LOOK_UPS; count += 1) await ways[way]();
      const { user, system } = process.cpuUsage(before);
      // The first round warms up.
      if (round > 0) micros[way].push((user + system) / LOOK_UPS);
    }
  for (const [way, figures] of Object.entries(micros))
    console.log(`${way}: ${median(figures).toFixed(0)} µs of CPU, ${spread(figures)}`);
  console.log(`Prisma costs ${(median(micros.prisma) / median(micros.direct)).toFixed(1)} times as much`);
}

function spread(figures: number[]): string {
  return `${Math.min(...figures).toFixed(0)} to ${Math.max(...figures).toFixed(0)}`;
}
