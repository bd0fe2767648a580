import { endProcess, watchThreads } from '../../src/platform/threads.ts';
import { createWorkers } from '../../src/platform/workers.ts';

// A process whose pool of threads has a task that V8 does not interrupt.
watchThreads();
const workers = createWorkers({ file: new URL('./workers-tasks.ts', import.meta.url), threads: 1 });
workers.run('matchForever', null).catch(() => undefined);
await new Promise(resolve => setTimeout(resolve, 1_000));
await workers.close();
console.log('closed');
await endProcess(0);
