import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { answerHelp } from '../src/platform/usage.ts';
import { readDockerfile } from '../test/support/dockerfile.ts';

// Builds the folder /app of the image without a container engine: runs COPY and RUN of the build stage of Dockerfile.
const USAGE = `Usage: node scripts/image-steps.ts FOLDER

Runs the steps of the Dockerfile's build stage in a new folder. COMMIT in the environment is its build argument.`;
answerHelp(USAGE);
const [target, ...rest] = process.argv.slice(2);
if (target === undefined || rest.length > 0) {
  console.error(USAGE);
  process.exit(2);
}
const root = resolve(import.meta.dirname, '..');
const app = resolve(target);
mkdirSync(app);
const stage = readDockerfile(readFileSync(join(root, 'Dockerfile'), 'utf8')).find(({ name }) => name === 'build');
const ignored = new Set(['node_modules', ...readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')]);

/** Copies as COPY does, without the files in .dockerignore. */
function copy(names: string[]): void {
  for (const name of names)
    cpSync(join(root, name), name === '.' ? app : join(app, name), {
      recursive: true,
      filter: source => !ignored.has(relative(root, source)) && !source.endsWith('.log'),
    });
}

const env: NodeJS.ProcessEnv = { ...process.env, COMMIT: process.env.COMMIT ?? 'unknown' };
// The steps run with the Node that runs this script.
env.PATH = `${dirname(process.execPath)}:${env.PATH}`;
for (const { name, text } of stage?.steps ?? []) {
  if (name !== 'COPY' && name !== 'RUN') continue;
  console.log(`${name} ${text}`);
  if (name === 'COPY') copy(text.split(' ').slice(0, -1));
  else execFileSync('/bin/sh', ['-ec', text], { cwd: app, env, stdio: ['ignore', 'ignore', 'inherit'] });
}
// Only what the image makes at its first start: its bundles stay.
rmSync(join(app, 'node_modules/.cache/compiled'), { recursive: true, force: true });
