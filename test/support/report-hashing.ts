import { isMainThread } from 'node:worker_threads';
import { hashingCounts } from '../../src/platform/passwords.ts';

/** For `node --import`: on SIGUSR2, the server prints how many password hashes it has verified. */
if (isMainThread) process.on('SIGUSR2', () => console.log(`passwords verified: ${hashingCounts.verified};`));
