import { isMainThread } from 'node:worker_threads';
import { hashingCounts } from '../../src/platform/crypto.ts';

/** For `node --import`: a server that is sent SIGUSR2 prints how many passwords it has compared with a hash. */
if (isMainThread) process.on('SIGUSR2', () => console.log(`passwords verified: ${hashingCounts.verified};`));
