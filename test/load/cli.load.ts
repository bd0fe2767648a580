import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bound, report } from './failing-database.ts';

// The tests of the client and of the examples on Node 20, 22 and 24, which npm brings into a temporary folder; a push is
// killed at every request.
const { values } = parseArgs({ options: { nodes: { type: 'string', default: '20,22,24' } } });
const root = join(import.meta.dirname, '../..');

report(values.nodes.split(',').map(runOn));

function runOn(version: string): Bound {
  const folder = mkdtempSync(join(tmpdir(), 'docsvc-node-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{}');
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', `node@${version}`], {
      cwd: folder,
      stdio: 'inherit',
    });
    const bin = join(folder, 'node_modules/.bin');
    const path = [bin, process.env.PATH].join(delimiter);
    const figure = execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim();
    const env = { ...process.env, DOCSVC_TEST_CLI_PATH: path, EVERY_REQUEST: '1' };
    const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'embedded', 'test/cli'];
    const { status } = spawnSync(process.execPath, vitest, { cwd: root, env, stdio: 'inherit' });
    return { name: `the client works on Node ${version}`, holds: status === 0, figure };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
