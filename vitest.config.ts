import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// All processes of a run, and later runs, share Node's compile cache.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

// Tests that use the database run twice: on the embedded one, whose single connection shows
// every wait for oneself, and on a real PostgreSQL, whose many connections show races.
const databaseTests = [
  'test/{access,admin,ai,cli,console,domain,graphql,mcp,rest,share,stopping}/**/*.test.ts',
  'test/platform/{database/**/*,embedded,schema}.test.ts',
];

/** Tests of how long other requests wait. */
const loadTests = ['test/load/**/*.test.ts'];

/** Tests of how long something large takes. */
const timedTests = [
  'test/walk/**/*.test.ts',
  'test/markdown/{render-,}limits.test.ts',
  'test/{openapi-diff/budgets,openapi/hostile}.test.ts',
];

/**
 * Tests that do not depend on the kind of database (browser, facades, AI and identity providers, mails, what documents may
 * contain, policy, limits, counts): they run once,
 * on PostgreSQL, which takes less CPU time. Other tests call the same operations on both kinds.
 */
const onlyPostgresql = [
  'test/platform/database/{pgbouncer,replica}.test.ts',
  'test/ai/{aimock,chat,guide,outage,plain-text,prompts,providers,secrets}.test.ts',
  'test/domain/{bad-content,content-check,diff-policy,guessing,list-counts,lock-order,long-uploads,mails,oidc,processes,remembered-lists,uncompared-drafts}.test.ts',
  'test/share/{manage,page*,visits,unavailable,unlocking}.test.ts',
  'test/{access,console,mcp,rest}/**/*.test.ts',
  'test/graphql/{absent,authorization,compiled-operation,ended-sessions,generated-requests,hostile,http,introspection,limits,merging,repeated-at-once,statements}.test.ts',
];

/** Tests of the embedded database, and of programs that start a service with it. */
const onlyEmbedded = [
  'test/platform/{embedded,schema}.test.ts',
  'test/cli/**/*.test.ts',
  'test/stopping/npm-start.test.ts',
  'test/admin/{observed,running}-server.test.ts',
  'test/graphql/answer-size.test.ts',
];

/** The longest tests start first in their project, so that the run does not wait for them at the end. */
const longest =
  /test\/(access\/(matrix|long-list-plans)|cli\/client|console\/(acts|late|managing|review|write)|graphql\/authorization|(ai|domain)\/kill|platform\/(embedded|schema)|share\/page-document|walk\/readme|markdown\/limits)\./;

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
    // Limits for hanging tests. They do not test speed: a busy machine takes several times longer.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: ['test/support/clean-up-setup.ts', 'test/support/random-seed-setup.ts'],
    // One more than the two cores that the suite is measured on: tests wait too, for processes, for time to pass.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The files of one worker share the modules of the service: loading them for each file took most of the time.
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
      databaseProject('postgresql', onlyEmbedded, ['test/support/browser-setup.ts']),
      // Last, with a core for each worker, and then alone.
      { extends: true, test: { name: 'timed', include: timedTests, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      // Repeated after a failure: what they measure depends on what else the machine does.
      {
        extends: true,
        test: { name: 'load', include: loadTests, maxWorkers: 1, retry: 2, sequence: { groupOrder: 2 } },
      },
    ],
  },
});

function databaseProject(name: 'embedded' | 'postgresql', exclude: string[], setups: string[] = []) {
  return {
    extends: true as const,
    test: { name, include: databaseTests, exclude, globalSetup: [...setups, `test/support/database-${name}.ts`] },
  };
}
