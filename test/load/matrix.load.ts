import { spawnSync } from 'node:child_process';

// Every role × target × way to call an operation. `npm test` runs a part of it: test/access/matrix.test.ts.
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'postgresql', 'test/access/matrix.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, DOCSVC_TEST_MATRIX: 'whole' },
});
process.exitCode = status ?? 1;
