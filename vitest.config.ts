import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// All processes of a run, and the runs after it, share what Node compiled.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Tests that use the database. What they promise of it runs twice: on the embedded one, whose single connection shows
// every wait for oneself, and on a real PostgreSQL, whose many connections show races.
const databaseTests = [
  'test/{access,admin,ai,cli,console,domain,graphql,mcp,rest,share,stopping}/**/*.test.ts',
  'test/platform/{database/**/*,embedded,schema}.test.ts',
];

/** What bounds how long others wait meanwhile. */
const loadTests = ['test/load/**/*.test.ts'];

/** What bounds how long something large takes. */
const timedTests = [
  'test/walk/**/*.test.ts',
  'test/markdown/{render-,}limits.test.ts',
  'test/{openapi-diff/budgets,openapi/hostile}.test.ts',
];

/** What a browser shows, a facade translates, a provider is told or the policy says does not depend on it: once is enough. */
const onlyEmbedded = [
  'test/platform/{embedded,schema}.test.ts',
  'test/console/!(processes).test.ts',
  'test/share/{page*,visits,unavailable}.test.ts',
  'test/ai/{aimock,guide,plain-text,prompts,providers,secrets}.test.ts',
  'test/{cli,mcp}/**/*.test.ts',
  'test/stopping/npm-start.test.ts',
  'test/admin/running-server.test.ts',
];
const onlyPostgresql = ['test/{access,rest}/**/*.test.ts', 'test/graphql/{absent,authorization}.test.ts'];

/** Begun first in their project, so that at the end nobody waits for one of them. */
const longest =
  /test\/(domain\/kill|platform\/(embedded|schema)|share\/page-document|scripts\/compare|walk\/readme|markdown\/limits)\./;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    const rank = ({ moduleId }: TestSpecification) => (longest.test(moduleId) ? 0 : 1);
    return [...projects.values()].flatMap(specifications => specifications.sort((a, b) => rank(a) - rank(b)));
  }
}

export default defineConfig({
  test: {
    // Node runs the sources itself: vite's own module graph would load a second copy of graphql.
    experimental: { viteModuleRunner: false },
    // These end what hangs. They are no promise about speed: a machine with other work takes several times longer.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One more than the two cores that the suite is measured on: tests wait too, for processes, for time to pass.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The files of one worker share the modules of the service: loading them anew for each took most of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...databaseTests, ...timedTests, ...loadTests],
        },
      },
      databaseProject('embedded', onlyPostgresql),
      databaseProject('postgresql', onlyEmbedded),
      // Last, with a core for each worker, and then alone.
      { extends: true, test: { name: 'timed', include: timedTests, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { extends: true, test: { name: 'load', include: loadTests, maxWorkers: 1, sequence: { groupOrder: 2 } } },
    ],
  },
});

function databaseProject(name: 'embedded' | 'postgresql', exclude: string[]) {
  return {
    extends: true as const,
    test: { name, include: databaseTests, exclude, globalSetup: `test/support/database-${name}.ts` },
  };
}
