import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread, Worker } from 'node:worker_threads';

// Preloaded into a server. At SIGUSR2, a thread matches a regular expression that V8 neither finishes nor interrupts.
if (isMainThread)
  process.once('SIGUSR2', async () => {
    const begin = "require('node:worker_threads').parentPort.postMessage('begun')";
    const thread = new Worker(`${begin}; /^${'(|)'.repeat(60)}!$/u.test('id')`, { eval: true });
    await once(thread, 'message');
    // Only the thread works now: after this time of the CPU it matches.
    const begun = process.cpuUsage();
    while (process.cpuUsage(begun).user < 300_000) await delay(20);
    console.log('stuck');
  });
