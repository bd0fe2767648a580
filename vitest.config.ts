import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// All processes of a run, and the runs after it, share what Node compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Tests that use the database. What they promise of it runs twice: on the embedded one, whose single connection shows
// every wait for oneself, and on a real PostgreSQL, whose many connections show races.
const databaseTests = [
  'test/{ai,domain,graphql,load,mcp,rest,share}/**/*.test.ts',
  'test/platform/{database/**/*,embedded}.test.ts',
];

/** What a browser shows, a facade translates, a provider is told or the policy says does not depend on it: once is enough. */
const onlyEmbedded = [
  'test/platform/embedded.test.ts',
  'test/load/**/*.test.ts',
  'test/share/{page*,visits,unavailable}.test.ts',
  'test/ai/{aimock,guide,plain-text,prompts,providers,secrets}.test.ts',
  'test/mcp/**/*.test.ts',
];
const onlyPostgresql = ['test/rest/**/*.test.ts', 'test/graphql/authorization.test.ts'];

export default defineConfig({
  test: {
    // Node runs the sources itself: vite's own module graph would load a second copy of graphql.
    experimental: { viteModuleRunner: false },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // The files of one worker share the modules of the service: loading them anew for each took most of the time.
    isolate: false,
    projects: [
      { extends: true, test: { name: 'unit', include: ['test/**/*.test.ts'], exclude: databaseTests } },
      databaseProject('embedded', onlyPostgresql),
      databaseProject('postgresql', onlyEmbedded),
    ],
  },
});

function databaseProject(name: 'embedded' | 'postgresql', exclude: string[]) {
  return {
    extends: true as const,
    test: { name, include: databaseTests, exclude, globalSetup: `test/support/database-${name}.ts` },
  };
}
