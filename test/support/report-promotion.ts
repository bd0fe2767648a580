import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/**
 * For `node --import`: on SIGUSR2, the server prints how many bytes V8 has moved to its old space since the last
 * signal, then runs a full garbage collection.
 */
if (isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect: NodeJS.GCFunction = runInNewContext('gc');
  let before = 0;
  process.on('SIGUSR2', () => {
    console.log(`moved to the old space: ${oldBytes() - before};`);
    collect();
    before = oldBytes();
  });
}

function oldBytes(): number {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => /^(old|large_object)_space$/.test(name));
  return old.reduce((sum, space) => sum + space.space_used_size, 0);
}
