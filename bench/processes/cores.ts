import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/** With fewer cores, clients and PostgreSQL would take part of the cores of the servers. */
const LEAST_CORES = 4;

const GROUPS = '/sys/fs/cgroup/cpu';
const PERIOD_US = 100_000;
const QUARTER_US = 25_000;

const areEnough = (): boolean => cpus().length >= LEAST_CORES;

/** Leaves the first cores to the servers: this process and those that it starts from now on use the others. */
export function leaveCores(count: number): void {
  if (areEnough()) execFileSync('taskset', ['-a', '-cp', `${count}-${cpus().length - 1}`, `${process.pid}`]);
}

/** The CPU limit of processes. `isLimited`: whether each process has the same limit. */
export type Share = { how: string; isLimited: boolean; end(): void };

/** Pins each process to a separate core. With too few cores, limits each process to a quarter of a core. */
export function giveEqualShares(pids: readonly number[]): Share {
  if (areEnough()) {
    for (const [core, pid] of pids.entries()) execFileSync('taskset', ['-a', '-cp', `${core}`, `${pid}`]);
    return { how: 'a core of its own for each process', isLimited: true, end() {} };
  }
  try {
    return limit(pids);
  } catch (error) {
    const why = `${cpus().length} cores, and no cgroup to limit processes (${(error as Error).message})`;
    return { how: `no rates, only requests per CPU second: ${why}`, isLimited: false, end() {} };
  }
}

/** Limits each process with a cgroup (version 1) below that of this process. Only root may create one. */
function limit(pids: readonly number[]): Share {
  const [, own = '/'] = /:(?:\S*,)?cpu(?:,\S*)?:(\S+)/.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
  const parent = join(GROUPS, own);
  const groups = pids.map(pid => join(parent, `docsvc-bench-${pid}`));
  for (const [index, group] of groups.entries()) {
    mkdirSync(group);
    writeFileSync(join(group, 'cpu.cfs_period_us'), `${PERIOD_US}`);
    writeFileSync(join(group, 'cpu.cfs_quota_us'), `${QUARTER_US}`);
    writeFileSync(join(group, 'cgroup.procs'), `${pids[index]}`);
  }
  const end = () => {
    for (const [index, group] of groups.entries()) {
      writeFileSync(join(parent, 'cgroup.procs'), `${pids[index]}`);
      rmdirSync(group);
    }
  };
  return { how: 'a quarter of a core for each process', isLimited: true, end };
}

/** The CPU time that a process has used, in milliseconds, with a resolution of 10 ms. */
export function cpuMsOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10;
}
