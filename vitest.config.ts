import { defineConfig } from 'vitest/config';

// Tests that use the database run on the embedded one, whose single connection shows every wait for oneself, and but for
// those below on a real PostgreSQL too, whose many connections show races; all others run once.
const databaseTests = ['test/{ai,domain,graphql,rest,mcp,share}/**/*.test.ts', 'test/platform/database/**/*.test.ts'];

/** What a browser shows, a facade translates and the policy says does not depend on the database: once is enough. */
const surfaceTests = ['test/share/page*.test.ts', 'test/{rest,mcp}/**/*.test.ts', 'test/graphql/authorization.test.ts'];

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
      databaseProject('postgresql', surfaceTests),
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
