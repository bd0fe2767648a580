import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, watchThreads } from '../../src/platform/threads.ts';
import { createWorkers } from '../../src/platform/workers.ts';

// A process whose pool of threads has a task that V8 does not interrupt.
watchThreads();
const workers = createWorkers({ file: new URL('./workers-tasks.ts', import.meta.url), threads: 1 });
const flag = new Int32Array(new SharedArrayBuffer(4));
workers.run('matchForever', flag).catch(() => undefined);
while (Atomics.load(flag, 0) === 0) await delay(20);
// Only the thread works now: after this time of the CPU it matches.
const begun = process.cpuUsage();
while (process.cpuUsage(begun).user < 300_000) await delay(20);
await workers.close();
console.log('closed');
await endProcess(0);
