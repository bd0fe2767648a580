import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { atFirstUse } from '../../src/platform/first-use.ts';

it('makes a value once, also for callers who ask at once, and again after a failure', async () => {
  const failure = new Error('too few files');
  let made = 0;
  const value = atFirstUse(async () => {
    made += 1;
    if (made === 1) throw failure;
    return made;
  });
  expect(value.kept()).toBeUndefined();
  const failed = { status: 'rejected', reason: failure };
  expect(await Promise.allSettled([value.get(), value.get()])).toEqual([failed, failed]);
  expect(await Promise.all([value.get(), value.get()])).toEqual([2, 2]);
  expect(await value.kept()).toBe(2);
});

it.runIf(process.platform === 'linux')(
  'calls other servers again after no file could be opened for undici',
  async () => {
    const script = `
    import { closeSync, openSync } from 'node:fs';
    import { createDispatcher } from '${import.meta.resolve('../../src/platform/outbound/connect.ts')}';
    const outbound = createDispatcher({ allowedHosts: [], loopback: true }, () => new Error('refused'));
    const { signal } = new AbortController();
    const options = { origin: 'http://127.0.0.1:1', path: '/', method: 'GET', signal };
    const call = () => outbound.request(options, 'caller').catch(error => error.code);
    const files = [];
    try {
      for (;;) files.push(openSync('/dev/null'));
    } catch {}
    const first = await call();
    for (const file of files) closeSync(file);
    console.log(JSON.stringify([first === 'ECONNREFUSED', await call()]));`;
    const run = ['-c', 'ulimit -n 128; exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', script];
    const { stdout } = await promisify(execFile)('sh', run);
    expect(JSON.parse(stdout)).toEqual([false, 'ECONNREFUSED']);
  },
);
