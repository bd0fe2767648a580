import { defineConfig } from 'vitest/config';

// Tests that use the database run twice, on the embedded one and on a real PostgreSQL; all others run once.
const databaseTests = ['test/{ai,domain,graphql,rest,mcp,share}/**/*.test.ts', 'test/platform/database/**/*.test.ts'];

/** What a browser shows does not depend on the database: once is enough. */
const browserTests = ['test/share/page*.test.ts'];

export default defineConfig({
  test: {
    // Node runs the sources itself: vite's own module graph would load a second copy of graphql.
    experimental: { viteModuleRunner: false },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: databaseTests } },
      databaseProject('embedded'),
      databaseProject('postgresql', browserTests),
    ],
  },
});

function databaseProject(name: 'embedded' | 'postgresql', exclude: string[] = []) {
  return {
    extends: true as const,
    // The files of one worker share the modules of the service: loading them anew for each took most of the time.
    test: { name, isolate: false, include: databaseTests, exclude, globalSetup: `test/support/database-${name}.ts` },
  };
}
