import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from './client.ts';
import { CliFinishDeviceLoginDocument, type CliSessionFragment, CliStartDeviceLoginDocument } from './generated.ts';
import { EXIT, type Io, oneLine, wrongUse } from './outcome.ts';

/** The least time between two polls (RFC 8628, section 3.2), whatever the service says. */
const LEAST_SECONDS = 5;

/** Signs in with a browser, on this computer or another device. */
export async function loginByDevice(client: Client, io: Io): Promise<CliSessionFragment> {
  const { startDeviceLogin: login } = await client.ask(CliStartDeviceLoginDocument, {});
  if (!login) throw wrongUse('The server gave no code');
  io.tell(oneLine(`Open ${login.verificationUri} in a browser, and type the code ${login.userCode}`));
  io.tell(oneLine(`Or open ${login.verificationUriComplete}`));
  io.tell('Waiting until you allow it …');
  const stop = () => {
    io.tell('The login was stopped.');
    process.exit(EXIT.wrongUse);
  };
  process.once('SIGINT', stop);
  try {
    return await poll(client, login.deviceCode, login.intervalSeconds);
  } finally {
    process.off('SIGINT', stop);
  }
}

async function poll(client: Client, deviceCode: string, firstSeconds: number): Promise<CliSessionFragment> {
  for (let seconds = firstSeconds; ; ) {
    await wait(Math.max(LEAST_SECONDS, seconds) * 1000);
    const { finishDeviceLogin: result } = await client.ask(CliFinishDeviceLoginDocument, { input: { deviceCode } });
    if (result?.session) return result.session;
    if (result?.status === 'REFUSED') throw wrongUse('The login was refused in the browser');
    if (result?.status !== 'PENDING' && result?.status !== 'SLOW_DOWN')
      throw wrongUse('The code has expired. Run docsvc login --device again');
    seconds = result.intervalSeconds ?? seconds;
  }
}
