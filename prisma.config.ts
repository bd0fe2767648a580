import { defineConfig } from 'prisma/config';

// Read by the Prisma command line only; the server migrates itself (src/platform/migrations.ts).
export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  ...(process.env.DOCSVC_DATABASE_URL && { datasource: { url: process.env.DOCSVC_DATABASE_URL } }),
});
