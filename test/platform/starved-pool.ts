import { createWorkers, type WorkerError } from '../../src/platform/workers.ts';

// A process whose task gets no time of the CPU before its deadline.
const workers = createWorkers({ file: new URL('./workers-tasks.ts', import.meta.url), threads: 1 });
await workers.run('double', 1);
const flag = new Int32Array(new SharedArrayBuffer(4));
const late = await workers.run('hold', flag, { deadlineMs: 2_000 }).catch((error: WorkerError) => error.failure);
console.log(late);
Atomics.store(flag, 0, 1);
Atomics.notify(flag, 0);
await workers.close();
