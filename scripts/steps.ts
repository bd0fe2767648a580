import { spawnSync } from 'node:child_process';
import { answerHelp } from '../src/platform/usage.ts';

// npm scripts with several commands. Each script stops at the first failing command; further arguments go to the last
// one.
const GENERATE = 'node scripts/generate.ts';
const STEPS: Record<string, { does: string; commands: readonly string[] }> = {
  check: {
    does: 'Runs all checks that need no database (CONTRIBUTING.md).',
    commands: [
      GENERATE,
      'node scripts/print-schema.ts --check',
      'node scripts/diff-rules.ts --check',
      'graphql-codegen --check',
      'biome check',
      'tsc --noEmit',
      'tsc --noEmit -p facades/share/client',
      'tsc --noEmit -p facades/console/client',
      'vitest run --project unit --reporter dot test/contract',
    ],
  },
  generate: {
    does: 'Writes the generated files that are committed: schema.graphql, the diff rules, the types of the facades.',
    commands: [
      `${GENERATE} --prisma`,
      'node scripts/print-schema.ts',
      'node scripts/diff-rules.ts',
      'graphql-codegen',
      GENERATE,
    ],
  },
  test: { does: 'Runs all tests, or those of the given files.', commands: [GENERATE, 'vitest run'] },
};

const [name = ''] = process.argv.splice(2, 1);
const { does, commands } = STEPS[name] ?? { does: `Steps: ${Object.keys(STEPS).join(', ')}`, commands: [] };
answerHelp(`Usage: npm run ${name} [-- arguments of the last command]\n\n${does}\n\n${commands.join('\n')}`);
for (const [index, command] of commands.entries()) {
  const [program = '', ...args] = command.split(' ');
  const more = index === commands.length - 1 ? process.argv.slice(2) : [];
  const { status } = spawnSync(program, [...args, ...more], { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
