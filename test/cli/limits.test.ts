import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createClient } from '../../facades/cli/client.ts';
import { CliProjectDocument } from '../../facades/cli/generated.ts';
import { processIo } from '../../facades/cli/run.ts';
import { cleanUp } from '../support/clean-up.ts';

/** How long a client waits after answers with these extensions, and what it says about that. */
async function waitAfter(extensions: object, times = 1) {
  const refusals = Array.from({ length: times }, () => ({ errors: [{ message: 'Failed', extensions }] }));
  const answers: object[] = [...refusals, { data: { project: null } }];
  const service = createServer((_, outgoing) => void outgoing.end(JSON.stringify(answers.shift())));
  await new Promise<void>(done => service.listen(0, '127.0.0.1', done));
  cleanUp(() => void service.close());
  const address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const told: string[] = [];
  const io = { ...processIo('.'), tell: (line: string) => void told.push(line.replace(address, 'SERVER')) };
  const waits: number[] = [];
  const client = createClient(address, undefined, io, async ms => void waits.push(ms));
  const asked = client.ask(CliProjectDocument, { id: 'p' });
  await asked.catch((error: Error) => told.push(error.message.replace(address, 'SERVER')));
  return [...waits, ...told];
}

it.each([31, 120])(
  'a request is sent again when a limit of %i seconds has ended, not in vain before',
  async seconds => {
    const said = 'SERVER: Failed. Trying again …';
    expect(await waitAfter({ code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: seconds })).toEqual([seconds * 1000, said]);
  },
);

it('a request is sent again after 30 seconds of an outage, which may end sooner than the service says', async () => {
  const said = 'SERVER: Failed. Trying again …';
  expect(await waitAfter({ code: 'UNAVAILABLE', retryAfterSeconds: 120 })).toEqual([30_000, said]);
});

it('a short wait before a second request is silent', async () => {
  expect(await waitAfter({ code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 1 })).toEqual([1_000]);
});

it('a request waits 2 minutes at most in all, which `push --wait` counts in its own time', async () => {
  const said = 'SERVER: Failed. Trying again …';
  const refused = await waitAfter({ code: 'RESOURCE_EXHAUSTED', retryAfterSeconds: 50 }, 3);
  expect(refused).toEqual([50_000, 50_000, said, said, 'SERVER: Failed']);
});
