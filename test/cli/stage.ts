import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { cleanUp } from '../support/clean-up.ts';

/** The script of the client. */
export const BUNDLE = join(import.meta.dirname, '../../facades/cli/built/docsvc.js');

/** The client runs on the first `node` of this path: `npm run load -- cli` takes older ones. */
const PATH = process.env.DOCSVC_TEST_CLI_PATH ?? [dirname(process.execPath), process.env.PATH].join(delimiter);

export type Ran = { code: number | null; out: string; err: string };

export type Spawned = {
  input?: string | Uint8Array;
  env?: Record<string, string>;
  /** `said`: what the process has written to standard error so far. */
  onStart?(kill: (signal?: NodeJS.Signals) => void, said: () => string): void;
};

/** Creates a folder with these files. It is removed after the tests. */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'docsvc-cli-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

/** Runs a process that gets only PATH from this environment. */
export function run(command: string, args: string[], cwd: string, { input = '', env = {}, onStart }: Spawned = {}) {
  return new Promise<Ran>(resolve => {
    const child = spawn(command, args, { cwd, env: { PATH, ...env } });
    let [out, err] = ['', ''];
    child.stdout.on('data', (text: Buffer) => {
      out += text;
    });
    child.stderr.on('data', (text: Buffer) => {
      err += text;
    });
    child.on('close', code => resolve({ code, out, err }));
    onStart?.(
      (signal = 'SIGKILL') => child.kill(signal),
      () => err,
    );
    child.stdin.on('error', () => undefined).end(input);
  });
}

/** The client as it is served, in a folder. */
export const docsvc = (cwd: string, args: string[], spawned?: Spawned): Promise<Ran> =>
  run('node', [BUNDLE, ...args], cwd, spawned);
