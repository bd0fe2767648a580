import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { removeLeftServers } from '../support/postgresql.ts';

it('the next run of tests removes the databases of killed ones, and no others', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'docsvc-left-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const ended = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(ended, 'exit');
  const folderOf = async (name: string, server?: number | undefined) => {
    await mkdir(join(parent, name));
    if (server !== undefined) await writeFile(join(parent, name, 'postmaster.pid'), `${server}\n/data\n`);
  };
  const own = `docsvc-postgresql-${process.pid}-a`;
  const served = `docsvc-postgresql-${ended.pid}-b`;
  const other = `docsvc-${ended.pid}-c`;
  await folderOf(own);
  await folderOf(served, process.pid);
  await folderOf(other);
  await folderOf(`docsvc-postgresql-${ended.pid}-d`);
  await folderOf(`docsvc-postgresql-${ended.pid}-e-replica`, ended.pid);
  await removeLeftServers(parent);
  expect((await readdir(parent)).toSorted()).toEqual([own, served, other].toSorted());
});
