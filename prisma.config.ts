import { defineConfig } from 'prisma-cli/config';

// Read by the Prisma command line only; the server migrates itself (src/platform/migrations.ts).
const url = process.env.DOCSVC_DATABASE_MIGRATION_URL ?? process.env.DOCSVC_DATABASE_URL;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(url && { datasource: { url } }),
});
