import { isMainThread, Worker } from 'node:worker_threads';

// Preloaded into a server. At SIGUSR2, a thread matches a regular expression that V8 neither finishes nor interrupts.
if (isMainThread)
  process.once('SIGUSR2', () => {
    new Worker(`/^${'(|)'.repeat(60)}!$/u.test('id')`, { eval: true });
    console.log('stuck');
  });
